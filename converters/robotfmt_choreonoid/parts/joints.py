"""Joints: a link and the joint above it are one node, whose frame is that of the link.

The model has only the inertia of a rotor behind its gear, so the gear ratio is passed through.
"""

from __future__ import annotations

from robotfmt.codes import BAD_WORD
from robotfmt.documents import tokens
from robotfmt.documents.yaml.compose import Item, Tree, Word
from robotfmt.documents.yaml.lines import flow
from robotfmt.documents.yaml.values import escape
from robotfmt.model import (
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
from robotfmt.words.mappings import given, read_parts, write_parts

from ..codes import AXIS_LENGTH, TRACK_JOINT
from ..document.mappings import Part
from ..document.notations import length_of
from ..document.spelling import snake
from ..document.values import whole
from ..words import AXES, DYNAMICS, STARTS


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
_DEFAULT_AXIS: Vector3 = (0.0, 0.0, 1.0)


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
    if kind is None or kind not in AXES or parent is None:
        return Moved(joint)
    return _moving(part, joint, kind)


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


def _moving(part: Part, joint: Joint, kind: JointType) -> Moved:
    motion = Motion.SLIDE if kind is JointType.PRISMATIC else Motion.TURN
    axis = AXES[kind].read(part, motion=motion, dynamics=given(DYNAMICS.read(part)))
    direction = axis.direction or _DEFAULT_AXIS
    start = read_parts(part, STARTS[kind]).get("values")
    factor = length_of(direction)
    if factor != 1:
        message = f"joint '{joint.name}': the axis has the length {factor:g}; its limits are multiplied by that"
        part.mapping.report(AXIS_LENGTH, message)
    hard = _times(axis.hard, factor)
    unlimited = kind is JointType.REVOLUTE and (hard is None or (hard.lower, hard.upper) == (None, None))
    kind = JointType.CONTINUOUS if unlimited else kind
    values = () if start is None else (JointValue(origin=part.origin, joint=joint.name, values=(start[0] * factor,)),)
    return Moved(replace(joint, type=kind, axes=(replace(axis, direction=direction, hard=hard),)), values)


def _times(limits: Limits | None, factor: float) -> Limits | None:
    """Return limits of displacements and speeds in the unit of an axis."""
    if limits is None or factor == 1:
        return limits
    found = {name: getattr(limits, name) for name in ("lower", "upper", "velocity")}
    return replace(limits, **{name: value * factor for name, value in found.items() if value is not None})


# Writing


def write_joint(joint: Joint, start: JointValue | None, ratio: float) -> dict[str, Tree]:
    """Return the keys that :func:`read_joint` reads.

    Args:
        joint: The joint.
        start: Its displacement at the start.
        ratio: The gear ratio that the unrecognised content of the joint gives, else 1.
    """
    kind = joint.type or JointType.FIXED
    axis = joint.axis if kind in AXES else None
    found: dict[str, Tree] = {
        "joint_name": joint.name if joint.name != joint.child else None,
        "joint_type": Item(Word(_WORDS[kind]), default=kind is JointType.FIXED),
        "joint_id": whole(joint.dof_index),
    }
    if axis is None:
        return found
    return {
        **found,
        **AXES[kind].write(replace(axis, direction=axis.direction_or_x)),
        **(write_parts(start, STARTS[kind]) if start is not None else {}),
        **DYNAMICS.write(_before_gear(axis.dynamics, ratio)),
    }


def _before_gear(rotor: Dynamics | None, ratio: float) -> Dynamics | None:
    """Return the inertia of a rotor without the gear behind it."""
    if rotor is None or rotor.armature is None or not ratio:
        return rotor
    return replace(rotor, armature=rotor.armature / (ratio * ratio))
