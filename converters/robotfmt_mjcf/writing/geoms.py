"""Geoms of bodies, and records of the other properties of their shapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.model import CollisionMask, Geometry, Link, Purpose, Robot
from robotfmt.model.completion import Given
from robotfmt.model.json import to_object
from robotfmt.model.record import replace

from ..records.properties import beyond, only
from .shapes import Assets, is_native
from .written import layout_of

_GROUPS: dict[str, dict[str, Content | None]] = {
    "v": {"contype": 0.0, "conaffinity": 0.0, "group": 2.0},
    "c": {"group": 3.0},
    "b": {},
}
"""The contact masks and the group, which MuJoCo's viewer shows or hides, by the purpose of a geom."""


class GeomWriter:
    """Writes the geoms of a robot.

    Args:
        robot: The robot, adapted.
        assets: Collects meshes and materials.
    """

    def __init__(self, robot: Robot, assets: Assets) -> None:
        self.robot, self.assets = robot, assets
        layout = layout_of(robot)
        self._marks = dict(layout.marks) if layout is not None else {}
        self._used = dict(layout.used) if layout is not None else {}
        self._geom_names = Counter(name for link in robot.links for name in self._all_names(link))

    def _all_names(self, link: Link) -> list[str]:
        return [each.name for each, _, _ in self._uses(link) if each.name]

    def _geom_name(self, geometry: Geometry) -> str | None:
        return geometry.name if geometry.name and self._geom_names[geometry.name] == 1 else None

    def _uses(self, link: Link) -> list[tuple[Geometry, str, str]]:
        """Return the geoms of a link, in the order of the source, with their purposes and meshes there."""
        visuals = [each for each in link.visuals if is_native(each)]
        collisions = [each for each in link.collisions if is_native(each)]
        marks, used = self._marks.get(link.name, ""), self._used.get(link.name, ())
        counts = (marks.count("v") + marks.count("b"), marks.count("c") + marks.count("b"))
        if counts != (len(visuals), len(collisions)):
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
            group = _GROUPS[mark]
            name, shape, look = (
                self._geom_name(geometry),
                self.assets.shape(geometry, asset),
                self.assets.look(geometry, self.robot),
            )
            contact = {} if mark == "v" else _contact(geometry)
            filled = {"mass": geometry.mass, "density": geometry.density}
            yield make("geom", {"name": name, **group, **shape, **look, **contact, **filled})

    def beyond_shapes(self, row: tuple[Geometry, ...]) -> Given:
        """Return the properties of shapes that MJCF cannot store, by their indices."""
        found: Given = {}
        for index, each in enumerate(row):
            its = self._beyond_shape(each)
            if its:
                found[str(index)] = its
        return found

    def _beyond_shape(self, geometry: Geometry) -> Given:
        if not is_native(geometry):
            found = to_object(geometry)
            assert isinstance(found, dict)
            return found
        given = beyond(geometry) | _beyond_contact(geometry)
        if geometry.name and self._geom_name(geometry) is None:
            given["name"] = geometry.name
        if geometry.purpose in (Purpose.SELF, Purpose.ENVIRONMENT):
            given["purpose"] = to_object(geometry.purpose)
        material = geometry.material
        if material is not None and not self.assets.is_shared(material, self.robot):
            resolved = self.robot.resolved(material)
            shades = resolved.metalness is not None or resolved.roughness is not None
            if beyond(resolved) or shades or resolved.color is None:
                given["material"] = to_object(material)
        return given


def _contact(geometry: Geometry) -> dict[str, Content | None]:
    """Return the attributes of the contacts of a geom."""
    mask = geometry.collision_mask
    given: dict[str, Content | None] = {}
    if mask is not None and _is_native_mask(mask):
        given = {"contype": str(mask.own_category), "conaffinity": str(mask.collides_with)}
    surface = geometry.surface
    return given | {"friction": surface.friction if surface is not None else None}


def _is_native_mask(mask: CollisionMask) -> bool:
    """Return True if MuJoCo can store a collision mask."""
    bits = (mask.own_category, mask.collides_with)
    return bits not in ((1, 1), (0, 0)) and all(0 <= each < 2**31 for each in bits)


def _beyond_contact(geometry: Geometry) -> Given:
    """Return the contact properties of a shape that MJCF cannot store."""
    mask, surface, given = geometry.collision_mask, geometry.surface, dict[str, object]()
    is_seen = geometry.purpose is Purpose.VISUAL
    if mask is not None and (is_seen or not _is_native_mask(mask)):
        given["collision_mask"] = to_object(mask)
    if surface is not None and (is_seen or surface.friction is None):
        given["surface"] = to_object(surface)
    return given | (only(surface=beyond(surface)) if "surface" not in given else {})


def _is_same(seen: Geometry, touching: Geometry) -> bool:
    """Return True if one geom can be both a visual and a collision shape."""
    alike = replace(touching, purpose=seen.purpose, material=seen.material, origin=seen.origin)
    return seen.density is None and seen.mass is None and _with_contact(seen, touching) == alike


def _with_contact(seen: Geometry, touching: Geometry) -> Geometry:
    """Return a visual shape with the contact properties and the mass of its collision shape."""
    more = {"density": touching.density, "mass": touching.mass}
    return replace(seen, surface=touching.surface, collision_mask=touching.collision_mask, **more)
