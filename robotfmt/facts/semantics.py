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

# Frames, groups, states, spheres and unrecognised content

_UNNAMED = re.compile(r"\[(@(id|sid)=|\d).*?\]")
"""Steps of a path with generated ids or indices, which a writer may change."""


def note_semantics(notes: Facts, robot: Robot) -> None:
    """Note frames, groups, states, manipulators, tools and the configuration space."""
    for frame, path in named(robot.frames, "frame"):
        notes.node(path, Feature.FRAMES, frame)
        notes.exact((*path, "parent"), Feature.FRAMES, frame.parent, frame)
        notes.pose(frame.pose, path, Feature.FRAMES, frame)
    for group, path in named(robot.groups, "group"):
        notes.record(path, Feature.GROUPS, group)
    notes.exact(("base",), Feature.BASE, base_of(robot), robot)
    for virtual, path in named(robot.virtual_joints, "virtual joint"):
        notes.record(path, Feature.BASE, virtual)
    _states(notes, robot)
    for effector, path in named(robot.end_effectors, "end effector"):
        notes.record(path, Feature.END_EFFECTORS, effector)
    _about_joints(notes, robot)
    for manipulator, path in named(robot.manipulators, "manipulator"):
        _manipulator(notes, manipulator, path)
    for index, name in enumerate(robot.tool_frames):
        notes.exact(("tool frame", str(index)), Feature.TOOL_FRAMES, name)
    _positions(notes, robot)
    if robot.cspace is not None:
        _cspace(notes, robot, robot.cspace)


def _states(notes: Facts, robot: Robot) -> None:
    counts = Counter(state.name for state in robot.states)
    for state, path in named(robot.states, "state"):
        # The order of the joints means nothing.
        values = tuple(sorted(state.values, key=lambda each: each.joint))
        is_shared = counts[state.name] > 1 and state.group is not None
        called = f"state '{state.name}' of group '{state.group}'" if is_shared else ""
        notes.record(path, Feature.STATES, replace(state, values=values), called=called)


def _cspace(notes: Facts, robot: Robot, cspace: CSpace) -> None:
    names = ", ".join(f"'{each.joint}'" for each in cspace.joints)
    notes.node(("cspace",), Feature.CSPACE, cspace, f"c-space ({names})")
    for index, each in enumerate(cspace.joints):
        called, path = f"c-space joint '{each.joint}'", ("cspace", str(index))
        notes.node(path, Feature.CSPACE, each, called)
        notes.add((*path, "joint"), Feature.CSPACE, Kind.EXACT, each.joint, each, called=called)
        for name in ("acceleration", "jerk"):
            value, unit = getattr(each, f"{name}_limit"), _unit(robot, name, each.joint)
            if value is not None:
                notes.add((*path, f"{name}_limit"), Feature.CSPACE, Kind.NUMBERS, value, each, unit, called)


def _unit(robot: Robot, quantity: str, name: str) -> str:
    """Return the unit of a quantity of a joint; an empty text if the joint does not have exactly one axis."""
    joint = robot.joint_by_name.get(name)
    return unit_of(quantity, joint.axes[0]) if joint is not None and len(joint.axes) == 1 else ""


def _about_joints(notes: Facts, robot: Robot) -> None:
    for each in {passive.joint: passive for passive in robot.passive_joints}.values():
        notes.node(("passive joint", each.joint), Feature.JOINT_ROLES, each)
    # Of several values of one property the last one counts.
    for it in {(each.joint, each.name): each for each in robot.joint_properties}.values():
        notes.exact(("joint property", it.joint, it.name), Feature.JOINT_ROLES, it.value, it)


def _manipulator(notes: Facts, it: Manipulator, path: Path) -> None:
    """Note a manipulator with its gripper joints and solvers of inverse kinematics."""
    feature = Feature.MANIPULATORS
    notes.node(path, feature, it)
    notes.exact((*path, "base"), feature, it.base, it)
    notes.exact((*path, "tip"), feature, it.tip, it)
    notes.pose(it.tool, (*path, "tool"), feature, it)
    if it.direction is not None:
        notes.add((*path, "direction"), feature, Kind.DIRECTION, it.direction, it)
    for joint in it.gripper_joints:
        closing = tuple(pair for pair in joint.closing if pair[1] != 0)
        notes.exact((*path, "gripper", joint.joint), feature, closing, joint)
    for index, solver in enumerate(it.ik_solvers):
        notes.record((*path, "ik solver", str(index)), feature, solver)
    for name in ("end_link", "gripper", "tool_changer_link", "tool_changer_tool"):
        notes.exact((*path, name), feature, getattr(it, name), it)
    notes.exact((*path, "grasp_sets"), feature, it.grasp_sets or None, it)


def _positions(notes: Facts, robot: Robot) -> None:
    for value in robot.default_positions:
        path, unit = ("default position", value.joint), _unit(robot, "lower", value.joint)
        notes.numbers(path, Feature.DEFAULT_POSITIONS, value.values, value, unit)
    for value in robot.scene_positions:
        if any(value.values):
            notes.numbers(("scene position", value.joint), Feature.SCENE, value.values, value)


def note_collision_model(notes: Facts, robot: Robot) -> None:
    """Note spheres, their use, and the ignored pairs."""
    for spheres, path in named(robot.sphere_sets, "spheres"):
        notes.node(path, Feature.SPHERES, spheres)
        notes.exact((*path, "clones"), Feature.SPHERES, spheres.clones or None, spheres)
        for frame in spheres.frames:
            for index, sphere in enumerate(frame.spheres):
                where = (*path, frame.frame, str(index))
                notes.node(where, Feature.SPHERES, sphere)
                notes.fields(where, Feature.SPHERES, sphere, sphere, "m")
    _collision_use(notes, robot.world_collision, "world collision")
    _collision_use(notes, robot.self_collision, "self collision")
    _pairs(notes, robot.ignored_pairs, "ignored pair", Feature.IGNORED_PAIRS, Feature.PAIR_REASONS)
    for link in {each.link: each for each in robot.unchecked_links}.values():
        notes.node(("unchecked link", link.link), Feature.COLLISION_DEFAULTS, link)
    # Checked pairs are exceptions to unchecked links. A format may store ignored pairs, but not these exceptions.
    _pairs(notes, robot.checked_pairs, "checked pair", Feature.COLLISION_DEFAULTS, Feature.COLLISION_DEFAULTS)


def _pairs(
    notes: Facts, pairs: Iterable[IgnoredPair | CheckedPair], name: str, feature: Feature, reasons: Feature
) -> None:
    """Note pairs of links, each once; of a repeated pair the first one is used."""
    noted: set[Path] = set()
    for pair in pairs:
        path = (name, *sorted((pair.first, pair.second)))
        if path not in noted:
            noted.add(path)
            notes.node(path, feature, pair)
            notes.exact((*path, "reason"), reasons, pair.reason, pair)


def _collision_use(notes: Facts, use: CollisionUse | None, name: str) -> None:
    if use is None:
        return
    notes.node((name,), Feature.SPHERES, use)
    notes.exact((name, "spheres"), Feature.SPHERES, use.spheres, use)
    for buffer in use.buffers:
        if buffer.distance:
            notes.numbers((name, "buffer", buffer.frame), Feature.BUFFERS, buffer.distance, buffer, "m")


def note_other_parts(notes: Facts, robot: Robot) -> None:
    """Note interfaces, grabbed and connected bodies, modifiers, and unrecognised content."""
    for index, interface in enumerate(robot.interfaces):
        words = " of ".join((f"{interface.type} {interface.name}", interface.plugin or "no plugin"))
        notes.exact(("interface", str(index)), Feature.INTERFACES, words, interface)
    for index, grab in enumerate(robot.grabs):
        notes.record(("grab", str(index)), Feature.GRABS, grab, without=())
    for body, path in named(robot.connected_bodies, "connected body"):
        notes.record(path, Feature.GRABS, body, without=("name", "pose"))
        notes.pose(body.pose, path, Feature.GRABS, body)
    counts: Counter[Path] = Counter()
    for modifier in robot.modifiers:
        kind = ("modifier", type(modifier).__name__)
        path = (*kind, str(counts[kind]))
        counts[kind] += 1
        notes.record(path, Feature.MODIFIERS, modifier, without=("pose",))
        if isinstance(modifier, AddFrame):
            notes.pose(modifier.pose, path, Feature.MODIFIERS, modifier)
    note_extensions(notes, robot)


def note_extensions(notes: Facts, whole: Robot | World) -> None:
    """Note unrecognised content."""
    for path, it in extension_paths(whole):
        notes.node(path, Feature.EXTENSIONS, it, called_unread(it))


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


def note_control(notes: Facts, robot: Robot) -> None:
    """Note actuators, transmissions and controllers."""
    for actuator, path in named(robot.actuators, "actuator"):
        notes.record(path, Feature.ACTUATORS, actuator, without=("name", "motor", "parameters"))
        notes.parameters(actuator.parameters, path, Feature.ACTUATORS)
        if actuator.motor is not None:
            notes.record((*path, "motor"), Feature.ACTUATORS, actuator.motor, without=())
    for transmission, path in named(robot.transmissions, "transmission"):
        _transmission(notes, transmission, path, Feature.TRANSMISSIONS)
    for controller, path in named(robot.controllers, "controller"):
        _controller(notes, controller, path)


def _transmission(notes: Facts, it: Transmission, path: Path, feature: Feature) -> None:
    notes.record(path, feature, it, without=("name", "joints", "actuators"))
    for end, part_path in (*named(it.joints, "joint"), *named(it.actuators, "actuator")):
        notes.record((*path, *part_path), feature, end)


def _controller(notes: Facts, it: Controller, path: Path) -> None:
    feature = Feature.CONTROLLERS
    parts = ("name", "joints", "sensors", "gpios", "transmissions", "parameters")
    notes.record(path, feature, it, without=parts)
    _parameters(notes, it.parameters, path)
    for kind, components in (("joint", it.joints), ("sensor", it.sensors), ("gpio", it.gpios)):
        for component, part_path in named(components, kind):
            _component(notes, component, (*path, *part_path))
    for transmission, part_path in named(it.transmissions, "transmission"):
        _transmission(notes, transmission, (*path, *part_path), feature)


def _component(notes: Facts, it: Component, path: Path) -> None:
    notes.node(path, Feature.CONTROLLERS, it)
    if isinstance(it, JointComponent):
        notes.exact((*path, "mimic"), Feature.CONTROLLERS, it.mimic, it)
    _parameters(notes, it.parameters, path)
    interfaces = (*named(it.commands, "command"), *named(it.states, "state"))
    for interface, part_path in interfaces:
        _interface(notes, interface, (*path, *part_path))


def _interface(notes: Facts, it: Interface, path: Path) -> None:
    notes.record(path, Feature.CONTROLLERS, it, without=("name", "parameters"))
    _parameters(notes, it.parameters, path)


def _parameters(notes: Facts, parameters: Iterable[Parameter], path: Path) -> None:
    """Note parameters as texts, as drivers receive them."""
    for it, part_path in named(parameters, "parameter"):
        text = it.values if isinstance(it.values, str) else written_all(it.values)
        notes.exact((*path, *part_path), Feature.CONTROLLERS, text, it)
