"""Geoms of bodies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.model import CollisionMask, Geometry, Link, Robot
from robotfmt.model.record import replace

from .assets_written import Assets
from .joint_rows import is_ground
from .masks import is_default
from .notation import layout_of

_GROUPS: dict[str, dict[str, Content | None]] = {
    "v": {"contype": 0.0, "conaffinity": 0.0, "group": 2.0},
    "h": {"contype": 0.0, "conaffinity": 0.0, "group": 3.0},
    "c": {"group": 3.0},
    "b": {},
}
"""The contact masks and the group, which MuJoCo shows or hides, by the purpose of a geom; h: a hidden visual."""


class GeomWriter:
    """Writes the geoms of a robot.

    Args:
        robot: The robot, adapted.
        assets: Collects meshes and materials.
        mask: The collision mask of shapes that have none of their own.
    """

    def __init__(self, robot: Robot, assets: Assets, mask: CollisionMask | None = None) -> None:
        self.robot, self.assets, self._mask = robot, assets, mask
        layout = layout_of(robot)
        self._marks = dict(layout.marks) if layout is not None else {}
        self._used = dict(layout.used) if layout is not None else {}
        self._weighs_itself = is_ground(robot) or (layout is not None and layout.inertia != "false")
        """True if MuJoCo computes masses that are not known here, or none counts, as in the world."""

    def _uses(self, link: Link) -> list[tuple[Geometry, str, str]]:
        """Return the geoms of a link, in the order of the source, with their purposes and meshes there."""
        visuals, collisions = list(link.visuals), list(link.collisions)
        marks, used = self._marks.get(link.name, ""), self._used.get(link.name, ())
        if not _fits(marks, link):
            marks, used = "v" * len(visuals) + "c" * len(collisions), ()
        found: list[tuple[Geometry, str, str]] = []
        for mark, asset in zip_longest(marks, used[: len(marks)], fillvalue=""):
            seen = visuals.pop(0) if mark in "vb" else None
            touching = collisions.pop(0) if mark in "cb" else None
            if seen is not None and touching is not None and not _is_same(seen, touching):
                found += [(seen, "v", asset), (touching, "c", asset)]
            elif seen is not None and touching is not None:
                found.append((_with_contact(seen, touching), mark, asset))
            elif seen is not None:
                found.append((seen, mark, asset))
            elif touching is not None:
                found.append((touching, mark, asset))
        return found

    def geoms(self, link: Link) -> Iterator[Node]:
        """Yield the geoms of a link."""
        for geometry, mark, asset in self._uses(link):
            group = _GROUPS["h" if mark == "v" and geometry.visible is False else mark]
            name, shape, look = (
                geometry.name or None,
                self.assets.shape(geometry, asset),
                self.assets.look(geometry, self.robot),
            )
            contact = {} if mark == "v" else _contact(geometry, self._mask)
            weightless = link.inertial is None and not self._weighs_itself
            filled = {"mass": 0.0} if weightless else {"mass": geometry.mass, "density": geometry.density}
            yield make("geom", {"name": name, **group, **shape, **look, **contact, **filled})


def _fits(marks: str, link: Link) -> bool:
    """Return True if marks give the purposes of the shapes that a link has."""
    counts = (marks.count("v") + marks.count("b"), marks.count("c") + marks.count("b"))
    return counts == (len(link.visuals), len(link.collisions))


def marks_of(robot: Robot, link: Link) -> str:
    """Return the purposes of the geoms of a link, in order: ``v`` for visual, ``c`` for collision, ``b`` for both."""
    layout = layout_of(robot)
    marks = layout.marks.get(link.name, "") if layout is not None else ""
    if not _fits(marks, link):
        return "v" * len(link.visuals) + "c" * len(link.collisions)
    visuals, collisions, found = list(link.visuals), list(link.collisions), ""
    for mark in marks:
        seen = visuals.pop(0) if mark in "vb" else None
        touching = collisions.pop(0) if mark in "cb" else None
        is_split = seen is not None and touching is not None and not _is_same(seen, touching)
        found += "vc" if is_split else mark
    return found


def geom_names(robot: Robot, link: Link) -> list[str | None]:
    """Return the names of the geoms of a link, in order."""
    visuals, collisions = list(link.visuals), list(link.collisions)
    found: list[str | None] = []
    for mark in marks_of(robot, link):
        seen = visuals.pop(0) if mark in "vb" else None
        touching = collisions.pop(0) if mark in "cb" else None
        both = seen if seen is not None else touching
        found.append(both.name if both is not None else None)
    return found


def _contact(geometry: Geometry, default: CollisionMask | None) -> dict[str, Content | None]:
    """Return the attributes of the contacts of a geom."""
    mask = geometry.collision_mask or default
    given: dict[str, Content | None] = {}
    if mask is not None and not is_default(mask):
        given = {"contype": str(mask.own_category), "conaffinity": str(mask.collides_with)}
    surface = geometry.surface
    return given | {"friction": surface.friction if surface is not None else None}


def _is_same(seen: Geometry, touching: Geometry) -> bool:
    """Return True if one geom can be both a visual and a collision shape."""
    alike = replace(touching, purpose=seen.purpose, material=seen.material, origin=seen.origin)
    return seen.density is None and seen.mass is None and _with_contact(seen, touching) == alike


def _with_contact(seen: Geometry, touching: Geometry) -> Geometry:
    """Return a visual shape with the contact properties and the mass of its collision shape."""
    more = {"density": touching.density, "mass": touching.mass}
    return replace(seen, surface=touching.surface, collision_mask=touching.collision_mask, **more)
