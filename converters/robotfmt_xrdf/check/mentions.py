"""Compare the names, bases, positions and radii noted while reading with the robot.

Unknown names are errors of the document, but the robot can still be converted: they are warnings here, and errors in
a check (``checks``). Without a robot, names are not checked.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.diagnostics import Code, Severity, Suggestions, quoted
from robotfmt.documents.yaml.document import Scalar, Value
from robotfmt.kinematics.tree import ring_of
from robotfmt.model import CollisionUse, Joint, JointType, Limits, RemoveMimic, Robot
from robotfmt.model.record import replace

from ..codes import (
    BASE_ADDED,
    BASE_TWICE,
    DEFAULT_OUT_OF_LIMITS,
    FRAME_NAME_TAKEN,
    JOINT_NAME_TAKEN,
    MODIFIER_UNRESOLVABLE,
    NEGATIVE_RADIUS,
    REMOVE_MIMIC_TARGET,
    ZERO_RADIUS,
)
from ..document.mentions import JointCodes, Mentions

_ROUNDING = 1e-9
_SOFT = Severity.WARNING


def check_noted(mentions: Mentions, robot: Robot) -> None:
    """Report clashing and unknown names, and invalid numbers."""
    _check_bases(mentions, robot)
    _check_mounts(mentions, robot)
    for value, frame, radius in mentions.radii:
        _check_radius(value, frame, radius, robot, mentions.version)
    frames = [name for name, _ in mentions.new_frames]
    _check_new(frames, [link.name for link in robot.links], FRAME_NAME_TAKEN)
    _check_new(mentions.new_joints, [joint.name for joint in robot.joints], JOINT_NAME_TAKEN)
    if robot.links:
        _check_names(mentions, robot)
        for name, position in mentions.positions:
            _check_position(name, position, robot)


# Modifiers


def _check_bases(mentions: Mentions, robot: Robot) -> None:
    added = {name.source for name, _ in mentions.new_frames} - set(robot.link_by_name)
    for base in mentions.bases:
        first = mentions.bases[0]
        if base.source != first.source:
            message = f"the base is {quoted(base.source)} here, {quoted(first.source)} on line {first.line}"
            base.report(BASE_TWICE, message)
        if base.source in added:
            base.report(BASE_ADDED, f"the base {quoted(base.source)} is a frame that 'add_frame' adds")


def _check_mounts(mentions: Mentions, robot: Robot) -> None:
    """Check the parents of added frames. Modifiers are applied together, so frames may refer to later ones, but not
    in a cycle.
    """
    parents = {
        name.source: parent for name, parent in reversed(mentions.new_frames) if name.source not in robot.link_by_name
    }
    ring = ring_of({name: (parent.source,) for name, parent in parents.items()})
    if ring:
        shown = " on ".join(map(quoted, (*ring, ring[0])))
        parents[ring[0]].report(MODIFIER_UNRESOLVABLE, f"frames are attached to one another in a cycle: {shown}")


def _check_new(names: list[Scalar], taken: Iterable[str], code: Code) -> None:
    lines: dict[str, int | None] = dict.fromkeys(taken)
    for name in names:
        if name.source in lines:
            line = lines[name.source]
            where = f"on line {line}" if line is not None else "in the robot"
            name.report(code, f"{quoted(name.source)} is already taken {where}", severity=_SOFT)
        lines.setdefault(name.source, name.line)


# Names


def _check_names(mentions: Mentions, robot: Robot) -> None:
    names = _Names()
    for name, code in mentions.frames:
        if name.source not in robot.frame_names:
            names.unknown(name, code, "link or added frame", robot.frame_names)
    freed = {each.source for each in mentions.freed_joints}
    for name, codes in mentions.joints:
        if name.source not in robot.joint_by_name:
            names.unknown(name, codes.unknown, "joint", robot.joint_by_name)
        else:
            _check_joint(name, robot.joint_by_name[name.source], codes, freed)
    for name in mentions.freed_joints:
        if name.source not in robot.joint_by_name:
            names.unknown(name, REMOVE_MIMIC_TARGET, "joint", robot.joint_by_name)
        elif robot.joint_by_name[name.source].coupling is None:
            message = f"the joint {quoted(name.source)} does not mimic another joint"
            name.report(REMOVE_MIMIC_TARGET, message, severity=_SOFT)


class _Names:
    """Reports unknown names; only a limited number of them with the nearest known one, which takes long to find."""

    def __init__(self) -> None:
        self.suggestions = Suggestions()

    def unknown(self, name: Scalar, code: Code, kind: str, known: Iterable[str]) -> None:
        hint = self.suggestions.hint(name.source, known)
        name.report(code, f"the {kind} {quoted(name.source)} does not exist{hint}", severity=_SOFT)


def _check_joint(name: Scalar, joint: Joint, codes: JointCodes, freed: set[str]) -> None:
    if joint.type is JointType.FIXED:
        name.report(codes.fixed, f"the joint {quoted(name.source)} is fixed", severity=_SOFT)
    elif joint.coupling is not None and name.source not in freed:
        message = f"the joint {quoted(name.source)} follows {_leader(joint)}"
        name.report(codes.mimic, message, severity=_SOFT)


def _leader(joint: Joint) -> str:
    leader = getattr(joint.coupling, "joint", None)
    return quoted(leader) if isinstance(leader, str) else "others"


# Numbers


def _check_position(name: Scalar, position: float, robot: Robot) -> None:
    joint = robot.joint_by_name.get(name.source)
    if joint is None or joint.axis is None or joint.type is JointType.CONTINUOUS:
        return
    limits = _limits(joint, robot)
    below = limits.lower is not None and position < limits.lower - _ROUNDING
    above = limits.upper is not None and position > limits.upper + _ROUNDING
    if below or above:
        limit = limits.lower if below else limits.upper
        side = "below the lower" if below else "above the upper"
        message = f"{position:g} is {side} limit {limit:g} of {quoted(name.source)}"
        name.report(DEFAULT_OUT_OF_LIMITS, message, severity=_SOFT)


def _limits(joint: Joint, robot: Robot) -> Limits:
    """Return the limits of a joint with one axis; those of ``remove_mimic_attributes`` take precedence."""
    own = (joint.axis.hard if joint.axis is not None else None) or Limits()
    for each in robot.modifiers:
        if isinstance(each, RemoveMimic) and each.joint == joint.name and each.lower is not None:
            return replace(own, lower=each.lower, upper=each.upper)
    return own


def _check_radius(value: Value, frame: str, radius: float, robot: Robot, version: str) -> None:
    """Report radii that are not positive. They are allowed in 1.0, whose own example has one; 2.0 refuses them."""
    uses = {"the world": robot.world_collision, "the robot itself": robot.self_collision}
    buffers = {what: _buffer(use, frame) for what, use in uses.items()}
    enlarged = [f"{radius + buffer:g} against {what}" for what, buffer in buffers.items() if buffer]
    with_buffers = f" (with buffers: {', '.join(enlarged)})" if enlarged else ""
    rest = "treated as a disabled placeholder" if version == "1.0" else f"version {version} requires a radius above 0"
    value.report(
        NEGATIVE_RADIUS if radius < 0 else ZERO_RADIUS,
        f"the sphere radius is {radius:g}{with_buffers}; {rest}",
        severity=None if version == "1.0" else Severity.ERROR,
    )


def _buffer(use: CollisionUse | None, frame: str) -> float:
    buffers = use.buffers if use is not None else ()
    return next((each.distance for each in buffers if each.frame == frame), 0.0)
