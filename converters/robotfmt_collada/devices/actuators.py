"""Actuators: entries of a library, attached to joints (the extension text, "actuator" and "attach_actuator").

The order of the extras is the order of the robot's joint values, so each driven joint has one, even if it is empty.
Effort limits have no element of their own; ROS's parser and OpenRAVE take them from motors. A joint without a motor
gets one for that purpose, and a motor with only a gear gets torques and speeds; ``limit motor="true"`` and
``motor="torques"`` in robotfmt's technique mark these.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from robotfmt.codes import BAD_WORD
from robotfmt.documents.tokens import written
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Actuator, Axis, Command, ElectricMotor, Joint, Limits, Motion, Robot
from robotfmt.model.devices import ELECTRIC_MOTOR
from robotfmt.model.record import replace

from ..body import Body, Ids, JointDraft
from ..codes import PSEUDO_JOINT, UNRESOLVED
from ..kinematics.joint_order import Joints, value_order
from ..openrave.information import read_inner_interface, write_inner_interface
from ..own.extension import PROFILE, find_extra, is_driven, make_extra
from ..values import claim_extra, first, name_of, technique_of
from .library import ACTUATORS, claim_library, instanced, model_of, write_attached, write_model
from .motors import TAGS, gear, is_made_for, motor_for, read_motor, write_motor
from .parameters import read_awkward, read_parameters, write_awkward, write_parameters

COMMANDS = tuple(each.value for each in Command)
_WHOLE, _TORQUES = "true", "torques"
"""The parts of a motor that were created for an effort limit."""
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
        technique = technique_of(extra) or technique_of(extra, PROFILE)
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
    own = technique_of(extra, PROFILE)
    draft = _read_bind(joints, technique) or (_read_bind(joints, own) if own is not None else None)
    entry = instanced(joints.body, technique, "actuator")
    if entry is not None and entry not in entries:
        entries[entry] = _read_entry(joints.body, entry)
    actuator, alone = entries[entry], False
    if own is not None:
        actuator, alone = _read_own(draft, own, actuator)
    made = replace(actuator, command=None) == entries[None] != entries[entry]
    if not alone and (made or _is_idle(extra, technique)):
        return None
    entry = None if made else entry
    joint = draft.joint.name if draft is not None else None
    return replace(actuator, origin=extra.origin, joint=joint, model=model_of(entry, own))


def _is_idle(extra: Element, technique: Element) -> bool:
    """Return True if an extra only reserves a place in the order of the joint values; OpenRAVE writes one for each
    joint.
    """
    named = _IDLE_NAME.fullmatch(extra.peek("name") or "motor") is None
    return first(technique, "instance_actuator") is None and not named


def _read_own(draft: JointDraft | None, own: Element, actuator: Actuator) -> tuple[Actuator, bool]:
    """Return the actuator without the parts created for an effort limit, and True if the extra is an actuator even
    without other data.
    """
    own.attribute("profile")
    limit = first(own, "limit")
    if limit is not None and draft is not None:
        actuator = _read_limit(draft, limit, actuator)
    command = first(own, "command")
    if command is not None:
        actuator = replace(actuator, command=_read_command(command))
    return actuator, own.child("actuator") is not None


def _read_command(element: Element) -> Command | None:
    word = element.text.strip()
    if word in COMMANDS:
        element.take_text()
        return Command(word)
    element.report(BAD_WORD, f"'{word}' is not a command; it must be one of {', '.join(COMMANDS)}")
    return None


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


def _read_limit(draft: JointDraft, limit: Element, actuator: Actuator) -> Actuator:
    """Set the effort limit of a joint, and remove the parts created for it, unless they were changed since."""
    effort = limit.number("effort") if draft.joint.axes else None
    if effort is None:
        return actuator
    axis = draft.joint.axes[0]
    hard = axis.hard if axis.hard is not None else Limits(origin=limit.origin)
    draft.set_axis(0, replace(axis, hard=replace(hard, effort=effort)))
    rest = _without_made(limit.peek("motor"), effort, actuator)
    if rest is not actuator:
        limit.attribute("motor")
    return rest


def _without_made(made: str | None, effort: float, actuator: Actuator) -> Actuator:
    motor = actuator.motor
    if motor is None or not is_made_for(effort, motor):
        return actuator
    if made == _TORQUES:
        return replace(actuator, motor=ElectricMotor(origin=motor.origin, gear_ratio=motor.gear_ratio))
    nothing = Actuator(name="", joint=None)
    whole = made == _WHOLE and replace(actuator, motor=None) == replace(nothing, type=ELECTRIC_MOTOR)
    return nothing if whole and motor.gear_ratio == 1 else actuator


def _read_entry(body: Body, entry: Element) -> Actuator:
    kind = entry.attribute("type")
    electric = _is_electric(kind)
    actuator = Actuator(
        origin=entry.origin,
        name="",
        joint=None,
        type=kind,
        motor=read_motor(entry) if electric else None,
        parameters=tuple(read_parameters(entry, _known(electric))),
        interface=read_inner_interface(entry),
    )
    own = find_extra(entry, "actuator")
    if own is None:
        return actuator
    word = first(own, "type")
    kind = (word.take_text() or None) if word is not None else kind
    return replace(actuator, type=kind, parameters=(*actuator.parameters, *read_awkward(own)))


def _is_electric(kind: str | None) -> bool:
    return kind is not None and kind.lower() == ELECTRIC_MOTOR


def _known(electric: bool) -> tuple[str, ...]:
    return (*TAGS, *_COMMON) if electric else _COMMON


# Writing


@dataclass(frozen=True, slots=True)
class _Attachment:
    """One extra: a place in the order of joint values, an actuator, or both."""

    joint: Joint | None
    """The joint bound in OpenRAVE's technique; only once for each joint, because OpenRAVE would count it twice."""
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
        entry = kinds[its_kind] if its_kind is not None else None
        made = _write_made(each.joint, ids) if entry is None and each.joint is not None else None
        if made is not None:
            entries.append(made)
        extras.append(_write_attached(each, entry, made, ids))
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
    effort = _effort(each.joint) if each.joint is not None else None
    ratio = gear(motor) if motor is not None else None
    if each.joint is None or effort is None or ratio is None:
        return None
    return motor_for(effort, _speed(each.joint.axes[0]), ratio)


def _attachments(robot: Robot) -> list[_Attachment]:
    """Return the actuators, and between them placeholders for joints without one, in the order of the joint values."""
    first_of: dict[str | None, Actuator] = {}
    for actuator in robot.actuators:
        first_of.setdefault(actuator.joint, actuator)
    pending = {joint.name: joint for joint in value_order(robot)}
    found: list[_Attachment] = []
    for actuator in robot.actuators:
        joint = robot.joint_by_name.get(actuator.joint or "")
        if joint is None or first_of[joint.name] is not actuator:
            found.append(_Attachment(None, actuator))
        elif not is_driven(joint):
            found.append(_Attachment(joint, actuator))
        while joint is not None and joint.name in pending:
            here = pending.pop(next(iter(pending)))
            found.append(_Attachment(here, first_of.get(here.name)))
    return found + [_Attachment(joint, None) for joint in pending.values()]


def _effort(joint: Joint) -> float | None:
    """Return the effort limit that a motor specifies; limits of other joints and axes are stored with the joint."""
    hard = joint.axes[0].hard if is_driven(joint) else None
    return hard.effort if hard is not None else None


def _write_entry(actuator: Actuator, name: str) -> Node:
    named = _is_electric(actuator.type)
    known = _known(named or actuator.motor is not None)
    kind = ELECTRIC_MOTOR if actuator.motor is not None and not named else actuator.type
    own = make("type", text=actuator.type) if kind != actuator.type else None
    return make(
        "actuator",
        {"type": kind, "id": name},
        *(write_motor(actuator.motor) if actuator.motor is not None else ()),
        *write_parameters(actuator.parameters, known),
        write_inner_interface(actuator.interface),
        make_extra("actuator", own, *write_awkward(actuator.parameters, known)),
    )


def _write_made(joint: Joint, ids: Ids) -> Node | None:
    """Return the entry of a motor for the effort limit of a joint, if there is one."""
    effort = _effort(joint)
    if effort is None:
        return None
    motor = motor_for(effort, _speed(joint.axes[0]), 1.0)
    name = ids.free(f"motor_{ids.joints[joint.name]}")
    return make("actuator", {"type": ELECTRIC_MOTOR, "id": name}, *write_motor(motor))


def _speed(axis: Axis) -> float | None:
    """Return the speed limit in revolutions per second, or in metres per second for a sliding axis."""
    speed = axis.hard.velocity if axis.hard is not None else None
    return speed / (2 * math.pi) if speed is not None and axis.motion is Motion.TURN else speed


def _write_attached(each: _Attachment, entry: str | None, made: Node | None, ids: Ids) -> Node:
    joint, actuator = each.joint, each.actuator
    instance = entry if made is None else made.get("id")
    name = actuator.name if actuator is not None else f"motor_{ids.joints[joint.name]}" if joint else ""
    found = make("instance_actuator", {"url": f"#{instance}"}) if instance is not None else None
    own = _write_own(each, entry, made is not None, ids)
    if joint is None:
        # ROS's parser aborts where OpenRAVE's technique names no joint.
        return write_attached("actuator", name, None, [found, *own])
    return write_attached("actuator", name, [found, make("bind_actuator", {"joint": ids.joint(joint.name)})], own)


def _write_own(each: _Attachment, entry: str | None, made: bool, ids: Ids) -> list[Node | None]:
    joint, actuator = each.joint, each.actuator
    effort = _effort(joint) if joint is not None else None
    motor = _WHOLE if made else _TORQUES if _torques(each) is not None else None
    own = [make("limit", {"effort": written(effort), "motor": motor}) if effort is not None else None]
    if actuator is not None:
        alone = entry is None and (made or _IDLE_NAME.fullmatch(actuator.name))
        elsewhere = ids.joint(actuator.joint) if joint is None and actuator.joint is not None else None
        own.append(write_model(actuator.model, entry))
        own.append(make("actuator") if alone else None)
        own.append(make("command", text=actuator.command.value) if actuator.command is not None else None)
        own.append(make("bind_actuator", {"joint": elsewhere}) if elsewhere is not None else None)
    return own
