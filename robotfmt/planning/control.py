"""The controlled joints, their limits, and the tool frames."""

from __future__ import annotations

from collections.abc import Collection

from ..adapting.frames import tool_link
from ..codes import planning as codes
from ..diagnostics import Report, quoted
from ..edit.naming import no_such
from ..errors import UsageError
from ..kinematics.groups import Members, hierarchy_of
from ..kinematics.joint_values import has_several_values, moves_itself, undriven
from ..kinematics.limbs import tips
from ..kinematics.tree import joints_over, roots
from ..model import CSpace, CSpaceJoint, Robot
from ..model.record import replace
from ..validation.motion import report_several_values, splitting
from .defaults import report_undriven, with_limits_of_joints
from .plan import PlanOptions

_SHOWN = 8


def with_control(robot: Robot, options: PlanOptions, report: Report) -> Robot:
    """Return the robot with its configuration space and tool frames, by the options, the documents, or assumptions.

    Raises:
        UsageError: An option names an unknown part, or a joint that cannot be controlled.
    """
    robot = _with_tools(robot, options)
    given = bool(options.joints or options.group or options.base or options.tools)
    if robot.cspace is None or given:
        names = _joints(robot, options)
        old = {each.joint: each for each in robot.cspace.joints} if robot.cspace is not None else {}
        joints = tuple(old.get(name, CSpaceJoint(joint=name)) for name in names)
        robot = replace(robot, cspace=CSpace(joints=joints))
        if not options.joints:
            report_undriven(robot, report)
            report_several_values(robot, _wanted(robot, options), report)
        if not given:
            _report(robot, names, report)
    return _with_limits(with_limits_of_joints(robot), options)


def _with_tools(robot: Robot, options: PlanOptions) -> Robot:
    known = {*robot.link_by_name, *(frame.name for frame in robot.frames)}
    for name in (*options.tools, *filter(None, [options.base])):
        if name not in known:
            raise no_such("link", name, known)
    if options.tools or not robot.tool_frames:
        return replace(robot, tool_frames=options.tools or _tools(robot))
    return robot


def _tools(robot: Robot) -> tuple[str, ...]:
    """Return the ends of arms: of manipulators, end effectors or the chain of a single group, else of the joints."""
    stated = [tool_link(robot, each) or each.tip for each in robot.manipulators] or [
        each.parent_link for each in robot.end_effectors
    ]
    chains = [chain.tip for group in robot.groups for chain in group.chains]
    found = dict.fromkeys(stated or (chains if len(chains) == 1 else ()))
    return tuple(name for name in found if name in robot.link_by_name) or tips(robot)


def _joints(robot: Robot, options: PlanOptions) -> list[str]:
    """Return the joints to control, in the order of the robot: otherwise cuRobo assigns positions to the wrong ones."""
    wanted = _wanted(robot, options)
    still = undriven(robot) if not options.joints else {}
    return [
        joint.name for joint in robot.joints if joint.name in wanted and moves_itself(joint) and joint.name not in still
    ]


def _wanted(robot: Robot, options: PlanOptions) -> Collection[str]:
    """Return the joints that are asked for, whether or not they can be controlled."""
    if options.joints:
        return _known(robot, options.joints)
    if options.group is not None:
        return _of_group(robot, options.group)
    return _between(robot, options.base, robot.tool_frames)


def _known(robot: Robot, names: Collection[str]) -> Collection[str]:
    for name in names:
        joint = robot.joint_by_name.get(name)
        if joint is None:
            raise no_such("joint", name, robot.joint_by_name)
        if not moves_itself(joint):
            message = f"the joint '{name}' cannot be controlled by one number"
            help = splitting(joint) if has_several_values(joint) else None
            raise UsageError(codes.NOT_CONTROLLED, message, joint.origin, help=help)
    return names


def _of_group(robot: Robot, name: str) -> Collection[str]:
    if name not in {group.name for group in robot.groups}:
        raise no_such("group", name, [group.name for group in robot.groups])
    found = Members(robot.groups, hierarchy_of(robot)).joints(name)
    if not found:
        raise UsageError(codes.NOT_CONTROLLED, f"the joints of the group '{name}' are unknown")
    return found


def _between(robot: Robot, base: str | None, tools: Collection[str]) -> Collection[str]:
    """Return the joints on the paths from the base to the tools; all of them if there are no tools."""
    found: set[str] = set()
    for tool in tools:
        names, link = joints_over(robot, tool, () if base is None else (base,))
        found.update(names)
        if base is not None and link != base and base in robot.link_by_name:
            raise UsageError(codes.NOT_CONTROLLED, f"'{tool}' is not below '{base}'")
    return found


def _report(robot: Robot, names: list[str], report: Report) -> None:
    base = next(iter(roots(robot)), "")
    tools = " and ".join(map(quoted, robot.tool_frames[:_SHOWN]))
    joints = "1 joint is" if len(names) == 1 else f"{len(names) or 'no'} joints are"
    way = f", from '{base}' to {tools}: {', '.join(names)}" if names else ""
    report.add(codes.JOINTS, f"{joints} controlled{way}", robot.origin)


def _with_limits(robot: Robot, options: PlanOptions) -> Robot:
    """Use the limits of the options if neither a document nor a joint gives any."""
    assert robot.cspace is not None
    joints = tuple(
        replace(
            each,
            acceleration_limit=_or(each.acceleration_limit, options.acceleration),
            jerk_limit=_or(each.jerk_limit, options.jerk),
        )
        for each in robot.cspace.joints
    )
    return replace(robot, cspace=replace(robot.cspace, joints=joints))


def _or(value: float | None, other: float | None) -> float | None:
    return other if value is None else value
