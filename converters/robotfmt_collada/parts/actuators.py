"""Actuators: entries of a library, attached to joints (the extension text, "actuator" and "attach_actuator").

The order of the extras is the order of the robot's joint values, so each driven joint has one, even if it is empty.
Effort limits have no element of their own; ROS's parser and OpenRAVE take them from motors. A joint without a motor
gets one for that purpose, and a motor with only a gear gets torques and speeds; such motors are read as what they give.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Actuator, Axis, ElectricMotor, Joint, Limits, Motion, Robot, SpeedTorquePoint
from robotfmt.model.devices import ELECTRIC_MOTOR
from robotfmt.model.record import replace
from robotfmt.words.elements import read_parts, written_parts

from ..codes import PSEUDO_JOINT, UNRESOLVED
from ..document.values import children, claim_extra, first, name_of, quiet_numbers, technique_of
from ..words import MOTOR, POINTS
from .body import Body, Ids, JointDraft
from .information import read_inner_interface, write_inner_interface
from .joint_order import Joints, value_order
from .joint_types import is_driven
from .libraries import ACTUATORS, claim_library, instanced, model_of, write_attached
from .parameters import read_parameters, write_parameters

# Electric motors (the extension text, "actuator"); numbers are not converted

TAGS = (*(each.path for each in MOTOR), *POINTS)
_LEAST_RATIO = 1e-6
"""Gear ratios beyond this, or its inverse, are not realistic; torques computed with one could exceed floating point."""


def read_motor(entry: Element) -> ElectricMotor:
    """Return the motor of a library entry."""
    found: dict[str, Any] = read_parts(entry, MOTOR)
    for tag, field in POINTS.items():
        found[field] = _read_points(entry, tag)
    return ElectricMotor(origin=entry.origin, **found)


def _read_points(entry: Element, tag: str) -> tuple[SpeedTorquePoint, ...]:
    """Return the points: a pair of numbers in each element, as in the text, or all in one, as OpenRAVE writes them."""
    points: list[SpeedTorquePoint] = []
    for element in children(entry, tag):
        values = quiet_numbers(element)
        if values is None or len(values) % 2:
            element.text_numbers(2)
            continue
        element.take_text()
        points += map(SpeedTorquePoint, values[::2], values[1::2])
    return tuple(points)


def motor_for(effort: float, speed: float | None, ratio: float) -> ElectricMotor:
    """Return a motor with a gear that gives the limits of a joint to ROS's parser and to OpenRAVE.

    OpenRAVE multiplies torques by the gear ratio, and divides speeds by it. ROS's parser uses the nominal torque as
    the joint's effort unchanged.
    """
    turns = speed * ratio if speed is not None else None
    return ElectricMotor(
        gear_ratio=ratio,
        max_speed=turns,
        no_load_speed=turns,
        stall_torque=effort / ratio,
        nominal_torque=effort,
        max_instantaneous_torque=effort / ratio,
    )


def is_made_for(effort: float, motor: ElectricMotor) -> bool:
    """Return True if a motor specifies only an effort limit and its gear."""
    ratio = motor.gear_ratio
    plain = replace(motor, max_speed=None, no_load_speed=None)
    same_speed = motor.max_speed == motor.no_load_speed
    return ratio is not None and ratio > 0 and same_speed and plain == motor_for(effort, None, ratio)


def torque(motor: ElectricMotor) -> float | None:
    """Return the effort limit of a joint that OpenRAVE computes from its motor; None if the motor gives no torque."""
    points = motor.max_speed_torque_points
    peak = points[0].torque if points else motor.max_instantaneous_torque
    return None if peak is None else peak * (1.0 if motor.gear_ratio is None else motor.gear_ratio)


def gear(motor: ElectricMotor) -> float | None:
    """Return the gear ratio of a motor that specifies nothing else."""
    ratio = motor.gear_ratio
    if ratio is None or not _LEAST_RATIO < ratio < 1 / _LEAST_RATIO:
        return None
    return ratio if motor == ElectricMotor(gear_ratio=ratio) else None


def write_motor(motor: ElectricMotor) -> list[Node]:
    """Return the elements of a motor; OpenRAVE keeps only the last element of points, so all points are in one."""
    nodes = written_parts(motor, MOTOR)
    for tag, field in POINTS.items():
        points: tuple[SpeedTorquePoint, ...] = getattr(motor, field)
        if points:
            values = [value for point in points for value in (point.speed, point.torque)]
            nodes.append(make(tag, text=values))
    return nodes


_COMMON = ("interface_type",)
_IDLE_NAME = re.compile(r"motor(\d+|_.*)?", re.ASCII)
_PSEUDO = "jointsid1000"
"""OpenHRP3's joint between world and robot."""


def read_actuators(body: Body, extras: Iterable[Element]) -> tuple[Actuator, ...]:
    """Read every ``attach_actuator`` among some extras: actuators, and the effort limits of joints."""
    claim_library(body, ACTUATORS)
    joints = Joints(body)
    entries: dict[Element | None, Actuator] = {None: Actuator(name="", joint=None)}
    found: dict[str, Actuator] = {}
    for extra in extras:
        if extra.peek("type") != "attach_actuator":
            continue
        technique = technique_of(extra)
        if technique is None:
            continue
        claim_extra(extra, technique)
        actuator = _read_attached(joints, extra, technique, entries)
        if actuator is None:
            extra.attribute("name")
        else:
            name = name_of(extra, "actuator", found)
            found[name] = replace(actuator, name=name)
    return tuple(found.values())


def _read_attached(
    joints: Joints, extra: Element, technique: Element, entries: dict[Element | None, Actuator]
) -> Actuator | None:
    """Return the actuator of an ``attach_actuator``; None for one that has nothing but the effort of its joint."""
    draft = _read_bind(joints, technique)
    entry = instanced(joints.body, technique, "actuator")
    if entry is not None and entry not in entries:
        entries[entry] = _read_entry(joints.body, entry)
    actuator, effort = simplified(entries[entry])
    if draft is not None and effort is not None:
        _read_effort(draft, effort, actuator)
    name = extra.peek("name") or ""
    if actuator == entries[None] and _is_idle(extra, technique, entry):
        return None
    joint = draft.joint.name if draft is not None else None
    model = model_of(entry, name) if actuator != entries[None] else None
    return replace(actuator, origin=extra.origin, joint=joint, model=model)


def simplified(actuator: Actuator) -> tuple[Actuator, float | None]:
    """Return an actuator without data that only give the effort limit of its joint, and that limit."""
    motor = actuator.motor
    if motor is None:
        return actuator, None
    effort = motor.nominal_torque
    if effort is None or not is_made_for(effort, motor):
        return actuator, torque(motor)
    rest = replace(actuator, motor=ElectricMotor(origin=motor.origin, gear_ratio=motor.gear_ratio))
    return without_gear(rest), effort


def without_gear(actuator: Actuator) -> Actuator:
    """Return an actuator without a gear of ratio 1, if it has no other data."""
    plain = Actuator(name=actuator.name, joint=actuator.joint)
    same = replace(plain, type=ELECTRIC_MOTOR, motor=ElectricMotor(gear_ratio=1.0))
    return replace(plain, origin=actuator.origin) if replace(actuator, model=None, command=None) == same else actuator


def _read_effort(draft: JointDraft, effort: float, actuator: Actuator) -> None:
    """Give a driven joint the effort limit of its motor, unless it has one."""
    if not is_driven(draft.joint):
        return
    axis = draft.joint.axes[0]
    hard = axis.hard if axis.hard is not None else Limits(origin=actuator.origin)
    if hard.effort is None:
        draft.set_axis(0, replace(axis, hard=replace(hard, effort=effort)))


def _is_idle(extra: Element, technique: Element, entry: Element | None) -> bool:
    """Return True if an extra only reserves a place in the order of the joint values, or gives an effort limit.

    OpenRAVE writes one for each joint.
    """
    named = _IDLE_NAME.fullmatch(extra.peek("name") or "motor") is None
    return (entry is not None or first(technique, "instance_actuator") is None) and not named


def _read_bind(joints: Joints, technique: Element) -> JointDraft | None:
    bind = first(technique, "bind_actuator")
    if bind is None:
        return None
    reference = bind.take().peek("joint")
    draft = joints.bound(bind)
    if draft is None and (reference or "").rpartition("/")[2] == _PSEUDO:
        bind.report(PSEUDO_JOINT, f"'{reference}' connects the robot to the world; the actuator has no joint")
    elif draft is None:
        bind.report(UNRESOLVED, f"'{reference}' is not a joint of the body", "joint")
        return None
    bind.attribute("joint")
    return draft


def _read_entry(body: Body, entry: Element) -> Actuator:
    kind = entry.attribute("type")
    electric = is_electric(kind)
    return Actuator(
        origin=entry.origin,
        name="",
        joint=None,
        type=kind,
        motor=read_motor(entry) if electric else None,
        parameters=tuple(read_parameters(entry, known_of(electric))),
        interface=read_inner_interface(entry),
    )


def is_idle(actuator: Actuator) -> bool:
    """Return True for an actuator without data, whose name is that of a place in the order of the joint values."""
    plain = Actuator(name=actuator.name, joint=actuator.joint)
    return replace(actuator, model=None) == plain and _IDLE_NAME.fullmatch(actuator.name) is not None


def is_electric(kind: str | None) -> bool:
    """Return True for the type of electric motors."""
    return kind is not None and kind.lower() == ELECTRIC_MOTOR


def known_of(electric: bool) -> tuple[str, ...]:
    """Return the children of an entry that are no parameters."""
    return (*TAGS, *_COMMON) if electric else _COMMON


# Writing


@dataclass(frozen=True, slots=True)
class _Attachment:
    """One extra: a place in the order of joint values, and the actuator of the joint."""

    joint: Joint
    actuator: Actuator | None


def write_actuators(robot: Robot, ids: Ids) -> tuple[list[Node], list[Node]]:
    """Return the entries of the library, and the extras that attach them, in the order of the joint values.

    Call it before anything else takes ids: ids are taken by the models of the actuators.
    """
    ids.free(ACTUATORS)
    kinds: dict[Actuator, str] = {}
    attachments = _attachments(robot)
    for kind in map(_kind, attachments):
        if kind is not None and kind not in kinds:
            kinds[kind] = ids.free(kind.model or kind.name)
    entries = [_write_entry(kind, name) for kind, name in kinds.items()]
    extras: list[Node] = []
    for each in attachments:
        its_kind = _kind(each)
        name = each.actuator.name if each.actuator is not None else f"motor_{ids.joints[each.joint.name]}"
        entry = kinds[its_kind] if its_kind is not None else None
        if its_kind is None and effort_of(each.joint) is not None:
            entry = ids.free(name)
            entries.append(_write_made(each.joint, entry))
        extras.append(_write_attached(each.joint, name, entry, ids))
    return entries, extras


def _kind(each: _Attachment) -> Actuator | None:
    """Return the key that instances of the same entry share; an actuator without a model shares its entry with no
    other.
    """
    if each.actuator is None:
        return None
    name = each.actuator.name if each.actuator.model is None else ""
    kind = replace(each.actuator, name=name, joint=None, command=None)
    if kind == Actuator(name=name, joint=None):
        return None
    torques = _torques(each)
    return replace(kind, motor=torques) if torques is not None else kind


def _torques(each: _Attachment) -> ElectricMotor | None:
    """Return a motor for the effort limit with the gear of the actuator, if the actuator has only a gear."""
    motor = each.actuator.motor if each.actuator is not None else None
    effort, ratio = effort_of(each.joint), gear(motor) if motor is not None else None
    if effort is None or ratio is None:
        return None
    return motor_for(effort, _speed(each.joint.axes[0]), ratio)


def effort_of(joint: Joint) -> float | None:
    """Return the effort limit of a driven joint, which a motor gives."""
    hard = joint.axes[0].hard if is_driven(joint) else None
    return hard.effort if hard is not None else None


def _write_made(joint: Joint, name: str) -> Node:
    """Return the entry of a motor for the effort limit of a joint."""
    motor = motor_for(effort_of(joint) or 0.0, _speed(joint.axes[0]), 1.0)
    return make("actuator", {"type": ELECTRIC_MOTOR, "id": name}, *write_motor(motor))


def _speed(axis: Axis) -> float | None:
    """Return the speed limit in revolutions per second, or in metres per second for a sliding axis."""
    speed = axis.hard.velocity if axis.hard is not None else None
    return speed / (2 * math.pi) if speed is not None and axis.motion is Motion.TURN else speed


def _attachments(robot: Robot) -> list[_Attachment]:
    """Return the actuators, and between them placeholders for joints without one, in the order of the joint values."""
    of_joints = {each.joint: each for each in reversed(robot.actuators)}
    pending = {joint.name: joint for joint in value_order(robot)}
    found: list[_Attachment] = []
    for actuator in robot.actuators:
        joint = robot.joint_by_name.get(actuator.joint or "")
        if joint is not None and not is_driven(joint):
            found.append(_Attachment(joint, actuator))
        while joint is not None and joint.name in pending:
            here = pending.pop(next(iter(pending)))
            found.append(_Attachment(here, of_joints.get(here.name)))
    return found + [_Attachment(joint, None) for joint in pending.values()]


def _write_entry(actuator: Actuator, name: str) -> Node:
    return make(
        "actuator",
        {"type": actuator.type, "id": name, "name": actuator.model},
        *(write_motor(actuator.motor) if actuator.motor is not None else ()),
        *write_parameters(actuator.parameters, known_of(is_electric(actuator.type))),
        write_inner_interface(actuator.interface),
    )


def _write_attached(joint: Joint, name: str, entry: str | None, ids: Ids) -> Node:
    found = make("instance_actuator", {"url": f"#{entry}"}) if entry is not None else None
    return write_attached("actuator", name, [found, make("bind_actuator", {"joint": ids.joint(joint.name)})])
