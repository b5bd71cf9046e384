"""Ignored pairs of links, and the bitmasks of their shapes: two links touch if their bitmasks have a bit in common."""

from __future__ import annotations

from collections.abc import Callable

from robotfmt.adapting.pairs import are_alone, is_masked, masks_apart, passing, with_masks_of_links
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Tree
from robotfmt.documents.yaml.document import Mapping
from robotfmt.model import CollisionMask, Geometry, Link, Robot, World
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..codes import UNKNOWN_NAME
from ..document.sections import Sections
from ..document.values import give_back
from ..words import MASK


def with_masks(robot: Robot, sections: Sections) -> Robot:
    """Return the robot with the masks of its shapes: two shapes touch if their masks have a bit in common."""
    known = {each.name for link in robot.links for each in link.collisions}
    masks: dict[str, CollisionMask] = {}
    for item in sections.items("collision"):
        name, mask = item.text("name") or "", MASK.read(item)
        item.take()
        _take_repetitions(item)
        if name not in known:
            item.report(UNKNOWN_NAME, f"no collision shape of the URDF is named {quoted(name)}")
            give_back(item, MASK.key)
        elif mask:
            masks[name] = CollisionMask(origin=item.origin, **mask)

    def masked(link: Link, geometry: Geometry) -> Geometry:
        mask = masks.get(geometry.name or "")
        return geometry if mask is None else replace(geometry, collision_mask=mask)

    return _with_shapes(robot, masked) if masks else robot


def _take_repetitions(item: Mapping) -> None:
    """Take an empty list of primitives, which Phobos writes for every shape."""
    value = item.get("primitives")
    if value is not None and value.is_empty:
        value.take_all()


def _with_shapes(robot: Robot, change: Callable[[Link, Geometry], Geometry]) -> Robot:
    def changed(link: Link) -> Link:
        return replace(link, collisions=tuple(change(link, each) for each in link.collisions))

    links = tuple(map(changed, robot.links))
    return robot if links == robot.links else replace(robot, links=links)


# Writing


def with_one_mask(robot: Robot) -> Robot:
    """Return the robot with one mask for the categories of a shape and for those that it touches."""

    def plain(_: Link, geometry: Geometry) -> Geometry:
        mask = geometry.collision_mask
        if mask is None:
            return geometry
        both = CollisionMask(origin=mask.origin, collides_with=mask.collides_with | mask.own_category)
        return replace(geometry, collision_mask=both)

    return _with_shapes(robot, plain)


def with_names(robot: Robot) -> Robot:
    """Return the robot with a name for each shape that has a mask."""
    taken = [each.name for link in robot.links for each in link.collisions if each.name is not None]

    def named(link: Link, geometry: Geometry) -> Geometry:
        name = geometry.name
        if geometry.collision_mask is None or (name is not None and taken.count(name) == 1):
            return geometry
        taken.append(free_name(f"{link.name}_{name or 'collision'}", taken))
        return replace(geometry, name=taken[-1])

    return _with_shapes(robot, named)


def write_collisions(robot: Robot) -> list[tuple[str, Tree]]:
    """Return the items of the shapes with a mask, by their names."""
    return [
        (each.name or "", {"name": each.name, **MASK.write(each.collision_mask)})
        for link in robot.links
        for each in link.collisions
        if each.collision_mask is not None
    ]


def of_masks(robot: Robot) -> Robot:
    """Return the robot with those of its pairs that its bitmasks imply, each once and without a reason."""
    implied = {frozenset((one.name, other.name)) for one, other in passing(robot)}
    first = {each.links: each for each in reversed(robot.ignored_pairs) if each.links in implied}
    kept = tuple(each for each in robot.ignored_pairs if first.get(each.links) is each)
    return robot if kept == robot.ignored_pairs else replace(robot, ignored_pairs=kept)


def with_masks_of_pairs(robot: Robot, scene: World | None = None) -> Robot:
    """Return a robot that has no bitmasks with those that keep its ignored pairs apart, and only these.

    Links that may touch always have a bit in common. If the bits do not suffice, some of the pairs have one, too.
    """
    if is_masked(robot) or not are_alone(scene):
        return robot
    solid = {each.name for each in robot.links if each.collisions}
    pairs = {each.links for each in robot.ignored_pairs if each.links <= solid and len(each.links) == 2}
    names = [each.name for each in robot.links if any(each.name in pair for pair in pairs)]
    masks = masks_apart(names, pairs)
    return with_masks_of_links(robot, masks) if masks else robot
