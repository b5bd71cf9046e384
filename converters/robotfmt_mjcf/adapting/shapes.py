"""Shapes as geoms: names that are unique, shapes that MuJoCo supports, contact masks and materials that it stores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from robotfmt.model import CollisionMask, Geometry, Heightmap, Link, Material, Plane, Pose, Purpose, Robot, compose
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..reading.poses import of_direction
from ..writing.shapes import is_native

BASE = 0.1
"""The thickness of the ground under heights that give none, in metres."""


def turned(robot: Robot) -> Robot:
    """Turn planes with a normal: in MJCF a plane is the xy plane of its geom."""

    def change(geometry: Geometry) -> Geometry:
        shape = geometry.shape
        if not isinstance(shape, Plane) or shape.normal is None or not any(shape.normal):
            return geometry
        pose = compose(geometry.pose, Pose(None, of_direction(shape.normal)))
        return replace(geometry, shape=replace(shape, normal=None), pose=pose)

    return _with_shapes(robot, change)


def grounded(robot: Robot) -> Robot:
    """Give the ground under heights the thickness that MuJoCo requires."""

    def change(geometry: Geometry) -> Geometry:
        shape = geometry.shape
        if not isinstance(shape, Heightmap) or shape.base or not shape.size or not is_native(geometry):
            return geometry
        return replace(geometry, shape=replace(shape, base=BASE))

    return _with_shapes(robot, change)


def supported(robot: Robot) -> Robot:
    """Drop shapes that MuJoCo does not support, and such without extent."""
    links = tuple(
        replace(
            link,
            visuals=tuple(filter(is_native, link.visuals)),
            collisions=tuple(filter(is_native, link.collisions)),
        )
        for link in robot.links
    )
    return robot if links == robot.links else replace(robot, links=links)


def named(robot: Robot) -> Robot:
    """Give geoms of one name different names: all geoms of a document share one scope."""
    return named_apart([robot])[0]


def named_apart(robots: Iterable[Robot]) -> list[Robot]:
    """Return robots of one document in which no two geoms have the same name.

    A shape that is both seen and touched is one geom, which keeps its name.
    """
    robots = list(robots)
    taken = Counter(name for robot in robots for link in robot.links for name in _names_of(link))
    used = set(taken)
    return [_renamed(robot, taken, used) for robot in robots]


def _names_of(link: Link) -> Iterable[str]:
    """Return the names of the shapes of a link; one that a visual and a collision shape share counts once."""
    seen = [each.name for each in link.visuals if each.name]
    touched = [each.name for each in link.collisions if each.name]
    return (*seen, *(name for name in touched if name not in seen or touched.count(name) > 1))


def _renamed(robot: Robot, counts: Counter[str], used: set[str]) -> Robot:
    links: list[Link] = []
    for link in robot.links:
        names: dict[str, str] = {}
        for name in dict.fromkeys(_names_of(link)):
            if counts[name] > 1:
                names[name] = free_name(f"{link.name}_{name}", used)
                used.add(names[name])
        links.append(_with_names(link, names, used) if names else link)
    return robot if all(a is b for a, b in zip(links, robot.links, strict=True)) else replace(robot, links=tuple(links))


def _with_names(link: Link, names: dict[str, str], used: set[str]) -> Link:
    def change(row: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
        given: set[str] = set()
        found: list[Geometry] = []
        for each in row:
            name = names.get(each.name or "", each.name)
            if name is not None and name in given:
                name = free_name(name, used)
                used.add(name)
            given.add(name or "")
            found.append(each if name == each.name else replace(each, name=name))
        return tuple(found)

    return replace(link, visuals=change(link.visuals), collisions=change(link.collisions))


def in_contact(robot: Robot) -> Robot:
    """Keep contact properties that a geom can have: masks of 31 bits, and friction of what touches."""

    def seen(geometry: Geometry) -> Geometry:
        if geometry.surface is None and geometry.collision_mask is None:
            return geometry
        return replace(geometry, surface=None, collision_mask=None)

    def touched(geometry: Geometry) -> Geometry:
        mask, surface = geometry.collision_mask, geometry.surface
        changes: dict[str, object] = {}
        if mask is not None and not is_mask(mask):
            changes["collision_mask"] = None
        if surface is not None and surface.friction is None:
            changes["surface"] = None
        return replace(geometry, **changes) if changes else geometry

    return _with_shapes(robot, touched, seen)


def is_mask(mask: CollisionMask) -> bool:
    """Return True if MuJoCo can store a collision mask, and it is not the default one."""
    bits = (mask.own_category, mask.collides_with)
    return bits not in ((1, 1), (0, 0)) and all(0 <= each < 2**31 for each in bits)


def for_all(robot: Robot) -> Robot:
    """Drop purposes of shapes that MuJoCo does not tell apart."""

    def change(geometry: Geometry) -> Geometry:
        told = geometry.purpose in (Purpose.SELF, Purpose.ENVIRONMENT)
        return replace(geometry, purpose=Purpose.COLLISION) if told else geometry

    return _with_shapes(robot, change)


def shaded(robot: Robot) -> Robot:
    """Keep metalness and roughness of named materials with a colour, from 0 to 1: others are only a colour."""

    def kept(material: Material, is_named: bool) -> Material:
        shares = {"metalness": material.metalness, "roughness": material.roughness}
        gone = {name: None for name, its in shares.items() if its is not None and not (is_named and 0 <= its <= 1)}
        return replace(material, **gone) if gone else material

    def change(geometry: Geometry) -> Geometry:
        its = geometry.material
        if its is None:
            return geometry
        made = kept(its, bool(its.name) and robot.resolved(its).color is not None)
        return geometry if made is its else replace(geometry, material=made)

    materials = tuple(kept(each, bool(each.name) and each.color is not None) for each in robot.materials)
    robot = robot if materials == robot.materials else replace(robot, materials=materials)
    return _with_shapes(robot, change)


def _with_shapes(
    robot: Robot,
    change: Callable[[Geometry], Geometry],
    seen: Callable[[Geometry], Geometry] | None = None,
) -> Robot:
    """Return the robot with changed shapes.

    Args:
        robot: The robot.
        change: Changes each shape, or each collision shape.
        seen: Changes each visual, if not as a collision shape.
    """

    def changed(link: Link) -> Link:
        rows = tuple(map(seen or change, link.visuals)), tuple(map(change, link.collisions))
        return link if rows == (link.visuals, link.collisions) else replace(link, visuals=rows[0], collisions=rows[1])

    links = tuple(map(changed, robot.links))
    return robot if links == robot.links else replace(robot, links=links)
