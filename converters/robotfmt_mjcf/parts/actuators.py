"""Actuators of joints, and the effort limits that a document gives to them instead of the joints.

The elements stay as they are; the model has what other formats know of an actuator. MuJoCo clamps the force of an
actuator to ``forcerange``, and that of a motor by ``ctrlrange`` too. The force on the joint is that of the actuator
times ``gear``.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from robotfmt.diagnostics import Report
from robotfmt.documents.tokens import written_all
from robotfmt.documents.xml.nodes import Content, Node, canonical, make, subtree
from robotfmt.documents.xml.paths import in_quotes
from robotfmt.model import (
    Actuator,
    Command,
    Extension,
    ExtensionKind,
    Joint,
    Limits,
    Motion,
    Origin,
    Robot,
)
from robotfmt.model.devices import Gains, drive
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..codes import ACTUATOR_EFFORT
from ..document.classes import ACTUATORS, MAIN
from ..document.model import Model
from ..document.tree import Item
from ..document.views import numbers_of
from .joint_rows import effort_of, range_of
from .plan import BodyPlan, is_scalar
from .robots import RobotReader

_DIRECT = frozenset({"motor", "general"})
"""Actuators whose force is their control times a gain."""


_COMMANDS = {
    "motor": Command.EFFORT,
    "position": Command.POSITION,
    "velocity": Command.VELOCITY,
    "intvelocity": Command.VELOCITY,
}


def actuators_of(reader: RobotReader) -> tuple[Actuator, ...]:
    """Return the actuators of joints; one without a name is called as its joint."""
    found: dict[str, Actuator] = {}
    numbers = Counter[str]()
    for model in (reader.model, *reader.expansion.models):
        for section in model.sections("actuator"):
            for item in section.children:
                for suffix in model.suffixes or ("",):
                    for joint in _joints(item, model):
                        item_name = item.element.peek("name")
                        name = f"{model.prefix}{item_name}{suffix}" if item_name else f"{joint}{suffix}"
                        numbers[name] += 1
                        if numbers[name] > 1:
                            name = free_name(f"{name}_{numbers[name]}", found)
                        found[name] = _actuator(item, model, name, f"{joint}{suffix}")
    return tuple(found.values())


def _actuator(item: Item, model: Model, name: str, joint: str) -> Actuator:
    return actuator_of(item.tag, _values(item, model), name, joint, item.element.origin)


def actuator_of(tag: str, given: Mapping[str, str], name: str, joint: str, origin: Origin | None = None) -> Actuator:
    """Return the actuator that an element is, given its attributes with those of its class."""
    gear = numbers_of(given.get("gear", "1"))
    return drive(name, joint, _command(tag, given), _gains(tag, given), gear[0] if gear else None, origin)


def _command(tag: str, given: Mapping[str, str]) -> Command | None:
    """Return the quantity that controls an actuator; None for muscles, cylinders and the like."""
    gain, bias = given.get("gaintype", "fixed"), given.get("biastype", "none")
    if tag != "general" or gain != "fixed":
        return _COMMANDS.get(tag)
    if bias == "none":
        return Command.EFFORT if given.get("dyntype", "none") == "none" else None
    position, velocity = _bias(given)
    if bias != "affine" or not (position or velocity):
        return None
    is_integrated = given.get("dyntype") == "integrator"
    return Command.POSITION if position and not is_integrated else Command.VELOCITY


def _gains(tag: str, given: Mapping[str, str]) -> Gains:
    """Return the gains that an actuator has."""
    if tag == "general":
        kp, kv = _bias(given)
        is_drive = given.get("gaintype", "fixed") == "fixed" and given.get("dyntype", "none") == "none"
        gain = numbers_of(given.get("gainprm", "1")) or (0.0,)
        return Gains(kp, kv) if is_drive and gain[0] == (kp or kv) else Gains()
    if tag == "position":
        # The damping of a ratio depends on the masses, which MuJoCo computes.
        return Gains(_number(given, "kp", 1.0), _number(given, "kv", 0.0))
    return Gains(kv=_number(given, "kv", 1.0)) if tag == "velocity" else Gains()


def _number(given: Mapping[str, str], name: str, default: float) -> float:
    row = numbers_of(given[name]) if name in given else (default,)
    return row[0] if row else default


def _bias(given: Mapping[str, str]) -> tuple[float, float]:
    """Return the gains of a general actuator whose force falls with the position and the speed."""
    if given.get("biastype", "none") != "affine":
        return 0.0, 0.0
    _, position, velocity = (*(numbers_of(given.get("biasprm", "")) or ()), 0.0, 0.0, 0.0)[:3]
    return -position, -velocity


def with_drives(robot: Robot, actuators: Mapping[str, Sequence[tuple[int, Actuator]]]) -> Robot:
    """Return a robot with the actuators of its joints, except where it has an actuator of the name.

    Args:
        robot: The robot.
        actuators: Those of all robots with their indices, by their joints.
    """
    known = {each.name for each in robot.actuators}
    drives = sorted(pair for joint in robot.joints for pair in actuators.get(joint.name, ()))
    new = tuple(each for _, each in drives if each.name not in known)
    return replace(robot, actuators=(*robot.actuators, *new)) if new else robot


def by_joints(actuators: Iterable[Actuator]) -> dict[str, list[tuple[int, Actuator]]]:
    """Return actuators with their indices, by their joints."""
    found: dict[str, list[tuple[int, Actuator]]] = {}
    for index, each in enumerate(actuators):
        found.setdefault(each.joint or "", []).append((index, each))
    return found


def efforts_of(reader: RobotReader) -> dict[str, float]:
    """Return the effort limits of joints that only one actuator limits, and not the joint itself, by their names."""
    found: dict[str, float | None] = {}
    for model in (reader.model, *reader.expansion.models):
        for section in model.sections("actuator"):
            for item in section.children:
                for suffix in model.suffixes or ("",):
                    for joint in _joints(item, model):
                        name = f"{joint}{suffix}"
                        found[name] = _effort(item, model) if name not in found else None
    limited = {name for name, moves in reader.moves.items() if moves.part.view.has("actuatorfrcrange")}
    return {name: effort for name, effort in found.items() if effort is not None and name not in limited}


def with_efforts(robot: Robot, efforts: Mapping[str, float], report: Report) -> Robot:
    """Return a robot whose joints have the effort limits of their actuators, unless they have their own."""
    joints = list(robot.joints)
    for index, joint in enumerate(joints):
        effort = efforts.get(joint.name)
        if effort is None or len(joint.axes) != 1:
            continue
        axis = joint.axes[0]
        hard = axis.hard or Limits(origin=axis.origin)
        if hard.effort is None:
            unit = "N m" if axis.motion is Motion.TURN else "N"
            message = f"joint '{joint.name}': the effort limit is that of its actuator, {effort:g} {unit}"
            report.add(ACTUATOR_EFFORT, message, joint.origin)
            joints[index] = replace(joint, axes=(replace(axis, hard=replace(hard, effort=effort)),))
    return robot if joints == list(robot.joints) else replace(robot, joints=tuple(joints))


def _joints(item: Item, model: Model) -> Iterator[str]:
    name = item.element.peek("joint")
    if name:
        yield f"{model.prefix}{name}"


def _effort(item: Item, model: Model) -> float | None:
    """Return the limit of the force on the joint of an actuator, in N or N m; None without one."""
    given = _values(item, model)
    gear = numbers_of(given.get("gear", "1"))
    force = _bound(given, "force", model)
    if force is None and item.tag in _DIRECT and not {"dyntype", "gaintype", "biastype"} & set(given):
        control = _bound(given, "ctrl", model)
        gain = numbers_of(given.get("gainprm", "1")) if item.tag == "general" else (1.0,)
        force = control * abs(gain[0]) if control is not None and gain else None
    return force * abs(gear[0]) if force and gear and gear[0] else None


def _values(item: Item, model: Model) -> dict[str, str]:
    """Return the attributes of an actuator with those of its class: all kinds of actuators share one entry."""
    name = item.element.peek("class") or MAIN
    kinds = [each for each in sorted(ACTUATORS) if model.classes.given(each, name)]
    given = model.classes.given(kinds[0], name) if len(kinds) == 1 else {}
    inherited = {key: value for key, (value, _) in given.items()}
    return {**inherited, **item.element.attributes}


def _bound(given: Mapping[str, str], kind: str, model: Model) -> float | None:
    """Return the upper end of an active symmetric range."""
    row, limited = numbers_of(given.get(f"{kind}range", "")) or (), given.get(f"{kind}limited", "auto")
    is_active = limited == "true" or (limited == "auto" and model.settings.autolimits)
    return row[1] if is_active and len(row) == 2 and row[0] == -row[1] and row[1] > 0 else None


NONE, MOTOR, POSITION = "none", "motor", "position"
ACTUATOR = "/mujoco/actuator"
"""The place of actuators in a document."""
_DIGITS = 6
"""The digits of a control in radians or metres, where it is not just the position of its joint."""
_DRIVEN = re.compile(r'\bjoint(?:inparent)?="([^"]*)"')


def with_actuators(robot: Robot, kind: str, more: Iterable[Extension] = ()) -> Robot:
    """Return the robot with an actuator for each hinge and slide that is not driven, and follows no other joint.

    Args:
        robot: The robot, adapted.
        kind: ``motor``, whose control is a force up to the limit of the joint; ``position``, which drives to a value
            with the stiffness of :func:`robotfmt.planning.drives.stiffnesses`, critically damped.
    """
    if kind == NONE:
        return robot
    driven = driven_joints((*robot.extensions, *more))
    joints = [joint for joint in _free(robot) if joint.name not in driven]
    stiffness = _stiffnesses(robot, joints) if kind == POSITION else None
    nodes = [_motor(each) if stiffness is None else _drive(each, stiffness[each.name]) for each in joints]
    made = tuple(
        Extension(
            format="mjcf",
            place=ACTUATOR,
            kind=ExtensionKind.ELEMENT,
            name=kind,
            content=canonical(each, None),
        )
        for each in nodes
    )
    commands = tuple(_commands(robot, joints, stiffness)) if stiffness is not None and not driven else ()
    if not made:
        return robot
    new = list(actuators_in(made))
    others = tuple(each for each in robot.actuators if each.name not in {it.name for it in new})
    changed = replace(robot, actuators=others, extensions=(*robot.extensions, *made, *commands))
    return with_drives(changed, by_joints(new))


def replaced(actuator: Actuator, robot: Robot, kind: str) -> Actuator | None:
    """Return what :func:`with_actuators` will make of an actuator that is called as its joint; None if nothing."""
    joint = robot.joint_by_name.get(actuator.name)
    if kind == NONE or joint is None or actuator.joint != joint.name:
        return None
    is_free = is_scalar(joint) and joint.axes[0].coupling is None
    return Actuator(name=joint.name, joint=joint.name, command=_COMMANDS[kind]) if is_free else None


def _commands(robot: Robot, joints: Sequence[Joint], stiffness: Mapping[str, float]) -> Iterator[Extension]:
    """Yield the controls that hold a robot in its states, whose drives would pull it to zero otherwise."""
    known = robot.joint_by_name
    for state in robot.states:
        values = {each.joint: each.values[0] for each in state.values if len(each.values) == 1 and each.joint in known}
        yield Extension(
            format="mjcf",
            place=f"/mujoco/keyframe/key[@name={in_quotes(state.name)}]",
            kind=ExtensionKind.ATTRIBUTE,
            name="ctrl",
            content=written_all(_controls(robot, joints, stiffness, values)),
        )


def _controls(
    robot: Robot, joints: Sequence[Joint], stiffness: Mapping[str, float], pose: Mapping[str, float]
) -> list[float]:
    """Return the controls of drives that stand still in a pose: each is ahead of it by what gravity displaces it."""
    from robotfmt.kinematics.loads import holding_torques

    torques, found = holding_torques(robot, joints, pose), list[float]()
    for joint in joints:
        position, ahead = pose.get(joint.name, 0.0), torques.get(joint.name, 0.0) / stiffness[joint.name]
        lower, upper = range_of(joint) or (-math.inf, math.inf)
        found.append(min(max(round(position + ahead, _DIGITS), lower), upper) if round(ahead, _DIGITS) else position)
    return found


def actuators_in(extensions: Iterable[Extension]) -> Iterator[Actuator]:
    """Yield the actuators of joints among the unread content of a document, without values that their classes give."""
    for each in extensions:
        if each.place == ACTUATOR and each.kind is ExtensionKind.ELEMENT:
            given = {str(key): str(value) for key, value in subtree(each.content, None).attrib.items()}
            if "joint" in given:
                yield actuator_of(each.name, given, given.get("name", given["joint"]), given["joint"])


def driven_joints(extensions: Iterable[Extension]) -> set[str]:
    """Return the joints with actuators among the unread content of a document."""
    contents = (each.content for each in extensions if each.place == ACTUATOR)
    return {name for content in contents for name in _DRIVEN.findall(content)}


def _free(robot: Robot) -> Iterator[Joint]:
    plan = BodyPlan(robot)
    for link in plan.order:
        for joint in plan.row(link):
            if joint.name in plan.scalars and joint.axes[0].coupling is None:
                yield joint


def _motor(joint: Joint) -> Node:
    return make(MOTOR, {"name": joint.name, "joint": joint.name, "ctrlrange": _force(joint)})


def _stiffnesses(robot: Robot, joints: Sequence[Joint]) -> dict[str, float]:
    from robotfmt.planning.drives import stiffnesses

    return stiffnesses(robot, joints)


def _drive(joint: Joint, stiffness: float) -> Node:
    """Return a drive to a position, critically damped."""
    name: dict[str, Content | None] = {"name": joint.name, "joint": joint.name}
    gains = {"kp": stiffness, "dampratio": 1.0, "ctrlrange": range_of(joint), "forcerange": _force(joint)}
    return make(POSITION, {**name, **gains})


def _force(joint: Joint) -> tuple[float, float] | None:
    effort = effort_of(joint)
    return (-effort, effort) if effort is not None else None
