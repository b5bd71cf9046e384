"""Checks of masses and inertias."""

from __future__ import annotations

import math
from collections.abc import Iterator

from .. import codes
from ..diagnostics import Report, Severity
from ..kinematics.tree import roots
from ..model import Inertial, Joint, JointType, Link, Matrix3, Origin, Robot

_ROUNDING = 1e-3
"""The tolerance of a condition on inertias, relative to the largest entry: texts often give three digits."""
# Determinants of a tensor that is scaled to 1 may be this far below zero by rounding.
_ZERO = 1e-9
_POINT = 1e-5
"""The radius of gyration in metres below which a mass is a point."""
_NO_MASS = 1e-9
_ROTATED = 1e-12
"""The rounding error of determinants of tensors that are scaled to 1."""


def check_inertia(robot: Robot, report: Report) -> None:
    """Find masses and inertias that are impossible, or impossible for a body of this size."""
    reach = reach_of(robot)
    for link in robot.links:
        if link.inertial is not None:
            check_inertial(link, link.inertial, reach, report)
    if any(mass_of(link) for link in robot.links):
        _massless(robot, report)
        _root(robot, report)


def is_assumed(link: Link) -> bool:
    """Return True if a document gives a link but not its mass: that of the format is reported by its reader."""
    return link.inertial is not None and link.inertial.origin is None and link.origin is not None


def mass_of(link: Link) -> float:
    """Return the mass of a link in kg; 0 if it has none."""
    return (link.inertial.mass or 0.0) if link.inertial is not None else 0.0


def reach_of(robot: Robot) -> float:
    """Return the approximate reach of a robot in metres: the longest chain of its joints' offsets; 0 if it has none."""
    above = {joint.child: joint for joint in robot.joints if joint.child is not None}
    known: dict[str, float] = dict.fromkeys(roots(robot), 0.0)
    for link in robot.links:
        path: list[str] = []
        name: str | None = link.name
        while name is not None and name not in known and name not in path:
            path.append(name)
            name = above[name].parent if name in above else None
        so_far = known.get(name or "", 0.0)
        for each in reversed(path):
            pose = above[each].pose_in_parent if each in above else None
            so_far += math.hypot(*pose.xyz) if pose is not None else 0.0
            known[each] = so_far
    return max(known.values(), default=0.0)


def check_inertial(link: Link, inertial: Inertial, reach: float, report: Report) -> None:
    """Find a mass or an inertia that is impossible.

    Args:
        link: The link of which it is.
        inertial: The mass and the inertia.
        reach: The approximate size of the robot in metres.
        report: Where findings go.
    """
    mass, rows = inertial.mass, inertial.inertia.rows if inertial.inertia is not None else None
    at = inertial.origin or link.origin
    if mass is not None and (mass < 0 or (mass == 0 and rows is not None and any(map(any, rows)))):
        severity = Severity.WARNING if mass == 0 else None  # a frame that is fixed to another link
        message = f"link '{link.name}' has mass {mass:g} kg; expected a mass above 0"
        report.add(codes.MASS, message, at, severity=severity)
        return
    if rows is not None and (mass or 0.0) > _NO_MASS:
        assert mass is not None
        specified_at = inertial.inertia.origin if inertial.inertia is not None else None
        _tensor(link, mass, rows, reach, specified_at or at, report)


def _tensor(link: Link, mass: float, rows: Matrix3, reach: float, at: Origin | None, report: Report) -> None:
    half = (rows[0][0] + rows[1][1] + rows[2][2]) / 2
    if not any(map(any, rows)):
        return  # a tensor of zeros is that of a point mass, which is intended
    if is_implausible(mass, rows, reach):
        radius = math.sqrt(max(half, 0.0) / mass)
        message = (
            f"link '{link.name}': to have this inertia, {mass:g} kg would have to be {radius:.3g} m "
            "from their centre on average"
        )
        severity = Severity.NOTE if is_assumed(link) else None  # 1 kg and 1 kg m^2 in SDF, whatever the size
        report.add(codes.IMPLAUSIBLE, message, at, severity=severity)
    if _is_point(mass, rows):
        return  # signs and proportions of so small numbers are those of rounding
    if not _is_semidefinite(rows):
        report.add(codes.NOT_DEFINITE, f"the inertia of link '{link.name}' is not positive definite", at)
    # With J = trace(I)/2 - I, the triangle inequality of the principal moments means that J is positive.
    elif not _is_semidefinite(_complement(rows, half), _ROUNDING):
        message = f"the inertia of link '{link.name}' violates the triangle inequality"
        report.add(codes.TRIANGLE, message, at)
    elif unbalanced(rows):
        message = f"link '{link.name}' has a moment of inertia above the sum of the other two by a rounding"
        report.add(codes.ROUNDED, message, at)


def is_implausible(mass: float, rows: Matrix3, reach: float) -> bool:
    """Return True if a mass in kg would have to lie in a point, or beyond a robot of this reach in metres."""
    half = (rows[0][0] + rows[1][1] + rows[2][2]) / 2
    return _is_point(mass, rows) or math.sqrt(max(half, 0.0) / mass) > max(1.0, 2 * reach)


def _is_point(mass: float, rows: Matrix3) -> bool:
    return max(abs(each) for row in rows for each in row) < mass * _POINT**2


def _complement(rows: Matrix3, half: float) -> Matrix3:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return ((half - a, -b, -c), (-d, half - e, -f), (-g, -h, half - i))


def _is_semidefinite(rows: Matrix3, slack: float = 0.0, zero: float = _ZERO) -> bool:
    """Return True if no principal minor of a symmetric matrix, scaled to a largest entry of 1, is negative."""
    scale = max(abs(each) for row in rows for each in row) or 1.0
    (a, b, c), (_, e, f), (_, _, i) = (tuple(each / scale for each in row) for row in rows)
    a, e, i = a + slack, e + slack, i + slack
    pairs = (a * e - b * b, a * i - c * c, e * i - f * f)
    whole = a * (e * i - f * f) - b * (b * i - f * c) + c * (b * f - e * c)
    return min(a, e, i, *pairs, whole) >= -zero


def bodies_of(robot: Robot) -> Iterator[tuple[Link, Joint, tuple[Link, ...]]]:
    """Yield the bodies that joints move: the link, its joint, and the link with all that are fixed to it."""
    carried: dict[str, list[str]] = {}
    for joint in robot.joints:
        if joint.type is JointType.FIXED and joint.parent is not None and joint.child is not None:
            carried.setdefault(joint.parent, []).append(joint.child)
    for joint in robot.joints:
        link = robot.link_by_name.get(joint.child or "")
        if link is None or joint.type in (JointType.FIXED, None):
            continue
        pending, members = [link.name], list[Link]()
        while pending:
            name = pending.pop()
            members += [robot.link_by_name[name]] if name in robot.link_by_name else []
            pending.extend(carried.pop(name, []))
        yield link, joint, tuple(members)


def massless_links(robot: Robot) -> Iterator[tuple[str, str]]:
    """Yield moving bodies without mass (a link and all links fixed to it): the link and its joint."""
    for link, joint, members in bodies_of(robot):
        if not any(mass_of(each) > 0 for each in members):
            yield link.name, joint.name


def unbalanced(rows: Matrix3 | None) -> bool:
    """Return True if a moment of an inertia is above the sum of the two others, if only by rounding."""
    if rows is None or not any(map(any, rows)) or not all(math.isfinite(each) for row in rows for each in row):
        return False
    if not (rows[0][1] or rows[0][2] or rows[1][2]):
        a, b, c = sorted(rows[i][i] for i in range(3))
        return a + b < c
    half = (rows[0][0] + rows[1][1] + rows[2][2]) / 2
    return not _is_semidefinite(_complement(rows, half), zero=_ROTATED)


def _massless(robot: Robot, report: Report) -> None:
    unweighed = {name for layout in robot.layouts for name in layout.unweighed}
    for link, joint in massless_links(robot):
        if link in unweighed:
            continue
        message = f"link '{link}' is moved by joint '{joint}' but has no mass"
        it = robot.link_by_name[link]
        severity = Severity.WARNING if it.visuals or it.collisions else None  # frames have no mass on purpose
        report.add(codes.MASSLESS, message, it.origin, severity=severity)


def _root(robot: Robot, report: Report) -> None:
    floating = {
        each.child_link for each in robot.virtual_joints if each.type == JointType.FLOATING.value
    }  # a floating root needs a mass: simulators cannot move it without
    for name in roots(robot):
        link = robot.link_by_name[name]
        if mass_of(link) > 0 and len(robot.links) > 1 and name not in floating:
            report.add(codes.ROOT_INERTIA, f"the root link '{name}' has a mass", link.origin)
