"""Actuators: entries of a library, attached to joints (the extension text, "actuator" and "attach_actuator").

The order of the extras is the order of the robot's joint values, so each driven joint has one, even if it is empty.
Effort limits have no element of their own; ROS's parser and OpenRAVE take them from motors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Actuator, ElectricMotor, Joint, Limits, Robot
from robotfmt.model.devices import ELECTRIC_MOTOR
from robotfmt.model.record import replace

from ..body import Body, Ids, JointDraft
from ..codes import PSEUDO_JOINT, UNRESOLVED
from ..kinematics.joint_order import Joints, value_order
from ..kinematics.ranges import is_driven
from ..openrave.information import read_inner_interface, write_inner_interface
from ..values import claim_extra, first, name_of, technique_of
from .library import ACTUATORS, claim_library, instanced, model_of, write_attached
from .motors import TAGS, read_motor, torque, write_motor
from .parameters import read_parameters, write_parameters

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
    draft = _read_bind(joints, technique)
    entry = instanced(joints.body, technique, "actuator")
    if entry is not None and entry not in entries:
        entries[entry] = _read_entry(joints.body, entry)
    if _is_idle(extra, technique):
        return None
    actuator = entries[entry]
    if draft is not None and actuator.motor is not None:
        _read_effort(draft, actuator.motor)
    joint = draft.joint.name if draft is not None else None
    return replace(actuator, origin=extra.origin, joint=joint, model=model_of(entry, extra.peek("name") or ""))


def _read_effort(draft: JointDraft, motor: ElectricMotor) -> None:
    """Give a driven joint the effort limit that OpenRAVE computes from its motor, unless it has one."""
    effort = torque(motor)
    if effort is None or not is_driven(draft.joint):
        return
    axis = draft.joint.axes[0]
    hard = axis.hard if axis.hard is not None else Limits(origin=motor.origin)
    if hard.effort is None:
        draft.set_axis(0, replace(axis, hard=replace(hard, effort=effort)))


def _is_idle(extra: Element, technique: Element) -> bool:
    """Return True if an extra only reserves a place in the order of the joint values; OpenRAVE writes one for each
    joint.
    """
    named = _IDLE_NAME.fullmatch(extra.peek("name") or "motor") is None
    return first(technique, "instance_actuator") is None and not named


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
        extras.append(_write_attached(each, kinds[its_kind] if its_kind is not None else None, ids))
    return entries, extras


def _kind(each: _Attachment) -> Actuator | None:
    """Return the key that instances of the same entry share; an actuator without a model shares its entry with no
    other.
    """
    if each.actuator is None:
        return None
    name = each.actuator.name if each.actuator.model is None else ""
    kind = replace(each.actuator, name=name, joint=None, command=None)
    return None if kind == Actuator(name=name, joint=None) else kind


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


def _write_attached(each: _Attachment, entry: str | None, ids: Ids) -> Node:
    joint, actuator = each.joint, each.actuator
    name = actuator.name if actuator is not None else f"motor_{ids.joints[joint.name]}"
    found = make("instance_actuator", {"url": f"#{entry}"}) if entry is not None else None
    return write_attached("actuator", name, [found, make("bind_actuator", {"joint": ids.joint(joint.name)})])
