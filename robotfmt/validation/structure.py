"""Checks of the structure of a robot: names, references, tree, axes, couplings, and the spelling of URIs, some of which
other programs do not read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from .. import codes
from ..assets.uris import files_of, parse, understood
from ..diagnostics import Code, Report, Severity, did_you_mean, quoted
from ..kinematics.tree import in_rings, ring, roots
from ..model import Joint, JointType, Node, Origin, Robot, World
from ..model.joint import leaders, led_by
from .magnitude import check_magnitudes

# Robots


def check_spelling(robot: Robot, report: Report) -> None:
    """Find URIs that only lenient readers accept; each is reported once, at its first place."""
    reported: set[str] = set()
    for uri, origin in files_of(robot):
        if uri not in reported:
            reported.add(uri)
            for code in parse(uri).oddities:
                report.add(code, f"the URI {quoted(uri)} is read as {quoted(understood(uri))}", origin)


_STILL = (JointType.FIXED, JointType.FLOATING, JointType.BALL, JointType.ON_OFF, None)


class _Named(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def origin(self) -> Origin | None: ...


def check_structure(robot: Robot, report: Report, *, reversed_limits: Severity = Severity.WARNING) -> None:
    """Find faults that prevent a conversion (errors), or cause problems in programs (warnings).

    Names are compared with links only if the robot has links: an XRDF alone has none.

    Args:
        robot: The robot.
        report: Where findings go.
        reversed_limits: The severity of limits in the wrong order, which a conversion can carry over.
    """
    _duplicates(robot.links, codes.DUPLICATE_LINK, "link", report)
    _duplicates(robot.all_joints, codes.DUPLICATE_JOINT, "joint", report)
    if robot.links or robot.joints:
        _ends(robot, report)
        _tree(robot, report)
    elif not robot.sphere_sets and robot.cspace is None:
        report.add(codes.NO_LINKS, "the robot has no links", robot.origin)
    for joint in robot.all_joints:
        _axes(joint, report, reversed_limits)
    _couplings(robot, report)
    _materials(robot, report)
    check_spelling(robot, report)
    check_magnitudes(robot, report)


def _duplicates(nodes: Iterable[_Named], code: Code, kind: str, report: Report) -> None:
    first: dict[str, _Named] = {}
    for node in nodes:
        other = first.setdefault(node.name, node)
        if other is not node:
            line = other.origin.line if other.origin is not None else None
            where = f", as on line {line}" if line is not None else ""
            report.add(code, f"two {kind}s are named '{node.name}'{where}", node.origin)


def _ends(robot: Robot, report: Report) -> None:
    for joint in robot.all_joints:
        for end, name in (("parent", joint.parent), ("child", joint.child)):
            if name is not None and name not in robot.frame_names:
                message = f"the {end} of joint '{joint.name}', '{name}', is not a link"
                report.add(codes.UNKNOWN_LINK, message, joint.origin)


def _tree(robot: Robot, report: Report) -> None:
    """Report links with two parents, cycles, and several roots."""
    parents: dict[str, Joint] = {}
    for joint in robot.joints:
        if joint.child is None:
            continue
        other = parents.setdefault(joint.child, joint)
        if other is not joint:
            message = f"link '{joint.child}' is the child of joints '{other.name}' and '{joint.name}'"
            report.add(codes.TWO_PARENTS, message, joint.origin)
    joints = ring(robot)
    if joints:
        names = ", ".join(f"'{joint.name}'" for joint in reversed(joints[:8]))
        report.add(codes.CYCLE, f"the joints {names} form a cycle", joints[0].origin)
    tops = roots(robot)
    if len(tops) > 1:
        message = f"{len(tops)} links have no parent: {', '.join(repr(name) for name in tops[:5])}"
        report.add(codes.SEVERAL_ROOTS, message, robot.origin)


def _axes(joint: Joint, report: Report, reversed_limits: Severity) -> None:
    for axis in joint.axes:
        if joint.type not in _STILL and not any(axis.direction_or_x):
            message = f"joint '{joint.name}' has an axis of length zero"
            report.add(codes.ZERO_AXIS, message, axis.origin)
        lower, upper = (axis.hard.lower, axis.hard.upper) if axis.hard is not None else (None, None)
        if lower is not None and upper is not None and lower > upper:
            message = f"joint '{joint.name}': the lower limit {lower:g} is above the upper limit {upper:g}"
            at = axis.hard.origin if axis.hard else None
            report.add(codes.LIMITS_REVERSED, message, at, severity=reversed_limits)


def _couplings(robot: Robot, report: Report) -> None:
    follows = {joint.name: leaders(joint) for joint in robot.all_joints}
    for joint in robot.all_joints:
        for axis in joint.axes:
            for name in led_by(axis):
                if name not in robot.joint_by_name:
                    message = f"joint '{joint.name}' follows '{name}', which is not a joint"
                    at = axis.coupling.origin if axis.coupling is not None else None
                    report.add(codes.UNKNOWN_JOINT, message, at or joint.origin)
    for name in _first_of_rings(follows):
        message = f"joint '{name}' follows itself, directly or through other joints"
        report.add(codes.COUPLING_CYCLE, message, robot.joint_by_name[name].origin)


def _first_of_rings(follows: dict[str, list[str]]) -> list[str]:
    """Return joints that follow themselves through others, one for each cycle."""
    stuck = in_rings(follows)
    found: list[str] = []
    walked: dict[str, str] = {}
    """The joint at which the walk over a joint began."""
    for start in (each for each in follows if each in stuck):
        name = start
        while name not in walked:
            walked[name] = start
            name = next(each for each in follows[name] if each in stuck)
        if walked[name] == start:
            found.append(name)
    return found


def _materials(robot: Robot, report: Report) -> None:
    for link in robot.links:
        for geometry in link.visuals:
            material = geometry.material
            if material is None or not material.is_reference or not material.name:
                continue
            if material.name not in robot.material_by_name:
                message = f"the material '{material.name}' of link '{link.name}' is not defined"
                report.add(codes.UNKNOWN_MATERIAL, message, material.origin)


# Worlds


def check_world(world: World, report: Report) -> None:
    """Find robots with the same name, joints and frames with unknown ends, and gravity that points up."""
    for name, count in Counter(each.name for each in world.robots).items():
        if count > 1:
            message = f"{count} robots of the world are called '{name}'"
            report.add(codes.SAME_ROBOT, message, world.robot_by_name[name].origin)
    if world.gravity is not None and world.gravity[2] > 0:
        message = f"the gravity is {' '.join(f'{each:g}' for each in world.gravity)} m/s^2: things fall upwards"
        report.add(codes.GRAVITY_UP, message, world.origin)
    for joint in world.joints:
        who = f"joint '{joint.name}' of the world"
        _end(world, joint, who, joint.parent_robot, joint.joint.parent, report)
        _end(world, joint, who, joint.child_robot, joint.joint.child, report)
    for frame in world.frames:
        _end(world, frame, f"frame '{frame.name}' of the world", frame.robot, frame.parent, report)


def _end(world: World, it: Node, who: str, robot: str | None, link: str | None, report: Report) -> None:
    if robot is None:
        if link is not None:
            message = f"{who} is on the link '{link}' of no robot"
            report.add(codes.UNKNOWN_END, message, it.origin)
        return
    placed = world.robot_by_name.get(robot)
    if placed is None:
        message = f"{who} is on the robot '{robot}', which does not exist"
        hint = did_you_mean(robot, world.robot_by_name)
        report.add(codes.UNKNOWN_END, f"{message}{hint}", it.origin)
    elif link is None or link not in placed.robot.frame_names:
        what = f"the link '{link}' of '{robot}', which does not exist" if link is not None else "no link"
        hint = did_you_mean(link, placed.robot.frame_names) if link is not None else ""
        report.add(codes.UNKNOWN_END, f"{who} is on {what}{hint}", it.origin)
