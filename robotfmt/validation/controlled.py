"""Checks of the controlled joints: those that cannot be driven, and those that one number cannot control."""

from __future__ import annotations

from collections.abc import Collection

from .. import codes
from ..codes.planning import SEVERAL_VALUES
from ..diagnostics import Report, Severity
from ..kinematics.parts import joints_over
from ..kinematics.rest_pose import has_several_values, undriven
from ..model import Joint, Robot, SetBaseFrame


def check_controlled(robot: Robot, report: Report) -> None:
    """Find controlled joints that cannot be driven, and joints that a planner cannot control.

    The latter are above the tools and the controlled joints, and below the base.
    """
    if robot.cspace is None:
        return
    still = undriven(robot)
    for each in robot.cspace.joints:
        if each.joint in still:
            message = f"the configuration space has joint '{each.joint}', which is {still[each.joint]}"
            report.add(codes.UNDRIVEN, message, each.origin or robot.cspace.origin)
    known = robot.joint_by_name
    ends = [known[each.joint].child for each in robot.cspace.joints if each.joint in known]
    bases = {each.frame for each in robot.modifiers if isinstance(each, SetBaseFrame)}
    # A note, because the joints of a configuration space are chosen: the others are left out on purpose.
    above = (joints_over(robot, end, bases)[0] for end in (*robot.tool_frames, *ends) if end is not None)
    wanted = set[str]().union(*above)
    report_several_values(robot, wanted, report, Severity.NOTE)


def report_several_values(
    robot: Robot, wanted: Collection[str], report: Report, severity: Severity | None = None
) -> None:
    """Report the joints among some that one number cannot control.

    Args:
        wanted: The names of joints that a planner should control.
        severity: By default the code's own.
    """
    for joint in robot.joints:
        if joint.name in wanted and has_several_values(joint):
            kind = joint.type.value if joint.type is not None else "compound"
            message = f"the {kind} joint '{joint.name}' is not controlled; a planner has one number per joint"
            report.add(SEVERAL_VALUES, message, joint.origin, severity=severity, help=splitting(joint))


def splitting(joint: Joint) -> str:
    """Return the help for a joint that one number cannot control."""
    return f"Split it first: robotfmt edit ROBOT --split {joint.name} -o NEW."
