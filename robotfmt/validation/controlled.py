"""Checks of the controlled joints: those that cannot be driven, and those that one number cannot control."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .. import codes
from ..codes.planning import SEVERAL_VALUES
from ..diagnostics import Report, Severity
from ..edit.parts import joints_above
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
    wanted = _joints_over(robot, (*robot.tool_frames, *ends), bases)
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


def _joints_over(robot: Robot, ends: Iterable[str | None], bases: Collection[str]) -> set[str]:
    """Return the joints above links and frames, up to a base."""
    above = joints_above(robot)
    frames = {frame.name: frame.parent for frame in robot.frames}
    found: set[str] = set()
    for end in ends:
        link = end
        while link in frames and link not in robot.link_by_name:
            link = frames[link]
        while link is not None and link in above and link not in bases and above[link].name not in found:
            found.add(above[link].name)
            link = above[link].parent
    return found
