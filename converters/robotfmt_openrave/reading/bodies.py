"""Bodies of a kinbody: their poses, shapes and masses."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from robotfmt.documents.xml.element import Element
from robotfmt.model import Link, Material, Pose, compose
from robotfmt.model.record import replace

from ..codes import DEFAULT_MASS, UNKNOWN_LINK, UNNAMED
from ..document.numbers import flag, last, number
from ..document.poses import read_pose
from .drafts import BodyDraft, LinkDraft
from .geometry import Files, read_geom
from .masses import DEFAULT, read_mass

from robotfmt.model import Inertial  # isort: skip

_STATIC = "static"
GEOMS = ("Geom", "geometry")


def read_body(
    element: Element, body: BodyDraft, files: Files, free_name: Callable[[str], str]
) -> tuple[LinkDraft, bool]:
    """Return the link of an element, and True if it is a new one; a name that is taken continues its body."""
    name = element.take().attribute("name")
    known = body.link(name) if name else None
    if not name:
        name = free_name("body")
        element.report(UNNAMED, f"a body without a name becomes '{name}'")
    draft = known or LinkDraft(Link(origin=element.origin, name=name))
    if known is None:
        _place(element, body, draft)
    link = replace(draft.link, static=_static(element) or draft.link.static)
    if flag(element, "enable") is False:
        link = replace(link, enabled=False)
    draft.link = _with_shapes(element, link, files, None)
    draft.link = _with_mass(element, draft.link, is_new=known is None)
    return draft, known is None


def _static(element: Element) -> bool | None:
    kind = (element.peek("type") or "").strip().lower()
    if kind in (_STATIC, "dynamic", ""):
        element.attribute("type")
    return True if kind == _STATIC else None


def _place(element: Element, body: BodyDraft, draft: LinkDraft) -> None:
    """Give a new link its place: in the kinbody, or in the body that ``<offsetfrom>`` names."""
    pose = read_pose(element) or Pose()
    child = last(element, "offsetfrom")
    base = body.link(child.text.strip()) if child is not None else None
    if child is not None and base is None:
        message = f"<offsetfrom> of '{draft.name}' names '{child.text.strip()}', which is not defined before"
        child.report(UNKNOWN_LINK, message)
    if base is not None and child is not None:
        child.take_text()
        draft.anchor, draft.relative = base, pose
        pose = compose(base.pose, pose)
    draft.pose = pose


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
            alpha = 1.0 - (child.text_number() or 0.0)
            link = faded(link, alpha)
    return link


def faded(link: Link, alpha: float) -> Link:
    """Return a link with another opacity of all its shapes that have a colour, or that are no meshes."""
    from robotfmt.model import Mesh

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


def _with_mass(element: Element, link: Link, is_new: bool) -> Link:
    child = last(element, "Mass")
    made = read_mass(child, link.collisions, link.name) if child is not None else None
    if made is not None:
        return replace(link, inertial=made)
    if not is_new:
        return link
    if child is None:
        element.report(DEFAULT_MASS, f"body '{link.name}' has no <Mass>", subject=f"link/{link.name}/inertial")
    return replace(link, inertial=Inertial(origin=element.origin, mass=1.0, inertia=DEFAULT))
