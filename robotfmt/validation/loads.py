"""Checks of efforts against gravity: a joint that is weaker than what it carries cannot hold the robot."""

from __future__ import annotations

import math
from collections.abc import Iterator

from .. import codes
from ..diagnostics import Report, Severity
from ..kinematics.tree import base_of, downward, ring, roots
from ..model import Base, Joint, JointType, Link, Motion, Pose, Robot
from ..model.record import replace
from .inertia import mass_of

_GRAVITY = 9.81
_CERTAIN = 2.0
"""The ratio of load and effort from which no choice of poses explains it: makers state efforts for usual poses."""
_DRIVEN = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC)
_TRAVEL = 1.0
"""The travel in metres that is assumed of a slide without limits."""


def check_loads(robot: Robot, report: Report) -> None:
    """Find joints whose effort cannot hold what they carry in each pose, with the root at rest.

    A joint without an effort, with effort 0 or that follows another one is not compared; a robot with several roots or
    cycles neither.
    """
    if len(roots(robot)) != 1 or ring(robot):
        return
    robot = weighed(robot)
    weak = [joint for joint, most in upper_bounds(robot) if 0 < _effort(joint) < most]
    if not weak:
        return
    from ..kinematics.loads import largest_loads  # loads numpy, which most robots do not need

    loads = largest_loads(robot, weak)
    for joint in weak:
        effort, load = _effort(joint), loads.get(joint.name)
        if load is not None and load.gravity > effort:
            unit = "N" if joint.axes[0].motion is Motion.SLIDE else "N m"
            message = f"joint '{joint.name}' has effort {effort:g} {unit}, but gravity loads it with up to"
            at = joint.axes[0].hard.origin if joint.axes[0].hard is not None else None
            is_certain = load.gravity > _CERTAIN * effort and base_of(robot) is not Base.FLOATING
            severity = Severity.WARNING if is_certain else Severity.NOTE
            report.add(codes.WEAK, f"{message} {load.gravity:.3g} {unit}", at or joint.origin, severity=severity)


def _effort(joint: Joint) -> float:
    hard = joint.axes[0].hard
    return (hard.effort if hard is not None else None) or 0.0


def weighed(robot: Robot) -> Robot:
    """Return the robot without the masses that a document takes from gravity."""

    def kept(link: Link) -> Link:
        floats = link.simulation is not None and link.simulation.gravity is False
        return replace(link, inertial=None) if floats else link

    return replace(robot, links=tuple(map(kept, robot.links)))


def upper_bounds(robot: Robot) -> Iterator[tuple[Joint, float]]:
    """Yield the driven joints with a torque or a force that gravity cannot exceed, as if all were stretched out."""
    masses = {link.name: mass_of(link) for link in robot.links}
    moments = {link.name: masses[link.name] * _lever(link) for link in robot.links}
    for joint in reversed(list(downward(robot))):
        parent, child = joint.parent or "", joint.child or ""
        if parent not in masses or child not in masses:
            continue
        below = moments[child] + masses[child] * _length(joint.pose_in_child)
        if joint.type in _DRIVEN and len(joint.axes) == 1 and joint.axes[0].coupling is None:
            yield joint, _GRAVITY * (masses[child] if joint.axes[0].motion is Motion.SLIDE else below)
        away = _length(joint.pose_in_parent) + _travel(joint)
        moments[parent] += below + masses[child] * away
        masses[parent] += masses[child]


def _lever(link: Link) -> float:
    return _length(link.inertial.pose) if link.inertial is not None else 0.0


def _length(pose: Pose | None) -> float:
    return math.hypot(*pose.xyz) if pose is not None else 0.0


def _travel(joint: Joint) -> float:
    limits = [each.hard for each in joint.axes if each.motion is Motion.SLIDE]
    ends = [(it.lower, it.upper) if it is not None else (None, None) for it in limits]
    return sum(max(abs(_TRAVEL if end is None else end) for end in pair) for pair in ends)
