"""Controlled joints, locked joints, and tool frames: ``cspace``, ``lock_joints``, ``tool_frames``.

``joint_names`` lists the controlled and the locked joints. Version 1 names the default positions ``retract_config``,
and the first tool frame ``ee_link``. Reading and writing are next to each other, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Row

from robotfmt.codes import BAD_NUMBER, BAD_WORD
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Item, Tree
from robotfmt.documents.yaml.document import Mapping, Scalar, Sequence, Value
from robotfmt.model import CSpace, CSpaceJoint, JointValue, Robot
from robotfmt.planning.yaml_terms import Mentions, names_in

from ..codes import JOINT_TWICE, LENGTH, LIMIT_NOT_POSITIVE, LOCKED_VALUE

POSITIONS = {"1": "retract_config", "2": "default_joint_position"}
Values = list["float | None"]

# Reading


def read_control(kinematics: Mapping, version: str, names: Mentions) -> tuple[CSpace | None, tuple[JointValue, ...]]:
    """Return the controlled joints, and the positions of the controlled and the locked joints."""
    locks = _read_locks(kinematics, names)
    cspace = kinematics.mapping("cspace")
    listed = names_in(cspace.get("joint_names"), "'joint_names'") if cspace is not None else None
    if cspace is None or listed is None:
        return None, tuple(locks.values())
    _check_names(listed, names)
    positions = _read_list(cspace, POSITIONS[version], listed)
    found = CSpace(origin=cspace.origin, joints=_read_joints(cspace, listed, locks))
    return found, _positions(listed, positions, locks)


def _read_locks(kinematics: Mapping, names: Mentions) -> dict[str, JointValue]:
    locks = kinematics.mapping("lock_joints")
    found: dict[str, JointValue] = {}
    for entry in locks.entries if locks is not None else ():
        value = entry.value.number() if isinstance(entry.value, Scalar) else None
        if value is None and not isinstance(entry.value, Scalar):
            entry.value.report(BAD_NUMBER, f"{quoted(entry.key)} is locked at {entry.value.kind}; expected a number")
        if value is not None and entry.key not in found:
            names.position(entry.name, value)
            joint = names.joint(entry.name)
            found[joint] = JointValue(origin=entry.origin, joint=joint, values=(value,))
    return found


def _check_names(listed: list[Scalar], names: Mentions) -> None:
    first: dict[str, Scalar] = {}
    for name in listed:
        other = first.setdefault(names.joint(name), name)
        if other is not name:
            name.report(JOINT_TWICE, f"{quoted(name.source)} is listed here and on line {other.line}")


def _read_joints(cspace: Mapping, listed: list[Scalar], locks: dict[str, JointValue]) -> tuple[CSpaceJoint, ...]:
    accelerations = _read_limits(cspace, "max_acceleration", listed, locks)
    jerks = _read_limits(cspace, "max_jerk", listed, locks)
    return tuple(
        CSpaceJoint(origin=name.origin, joint=name.source, acceleration_limit=acceleration, jerk_limit=jerk)
        for name, acceleration, jerk in zip(listed, accelerations, jerks, strict=True)
        if name.source not in locks
    )


def _read_limits(cspace: Mapping, key: str, listed: list[Scalar], locks: dict[str, JointValue]) -> Values:
    """Read limits: one number for all joints, or one for each; that of a locked joint only fills the list."""
    value = cspace.get(key)
    if isinstance(value, Scalar):
        limits: Values = [None if value.is_null else cspace.number(key)] * len(listed)
        value.taken = value.taken or value.is_null
    else:
        limits = _read_list(cspace, key, listed)
    filler = _filler(limit for name, limit in zip(listed, limits, strict=True) if name.source not in locks)
    for name, limit in zip(listed, limits, strict=True):
        if name.source in locks and limit not in (None, filler):
            _report_unused(cspace, key, name, limit)
        elif limit is not None and limit <= 0:
            cspace.report(
                LIMIT_NOT_POSITIVE,
                f"'{key}' is {limit:g} for {quoted(name.source)}; expected a number above 0",
            )
    return limits


def _read_list(cspace: Mapping, key: str, listed: list[Scalar]) -> Values:
    """Return the values of a list, one for each joint; None for all joints if the list cannot be read."""
    value = cspace.get(key)
    unknown: Values = [None] * len(listed)
    if value is None or value.is_null:
        if value is not None:
            value.take()
        return unknown
    if not isinstance(value, Sequence):
        value.report(BAD_WORD, f"'{key}' must be a list, not {value.kind}")
        return unknown
    if len(value.items) != len(listed):
        message = f"'{key}' must have one value for each joint: expected {len(listed)}, got {len(value.items)}"
        value.report(LENGTH, message)
        return unknown
    value.take()
    return [_read_item(item) for item in value.items]


def _read_item(item: Value) -> float | None:
    if isinstance(item, Scalar) and not item.is_null:
        return item.number()
    if item.is_null:
        item.take()
    else:
        item.report(BAD_NUMBER, f"expected a number, got {item.kind}")
    return None


def _positions(listed: list[Scalar], positions: Values, locks: dict[str, JointValue]) -> tuple[JointValue, ...]:
    """Return positions in the order of ``joint_names``; a locked joint keeps its locked value, whatever the list
    gives.
    """
    found: dict[str, JointValue] = {}
    for name, position in zip(listed, positions, strict=True):
        lock = locks.get(name.source)
        if lock is not None:
            found.setdefault(name.source, lock)
            if position not in (None, lock.values[0]):
                _report_unused(name, "the default position", name, position)
        elif position is not None:
            value = JointValue(origin=name.origin, joint=name.source, values=(position,))
            found.setdefault(name.source, value)
    return tuple({**found, **{joint: lock for joint, lock in locks.items() if joint not in found}}.values())


def _report_unused(at: Value, what: str, name: Scalar, value: float | None) -> None:
    at.report(LOCKED_VALUE, f"{what} of {quoted(name.source)} is {value:g}, but the joint is locked")


def read_tool_frames(kinematics: Mapping, names: Mentions) -> tuple[str, ...]:
    """Return the tool frames in order: ``tool_frames``, or ``ee_link`` with ``link_names``."""
    frames = names_in(kinematics.get("tool_frames"), "'tool_frames'")
    if frames is None:
        first = kinematics.scalar("ee_link")
        others = names_in(kinematics.get("link_names"), "'link_names'") or []
        frames = [first, *others] if first is not None and not first.is_null else others
        if first is not None:
            first.take()
    return tuple(dict.fromkeys(map(names.link, frames)))


# Writing


def joint_names(robot: Robot) -> tuple[str, ...]:
    """Return the controlled and locked joints: in the order of their positions, if that agrees with the c-space."""
    controlled = [each.joint for each in robot.cspace.joints] if robot.cspace is not None else []
    known, placed = set(controlled), [each.joint for each in robot.default_positions]
    if [each for each in placed if each in known] == controlled:
        return tuple(placed)
    return (*controlled, *(each for each in placed if each not in known))


def write_control(robot: Robot, version: str) -> dict[str, Tree]:
    """Return the sections that :func:`read_control` reads."""
    positions = {each.joint: each.values[0] for each in robot.default_positions if len(each.values) == 1}
    controlled = {each.joint: each for each in robot.cspace.joints} if robot.cspace is not None else {}
    locks = {joint: value for joint, value in positions.items() if joint not in controlled}
    return {
        "lock_joints": Item(locks, optional=True),
        "cspace": _write_cspace(joint_names(robot), controlled, positions, version)
        if robot.cspace is not None
        else None,
    }


def _write_cspace(
    names: Row[str], controlled: dict[str, CSpaceJoint], positions: dict[str, float], version: str
) -> Tree:
    accelerations = {name: each.acceleration_limit for name, each in controlled.items()}
    jerks = {name: each.jerk_limit for name, each in controlled.items()}
    return {
        "joint_names": tuple(names),
        POSITIONS[version]: Item([positions.get(name) for name in names], optional=True),
        "max_acceleration": _write_limits(names, accelerations),
        "max_jerk": _write_limits(names, jerks),
    }


def _write_limits(names: Row[str], limits: dict[str, float | None]) -> Tree:
    """Return limits: one number if all are the same; else a list, in which locked joints have the largest of the
    others.
    """
    if len(set(limits.values())) <= 1:
        return next(iter(limits.values()), None)
    filler = _filler(limits.values())
    return [limits.get(name, filler) for name in names]


def _filler(limits: Iterable[float | None]) -> float | None:
    return max((each for each in limits if each is not None), default=None)


def write_tool_frames(frames: Row[str], version: str) -> dict[str, Tree]:
    """Return the keys that :func:`read_tool_frames` reads."""
    if version == "2":
        return {"tool_frames": Item(tuple(frames), optional=True)}
    return {"ee_link": next(iter(frames), None), "link_names": Item(tuple(frames[1:]), optional=True)}
