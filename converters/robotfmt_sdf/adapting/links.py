"""Links as SDF has them: masses, the shapes that contact sensors name, and ignored pairs as bitmasks of shapes.

Every link weighs something, and one that gives no mass weighs 1 kg.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from itertools import combinations

from robotfmt import adapting
from robotfmt.adapting.pairs import Masks, Pair, are_alone, is_masked, masks_apart, with_masks_of_links
from robotfmt.inertia.values import is_complete, tiny
from robotfmt.kinematics.colliding import can_self_collide, joined_links, touching_links
from robotfmt.kinematics.tree import joints_over
from robotfmt.model import Contact, Geometry, JointType, Link, Robot, Sensor, World
from robotfmt.model.record import replace

from ..parts.roots import is_world
from .naming import named_shapes


def with_masses(robot: Robot) -> Robot:
    """Give links without a mass one that does not matter: SDF takes 1 kg for links that give none."""
    world, is_of_sdf = is_world(robot), robot.layout("sdf") is not None

    def change(link: Link) -> Link:
        inertial = link.inertial
        if link.name == world or is_complete(inertial) or (inertial is not None and inertial.computed):
            return link
        if is_of_sdf and inertial is not None and inertial.mass == 0:
            return link  # the mass of 0 comes from a document of SDF, and is written back unchanged
        least = tiny()
        return replace(link, inertial=replace(least, pose=inertial.pose if inertial is not None else None))

    links = tuple(map(change, robot.links))
    return robot if links == robot.links else replace(robot, links=links)


def without_densities(robot: Robot) -> Robot:
    """Drop densities of shapes, which SDF has since version 1.11."""

    def dense(row: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
        return tuple(each if each.density is None else replace(each, density=None) for each in row)

    links = tuple(replace(each, collisions=dense(each.collisions), visuals=dense(each.visuals)) for each in robot.links)
    return robot if links == robot.links else replace(robot, links=links)


_IMPORTED = re.compile(r"(?:(.+)_fixed_joint_lump__)?(.+)_collision(?:_(\d+))?")
"""``LINK_collision_1``, or ``LINK_fixed_joint_lump__NAME_collision_1``, with the link that it is merged into."""


def with_named_shapes(robot: Robot) -> Robot:
    """Name the shapes of a robot of another format with contact sensors, before any shape moves to another link."""
    return robot if robot.layout("sdf") is not None or not any(map(_names, robot.sensors)) else named_shapes(robot)


def with_contacts(robot: Robot) -> Robot:
    """Return a robot whose contact sensors name its shapes; they have the names that Gazebo's import gives."""
    if robot.layout("sdf") is not None or not any(map(_names, robot.sensors)):
        return robot
    return replace(robot, sensors=tuple(_renamed(each, robot) for each in robot.sensors))


def _names(sensor: Sensor) -> tuple[str, ...]:
    return sensor.data.collisions if isinstance(sensor.data, Contact) else ()


def _renamed(sensor: Sensor, robot: Robot) -> Sensor:
    names = tuple(_meant(each, robot) or each for each in _names(sensor))
    if names == _names(sensor) or not isinstance(sensor.data, Contact):
        return sensor
    return replace(sensor, data=replace(sensor.data, collisions=names))


def _meant(name: str, robot: Robot) -> str | None:
    """Return the name of the shape that an imported name means; None if no shape or several may be meant."""
    found = _IMPORTED.fullmatch(name)
    if found is None:
        return None
    body, stem, number = found.groups()
    link = robot.link_by_name.get(stem)
    if body is None and link is not None:
        index = int(number or 0)
        return link.collisions[index].name if index < len(link.collisions) else None
    owner = robot.link_by_name.get(body or "")
    shapes = _named(stem, (owner,) if owner is not None else ()) or _named(stem, robot.links)
    if not shapes and link is not None:
        shapes = [each.name for each in link.collisions if (each.name or "").startswith(f"{stem}_collision")]
    return shapes[0] if len(shapes) == 1 else None


def _named(name: str, links: Iterable[Link]) -> list[str | None]:
    return [each.name for link in links for each in link.collisions if each.name == name]


_NEVER = "Never"
"""MoveIt's reason of a pair that never collides: whether it is tested changes nothing."""
_COMMON = 8
"""The bits that libsdformat gives a shape without a mask, 255: without one of them a link falls through the floor."""


def with_masks_of_pairs(robot: Robot, scene: World | None = None) -> Robot:
    """Return a robot whose links pass through each other by their bitmasks, where 16 bits can express it.

    Links that a joint connects are left alone: Gazebo never tests them. Links that may touch always have a bit in
    common. If the bits do not suffice, pairs that never collide have one, too, and then others: these stay pairs.

    Args:
        robot: The robot.
        scene: The world that is written, if there are several robots.
    """
    passes = robot.simulation is not None and robot.simulation.self_collide is False
    if passes or not can_self_collide(robot) or is_masked(robot) or not are_alone(scene):
        return robot
    plain = adapting.with_pairs_of_links(adapting.spell_out_pairs(robot))
    joined = joined_links(plain)
    solid = set(touching_links(plain))
    reasons = {each.links: each.reason for each in plain.ignored_pairs if each.links <= solid and len(each.links) == 2}
    masks = _masks(plain, {pair: reason for pair, reason in reasons.items() if pair not in joined}, joined)
    held = {pair for pair in reasons if pair in joined or _are_apart(pair, masks)}
    if not held:
        return robot
    pairs = tuple(each for each in plain.ignored_pairs if each.links not in held)
    return with_masks_of_links(replace(plain, ignored_pairs=pairs), masks)


def _masks(robot: Robot, reasons: Mapping[Pair, str | None], joined: Set[Pair]) -> Masks:
    """Return masks that keep all pairs apart; else those which can collide; else as many of them as is easily found."""
    every = reasons.keys()
    names = [each.name for each in robot.links if any(each.name in pair for pair in every)]
    free = joined | _welded(robot, names)
    masks = masks_apart(names, every, free=free, common=_COMMON)
    if all(_are_apart(pair, masks) for pair in every):
        return masks
    never = {pair for pair, reason in reasons.items() if reason == _NEVER}
    return masks_apart(names, every - never, free=free | never, common=_COMMON)


def _welded(robot: Robot, names: list[str]) -> set[Pair]:
    """Return the pairs of links that do not move against each other."""
    moved = {each.child or "" for each in robot.joints if each.type is not JointType.FIXED}
    bodies = {name: joints_over(robot, name, moved)[1] for name in names}
    return {frozenset(pair) for pair in combinations(names, 2) if bodies[pair[0]] == bodies[pair[1]]}


def _are_apart(pair: Pair, masks: Masks) -> bool:
    one, other = (masks.get(each) for each in pair)
    return one is not None and other is not None and not one & other
