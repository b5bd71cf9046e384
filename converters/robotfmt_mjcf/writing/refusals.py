"""Properties of a robot that MuJoCo refuses or ignores, reported before anything is written.

Measured with MuJoCo 4.0.0. A moving body needs a mass and an inertia above 1e-15, its own or those of bodies that are
welded to it; an inertia must have positive eigenvalues, none above the sum of the other two, without any tolerance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.inertia.principal import is_diagonal, principal
from robotfmt.kinematics.tree import roots
from robotfmt.model import Geometry, Inertial, Joint, Link, Robot, linear

from ..codes import (
    COMPUTED_INERTIA,
    INERTIA,
    MASSLESS,
    NO_FORCE_LIMIT,
    NO_GEOM,
    NOT_COUPLED,
    OPEN_LOOP,
    REVERSED_FORCE,
    SEVERAL_ROOTS,
    UNWRITABLE_RANGE,
)
from .closing import closing
from .inertials import is_native, weighed
from .measuring import units_of
from .plan import Plan
from .rows import is_single, is_weld, range_of
from .shapes import is_native as is_geom
from .written import layout_of

LEAST = 1e-15
"""The least mass, in kg, and moment of inertia, in kg m^2, of a moving body."""


def report_refusals(robot: Robot, context: Context) -> None:
    """Report the properties of a robot that MuJoCo refuses, and those that it ignores."""
    plan, report = Plan(robot), context.report
    masses = weighed(robot, context)
    for name, inertial in masses.items():
        message = f"link '{name}': MuJoCo gets a mass of {inertial.mass:.4g} kg, computed from collision shapes"
        report.add(COMPUTED_INERTIA, message, robot.link_by_name[name].origin)
    for link in robot.links:
        _inertia(link, report)
        for kind, row in (("visual", link.visuals), ("collision", link.collisions)):
            _shapes(link, kind, row, report)
    for name in massless(plan, masses):
        joint = plan.row(name)[-1] if plan.row(name) else None
        by = f"moved by joint '{joint.name}'" if joint is not None else "a moving base"
        message = f"link '{name}' is {by}, but has no mass or no inertia; MuJoCo refuses the document"
        report.add(MASSLESS, message, robot.link_by_name[name].origin)
    for each in robot.joints:
        _joint(each, report)
    for each in (loop for loop in robot.loops if not closing(plan, loop)):
        ends = f"'{each.parent}' and '{each.child}'"
        message = f"joint '{each.name}' closes a loop between {ends}, which MuJoCo leaves open"
        report.add(OPEN_LOOP, message, each.origin)
    for unit in units_of(robot, plan):
        if unit.is_reversed:
            message = (
                f"sensor '{unit.sensor.name}': MuJoCo measures the force of the parent on the child, "
                "but the sensor measures that of the child on the parent"
            )
            report.add(REVERSED_FORCE, message, unit.sensor.origin)
    for name in roots(robot)[1:]:
        message = f"link '{name}' has no joint above it; in MuJoCo it is fixed to '{plan.roots[0]}'"
        report.add(SEVERAL_ROOTS, message, robot.link_by_name[name].origin)


def massless(plan: Plan, weighed: Mapping[str, Inertial]) -> Iterator[str]:
    """Yield the moving bodies without mass or inertia, their own and that of bodies welded to them.

    Bodies that MuJoCo weighs itself, as meshes of the source were not found, are left out.

    Args:
        plan: The arrangement of links as bodies.
        weighed: The masses that are computed from shapes.
    """
    layout = layout_of(plan.robot)
    by_mujoco = layout is not None and layout.inertia != "false"
    welded: dict[str, list[str]] = {}
    for link in plan.order:
        parent = plan.parent(link)
        if parent is not None and not plan.row(link):
            welded.setdefault(parent, []).append(link)
    floats = plan.free.child_link if plan.free is not None else None
    for link in plan.order:
        if plan.row(link) or link == floats:
            pending, mass, inertia, unknown = [link], 0.0, 0.0, False
            while pending:
                name = pending.pop()
                its = plan.robot.link_by_name[name]
                own = weighed.get(name, its.inertial)
                unknown = unknown or (by_mujoco and own is None and bool(its.geometries))
                mass, inertia = mass + _mass(own), inertia + _moment(own)
                pending += welded.get(name, [])
            if (mass < LEAST or inertia < LEAST) and not unknown:
                yield link


def _mass(inertial: Inertial | None) -> float:
    return (inertial.mass or 0.0) if inertial is not None and is_native(inertial) else 0.0


def _moment(inertial: Inertial | None) -> float:
    """Return the least moment of inertia, which must be above 0."""
    if inertial is None or not is_native(inertial) or inertial.inertia is None or inertial.inertia.rows is None:
        return 0.0
    return max(0.0, principal(inertial.inertia.rows)[0][0])


def fault(inertial: Inertial | None) -> str | None:
    """Return the reason why MuJoCo refuses an inertia; None if it does not."""
    if inertial is None or not is_native(inertial) or inertial.inertia is None or inertial.inertia.rows is None:
        return None
    rows = inertial.inertia.rows
    a, b, c = principal(rows)[0]
    if not any(map(any, rows)):
        return None
    if not is_diagonal(rows) and a < LEAST:
        return f"has the principal moment {a:.3g} kg m^2, which must be above 0"
    if a + b < c:
        excess = (c / (a + b) - 1) * 100 if a + b > 0 else 100
        return f"has a principal moment {excess:.3g} % above the sum of the other two"
    return None


def _inertia(link: Link, report: Report) -> None:
    why = fault(link.inertial)
    if why is not None:
        at = link.inertial.origin if link.inertial is not None else None
        report.add(
            INERTIA,
            f"the inertia of link '{link.name}' {why}; MuJoCo refuses the document",
            at or link.origin,
        )


def _shapes(link: Link, kind: str, row: Iterable[Geometry], report: Report) -> None:
    for each in row:
        if not is_geom(each):
            what = type(each.shape).__name__.lower() if each.shape is not None else "shape"
            message = f"link '{link.name}': a {kind} {what} is kept in <custom> only"
            report.add(NO_GEOM, message, each.origin or link.origin)


def _joint(joint: Joint, report: Report) -> None:
    if is_weld(joint) or not is_single(joint) or not joint.axes:
        return
    hard = joint.axes[0].hard
    if hard is not None and hard.effort == 0:
        message = f"joint '{joint.name}': MuJoCo cannot store its effort limit of 0; there its force is not limited"
        report.add(NO_FORCE_LIMIT, message, hard.origin or joint.origin)
    if range_of(joint) is None and joint.type is not None and joint.type.value in ("revolute", "prismatic"):
        bounds = (hard.lower, hard.upper) if hard is not None else (None, None)
        if bounds != (None, None):
            message = f"joint '{joint.name}': MuJoCo ignores the limits {bounds[0]} to {bounds[1]}; it moves freely"
            report.add(UNWRITABLE_RANGE, message, joint.origin)
    coupling = joint.axes[0].coupling
    if coupling is not None and linear(coupling) is None:
        message = f"joint '{joint.name}' follows a formula; in MuJoCo it moves independently"
        report.add(NOT_COUPLED, message, coupling.origin or joint.origin)
