"""The facts of everything except links and joints."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from zlib import crc32

from ..documents.tokens import written_all
from ..kinematics.tree import base_of
from ..model import (
    AddFrame,
    CheckedPair,
    CollisionUse,
    Component,
    Controller,
    CSpace,
    Extension,
    ExtensionKind,
    IgnoredPair,
    Interface,
    JointComponent,
    Manipulator,
    Parameter,
    Robot,
    Transmission,
    World,
)
from ..model.features import Feature
from ..model.record import replace
from .fact import Facts, Kind, Path, named
from .joints import unit_of

# All but devices

_UNNAMED = re.compile(r"\[(@(id|sid)=|\d).*?\]")
"""Steps of a path with generated ids or indices, which a writer may change."""


def note_semantics(say: Facts, robot: Robot) -> None:
    """Note frames, groups, states, manipulators, tools and the configuration space."""
    for frame, path in named(robot.frames, "frame"):
        say.node(path, Feature.FRAMES, frame)
        say.exact((*path, "parent"), Feature.FRAMES, frame.parent, frame)
        say.pose(frame.pose, path, Feature.FRAMES, frame)
    for group, path in named(robot.groups, "group"):
        say.record(path, Feature.GROUPS, group)
    say.exact(("base",), Feature.BASE, base_of(robot), robot)
    for virtual, path in named(robot.virtual_joints, "virtual joint"):
        say.record(path, Feature.BASE, virtual)
    _states(say, robot)
    for effector, path in named(robot.end_effectors, "end effector"):
        say.record(path, Feature.END_EFFECTORS, effector)
    _about_joints(say, robot)
    for manipulator, path in named(robot.manipulators, "manipulator"):
        _manipulator(say, manipulator, path)
    for index, name in enumerate(robot.tool_frames):
        say.exact(("tool frame", str(index)), Feature.TOOL_FRAMES, name)
    _positions(say, robot)
    if robot.cspace is not None:
        _cspace(say, robot, robot.cspace)


def _states(say: Facts, robot: Robot) -> None:
    counts = Counter(state.name for state in robot.states)
    for state, path in named(robot.states, "state"):
        # The order of the joints means nothing.
        values = tuple(sorted(state.values, key=lambda each: each.joint))
        is_shared = counts[state.name] > 1 and state.group is not None
        called = f"state '{state.name}' of group '{state.group}'" if is_shared else ""
        say.record(path, Feature.STATES, replace(state, values=values), called=called)


def _cspace(say: Facts, robot: Robot, cspace: CSpace) -> None:
    names = ", ".join(f"'{each.joint}'" for each in cspace.joints)
    say.node(("cspace",), Feature.CSPACE, cspace, f"c-space ({names})")
    for index, each in enumerate(cspace.joints):
        called, path = f"c-space joint '{each.joint}'", ("cspace", str(index))
        say.node(path, Feature.CSPACE, each, called)
        say.add((*path, "joint"), Feature.CSPACE, Kind.EXACT, each.joint, each, called=called)
        for name in ("acceleration", "jerk"):
            value, unit = getattr(each, f"{name}_limit"), _unit(robot, name, each.joint)
            if value is not None:
                say.add((*path, f"{name}_limit"), Feature.CSPACE, Kind.NUMBERS, value, each, unit, called)


def _unit(robot: Robot, quantity: str, name: str) -> str:
    """Return the unit of a quantity of a joint; an empty text if the joint does not have exactly one axis."""
    joint = robot.joint_by_name.get(name)
    return unit_of(quantity, joint.axes[0]) if joint is not None and len(joint.axes) == 1 else ""


def _about_joints(say: Facts, robot: Robot) -> None:
    for each in {passive.joint: passive for passive in robot.passive_joints}.values():
        say.node(("passive joint", each.joint), Feature.JOINT_ROLES, each)
    # Of several values of one property the last one counts.
    for it in {(each.joint, each.name): each for each in robot.joint_properties}.values():
        say.exact(("joint property", it.joint, it.name), Feature.JOINT_ROLES, it.value, it)


def _manipulator(say: Facts, it: Manipulator, path: Path) -> None:
    feature = Feature.MANIPULATORS
    say.node(path, feature, it)
    say.exact((*path, "base"), feature, it.base, it)
    say.exact((*path, "tip"), feature, it.tip, it)
    say.pose(it.tool, (*path, "tool"), feature, it)
    if it.direction is not None:
        say.add((*path, "direction"), feature, Kind.DIRECTION, it.direction, it)
    for joint in it.gripper_joints:
        closing = tuple(pair for pair in joint.closing if pair[1] != 0)
        say.exact((*path, "gripper", joint.joint), feature, closing, joint)
    for index, solver in enumerate(it.ik_solvers):
        say.record((*path, "ik solver", str(index)), feature, solver)
    for name in ("end_link", "gripper", "tool_changer_link", "tool_changer_tool"):
        say.exact((*path, name), feature, getattr(it, name), it)
    say.exact((*path, "grasp_sets"), feature, it.grasp_sets or None, it)


def _positions(say: Facts, robot: Robot) -> None:
    for value in robot.default_positions:
        path, unit = ("default position", value.joint), _unit(robot, "lower", value.joint)
        say.numbers(path, Feature.DEFAULT_POSITIONS, value.values, value, unit)
    for value in robot.scene_positions:
        if any(value.values):
            say.numbers(("scene position", value.joint), Feature.SCENE, value.values, value)


def note_collision_model(say: Facts, robot: Robot) -> None:
    """Note spheres, their use, and the ignored pairs."""
    for spheres, path in named(robot.sphere_sets, "spheres"):
        say.node(path, Feature.SPHERES, spheres)
        say.exact((*path, "clones"), Feature.SPHERES, spheres.clones or None, spheres)
        for frame in spheres.frames:
            for index, sphere in enumerate(frame.spheres):
                where = (*path, frame.frame, str(index))
                say.node(where, Feature.SPHERES, sphere)
                say.fields(where, Feature.SPHERES, sphere, sphere, "m")
    _collision_use(say, robot.world_collision, "world collision")
    _collision_use(say, robot.self_collision, "self collision")
    _pairs(say, robot.ignored_pairs, "ignored pair", Feature.IGNORED_PAIRS, Feature.PAIR_REASONS)
    for link in {each.link: each for each in robot.unchecked_links}.values():
        say.node(("unchecked link", link.link), Feature.COLLISION_DEFAULTS, link)
    # Not as ignored pairs: other formats with a place for these have none for their exceptions.
    _pairs(say, robot.checked_pairs, "checked pair", Feature.COLLISION_DEFAULTS, Feature.COLLISION_DEFAULTS)


def _pairs(
    say: Facts, pairs: Iterable[IgnoredPair | CheckedPair], name: str, feature: Feature, reasons: Feature
) -> None:
    """Note pairs of links, each once; of a repeated pair the first one is used."""
    noted: set[Path] = set()
    for pair in pairs:
        path = (name, *sorted((pair.first, pair.second)))
        if path not in noted:
            noted.add(path)
            say.node(path, feature, pair)
            say.exact((*path, "reason"), reasons, pair.reason, pair)


def _collision_use(say: Facts, use: CollisionUse | None, name: str) -> None:
    if use is None:
        return
    say.node((name,), Feature.SPHERES, use)
    say.exact((name, "spheres"), Feature.SPHERES, use.spheres, use)
    for buffer in use.buffers:
        if buffer.distance:
            say.numbers((name, "buffer", buffer.frame), Feature.BUFFERS, buffer.distance, buffer, "m")


def note_rest(say: Facts, robot: Robot) -> None:
    """Note interfaces, grabbed and connected bodies, modifiers, and unrecognised content."""
    for index, interface in enumerate(robot.interfaces):
        words = " of ".join((f"{interface.type} {interface.name}", interface.plugin or "no plugin"))
        say.exact(("interface", str(index)), Feature.INTERFACES, words, interface)
    for index, grab in enumerate(robot.grabs):
        say.record(("grab", str(index)), Feature.GRABS, grab, without=())
    for body, path in named(robot.connected_bodies, "connected body"):
        say.record(path, Feature.GRABS, body, without=("name", "pose"))
        say.pose(body.pose, path, Feature.GRABS, body)
    counts: Counter[Path] = Counter()
    for modifier in robot.modifiers:
        kind = ("modifier", type(modifier).__name__)
        path = (*kind, str(counts[kind]))
        counts[kind] += 1
        say.record(path, Feature.MODIFIERS, modifier, without=("pose",))
        if isinstance(modifier, AddFrame):
            say.pose(modifier.pose, path, Feature.MODIFIERS, modifier)
    note_extensions(say, robot)


def note_extensions(say: Facts, whole: Robot | World) -> None:
    """Note unrecognised content."""
    for path, it in extension_paths(whole):
        say.node(path, Feature.EXTENSIONS, it, called_unread(it))


_PROGRAMS = {"openrave": "OpenRAVE", "choreonoid": "Choreonoid", "curobo": "cuRobo"}
"""How formats are written that are no abbreviations."""


def called_unread(it: Extension) -> str:
    """Return what a piece of unrecognised content is called: ``<plugin> 'wheels' of SDF in /sdf/model``."""
    place = f" in {it.place}" if it.place else ""
    name = _element(it) if it.kind is ExtensionKind.ELEMENT else f"'{it.name}'" if it.name else "text"
    return f"{name} of {_PROGRAMS.get(it.format, it.format.upper())}{place}"


_SHORT = 60
"""The number of characters of attributes that a message repeats."""
_SINGLE, _DOUBLE = "'", '"'
_ATTRIBUTES = re.compile(r"""^\s*<[\w.:-]+((?:\s+[\w.-]+="[^"'<>&]*")+)\s*/?>""")
_OWN_NAME = re.compile(r"""^\s*<[^<>]*?\sname=(?:"([^"&]+)"|'([^'&]+)')""")


def _element(it: Extension) -> str:
    """Return an element by its tag and by its own name; by its attributes if it has none, and they are short."""
    found = _OWN_NAME.match(it.content)
    if found is not None:
        return f"<{it.name}> '{found[1] or found[2]}'"
    given = _ATTRIBUTES.match(it.content)
    words = given[1].replace(_DOUBLE, _SINGLE) if given is not None else ""
    return f"<{it.name}{words}>" if len(words) <= _SHORT else f"<{it.name}>"


def extension_paths(whole: Robot | World) -> Iterator[tuple[Path, Extension]]:
    """Yield each piece of unrecognised content with the path of its fact."""
    counts: Counter[Path] = Counter()
    for it in whole.extensions:
        place = ("extension", it.format, _UNNAMED.sub("", it.place), it.kind.value, it.name)
        path: Path = (*place, f"{crc32(it.content.encode()):08x}")
        counts[path] += 1
        yield path if counts[path] == 1 else (*path, str(counts[path])), it


# Actuators, transmissions and controllers


def note_control(say: Facts, robot: Robot) -> None:
    """Note actuators, transmissions and controllers."""
    for actuator, path in named(robot.actuators, "actuator"):
        say.record(path, Feature.ACTUATORS, actuator, without=("name", "motor", "parameters"))
        say.parameters(actuator.parameters, path, Feature.ACTUATORS)
        if actuator.motor is not None:
            say.record((*path, "motor"), Feature.ACTUATORS, actuator.motor, without=())
    for transmission, path in named(robot.transmissions, "transmission"):
        _transmission(say, transmission, path, Feature.TRANSMISSIONS)
    for controller, path in named(robot.controllers, "controller"):
        _controller(say, controller, path)


def _transmission(say: Facts, it: Transmission, path: Path, feature: Feature) -> None:
    say.record(path, feature, it, without=("name", "joints", "actuators"))
    for end, its_path in (*named(it.joints, "joint"), *named(it.actuators, "actuator")):
        say.record((*path, *its_path), feature, end)


def _controller(say: Facts, it: Controller, path: Path) -> None:
    feature = Feature.CONTROLLERS
    parts = ("name", "joints", "sensors", "gpios", "transmissions", "parameters")
    say.record(path, feature, it, without=parts)
    _parameters(say, it.parameters, path)
    for kind, components in (("joint", it.joints), ("sensor", it.sensors), ("gpio", it.gpios)):
        for component, its_path in named(components, kind):
            _component(say, component, (*path, *its_path))
    for transmission, its_path in named(it.transmissions, "transmission"):
        _transmission(say, transmission, (*path, *its_path), feature)


def _component(say: Facts, it: Component, path: Path) -> None:
    say.node(path, Feature.CONTROLLERS, it)
    if isinstance(it, JointComponent):
        say.exact((*path, "mimic"), Feature.CONTROLLERS, it.mimic, it)
    _parameters(say, it.parameters, path)
    interfaces = (*named(it.commands, "command"), *named(it.states, "state"))
    for interface, its_path in interfaces:
        _interface(say, interface, (*path, *its_path))


def _interface(say: Facts, it: Interface, path: Path) -> None:
    say.record(path, Feature.CONTROLLERS, it, without=("name", "parameters"))
    _parameters(say, it.parameters, path)


def _parameters(say: Facts, parameters: Iterable[Parameter], path: Path) -> None:
    """Note parameters as texts, as drivers receive them."""
    for it, its_path in named(parameters, "parameter"):
        text = it.values if isinstance(it.values, str) else written_all(it.values)
        say.exact((*path, *its_path), Feature.CONTROLLERS, text, it)
