"""Checks of numbers against others of the same robot: each may be right for some robot, but not together."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from .. import codes
from ..codes.spheres import SPHERES_FAR
from ..diagnostics import Report
from ..kinematics.tree import downward, ring, roots
from ..model import Joint, JointType, Limits, Link, Robot
from ..model.record import replace
from .inertia import bodies_of, is_assumed, mass_of, reach_of

_FULL_TURN = math.radians(2 * math.pi)
"""The angle of 2 pi degrees in radians."""
FEW_JOINTS = 3
"""The number of joints from which on a common small range is no coincidence."""
_HEAVY, _LIGHT = 100.0, 1e-3
"""The mass of a link relative to all others together, and relative to what it carries, that no robot has."""
_TONNE = 1000.0
"""The mass in kg up to which a link may be all that a robot is, but for its sensors."""
_LONG, _LONGER = 10.0, 60.0
"""The time in seconds that no joint takes to reach its acceleration, and its velocity: a laser of the PR2 takes 15."""
_OUT_OF_REACH = 2.0
"""The distance of a sphere from the frame of its link, relative to the reach of the robot."""


def check_proportions(robot: Robot, report: Report) -> None:
    """Find ranges in radians that were declared as degrees, masses and limits in other units, and spheres that no shape
    of the robot reaches.
    """
    _small_ranges(robot, report)
    if len(roots(robot)) == 1 and not ring(robot):
        _masses(robot, report)
    _limits(robot, report)
    _spheres(robot, report)


def _small_ranges(robot: Robot, report: Report) -> None:
    """Report a robot all of whose revolute joints turn by less than 6.3 degrees each way."""
    limited = [joint for joint in robot.joints if joint.type is JointType.REVOLUTE and joint.coupling is None]
    ends = [abs(end) for joint in limited for end in _ends(joint)]
    if len(limited) < FEW_JOINTS or len(ends) < 2 * len(limited) or max(ends) > _FULL_TURN * (1 + 1e-6):
        return
    if max(ends) > 0:
        most = f"{math.degrees(max(ends)):.3g} degrees"
        names = f"'{limited[0].name}' and the {len(limited) - 1} other revolute joints turn"
        message = f"joints {names} by at most {most}; were their limits in radians?"
        report.add(codes.LIMITS_IN_RADIANS, message, limited[0].origin)


def _ends(joint: Joint) -> Iterator[float]:
    for axis in joint.axes:
        limits = axis.hard or Limits()
        yield from (each for each in (limits.lower, limits.upper) if each is not None)


# Masses


def _masses(robot: Robot, report: Report) -> None:
    """Report a link that outweighs all others, and one that is far too light for what it carries."""
    masses = {link.name: mass_of(link) for link in robot.links}
    total, root = sum(masses.values()), roots(robot)[0]
    for link in robot.links:
        mass, others = masses[link.name], total - masses[link.name]
        if link.name != root and not is_assumed(link) and mass > max(_TONNE, _HEAVY * others) and others > 0:
            _report(link, f"weighs {mass:g} kg, and all other links {others:.3g} kg together", report)
    _light(robot, masses, report)


def _light(robot: Robot, masses: Mapping[str, float], report: Report) -> None:
    """Report links that are too light for what joints on them move; those that are fixed to them move with them."""
    carried = dict(masses)
    for joint in reversed(list(downward(robot))):
        if joint.parent in carried and joint.child in carried:
            carried[joint.parent] += carried[joint.child]
    for link, _, members in bodies_of(robot):
        mass = sum(masses[each.name] for each in members)
        load = carried[link.name] - mass
        if 0 < mass < _LIGHT * load and any(each.geometries for each in members) and not any(map(is_assumed, members)):
            _report(link, f"weighs {mass:g} kg, and carries {load:.3g} kg", report)


def _report(link: Link, message: str, report: Report) -> None:
    at = link.inertial.origin if link.inertial is not None else None
    report.add(codes.MASS_RATIO, f"link '{link.name}' {message}", at or link.origin)


# Limits


def _limits(robot: Robot, report: Report) -> None:
    """Report joints that take far too long to reach their acceleration or their velocity."""
    planned = {each.joint: each for each in robot.cspace.joints} if robot.cspace is not None else {}
    for joint in robot.joints:
        limits = (joint.axes[0].hard if joint.axes else None) or Limits()
        chosen = planned.get(joint.name)
        if chosen is None:
            _times(joint, limits.acceleration, limits.jerk, limits, report)
        else:
            acceleration = chosen.acceleration_limit or limits.acceleration
            _times(joint, acceleration, chosen.jerk_limit or limits.jerk, replace(limits, origin=chosen.origin), report)


def _times(joint: Joint, acceleration: float | None, jerk: float | None, limits: Limits, report: Report) -> None:
    changes = (
        ("acceleration", acceleration, "jerk", jerk, _LONG),
        ("velocity", limits.velocity, "acceleration", acceleration, _LONGER),
    )
    for what, most, rate, change, longest in changes:
        if most and change and 0 < longest * change < most < math.inf:
            message = f"joint '{joint.name}' takes {most / change:.3g} s to its {what} limit {most:g}"
            report.add(codes.LIMITS_APART, f"{message} with the {rate} limit {change:g}", limits.origin or joint.origin)


# Spheres


def _spheres(robot: Robot, report: Report) -> None:
    reach = reach_of(robot)
    for frame in (frame for each in robot.sphere_sets for frame in each.frames) if reach else ():
        far = max((math.hypot(*each.center) for each in frame.spheres if each.center is not None), default=0.0)
        if far > _OUT_OF_REACH * reach:
            message = f"a sphere of '{frame.frame}' is {far:.3g} m from the frame; the robot reaches {reach:.3g} m"
            report.add(SPHERES_FAR, message, frame.origin)
