"""Properties of a robot that MuJoCo refuses or ignores, reported before anything is written.

Measured with MuJoCo 4.0.0. A moving body needs a mass and an inertia above 1e-15, its own or those of bodies that are
welded to it; an inertia must have positive eigenvalues, none above the sum of the other two, without any tolerance.
"""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.inertia.repair import is_diagonal, principal
from robotfmt.inertia.values import is_complete
from robotfmt.model import Inertial, Link, Robot

from ..codes import (
    INERTIA,
    MASSLESS,
    REVERSED_FORCE,
)
from ..parts.notation import layout_of
from ..parts.plan import BodyPlan
from .sensing import reversed_forces

LEAST = 1e-15
"""The least mass, in kg, and moment of inertia, in kg m^2, of a moving body."""


def report_refusals(robot: Robot, context: Context) -> None:
    """Report the properties of a robot that MuJoCo refuses, and forces that it measures in the other direction."""
    plan, report = BodyPlan(robot), context.report
    for link in robot.links:
        _inertia(link, report)
    for name in massless(plan):
        joint = plan.row(name)[-1] if plan.row(name) else None
        by = f"moved by joint '{joint.name}'" if joint is not None else "a moving base"
        message = f"link '{name}' is {by}, but has no mass or no inertia; MuJoCo refuses the document"
        report.add(MASSLESS, message, robot.link_by_name[name].origin)


def report_reversed(robot: Robot, report: Report) -> Robot:
    """Report the sensors that MuJoCo reads with the opposite sign; return the robot."""
    for sensor in reversed_forces(robot):
        message = (
            f"sensor '{sensor.name}': MuJoCo measures the force of the parent on the child, "
            "but the sensor measures that of the child on the parent"
        )
        report.add(REVERSED_FORCE, message, sensor.origin)
    return robot


def massless(plan: BodyPlan) -> Iterator[str]:
    """Yield the moving bodies without mass or inertia, their own and that of bodies welded to them.

    Bodies that MuJoCo weighs itself, as meshes of the source were not found, are left out.
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
                body_link = plan.robot.link_by_name[name]
                inertial = body_link.inertial
                unknown = unknown or (by_mujoco and inertial is None and bool(body_link.geometries))
                mass, inertia = mass + _mass(inertial), inertia + _moment(inertial)
                pending += welded.get(name, [])
            if (mass < LEAST or inertia < LEAST) and not unknown:
                yield link


def _mass(inertial: Inertial | None) -> float:
    return (inertial.mass or 0.0) if inertial is not None and is_complete(inertial) else 0.0


def _moment(inertial: Inertial | None) -> float:
    """Return the least moment of inertia, which must be above 0."""
    if inertial is None or not is_complete(inertial) or inertial.inertia is None or inertial.inertia.rows is None:
        return 0.0
    return max(0.0, principal(inertial.inertia.rows)[0][0])


def fault(inertial: Inertial | None) -> str | None:
    """Return the reason why MuJoCo refuses an inertia; None if it does not."""
    if inertial is None or not is_complete(inertial) or inertial.inertia is None or inertial.inertia.rows is None:
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
