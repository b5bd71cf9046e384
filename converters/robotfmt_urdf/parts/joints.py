"""Joints: their types, ends and axes."""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.codes import MISSING_VALUE
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    Axis,
    Coupling,
    Dynamics,
    Joint,
    JointType,
    Limits,
    LinearCoupling,
    Motion,
    SafetyController,
    linear,
)
from robotfmt.words.elements import write_parts

from ..codes import UNKNOWN_TYPE
from ..document.keys import TYPES, WORDS
from ..document.poses import read_pose, write_pose
from ..document.versions import DERIVATIVES, counts, requires_limits, version_of
from ..words import CALIBRATION, DYNAMICS, LIMITS, MIMIC, SAFETY, SOFT_LIMITS

_WITH_AXIS = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC, JointType.PLANAR)
_LIMITED = (JointType.REVOLUTE, JointType.PRISMATIC)
_ON_THE_AXIS = frozenset({"axis", "limit", "dynamics", "mimic", "safety_controller", "calibration"})


def read_joint(element: Element) -> Joint:
    """Return the joint of an element."""
    joint_type = _type(element)
    return Joint(
        origin=element.origin,
        name=element.required("name") or "",
        type=joint_type,
        pose_in_parent=read_pose(element),
        parent=_end(element, "parent"),
        child=_end(element, "child"),
        axes=read_axes(element, joint_type),
    )


def write_joint(joint: Joint) -> Node:
    """Return the element of a joint."""
    axis = joint.axis
    return make(
        "joint",
        {"name": joint.name or None, "type": WORDS[joint.type] if joint.type is not None else None},
        write_pose(joint.pose_in_parent),
        make("parent", {"link": joint.parent}) if joint.parent is not None else None,
        make("child", {"link": joint.child}) if joint.child is not None else None,
        *(write_axis(axis) if axis is not None else ()),
    )


def _type(element: Element) -> JointType | None:
    word = element.peek("type")
    if word in TYPES:
        element.attribute("type")
        return TYPES[word]
    given = f"type '{word}', which URDF does not have" if word is not None else "no type"
    element.report(UNKNOWN_TYPE, f"joint '{element.peek('name')}' has {given}", "type" if word else None)
    return None


def _end(joint: Element, end: str) -> str | None:
    element = joint.child(end)
    if element is None:
        joint.report(MISSING_VALUE, f"joint '{joint.peek('name')}' has no <{end}>")
        return None
    link = element.required("link")
    if link is None:
        element.give_back()
    return link


def read_axes(joint: Element, joint_type: JointType | None) -> tuple[Axis, ...]:
    """Return the axis of a joint whose type has one, or that gives properties of an axis."""
    if joint_type not in _WITH_AXIS and _ON_THE_AXIS.isdisjoint([each.tag for each in joint.children]):
        return ()
    axis = joint.child("axis")
    return (
        Axis(
            origin=axis.origin if axis is not None else joint.origin,
            motion=Motion.SLIDE if joint_type is JointType.PRISMATIC else Motion.TURN,
            direction=axis.vector("xyz") if axis is not None else None,
            hard=_read_limits(joint, joint_type),
            soft=_read_soft_limits(joint),
            dynamics=DYNAMICS.read(joint),
            safety=SAFETY.read(joint),
            calibration=CALIBRATION.read(joint),
            coupling=_read_mimic(joint),
        ),
    )


def write_axis(axis: Axis) -> Iterable[Node | None]:
    """Return the elements of an axis; None for what it does not give."""
    return (
        make("axis", {"xyz": axis.direction}) if axis.direction is not None else None,
        LIMITS.write(axis.hard),
        _write_dynamics(axis.dynamics),
        _write_safety(axis.safety, axis.soft),
        CALIBRATION.write(axis.calibration),
        _write_mimic(axis.coupling),
    )


def _read_limits(joint: Element, joint_type: JointType | None) -> Limits | None:
    element = joint.child("limit")
    if element is None:
        return None
    given = element.attributes
    lower, upper, effort, velocity = element.several("lower", "upper", "effort", "velocity")
    if not ("lower" in given and "upper" in given) and joint_type in _LIMITED:
        # Below URDF 1.2 a limit that is not given is 0.
        default = 0.0 if requires_limits(version_of(element)) else None
        lower, upper = (lower if "lower" in given else default), (upper if "upper" in given else default)
    return Limits(
        origin=element.origin,
        lower=lower,
        upper=upper,
        effort=effort,
        velocity=velocity,
        **{name: element.number(name) for name in DERIVATIVES if name in given and counts(element, name)},
    )


def _write_dynamics(dynamics: Dynamics | None) -> Node | None:
    node = DYNAMICS.write(dynamics)
    # A block for Gazebo gives a spring: <dynamics> without damping and friction is no element then.
    return None if node is not None and not node.attrib and dynamics is not None and _has_spring(dynamics) else node


def _has_spring(dynamics: Dynamics) -> bool:
    return dynamics.spring_stiffness is not None or dynamics.spring_reference is not None


def _read_soft_limits(joint: Element) -> Limits | None:
    element = joint.find(SOFT_LIMITS.tag)
    limits = SOFT_LIMITS.read_element(element.take()) if element is not None and element.attributes else None
    return limits if limits != Limits() else None


def _write_safety(safety: SafetyController | None, soft: Limits | None) -> Node | None:
    if safety is None:
        return None
    node = make(SAFETY.tag)
    write_parts(node, SOFT_LIMITS.parts, soft or Limits())
    write_parts(node, SAFETY.parts, safety)
    return node


def _read_mimic(joint: Element) -> LinearCoupling | None:
    element = joint.child("mimic")
    if element is None:
        return None
    leader = element.required("joint")
    if leader is None:
        element.give_back()
        return None
    return LinearCoupling(
        origin=element.origin,
        joint=leader,
        multiplier=element.number("multiplier"),
        offset=element.number("offset"),
    )


def _write_mimic(coupling: Coupling | None) -> Node | None:
    return MIMIC.write(linear(coupling)) if coupling is not None else None
