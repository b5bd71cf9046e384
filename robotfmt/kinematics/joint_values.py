"""Parse joint values: ``elbow=90deg,rail=30mm``, or the name of a state; and the rest positions of joints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import radians

from ..codes import USAGE
from ..diagnostics import did_you_mean
from ..documents.tokens import BadToken, reals
from ..errors import UsageError
from ..model import Joint, JointType, JointValue, Motion, Robot

_ANGLES = {"deg": radians(1.0), "rad": 1.0}
_LENGTHS = {"um": 1e-6, "mm": 1e-3, "cm": 1e-2, "m": 1.0}
_NUMBER = re.compile(r"(\S*?)\s*(deg|rad|um|mm|cm|m)?(?=\s|$)")


def configurations(robots: Sequence[Robot], text: str) -> list[dict[str, list[list[float]]]]:
    """Return the joint values in a text, for each of several robots: those of its own joints.

    Args:
        text: Comma-separated parts; later ones override earlier ones. Each is ``JOINT=VALUE``, as for
            :func:`positions_in`; or the name of a state, or ``default`` or ``scene`` for the values of documents.

    Raises:
        UsageError: A part is unknown to all of the robots.
    """
    found: list[dict[str, list[list[float]]]] = [{} for _ in robots]
    for part in filter(None, map(str.strip, text.split(","))):
        name, equals, value = part.partition("=")
        joints = [robot.joint_by_name[name] for robot in robots if name in robot.joint_by_name]
        numbers = list(positions_in(value, joints[0] if joints else None)) if equals else []
        asked = [_joint(robot, name, numbers) if equals else state_values(robot, name) for robot in robots]
        if not any(asked):
            known = [each for robot in robots for each in (_joints(robot) if equals else states(robot))]
            what = "joint" if equals else "state"
            message = f"the {what} '{name}' does not exist{did_you_mean(name, known) or _all(known)}"
            raise UsageError(USAGE, message)
        for values, new in zip(found, asked, strict=True):
            values.update(new)
    return found


def _all(known: list[str]) -> str:
    return f"; there are: {', '.join(dict.fromkeys(known))}" if known else "; there are none"


def positions_in(text: str, joint: Joint | None = None) -> tuple[float, ...]:
    """Return the numbers in a text, in radians and metres: ``0.3``, ``90deg``, ``30mm``, ``10 20 deg``.

    Args:
        text: Numbers separated by spaces, one for each degree of freedom, in radians or metres, or with a unit:
            ``deg``, ``rad``, ``um``, ``mm``, ``cm`` or ``m``. The last one's unit is that of all numbers without one.
        joint: The joint whose units are checked; None if it is not known.

    Raises:
        UsageError: A part is not a number, or the unit is not that of the joint.
    """
    found = [(each.group(1), each.group(2)) for each in _NUMBER.finditer(text.strip()) if each.group(1)]
    try:
        numbers = reals(" ".join(number for number, _ in found))
    except BadToken as error:
        raise UsageError(USAGE, f"'{text}' {error}") from error
    last = found[-1][1] if found else None
    units = [unit or last for _, unit in found]
    if joint is not None and len(joint.axes) == len(numbers) and not has_pose(joint):
        for axis, unit in zip(joint.axes, units, strict=True):
            _check_unit(joint, axis.motion, unit, text)
    known = {**_ANGLES, **_LENGTHS}
    return tuple(number * known[unit] if unit else number for number, unit in zip(numbers, units, strict=True))


def _check_unit(joint: Joint, motion: Motion, unit: str | None, text: str) -> None:
    if unit is None or unit in (_LENGTHS if motion is Motion.SLIDE else _ANGLES):
        return
    verb, example = ("slides", "30mm, or 0.03 for metres") if motion is Motion.SLIDE else ("turns", "15deg, or 0.26")
    raise UsageError(USAGE, f"joint '{joint.name}' {verb}, so its position cannot be '{text}'; write {example}")


def _joint(robot: Robot, name: str, numbers: list[float]) -> dict[str, list[list[float]]]:
    return {name: [numbers]} if name in robot.joint_by_name else {}


def _joints(robot: Robot) -> Iterable[str]:
    return robot.joint_by_name


def state_values(robot: Robot, name: str) -> dict[str, list[list[float]]]:
    """Return the joint values of a state, for :func:`.forward.forward_kinematics`; empty if it does not exist."""
    values = states(robot).get(name, ())
    return {each.joint: [list(each.values)] for each in values if each.joint in robot.joint_by_name and each.values}


def states(robot: Robot) -> dict[str, list[JointValue]]:
    """Return the values of every state; those of states with the same name in several groups are combined."""
    found: dict[str, list[JointValue]] = {}
    for state in robot.states:
        found.setdefault(state.name, []).extend(state.values)
    for name, values in (("default", robot.default_positions), ("scene", robot.scene_positions)):
        if values:
            found.setdefault(name, list(values))
    return found


# Rest positions

_SINGLE = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC, JointType.SCREW)
_SEVERAL = (JointType.PLANAR, JointType.FLOATING, JointType.BALL)


def moves_itself(joint: Joint) -> bool:
    """Return True if a joint turns or slides with one degree of freedom, and is not a mimic joint."""
    return joint.type in _SINGLE and joint.coupling is None


def has_several_values(joint: Joint) -> bool:
    """Return True if a position of a joint is more than one number."""
    return joint.type in _SEVERAL or (joint.type is not JointType.FIXED and len(joint.axes) > 1)


def has_pose(joint: Joint) -> bool:
    """Return True if the positions of a joint are those of a motion in a plane or in space, not of its axes."""
    return joint.type in _SEVERAL


def undriven(robot: Robot) -> dict[str, str]:
    """Return the undriven joints, each with the reason: ``passive``, ``not active`` or ``locked``.

    SRDF lists passive joints. In OpenRAVE, inactive joints are not degrees of freedom of the robot, and locked ones
    do not move (OpenRAVE COLLADA extensions, ``<active>`` and ``<locked>``).
    """
    found = dict.fromkeys((each.joint for each in robot.passive_joints), "passive")
    for joint in robot.joints:
        for axis in joint.axes:
            if axis.locked or axis.active is False:
                found.setdefault(joint.name, "locked" if axis.locked else "not active")
    return found


def rest(joint: Joint) -> float:
    """Return 0, or the limit closest to it, using the narrower of hard and soft limits."""
    if joint.axis is None or joint.type is JointType.CONTINUOUS:
        return 0.0
    limits = joint.axis.limits
    upper = limits.upper or 0.0
    return upper if upper < 0 else max(0.0, limits.lower or 0.0)


def default_pose(robot: Robot) -> dict[str, float]:
    """Return the default position of each independent joint; if none is given, its rest position."""
    given = {each.joint: each.values[0] for each in robot.default_positions if len(each.values) == 1}
    return {joint.name: given.get(joint.name, rest(joint)) for joint in robot.joints if moves_itself(joint)}


def first_pose(robot: Robot) -> dict[str, float]:
    """Return the initial pose of a shown robot: the default pose of a document, or else all joints at zero."""
    return default_pose(robot) if robot.default_positions else {}


def first_poses(robots: Sequence[Robot]) -> list[dict[str, float]]:
    """Return the initial poses of robots that are shown side by side: equal joints have equal values."""
    found = {name: value for robot in robots for name, value in first_pose(robot).items()}
    return [{name: value for name, value in found.items() if name in robot.joint_by_name} for robot in robots]
