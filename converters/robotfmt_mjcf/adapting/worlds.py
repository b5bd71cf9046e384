"""Worlds as MJCF has them: all names in one scope, welds between robots, and the gravity and lights of an SDF.

In the model each robot has a scope of its own. Welds become equalities, like those that close the loops of one robot.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from robotfmt.adapting.appearance import with_lights
from robotfmt.context import Context
from robotfmt.documents.tokens import BadToken, reals, written_all
from robotfmt.documents.xml.nodes import canonical, subtree
from robotfmt.edit.naming import with_other_names
from robotfmt.gazebo.lights import read_lone_light
from robotfmt.hub.twins import Moved, with_twins
from robotfmt.kinematics.tree import roots
from robotfmt.model import Extension, ExtensionKind, Joint, JointType, Link, PlacedRobot, Robot, World, WorldJoint
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name, names_in, unique_names

from .. import FORMAT
from ..codes import SDF_WORLD
from ..parts.joint_rows import WORLD, between, named_after_document
from ..parts.lights import placed, plain, with_own_names, write_light
from ..parts.plan import BodyPlan, top_of
from ..parts.sensors import PLACE
from .shapes import named_apart
from .whole import closed, without_open_loops


def welds(world: World) -> World:
    """Leave out joints between robots that are no welds of two bodies, which alone are read as joints."""
    fixed = tuple(each for each in world.joints if each.joint.type is JointType.FIXED)
    loops = without_open_loops(_together(replace(world, joints=fixed))).loops if fixed else ()
    names = {each.name for each in loops}
    kept = tuple(each for each in fixed if each.name in names)
    return world if kept == world.joints else replace(world, joints=kept)


def held(world: World) -> World:
    """Put the welds between robots as equalities are read. The robots have links and joints of different names."""
    if not world.joints:
        return world
    loops = closed(_together(world)).loops
    joints = tuple(replace(each, joint=joint) for each, joint in zip(world.joints, loops, strict=True))
    return world if joints == world.joints else replace(world, joints=joints)


def _together(world: World) -> Robot:
    """Return the robots of a world as one, in which the joints between them close loops."""
    links = [link for placed in world.robots for link in placed.robot.links if link.name != WORLD]
    joints = [joint for placed in world.robots for joint in (*_fixed_to_world(placed), *placed.robot.joints)]
    loops = tuple(each.joint for each in world.joints)
    return Robot(links=(Link(name=WORLD), *links), joints=tuple(joints), loops=loops)


def _fixed_to_world(placed: PlacedRobot) -> Iterator[Joint]:
    """Yield joints that hold the roots of a robot where they are in the world."""
    for root in roots(placed.robot):
        if root != WORLD:
            name = f"{placed.name} {root}"
            yield Joint(name=name, type=JointType.FIXED, parent=WORLD, child=root, pose_in_parent=placed.pose)


_KINDS = ("link", "joint", "material", "sensor", "actuator")
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
    """Yield the kinds and the names of elements."""
    root = next(iter(robot.links), None)
    yield from (("link", each.name) for each in robot.links if each is not root or each.name != WORLD)
    yield from (("link", each.name) for each in robot.frames)
    yield from (("joint", each.name) for each in robot.joints)
    yield from (("joint", each.name) for each in robot.virtual_joints)
    yield from (("sensor", each.name) for each in robot.sensors)
    yield from (("actuator", each.name) for each in robot.actuators)
    yield from (("material", name) for name in robot.material_by_name)


def _is_same(name: str, one: Robot, other: Robot) -> bool:
    return one.material_by_name[name] == other.material_by_name[name]


def prefixed(robot: Robot, prefix: str) -> Robot:
    """Return a robot with a prefix on the names of its elements, also in those that are made of two names."""
    names = _names(robot, lambda name: f"{prefix}{name}")
    plan = BodyPlan(robot)
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


def with_lights_apart(world: World) -> World:
    """Give lights of one name different ones."""
    taken: set[str] = set()
    lights = with_own_names(world.lights, taken)
    made = world if lights == world.lights else replace(world, lights=lights)
    return made.with_robots(_with_lights(each.robot, taken) for each in world.robots)


def lights_of_links_apart(robot: Robot) -> Robot:
    """Give lights of one name on different links different ones."""
    return _with_lights(robot, set())


def _with_lights(robot: Robot, taken: set[str]) -> Robot:
    return with_lights(robot, lambda lights: with_own_names(lights, taken))


def called_as_read(world: World) -> World:
    """Name robots as the reader does: the one that the document is called after, and others as their first bodies."""
    robots = [each.robot for each in world.robots]
    named = named_after_document(robots)
    model = named.name if named is not None else world.name
    placed: list[PlacedRobot] = []
    for each in world.robots:
        top = top_of(BodyPlan(each.robot))
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


_WORLD = re.compile(r"""/sdf/world(\[@name=('[^']*'|"[^"]*")\])?""")


def with_scene(robot: Robot, context: Context) -> Robot:
    """Return a robot, as MJCF stores it, with the gravity and the lights of its world; report each."""
    if context.scene is not None:
        return robot
    taken = {light.name or "" for link in robot.links for light in link.lights}
    moved = [made for each in robot.extensions if (made := _moved(each, taken)) is not None]
    return with_twins(robot, moved, FORMAT, SDF_WORLD, "is in the MJCF", context)


def _moved(extension: Extension, taken: set[str]) -> Moved | None:
    is_element = extension.format == "sdf" and extension.kind is ExtensionKind.ELEMENT
    if not is_element or not _WORLD.fullmatch(extension.place):
        return None
    found: Extension | None = None
    if extension.name == "light":
        found = _light(extension, taken)
    elif extension.name == "gravity":
        found = _gravity(extension)
    return Moved(extension, (found,)) if found is not None else None


def _light(extension: Extension, taken: set[str]) -> Extension | None:
    light = read_lone_light(extension.content)
    if light is None:
        return None
    (made,) = with_own_names(plain(placed((light,))), taken)
    return replace(extension, format="mjcf", place="/mujoco/worldbody", content=canonical(write_light(made), None))


def _gravity(extension: Extension) -> Extension | None:
    try:
        numbers = reals(subtree(extension.content, None).text or "")
    except BadToken:
        return None
    attribute = replace(extension, format="mjcf", place="/mujoco/option", kind=ExtensionKind.ATTRIBUTE)
    return replace(attribute, content=written_all(numbers)) if len(numbers) == 3 else None


_ACTUATORS = "/mujoco/actuator"
_SECTIONS = ("/mujoco/sensor", _ACTUATORS)
"""The places of elements that are outside of bodies."""
_KEYS = "/mujoco/keyframe/key["


def with_sections(world: World) -> World:
    """Move what a document has outside of bodies from robots to the world: sensors, actuators, controls of states."""
    robots = [each.robot for each in world.robots]
    moved = [each for robot in robots for each in robot.extensions if each.place in _SECTIONS]
    controls = [each for robot in robots for each in robot.extensions if _is_control(each)]
    gone = {*moved, *controls}
    if not gone:
        return world
    kept = (replace(each, extensions=tuple(it for it in each.extensions if it not in gone)) for each in robots)
    extensions = (*world.extensions, *moved, *_controls(robots, dict.fromkeys(each.place for each in controls)))
    return replace(world.with_robots(kept), extensions=extensions)


def _is_control(extension: Extension) -> bool:
    return extension.place.startswith(_KEYS) and extension.name == "ctrl"


def _controls(robots: Sequence[Robot], keys: Iterable[str]) -> Iterator[Extension]:
    """Yield the controls of keyframes for the actuators of all robots; a robot that gives none for a key has zeros."""
    counts = [sum(each.place == _ACTUATORS for each in robot.extensions) for robot in robots]
    for key in keys:
        given = [next((it for it in robot.extensions if _is_control(it) and it.place == key), None) for robot in robots]
        texts = [
            each.content if each is not None else " ".join(["0"] * count)
            for each, count in zip(given, counts, strict=True)
        ]
        first = next(each for each in given if each is not None)
        yield replace(first, content=" ".join(filter(None, texts)))
