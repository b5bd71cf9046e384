"""Bodies of a kinbody: their poses, shapes and masses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from robotfmt.documents.xml.element import Element
from robotfmt.model import Inertial, Link, Material, Mesh, Pose, compose
from robotfmt.model.record import replace

from ..codes import DEFAULT_MASS, UNKNOWN_LINK, UNNAMED
from ..document.numbers import flag, last, number_of
from ..document.poses import read_pose
from .drafts import BodyDraft, LinkDraft
from .masses import DEFAULT, is_nothing, read_mass
from .shapes import Files, read_geom

_STATIC = "static"
GEOMS = ("Geom", "geometry")


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a kinbody that apply to the bodies in it."""

    files: Files
    """The URIs of meshes."""
    mass: Element | None = None
    """The mass of bodies without one."""
    skips_shapes: bool = False


def read_body(element: Element, body: BodyDraft, settings: Settings, free_name: Callable[[str], str]) -> LinkDraft:
    """Return the link of an element: a new one, or that of its name, whose body it continues.

    Tags of a pose then add to the pose that the body has, and the mass is made again.
    """
    name = element.take().attribute("name")
    known = body.link(name) if name else None
    if not name:
        name = free_name("body")
        element.report(UNNAMED, f"a body without a name becomes '{name}'")
    draft = known or LinkDraft(Link(origin=element.origin, name=name))
    _place(element, body, draft)
    link = replace(draft.link, static=_static(element) or draft.link.static)
    if flag(element, "enable") is False:
        link = replace(link, enabled=False)
    if not (settings.skips_shapes or is_set(element, "skipgeometry")):
        link = _with_shapes(element, link, settings.files, None)
    draft.link = _with_mass(element, link, settings.mass)
    return draft


def is_set(element: Element, name: str) -> bool:
    """Return True if an attribute is true; it is not taken."""
    return (element.peek(name) or "").lower() in ("true", "1")


def _static(element: Element) -> bool | None:
    kind = (element.peek("type") or "").strip().lower()
    if kind in (_STATIC, "dynamic", ""):
        element.attribute("type")
    return True if kind == _STATIC else None


def _place(element: Element, body: BodyDraft, draft: LinkDraft) -> None:
    """Give a link its place: in the kinbody, or in the body that ``<offsetfrom>`` names."""
    pose = read_pose(element, draft.pose) or Pose()
    child = last(element, "offsetfrom")
    base = body.link(child.text.strip()) if child is not None else None
    if child is not None and base is None:
        message = f"<offsetfrom> of '{draft.name}' names '{child.text.strip()}', which is not defined before"
        child.report(UNKNOWN_LINK, message)
    if base is not None and child is not None:
        child.take_text()
        draft.anchor, draft.relative = base, pose
        draft.pose = compose(base.pose, pose)
    elif pose != draft.pose:
        draft.anchor, draft.pose = None, pose


def _with_shapes(element: Element, link: Link, files: Files, outer: Pose | None) -> Link:
    """Return a link with the shapes of an element, and of bodies in it, which are the same link."""
    for child in element.children:
        if child.tag in GEOMS:
            shown = read_geom(child, files)
            if shown is None:
                continue
            for made, field in ((shown.visual, "visuals"), (shown.collision, "collisions")):
                if made is not None:
                    placed = replace(made, pose=compose(outer, made.pose)) if outer is not None else made
                    link = replace(link, **{field: (*getattr(link, field), placed)})
        elif child.tag == "Body":
            name = child.take().attribute("name")
            link = replace(link, name=name) if name else link
            link = _with_shapes(child, link, files, compose(outer, read_pose(child)))
        elif child.tag == "transparency":
            alpha = 1.0 - (number_of(child) or 0.0)
            link = faded(link, alpha)
    return link


def faded(link: Link, alpha: float) -> Link:
    """Return a link with another opacity of all its shapes that have a colour, or that are no meshes."""

    def fade(material: Material | None) -> Material:
        color = (material.color if material is not None else None) or (1.0, 1.0, 1.0, 1.0)
        return replace(material or Material(), color=(*color[:3], alpha))

    return replace(
        link,
        visuals=tuple(
            replace(each, material=fade(each.material))
            if each.material is not None or not isinstance(each.shape, Mesh)
            else each
            for each in link.visuals
        ),
    )


def _with_mass(element: Element, link: Link, default: Element | None) -> Link:
    """Return a link with its mass: its own, that of the kinbody, or OpenRAVE's."""
    child = last(element, "Mass")
    if child is not None and is_nothing(child):
        child.take_all()
        return replace(link, inertial=None)
    if child is not None or default is not None:
        made = read_mass(child, link, None) if child is not None else None
        made = made or (read_mass(default, link, default) if default is not None else None)
        if made is not None:
            return replace(link, inertial=made)
    if child is None:
        element.report(DEFAULT_MASS, f"body '{link.name}' has no <Mass>", subject=f"link/{link.name}/inertial")
    return replace(link, inertial=Inertial(origin=element.origin, mass=1.0, inertia=DEFAULT))
