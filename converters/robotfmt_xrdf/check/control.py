"""Default positions (XRDF 1.0 §6), the configuration space (§7) and the tools (§8)."""

from __future__ import annotations

from itertools import pairwise

from robotfmt.diagnostics import Severity, quoted
from robotfmt.kinematics.joint_values import moves_itself, rest
from robotfmt.kinematics.tree import joints_above
from robotfmt.model import Joint, JointType, Robot
from robotfmt.model.joint import leaders

from ..codes import (
    CSPACE_EMPTY,
    CSPACE_ORDER,
    DEFAULT_JOINT_MULTI_DOF,
    DEFAULT_MISSING_NONZERO,
    DEFAULT_UNSPECIFIED,
    DEFAULTS_ABSENT,
    END_EFFECTOR,
    LIMITS_EDITOR_DEFAULT,
    TOOL_FRAMES_EMPTY,
)
from .document import Checked, listed

_SEVERAL: dict[JointType | None, str] = {
    JointType.PLANAR: "planar",
    JointType.FLOATING: "floating",
    JointType.BALL: "a ball joint",
    JointType.UNIVERSAL: "universal",
    JointType.COMPOUND: "a joint with several degrees of freedom",
}
_EDITOR = (10.0, 10000.0)
"""The acceleration and the jerk that Isaac Sim's editor writes for every joint."""


def check_default_positions(it: Checked) -> None:
    """Find joints without a default position, and joints that XRDF does not support a default for."""
    if not it.has_key("default_joint_positions"):
        it.add(DEFAULTS_ABSENT, "the document has no 'default_joint_positions', which cuRobo requires")
    for value in it.robot.default_positions:
        joint = it.robot.joint_by_name.get(value.joint)
        if joint is not None and joint.type in _SEVERAL:
            kind = _SEVERAL[joint.type]
            message = f"the joint {quoted(joint.name)} is {kind}: it has several position values"
            it.add(DEFAULT_JOINT_MULTI_DOF, message, value.origin)
    given = {value.joint for value in it.robot.default_positions}
    left = [joint for joint in it.modified.joints if moves_itself(joint) and joint.name not in given]
    at = it.robot.default_positions[0].origin if it.robot.default_positions else None
    for joint in left:
        if rest(joint):
            message = f"the joint {quoted(joint.name)} has no default position; assuming {rest(joint):g}"
            it.add(DEFAULT_MISSING_NONZERO, f"{message}, its limit closest to 0; cuRobo assumes 0", at)
    zeros = [joint.name for joint in left if not rest(joint)]
    if zeros:
        it.add(DEFAULT_UNSPECIFIED, f"no default position given; these joints are at 0: {listed(zeros)}", at)


def check_cspace(it: Checked) -> None:
    """Find a configuration space that is empty, has another order than the robot, or has a program's default limits."""
    cspace = it.robot.cspace
    if cspace is None:
        return
    if not cspace.joints:
        it.add(CSPACE_EMPTY, "the configuration space has no joint", cspace.origin)
        return
    limits = {(each.acceleration_limit, each.jerk_limit) for each in cspace.joints}
    if limits == {_EDITOR}:
        message = "all acceleration limits are 10, and all jerk limits 10000, as Isaac Sim's editor fills them in"
        it.add(LIMITS_EDITOR_DEFAULT, message, cspace.origin)
    order = {joint.name: number for number, joint in enumerate(it.robot.joints)}
    known = [each for each in cspace.joints if each.joint in order]
    for first, second in pairwise(known):
        if order[first.joint] > order[second.joint]:
            message = f"{quoted(first.joint)} comes before {quoted(second.joint)}, but after it in the robot"
            it.add(CSPACE_ORDER, f"{message}; cuRobo mixes up their default positions", second.origin)
            return


def check_tool_frames(it: Checked) -> None:
    """Report the end effector, and whether it moves."""
    tools = it.robot.tool_frames
    if not tools:
        it.add(TOOL_FRAMES_EMPTY, "the document names no tool frame")
    elif tools[0] in it.modified.link_by_name and not _moves(tools[0], it.modified):
        message = f"the end effector {quoted(tools[0])} does not move with the configuration space"
        it.add(END_EFFECTOR, message, severity=Severity.WARNING)
    else:
        first, *others = tools
        rank = f"the first of {len(tools)} tool frames" if others else "the only tool frame"
        it.add(END_EFFECTOR, f"the end effector is {quoted(first)}, {rank}")


def _moves(frame: str, robot: Robot) -> bool:
    """Return True if a joint of the configuration space, or a mimic of one, lies between a frame and the root."""
    controlled = {each.joint for each in robot.cspace.joints} if robot.cspace is not None else set[str]()
    above, seen = joints_above(robot), set[str]()
    while frame in above and frame not in seen:
        seen.add(frame)
        if _is_led(above[frame], controlled, robot):
            return True
        frame = above[frame].parent or ""
    return False


def _is_led(joint: Joint, controlled: set[str], robot: Robot) -> bool:
    pending, seen = [joint.name], set[str]()
    while pending:
        name = pending.pop()
        if name in controlled:
            return True
        seen.add(name)
        found = robot.joint_by_name.get(name)
        pending += [each for each in leaders(found) if each not in seen] if found is not None else []
    return False
