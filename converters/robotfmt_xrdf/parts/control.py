"""Default positions (XRDF 1.0 §6), the configuration space (§7), and tool frames (§8).

Reading and writing are next to each other, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.diagnostics import Code, quoted
from robotfmt.documents.yaml.compose import Item, Tree
from robotfmt.documents.yaml.document import Mapping, Scalar, Sequence, Value
from robotfmt.model import CSpace, CSpaceJoint, JointValue

from ..codes import (
    CSPACE_JOINT_FIXED,
    CSPACE_JOINT_MIMIC,
    CSPACE_JOINT_TWICE,
    CSPACE_JOINT_UNKNOWN,
    CSPACE_MISSING,
    CSPACE_NAMES,
    DEFAULT_JOINT_FIXED,
    DEFAULT_JOINT_MIMIC,
    DEFAULT_JOINT_UNKNOWN,
    DEFAULT_SHAPE,
    LIMITS_LENGTH,
    LIMITS_MISSING,
    LIMITS_NOT_POSITIVE,
    TOOL_FRAME_TWICE,
    TOOL_FRAME_UNKNOWN,
    TOOL_FRAMES_SHAPE,
)
from ..document import values as lenient
from ..document.mentions import JointCodes, Mentions

_CSPACE_CODES = JointCodes(CSPACE_JOINT_UNKNOWN, CSPACE_JOINT_FIXED, CSPACE_JOINT_MIMIC)
_DEFAULT_CODES = JointCodes(DEFAULT_JOINT_UNKNOWN, DEFAULT_JOINT_FIXED, DEFAULT_JOINT_MIMIC)


# Reading


def read_default_positions(value: Value | None, mentions: Mentions) -> tuple[JointValue, ...]:
    """Return the default position of each joint."""
    found: list[JointValue] = []
    for entry in lenient.entries(value, DEFAULT_SHAPE):
        position = lenient.number(entry.value)
        if position is not None:
            joint = mentions.joint(entry.name, _DEFAULT_CODES)
            mentions.position(entry.name, position)
            found.append(JointValue(origin=entry.origin, joint=joint, values=(position,)))
    return tuple(found)


def read_cspace(value: Value | None, mentions: Mentions) -> CSpace | None:
    """Return the controlled joints, in order, with their limits."""
    cspace = lenient.mapping(value, CSPACE_MISSING)
    if cspace is None:
        return None
    items = _joint_names(cspace)
    if items is None:
        return None
    cspace.take()
    lenient.known(cspace, ("joint_names", "acceleration_limits", "jerk_limits"))
    names = [lenient.name(item, CSPACE_NAMES) for item in items]
    accelerations = _limits(cspace, "acceleration_limits", names)
    jerks = _limits(cspace, "jerk_limits", names)
    joints = tuple(
        CSpaceJoint(
            origin=name.origin,
            joint=mentions.joint(name, _CSPACE_CODES),
            acceleration_limit=acceleration,
            jerk_limit=jerk,
        )
        for name, acceleration, jerk in zip(names, accelerations, jerks, strict=True)
        if name is not None
    )
    _check_twice(names, CSPACE_JOINT_TWICE)
    return CSpace(origin=cspace.origin, joints=joints)


def _check_twice(names: Iterable[Scalar | None], code: Code) -> None:
    first: dict[str, Scalar] = {}
    for name in names:
        if name is not None and first.setdefault(name.source, name) is not name:
            other = first[name.source]
            message = f"{quoted(name.source)} is {lenient.what(name)}, and {lenient.what(other)} on line {other.line}"
            name.report(code, message)


def _joint_names(cspace: Mapping) -> list[Value] | None:
    """Return the items of ``joint_names``; None if there is no such list."""
    value = cspace.get("joint_names")
    if value is None:
        cspace.report(CSPACE_NAMES, "'cspace' has no 'joint_names'")
        return None
    found = lenient.sequence(value, CSPACE_NAMES)
    if found is not None:
        found.take()
        return found.items
    return [] if value.is_null else None


def _limits(cspace: Mapping, key: str, names: list[Scalar | None]) -> list[float | None]:
    """Return one limit for each name; that of an invalid name stays in the ledger with it."""
    value = cspace.get(key)
    if not isinstance(value, Sequence):
        (value or cspace).report(LIMITS_MISSING, f"'cspace' has no '{key}' list")
        if value is not None and value.is_null:
            value.take()
        return [None] * len(names)
    value.take()
    if len(value.items) != len(names):
        message = f"'{key}' must have one value for each joint: expected {len(names)}, got {len(value.items)}"
        value.report(LIMITS_LENGTH, message)
    pairs = zip(value.items, names, strict=False)
    found = [_limit(item, key, name) if name is not None else None for item, name in pairs]
    return found + [None] * (len(names) - len(found))


def _limit(item: Value, key: str, joint: Scalar) -> float | None:
    if item.is_null:
        item.take()
        item.report(LIMITS_MISSING, f"'{key}' has no value for {quoted(joint.source)}")
        return None
    if not isinstance(item, Scalar):
        message = f"'{key}' has {item.kind} for {quoted(joint.source)}; expected one number for both directions"
        item.report(LIMITS_NOT_POSITIVE, message)
        return None
    limit = lenient.number(item)
    if limit is not None and limit <= 0:
        item.report(LIMITS_NOT_POSITIVE, f"'{key}' is {limit:g} for {quoted(joint.source)}; expected a number above 0")
    return limit


def read_tool_frames(value: Value | None, mentions: Mentions) -> tuple[str, ...]:
    """Return the tool frames, the end effector first."""
    names = lenient.names(value, TOOL_FRAMES_SHAPE)
    _check_twice(names, TOOL_FRAME_TWICE)
    return tuple(mentions.frame(name, TOOL_FRAME_UNKNOWN) for name in names)


# Writing


def write_default_positions(values: tuple[JointValue, ...]) -> dict[str, Tree]:
    """Return the section that :func:`read_default_positions` reads."""
    found: dict[str, Tree] = {}
    for each in values:
        if len(each.values) == 1:
            found.setdefault(each.joint, each.values[0])
    return found


def write_cspace(cspace: CSpace | None) -> Tree:
    """Return the section that :func:`read_cspace` reads."""
    if cspace is None:
        return None
    return {
        "joint_names": [each.joint for each in cspace.joints],
        "acceleration_limits": _write_limits([each.acceleration_limit for each in cspace.joints]),
        "jerk_limits": _write_limits([each.jerk_limit for each in cspace.joints]),
    }


def _write_limits(limits: list[float | None]) -> Item:
    """Write an unknown limit as ``null``, so that the others stay at their places."""
    return Item(limits, optional=bool(limits))


def write_tool_frames(frames: tuple[str, ...]) -> Tree:
    """Return the section that :func:`read_tool_frames` reads."""
    return frames
