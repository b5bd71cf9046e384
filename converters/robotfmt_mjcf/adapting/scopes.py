"""Names in a document with several robots: all share one scope in MJCF; in the model each robot has its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from robotfmt.adapting.appearance import with_lights
from robotfmt.edit.naming import with_other_names
from robotfmt.model import Extension, PlacedRobot, Robot, World, WorldJoint
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name, names_in, unique_names

from ..parts.joint_rows import WORLD, between, named_after_document
from ..parts.lights import named_apart as named_apart_lights
from ..parts.plan import Plan, top_of
from ..parts.sensors import PLACE
from .shapes import named_apart

_KINDS = ("link", "joint", "material", "sensor")
"""The kinds of parts whose names are names of elements."""


def clashing(robots: Sequence[Robot]) -> set[int]:
    """Return the indices of the robots that have an element with the same name as an element of another robot."""
    first: dict[tuple[str, str], int] = {}
    found: set[int] = set()
    for index, robot in enumerate(robots):
        for key, value in _given(robot):
            other = first.setdefault((key, value), index)
            if other != index and not (key == "material" and _is_same(value, robots[other], robot)):
                found |= {other, index}
    return found


def _given(robot: Robot) -> Iterable[tuple[str, str]]:
    """Return the names of elements with their kinds."""
    root = next(iter(robot.links), None)
    yield from (("link", each.name) for each in robot.links if each is not root or each.name != WORLD)
    yield from (("link", each.name) for each in robot.frames)
    yield from (("joint", each.name) for each in robot.joints)
    yield from (("joint", each.name) for each in robot.virtual_joints)
    yield from (("sensor", each.name) for each in robot.sensors)
    yield from (("material", name) for name in robot.material_by_name)


def _is_same(name: str, one: Robot, other: Robot) -> bool:
    return one.material_by_name[name] == other.material_by_name[name]


def prefixed(robot: Robot, prefix: str) -> Robot:
    """Return a robot with a prefix on the names of its elements, also in those that are made of two names."""
    names = _names(robot, lambda name: f"{prefix}{name}")
    plan = Plan(robot)
    for link in plan.order:
        for joint in plan.row(link)[:-1]:
            names["link"][joint.child or ""] = between(f"{prefix}{link}", f"{prefix}{joint.name}")
    made = with_other_names(robot, names)
    return replace(made, extensions=tuple(_measuring(each, names.get("sensor", {})) for each in made.extensions))


def _measuring(extension: Extension, names: dict[str, str]) -> Extension:
    """Return an element of a measuring unit, which is called after the unit, with the unit's new name."""
    if extension.place != PLACE:
        return extension
    for old, new in names.items():
        before, after = (f'name="{name}_{extension.name}"' for name in (old, new))
        if before in extension.content:
            return replace(extension, content=extension.content.replace(before, after))
    return extension


def _names(robot: Robot, change: Callable[[str], str]) -> dict[str, dict[str, str]]:
    names: dict[str, dict[str, str]] = {}
    for kind, name in names_in(robot):
        if kind in _KINDS and name:
            names.setdefault(kind, {})[name] = change(name)
    return names


def apart(world: World) -> World:
    """Give elements of one name different ones: all robots of a document share one scope for each kind."""
    robots = [each.robot for each in world.robots]
    scopes = {index: f"{world.robots[index].name}/" for index in clashing(robots)}
    made = [prefixed(each, scopes[index]) if index in scopes else each for index, each in enumerate(robots)]
    apart = world.with_robots(named_apart(made))
    if not world.joints:
        return apart
    before = {world.robots[index].name: scope for index, scope in scopes.items()}
    taken = {each.name for robot in made for each in robot.all_joints}
    taken |= {each.name for robot in made for each in robot.virtual_joints}
    return replace(apart, joints=tuple(_apart(each, before, taken) for each in world.joints))


def _apart(it: WorldJoint, scopes: Mapping[str, str], taken: set[str]) -> WorldJoint:
    """Return a joint between robots with a name of its own, on links that may have a prefix now."""
    ends = (it.parent_robot, it.joint.parent), (it.child_robot, it.joint.child)
    parent, child = (f"{scopes.get(robot or '', '')}{link}" for robot, link in ends)
    name = free_name(it.name, taken)
    taken.add(name)
    return replace(it, joint=replace(it.joint, name=name, parent=parent, child=child))


def lights_apart(world: World) -> World:
    """Give lights of one name different ones."""
    taken: set[str] = set()
    own = named_apart_lights(world.lights, taken)
    made = world if own == world.lights else replace(world, lights=own)
    return made.with_robots(_with_lights(each.robot, taken) for each in world.robots)


def lights_of_links_apart(robot: Robot) -> Robot:
    """Give lights of one name on different links different ones."""
    return _with_lights(robot, set())


def _with_lights(robot: Robot, taken: set[str]) -> Robot:
    return with_lights(robot, lambda lights: named_apart_lights(lights, taken))


def called_as_read(world: World) -> World:
    """Name robots as the reader does: the one that the document is called after, and others as their first bodies."""
    robots = [each.robot for each in world.robots]
    named = named_after_document(robots)
    model = named.name if named is not None else world.name
    placed: list[PlacedRobot] = []
    for each in world.robots:
        top = top_of(Plan(each.robot))
        name = model if each.robot is named else top
        robot = each.robot if each.robot.name == name else replace(each.robot, name=name)
        placed.append(replace(each, name=name or top, robot=robot))
    robots_named = unique_names(placed)
    called = {old.name: new.name for old, new in zip(world.robots, robots_named, strict=True)}
    joints = tuple(
        replace(each, parent_robot=called[each.parent_robot or ""], child_robot=called[each.child_robot or ""])
        for each in world.joints
    )
    name = None if named is not None else world.name
    return replace(world, robots=robots_named, joints=joints, name=name)
