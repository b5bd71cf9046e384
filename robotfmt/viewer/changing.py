"""The properties of a robot that a page can change besides spheres: pairs, limits, default positions, tool frames."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import PurePath

from ..adapting import spell_out_pairs
from ..diagnostics import did_you_mean, quoted
from ..kinematics.joint_values import moves_itself
from ..model import (
    Axis,
    CheckedPair,
    CSpaceJoint,
    IgnoredPair,
    Joint,
    JointType,
    JointValue,
    Limits,
    Motion,
    Node,
    Robot,
)
from ..model.record import replace
from ..model.semantics import pair_of
from .requests import LIMITS, Pair, Refused
from .shown import Described

# Changes

POSITIONS = ("lower", "upper")
_RATES = ("acceleration", "jerk")
"""The limits in the configuration space."""
_ROUNDING = 1e-9


# Pairs


def changed_pairs(robot: Robot, wanted: Iterable[Pair]) -> tuple[list[IgnoredPair], set[frozenset[str]]]:
    """Return the pairs that are no longer checked, and those that are checked again.

    Raises:
        Refused: A link does not exist.
    """
    known = {each.links for each in spell_out_pairs(robot).ignored_pairs}
    now = {pair_of(first, second): (first, second, reason) for first, second, reason in wanted}
    added = [now[each] for each in now if each not in known]
    for name in (name for each in added for name in each[:2]):
        _check_name(name, "link", robot.frame_names)
    pairs = [IgnoredPair(first=first, second=second, reason=reason) for first, second, reason in added]
    return pairs, known - now.keys()


def with_pairs(robot: Robot, added: Collection[IgnoredPair], removed: Collection[frozenset[str]]) -> Robot:
    """Return the robot with some pairs ignored, and others checked, also where a link is unchecked by default."""
    if not added and not removed:
        return robot
    pairs = tuple(each for each in robot.ignored_pairs if each.links not in removed)
    known = {each.links for each in pairs}
    checked = tuple(each for each in robot.checked_pairs if each.links not in {it.links for it in added})
    robot = replace(robot, ignored_pairs=pairs, checked_pairs=checked)
    left = [each for each in spell_out_pairs(robot).ignored_pairs if each.links in removed]
    again = tuple(CheckedPair(first=each.first, second=each.second) for each in left)
    known |= {each.links for each in spell_out_pairs(robot).ignored_pairs}
    new = tuple(each for each in added if each.links not in known)
    return replace(robot, ignored_pairs=(*pairs, *new), checked_pairs=(*checked, *again))


# Joints


def with_limits(robot: Robot, limits: Mapping[str, Mapping[str, float]]) -> Robot:
    """Return the robot with other limits of joints; acceleration and jerk only where a joint itself has them.

    Raises:
        Refused: A joint does not exist or has several axes, or limits contradict each other.
    """
    for name, values in limits.items():
        _check_name(name, "joint", robot.joint_by_name)
        joint = robot.joint_by_name[name]
        axis = joint.axis
        if axis is None or not is_limited(joint):
            raise Refused(
                422,
                f"the joint {quoted(name)} has no limits to change: they need one axis of a type with limits",
            )
        changed = _limited(joint, axis, values)
        if changed != axis:
            robot = robot.with_joint(replace(joint, axes=(changed,)))
    return robot


def is_limited(joint: Joint) -> bool:
    """Return True if a joint turns about or slides along one axis, even if it follows another joint."""
    return joint.axis is not None and joint.type in (
        JointType.REVOLUTE,
        JointType.CONTINUOUS,
        JointType.PRISMATIC,
        JointType.SCREW,
    )


def _limited(joint: Joint, axis: Axis, values: Mapping[str, float]) -> Axis:
    old = axis.hard or Limits()
    if joint.type is JointType.CONTINUOUS and any(each in values for each in POSITIONS):
        raise Refused(422, f"the joint {quoted(joint.name)} is continuous: it has no position limits")
    changes = {name: each for name, each in values.items() if name not in _RATES or getattr(old, name) is not None}
    new = replace(old, **changes)
    for name in ("velocity", "effort", *_RATES):
        value = values.get(name)
        if value is not None and (value < 0 or (value == 0 and name in _RATES)):
            raise Refused(422, f"the {name} limit of joint {quoted(joint.name)} is {value:g}; it must be positive")
    if new.lower is not None and new.upper is not None and new.lower > new.upper:
        words = f"joint {quoted(joint.name)}: the lower limit {new.lower:g} is above the upper limit {new.upper:g}"
        raise Refused(422, words)
    return axis if new == old else replace(axis, hard=new)


def with_rates(robot: Robot, limits: Mapping[str, Mapping[str, float]]) -> Robot:
    """Return the robot with other limits of acceleration and jerk in its configuration space."""
    if robot.cspace is None:
        return robot
    joints = tuple(_rated(each, limits.get(each.joint, {})) for each in robot.cspace.joints)
    return robot if joints == robot.cspace.joints else replace(robot, cspace=replace(robot.cspace, joints=joints))


def _rated(joint: CSpaceJoint, values: Mapping[str, float]) -> CSpaceJoint:
    return replace(joint, **{f"{name}_limit": values[name] for name in _RATES if name in values})


def with_defaults(robot: Robot, defaults: Mapping[str, float]) -> Robot:
    """Return the robot with other default positions, in the order in which it had them.

    Raises:
        Refused: A joint does not exist or does not move by itself, or a new position is outside its limits.
    """
    old = {each.joint: each for each in robot.default_positions}
    for name, value in defaults.items():
        if name not in old or old[name].values != (value,):
            _check_name(name, "joint", robot.joint_by_name)
            _check_default(robot.joint_by_name[name], value)
    kept = [_placed(each, defaults[each.joint]) for each in robot.default_positions if each.joint in defaults]
    new = [JointValue(joint=name, values=(value,)) for name, value in defaults.items() if name not in old]
    return replace(robot, default_positions=(*kept, *new))


def _placed(old: JointValue, value: float) -> JointValue:
    return old if old.values == (value,) else replace(old, values=(value,))


def _check_default(joint: Joint, value: float) -> None:
    if not moves_itself(joint):
        raise Refused(422, f"the joint {quoted(joint.name)} does not move by itself: it has no default position")
    limits = joint.axis.limits if joint.axis is not None and joint.type is not JointType.CONTINUOUS else Limits()
    words = f"the default position {value:g} of {quoted(joint.name)} is"
    if limits.lower is not None and value < limits.lower - _ROUNDING:
        raise Refused(422, f"{words} below the lower limit {limits.lower:g}")
    if limits.upper is not None and value > limits.upper + _ROUNDING:
        raise Refused(422, f"{words} above the upper limit {limits.upper:g}")


def with_tools(robot: Robot, tools: tuple[str, ...]) -> Robot:
    """Return the robot with other tool frames.

    Raises:
        Refused: A frame does not exist.
    """
    for name in tools:
        if name not in robot.tool_frames:
            _check_name(name, "link or frame", robot.frame_names)
    return robot if tools == robot.tool_frames else replace(robot, tool_frames=tools)


def _check_name(name: str, kind: str, known: Collection[str]) -> None:
    if name not in known:
        raise Refused(422, f"the robot has no {kind} {quoted(name)}{did_you_mean(name[:80], known)}")


# The present properties


def setup_of(robot: Robot, documents: Collection[str]) -> Described:
    """Return the joints with their limits and default positions, the tool frames, and the pairs that are not checked.

    Args:
        documents: The documents that can be changed in place; properties in others are locked.
    """
    return {
        "joints": list(_joints(robot, documents)),
        "tools": list(robot.tool_frames),
        "pairs": list(_pairs(robot, documents)),
    }


def _pairs(robot: Robot, documents: Collection[str]) -> Iterator[Described]:
    """Yield each pair once, with the first of several reasons."""
    found: dict[frozenset[str], Described] = {}
    for each in spell_out_pairs(robot).ignored_pairs:
        row: Described = {"a": each.first, "b": each.second, "reason": each.reason, "locked": None}
        row = found.setdefault(each.links, row)
        row["locked"] = row["locked"] or _locked(each, documents)
    return iter(found.values())


def _locked(node: Node, documents: Collection[str]) -> str | None:
    """Return the name of a document that cannot be changed in place; None if it can."""
    document = node.origin.document if node.origin is not None else None
    return None if document is None or document in documents else PurePath(document).name


def _joints(robot: Robot, documents: Collection[str]) -> Iterator[Described]:
    defaults = {each.joint: each.values[0] for each in robot.default_positions if len(each.values) == 1}
    for joint in robot.all_joints:
        if is_limited(joint) and robot.joint_by_name[joint.name] is joint:
            yield {
                "name": joint.name,
                "unit": "m" if joint.axis is not None and joint.axis.motion is Motion.SLIDE else "rad",
                "limits": _limits(joint, robot),
                "fixed": _fixed(joint, robot),
                "locked": _locked(joint, documents),
                "default": defaults.get(joint.name),
                "stands": moves_itself(joint),
            }


def _limits(joint: Joint, robot: Robot) -> Described:
    """Return the limits of a joint, with the acceleration and jerk of the configuration space."""
    hard = joint.axis.hard if joint.axis is not None else None
    found: Described = {name: getattr(hard, name, None) for name in LIMITS}
    for each in robot.cspace.joints if robot.cspace is not None else ():
        if each.joint == joint.name:
            rates = {"acceleration": each.acceleration_limit, "jerk": each.jerk_limit}
            found |= {name: rate for name, rate in rates.items() if rate is not None}
    return found


def _fixed(joint: Joint, robot: Robot) -> list[str]:
    """Return the limits that no document can store: positions of a continuous joint, rates of an uncontrolled one."""
    controlled = {each.joint for each in robot.cspace.joints} if robot.cspace is not None else set()
    hard = joint.axis.hard if joint.axis is not None else None
    found = ["lower", "upper"] if joint.type is JointType.CONTINUOUS else []
    rates = [] if joint.name in controlled else ["acceleration", "jerk"]
    return found + [name for name in rates if getattr(hard, name, None) is None]
