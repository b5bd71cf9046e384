"""Joints: a link and the joint above it are one node, whose frame is that of the link.

The model has only the inertia of a rotor behind its gear, so the gear ratio is passed through.
"""

from __future__ import annotations

import math

from robotfmt.codes import BAD_NUMBER, BAD_WORD
from robotfmt.diagnostics import quoted
from robotfmt.documents import tokens
from robotfmt.documents.yaml.compose import Item, Tree, Word
from robotfmt.documents.yaml.document import Scalar, Sequence, Value
from robotfmt.documents.yaml.lines import flow
from robotfmt.documents.yaml.values import escape
from robotfmt.model import (
    Axis,
    Dynamics,
    Extension,
    ExtensionKind,
    Joint,
    JointType,
    JointValue,
    Limits,
    Motion,
    Vector3,
)
from robotfmt.model.record import Record, replace
from robotfmt.model.vectors import unit

from ..codes import AXIS_LENGTH, TRACK_JOINT, VELOCITY_RANGE
from ..document.mappings import Part, number
from ..document.spelling import snake
from ..document.values import Angle, whole


def gear_ratio(part: Part) -> float:
    """Return the gear ratio without taking it; 1 if none is given."""
    value = part.get("gear_ratio")
    found = number(value) if value is not None else None
    if value is not None:
        value.taken = False
    return 1.0 if found is None else found


def is_ratio(extension: Extension) -> bool:
    """Return True if unrecognised content is the gear ratio of a joint."""
    return extension.format == "choreonoid" and snake(extension.name) == "gear_ratio"


def ratio_of(content: str | None) -> float:
    """Return the ratio; 1 if there is none, or none that is a number."""
    try:
        return tokens.real(content) if content is not None else 1.0
    except tokens.BadToken:
        return 1.0


_TYPES = {
    "revolute": JointType.REVOLUTE,
    "prismatic": JointType.PRISMATIC,
    "slide": JointType.PRISMATIC,
    "free": JointType.FLOATING,
    "fixed": JointType.FIXED,
    "pseudo_continuous_track": JointType.FIXED,
    "pseudoContinuousTrack": JointType.FIXED,
}
_WORDS = {
    JointType.REVOLUTE: "revolute",
    JointType.CONTINUOUS: "revolute",
    JointType.PRISMATIC: "prismatic",
    JointType.FLOATING: "free",
    JointType.FIXED: "fixed",
}
TYPES = tuple(_WORDS)
"""The types of joints that a body has words for."""
_TRACKS = ("pseudo_continuous_track", "pseudoContinuousTrack")
_UNLIMITED = "unlimited"
_NO_BOUND = ("inf", "+inf", "-inf", ".inf", "+.inf", "-.inf")
_DEFAULT_AXIS: Vector3 = (0.0, 0.0, 1.0)
_EXACT = 1e-6


class Moved(Record, kw_only=False):
    """The joint above a link, with the values that other parts of a robot have for it."""

    joint: Joint
    positions: tuple[JointValue, ...] = ()


def read_joint(part: Part, link: str, parent: str | None) -> Moved:
    """Return the joint above a link; its type is None where the node gives none."""
    name = part.text("joint_name") or link
    word = part.text_of("joint_type")
    kind = _TYPES.get(word or "")
    value = part.get("joint_type")
    if value is not None and kind is None:
        value.refuse(BAD_WORD, f"joint '{name}': expected {', '.join(_TYPES)}, got {value.kind}")
    elif value is not None:
        value.take()
    if word in _TRACKS:
        _keep_track(part, name, link)
    index = part.whole("joint_id") if parent is not None else None
    joint = Joint(origin=part.origin, name=name, type=kind, parent=parent, child=link, dof_index=index)
    if parent is None or kind not in (JointType.REVOLUTE, JointType.PRISMATIC):
        return Moved(joint)
    return _moving(part, joint, kind is JointType.REVOLUTE)


def _keep_track(part: Part, name: str, link: str) -> None:
    """Keep the type of a joint that is fixed, but whose surface moves."""
    part.mapping.report(TRACK_JOINT, f"joint '{name}': a track whose surface moves is a fixed joint")
    kept = Extension(
        origin=part.origin,
        format="choreonoid",
        place=f"/links/{escape(link)}",
        kind=ExtensionKind.ENTRY,
        name="joint_type",
        content=flow(_TRACKS[0]),
    )
    part.scope.kept.append(kept)


def _moving(part: Part, joint: Joint, turns: bool) -> Moved:
    direction = part.axis("joint_axis")
    factor = length = _factor(direction or _DEFAULT_AXIS)
    if factor != 1:
        message = f"joint '{joint.name}': the axis has the length {length:g}; its limits are multiplied by that"
        part.mapping.report(AXIS_LENGTH, message)
    limits = _limits(part, joint.name, turns, factor)
    axis = Axis(
        origin=part.origin,
        motion=Motion.TURN if turns else Motion.SLIDE,
        direction=direction or _DEFAULT_AXIS,
        hard=limits if limits != Limits() else None,
        dynamics=_rotor(part),
    )
    unlimited = turns and limits.lower is None and limits.upper is None
    kind = JointType.CONTINUOUS if unlimited else joint.type
    start = _start(part, turns)
    values = () if start is None else (JointValue(origin=part.origin, joint=joint.name, values=(start * factor,)),)
    return Moved(replace(joint, type=kind, axes=(axis,)), values)


def _factor(direction: Vector3) -> float:
    """Return the factor by which an axis multiplies displacements: its length."""
    length = math.hypot(*direction)
    return length if length and abs(length - 1) > _EXACT else 1.0


def _of_length_1(direction: Vector3) -> Vector3:
    return direction if _factor(direction) == 1 else unit(direction)


def _start(part: Part, turns: bool) -> float | None:
    """Return the displacement at the start; the newer key counts."""
    angle = part.angle("joint_angle")
    moved = part.angle("joint_displacement") if turns else part.number("joint_displacement")
    return angle if moved is None else moved


def _limits(part: Part, name: str, turns: bool, factor: float) -> Limits:
    def scaled(value: float | None) -> float | None:
        if value is None:
            return None
        return (part.scope.angle(value) if turns else value) * factor

    lower, upper = _range(part)
    effort = part.number("max_joint_effort")
    return Limits(
        origin=part.origin,
        lower=scaled(lower),
        upper=scaled(upper),
        velocity=scaled(_velocity(part, name)),
        effort=effort,
    )


def _range(part: Part) -> tuple[float | None, float | None]:
    """Return the bounds of ``joint_range``: two, or one for both directions; None where it is unlimited."""
    value = part.get("joint_range")
    if value is None:
        return None, None
    if isinstance(value, Scalar):
        found = _bound(value)
        return (-found if found is not None else None), found
    items = value.items if isinstance(value, Sequence) else []
    if len(items) != 2:
        value.refuse(BAD_NUMBER, f"{quoted(value.path)}: expected a lower and an upper bound, got {value.kind}")
        return None, None
    value.take()
    return _bound(items[0]), _bound(items[1])


def _bound(value: Value) -> float | None:
    word = value.source if isinstance(value, Scalar) else ""
    if word == _UNLIMITED or word.lower() in _NO_BOUND:
        value.take()
        return None
    return number(value)


def _velocity(part: Part, name: str) -> float | None:
    """Return the largest speed; of a range with two different ones the smaller."""
    most = part.number("max_joint_velocity")
    rows = part.numbers("joint_velocity_range", 2)
    if rows is None:
        return most
    low, high = rows
    if -low != high:
        message = f"joint '{name}': speeds from {low:g} to {high:g}; the smaller is used in both directions"
        part.mapping.report(VELOCITY_RANGE, message)
    return min(abs(low), abs(high))


def _rotor(part: Part) -> Dynamics | None:
    """Return the inertia that a rotor adds to its joint: multiplied by the square of the gear ratio.

    The ratio itself stays in the ledger: the model has only their product.
    """
    whole_one, rotor, ratio = (
        part.number("joint_axis_inertia"),
        part.number("rotor_inertia"),
        gear_ratio(part),
    )
    if whole_one is None and rotor is None:
        return None
    armature = whole_one if whole_one is not None else (rotor or 0.0) * ratio * ratio
    return Dynamics(origin=part.origin, armature=armature)


# Writing


def write_joint(joint: Joint, start: float | None, ratio: float) -> dict[str, Tree]:
    """Return the keys that :func:`read_joint` reads.

    Args:
        joint: The joint.
        start: Its displacement at the start.
        ratio: The gear ratio that the unrecognised content of the joint gives, else 1.
    """
    kind = joint.type or JointType.FIXED
    axis = joint.axis if kind not in (JointType.FIXED, JointType.FLOATING) else None
    found: dict[str, Tree] = {
        "joint_name": joint.name if joint.name != joint.child else None,
        "joint_type": Item(Word(_WORDS[kind]), default=kind is JointType.FIXED),
        "joint_id": whole(joint.dof_index),
    }
    return found if axis is None else {**found, **_axis(kind, axis, start, ratio)}


def _axis(kind: JointType, axis: Axis, start: float | None, ratio: float) -> dict[str, Tree]:
    turns, limits = kind is not JointType.PRISMATIC, axis.hard or Limits()

    def amount(value: float | None) -> float | None:
        return Angle.of(value) if turns else value

    bounds = (limits.lower, limits.upper)
    armature = axis.dynamics.armature if axis.dynamics is not None else None
    return {
        "joint_axis": _of_length_1(axis.direction_or_x),
        "joint_range": [Word(_UNLIMITED) if each is None else amount(each) for each in bounds]
        if bounds != (None, None)
        else None,
        "max_joint_velocity": amount(limits.velocity),
        "max_joint_effort": limits.effort,
        "joint_displacement": amount(start),
        "rotor_inertia": armature / (ratio * ratio) if armature is not None and ratio else armature,
    }
