"""Joints and their axes: the ``joint`` of a kinematics model."""

from __future__ import annotations

import re

from robotfmt.documents.tokens import degrees, radians, written
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    Axis,
    Joint,
    JointType,
    Limits,
    Motion,
    Pose,
    inverse,
    is_identity,
)
from robotfmt.model.record import replace

from ..codes import NAME_INVENTED, UNRESOLVED, ZERO_AXIS
from ..document.claims import claim
from ..document.transforms import rounded
from .body import Body, Ids, JointDraft
from .joint_types import has_range, only_value

_CONSTRAINTS = ("revolute", "prismatic")
# COLLADA has no fixed joint: OpenRAVE and others treat an axis whose limits are both zero as fixed.
_STATIC_LIMITS = (0.0, 0.0)
_SID = re.compile(r"[^\s/]+")
"""The elements that a reference can name."""
FAR = 100.0
"""The value written for an end that is not given, in radians or metres: OpenRAVE and ROS require both ends of a
range.
"""


def read_joint(
    body: Body,
    attachment: Element,
    joints: dict[Element, Element],
    parent: str,
    child: str,
    in_parent: Pose | None,
    own: Pose | None,
) -> JointDraft:
    """Return the joint that an attachment names; a missing one is reported and read as fixed."""
    reference = attachment.required("joint")
    found = body.index.sidref(reference, attachment)
    element = found.element if found is not None else None
    if element not in joints:
        element = next((each for each in joints if each.peek("sid") == (reference or "").rpartition("/")[2]), None)
    if element is None:
        attachment.report(UNRESOLVED, f"'{reference}' is not a joint of the model; it is read as fixed", "joint")
        name = body.free_joint_name(f"{child}_joint", attachment)
        joint = Joint(origin=attachment.origin, name=name, type=JointType.FIXED, parent=parent, child=child)
        return body.add_joint(_placed(joint, in_parent, own), attachment, [])
    return add_joint(body, element, joints[element], parent, child, in_parent, own)


def add_joint(
    body: Body,
    element: Element,
    template: Element,
    parent: str | None,
    child: str | None,
    in_parent: Pose | None,
    own: Pose | None,
) -> JointDraft:
    """Return a new joint of the body, given its element and the element that this one is an instance of."""
    constraints = [each for each in template.children if each.tag in _CONSTRAINTS]
    shared = element is not template
    joint = Joint(
        origin=element.origin,
        name=body.free_joint_name(_joint_name(body, element, template, shared), element),
        type=None,
        parent=parent,
        child=child,
        axes=tuple(_read_axis(body, each) for each in constraints),
    )
    joint = replace(joint, type=_type(joint, element))
    return body.add_joint(_placed(joint, in_parent, own), element, constraints)


def _placed(joint: Joint, in_parent: Pose | None, in_link: Pose | None) -> Joint:
    in_child = rounded(inverse(in_link)) if in_link is not None and not is_identity(in_link) else None
    if in_link is not None and (in_link.position is None or not any(in_link.position)):
        # A rotation alone has an inverse with the same numbers but for a sign, so nothing is rounded.
        in_child = inverse(Pose(None, in_link.rotation)) if not is_identity(in_link) else None
    return replace(joint, pose_in_parent=in_parent, pose_in_child=in_child)


def _joint_name(body: Body, element: Element, template: Element, shared: bool) -> str:
    """Return the name of a joint; the sids of instances distinguish joints of a template that is instanced several
    times.
    """
    name = template.attribute("name")
    if shared:
        instances = body.index.all("instance_joint", element.document)
        uses = [each for each in instances if body.index.instanced(each) is template]
        if len(uses) > 1 or not name:
            name = element.peek("sid") or name
    name = name or template.peek("sid") or template.peek("id")
    if name:
        return name
    name = f"joint{len(body.joints)}"
    element.report(NAME_INVENTED, f"a joint has no name; it is named '{name}'")
    return name


def _type(joint: Joint, element: Element) -> JointType:
    if len(joint.axes) > 1:
        return JointType.COMPOUND
    axis = joint.axis
    if axis is None:
        return JointType.FIXED
    if not any(axis.direction_or_x):
        element.report(ZERO_AXIS, f"the axis of joint '{joint.name}' has length zero; the joint is fixed")
        return JointType.FIXED
    if axis.motion is Motion.SLIDE:
        return JointType.PRISMATIC
    return JointType.CONTINUOUS if axis.hard is None else JointType.REVOLUTE


def _read_axis(body: Body, element: Element) -> Axis:
    claim(element)
    motion = Motion.TURN if element.tag == "revolute" else Motion.SLIDE
    direction = element.child("axis")
    values = direction.text_numbers(3) if direction is not None else None
    scale = radians(1.0) if motion is Motion.TURN else body.index.unit(element)
    sid = element.peek("sid")
    return Axis(
        origin=element.origin,
        motion=motion,
        direction=(values[0], values[1], values[2]) if values is not None else None,
        hard=read_limits(element, motion, scale),
        name=sid if sid is not None and _SID.fullmatch(sid) and not sid.startswith("axis") else None,
    )


def read_limits(parent: Element, motion: Motion, scale: float) -> Limits | None:
    """Return the ``limits`` of an axis in radians or metres; None without any."""
    element = parent.child("limits")
    if element is None:
        return None
    bounds = []
    for tag in ("min", "max"):
        child = element.child(tag)
        value = child.text_number() if child is not None else None
        bounds.append(in_si(value, motion, scale))
    return Limits(origin=element.origin, lower=bounds[0], upper=bounds[1])


def in_si(value: float | None, motion: Motion, scale: float) -> float | None:
    """Return a number of an axis in radians or metres."""
    if value is None:
        return None
    return radians(value) if motion is Motion.TURN else value * scale if scale != 1 else value


def write_joint(joint: Joint, ids: Ids) -> Node:
    """Return the ``joint`` of a kinematics model; every joint has an axis, even if it cannot move."""
    axes = joint.axes or (Axis(hard=Limits(lower=0.0, upper=0.0)),)
    return make(
        "joint",
        {"sid": ids.joints[joint.name], "name": joint.name},
        *(_write_axis(joint, axis, number) for number, axis in enumerate(axes)),
    )


def _write_axis(joint: Joint, axis: Axis, number: int) -> Node:
    limits = bounds(joint, axis, axis.hard)
    tag = "revolute" if axis.motion is Motion.TURN else "prismatic"
    return make(
        tag,
        {"sid": axis_sid(axis, number)},
        make("axis", None, text=axis.direction_or_x),
        write_limits(limits, axis.motion),
    )


def axis_sid(axis: Axis, number: int) -> str:
    """Return the sid of an axis: its name in the source, or one made of its number."""
    return axis.name or f"axis{number}"


def bounds(joint: Joint, axis: Axis, limits: Limits | None) -> tuple[float, float] | None:
    """Return the limits to write for an axis: none for a continuous one, 0..0 for a fixed one.

    An axis that is fixed by equal limits keeps them, because any reader treats it as fixed.
    """
    if joint.type is JointType.FIXED and limits is not None and only_value(axis) is not None:
        ends = (limits.lower, limits.upper)
        return ends if None not in ends else _STATIC_LIMITS  # type: ignore[return-value]
    if joint.type is JointType.FIXED:
        return _STATIC_LIMITS
    if joint.type is JointType.CONTINUOUS or limits is None or not has_range(limits):
        return None
    hard = axis.hard or limits
    lower = limits.lower if limits.lower is not None else hard.lower
    upper = limits.upper if limits.upper is not None else hard.upper
    return (
        lower if lower is not None else min(upper or 0.0, 0.0) - FAR,
        upper if upper is not None else max(lower or 0.0, 0.0) + FAR,
    )


def write_limits(limits: tuple[float, float] | None, motion: Motion, wrapped: bool = False) -> Node | None:
    """Return a ``limits`` element in degrees or metres; inside an ``axis_info`` its numbers are wrapped."""
    if limits is None:
        return None
    numbers = [written(degrees(each) if motion is Motion.TURN else each) for each in limits]
    ends = zip(("min", "max"), numbers, strict=True)
    if wrapped:
        return make("limits", None, *(make(tag, None, make("float", text=text)) for tag, text in ends))
    return make("limits", None, *(make(tag, text=text) for tag, text in ends))
