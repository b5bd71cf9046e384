"""Repair impossible inertias by a rule, for simulators that refuse a whole document because of one."""

from __future__ import annotations

from collections.abc import Iterator

from ..codes import INERTIA_REPAIRED
from ..compare.adaptation import report_changes
from ..diagnostics import Report
from ..model import Inertia, Inertial, Joint, JointType, Link, Matrix3, Robot, Vector3, multiply, transpose
from ..model.matrices import diagonal
from ..model.record import replace
from ..model.vectors import IDENTITY3

# Principal moments


def is_diagonal(rows: Matrix3) -> bool:
    """Return True if a tensor is along the axes of its frame."""
    return not (rows[0][1] or rows[0][2] or rows[1][2])


def principal(rows: Matrix3) -> tuple[Vector3, Matrix3]:
    """Return the principal moments of a tensor, the least one first, and their axes as columns."""
    if is_diagonal(rows):
        order = sorted(range(3), key=lambda i: rows[i][i])
        a, b, c = (rows[i][i] for i in order)
        x, y, z = (IDENTITY3[i] for i in order)
        return (a, b, c), transpose((x, y, z))
    import numpy as np

    moments, axes = np.linalg.eigh(np.array(rows))
    x, y, z = ((float(row[0]), float(row[1]), float(row[2])) for row in axes)
    return (float(moments[0]), float(moments[1]), float(moments[2])), (x, y, z)


def of_moments(moments: Vector3, axes: Matrix3) -> Inertia:
    """Return the tensor with principal moments along the columns of a matrix."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = multiply(multiply(axes, diagonal(moments)), transpose(axes))
    return Inertia(ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)


# Repair

LEAST_MASS = 1e-6
"""The mass, in kg, of a moving link that has none."""
RADIUS = 0.01
"""The radius, in metres, of the solid sphere whose inertia is given to a moving link that has none."""
LEAST_MOMENT = 1e-6
"""The least principal moment, relative to the largest one."""
SLACK = 1e-9
"""The excess of the sum of two moments over the third one, as a share of the third: more than a rounding error."""
_TINY = 1e-15
_POINT = 1e-14
"""A largest moment, in kg m^2, below which an inertia is that of a point: zero, but for rounding."""
_STILL = (JointType.FIXED, JointType.ON_OFF, None)


def repair_inertia(robot: Robot, *, report: Report | None = None) -> Robot:
    """Return the robot with inertias that a body can have; each change is reported.

    A principal moment below a millionth of the largest one is raised to that. Where the sum of two moments is below the
    third one, both are raised by the same amount until it is not. If a moving link and all links welded to it have no
    mass, it gets a millionth of a kilogram; if they have no inertia, it gets that of a solid sphere with a radius of 1
    cm. Masses that simulators shall compute from collision shapes stay as they are.

    Args:
        robot: The robot before.
        report: Where the changes are reported.
    """
    links = {each.name: replace(each, inertial=_repaired(each.inertial)) for each in robot.links}
    for group in moving_groups(robot):
        first = links.get(group[0])
        if first is not None:
            links[first.name] = _heavy(first, [links[name] for name in group if name in links])
    found = tuple(links[each.name] for each in robot.links)
    if found == robot.links:
        return robot
    report = report if report is not None else Report()
    return report_changes(robot, replace(robot, links=found), INERTIA_REPAIRED, report)


def moving_groups(robot: Robot) -> Iterator[list[str]]:
    """Yield each link that moves by itself, with all links that are welded to it."""
    welded: dict[str, list[str]] = {}
    for joint in robot.joints:
        if _is_weld(joint):
            welded.setdefault(joint.parent or "", []).append(joint.child or "")
    floating = (each.child_link for each in robot.virtual_joints if each.type == JointType.FLOATING.value)
    moved = (each.child or "" for each in robot.joints if not _is_weld(each))
    for name in dict.fromkeys((*floating, *moved)):
        group = [name]
        for each in group:
            group += [below for below in welded.get(each, []) if below not in group]
        yield group


def _is_weld(joint: Joint) -> bool:
    return joint.type in _STILL


def _heavy(link: Link, group: list[Link]) -> Link:
    """Return the first link of a group with the mass and the inertia that the group lacks."""
    inertial = link.inertial or Inertial()
    if any(each.inertial is not None and each.inertial.computed for each in group):
        return link
    mass = sum(_mass(each.inertial) for each in group)
    if mass < _TINY:
        inertial = replace(inertial, mass=LEAST_MASS)
    if not any(_has_inertia(each.inertial) for each in group):
        moment = 0.4 * max(inertial.mass or 0.0, LEAST_MASS) * RADIUS**2
        inertia = _completed(inertial.inertia, moment)
        inertial = replace(inertial, mass=max(inertial.mass or 0.0, LEAST_MASS), inertia=inertia)
    return link if inertial == (link.inertial or Inertial()) else replace(link, inertial=inertial)


def _completed(given: Inertia | None, moment: float) -> Inertia:
    """Return an inertia with what is given of it, and a moment for each one that is missing or 0."""
    if given is None:
        return _of((moment,) * 3)
    moments = {name: getattr(given, name) for name in ("ixx", "iyy", "izz")}
    products = {name: getattr(given, name) or 0.0 for name in ("ixy", "ixz", "iyz")}
    whole = replace(given, **{name: each if (each or 0.0) > _TINY else moment for name, each in moments.items()})
    whole = replace(whole, **products)
    made = _mended(whole.rows) if whole.rows is not None else None
    return whole if made is None else replace(made, origin=given.origin)


def _mass(inertial: Inertial | None) -> float:
    return (inertial.mass or 0.0) if inertial is not None else 0.0


def _has_inertia(inertial: Inertial | None) -> bool:
    rows = inertial.inertia.rows if inertial is not None and inertial.inertia is not None else None
    return rows is not None and _mass(inertial) > 0 and max(rows[i][i] for i in range(3)) > _TINY


def _repaired(inertial: Inertial | None) -> Inertial | None:
    rows = inertial.inertia.rows if inertial is not None and inertial.inertia is not None else None
    if inertial is None or rows is None or _mass(inertial) <= 0 or not any(map(any, rows)):
        return inertial
    made = _mended(rows)
    if made is None:
        return inertial
    origin = inertial.inertia.origin if inertial.inertia is not None else None
    return replace(inertial, inertia=replace(made, origin=origin))


def _mended(rows: Matrix3) -> Inertia | None:
    """Return the nearest tensor that a body can have, with the same principal axes; None if it is the given one."""
    (low, middle, high), axes = principal(rows)
    if high < _POINT:
        return _of((0.0, 0.0, 0.0))
    if low > _TINY and low + middle >= high:
        return None
    least = max(LEAST_MOMENT * high, _TINY)
    low, middle, high = (max(each, least) for each in (low, middle, high))
    lacking = max(high * (1 + SLACK) - low - middle, 0.0) / 2
    return of_moments((low + lacking, middle + lacking, high), axes)


def _of(moments: tuple[float, ...]) -> Inertia:
    a, b, c = moments
    return Inertia(ixx=a, iyy=b, izz=c, ixy=0.0, ixz=0.0, iyz=0.0)
