"""Values for masses that documents leave to simulators, or give in part."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..context import Context
from ..diagnostics import Report
from ..model import Inertia, Inertial, Link, Robot
from ..model.record import replace
from .links import compute_inertia
from .repair import LEAST_MASS, RADIUS


def is_complete(inertial: Inertial | None) -> bool:
    """Return True if an inertia has a mass above 0 and all entries of its tensor, which are not all 0."""
    rows = inertial.inertia.rows if inertial is not None and inertial.inertia is not None else None
    return inertial is not None and (inertial.mass or 0.0) > 0 and any(map(any, rows or ()))


def with_computed_values(robot: Robot, context: Context) -> Robot:
    """Return the robot with numbers for the masses that simulators compute from collision shapes."""
    asked = {each.name: each.inertial for each in robot.links if each.inertial is not None and each.inertial.computed}
    return of_shapes(robot, context, asked) if asked else robot


def with_tensors(robot: Robot, context: Context) -> Robot:
    """Return the robot with the inertia of their shapes, or of a small sphere, for links that have a mass alone."""
    lacking = {
        each.name: replace(each.inertial, inertia=None, computed=True)
        for each in robot.links
        if each.inertial is not None and (each.inertial.mass or 0.0) > 0 and not is_complete(each.inertial)
    }
    if not lacking:
        return robot
    made = of_shapes(robot, context, lacking)

    def rounded(link: Link) -> Link:
        inertial = link.inertial
        if link.name not in lacking or inertial is None or is_complete(inertial):
            return link
        return replace(link, inertial=replace(inertial, inertia=sphere(inertial.mass or LEAST_MASS), computed=None))

    return replace(made, links=tuple(map(rounded, made.links)))


def tiny() -> Inertial:
    """Return the least mass that simulators accept, of a small sphere."""
    return Inertial(mass=LEAST_MASS, inertia=sphere(LEAST_MASS))


def sphere(mass: float) -> Inertia:
    """Return the inertia of a solid sphere with a radius of 1 cm."""
    moment = 0.4 * mass * RADIUS**2
    return Inertia(ixx=moment, iyy=moment, izz=moment, ixy=0.0, ixz=0.0, iyz=0.0)


def of_shapes(robot: Robot, context: Context, asked: Mapping[str, Inertial]) -> Robot:
    """Return the robot with the inertias of the collision shapes of some links, or of their visuals without any.

    Args:
        robot: The robot.
        context: Loads the meshes.
        asked: What is known of each inertia, such as its mass, by the names of the links.
    """
    links = tuple(
        replace(each, inertial=asked[each.name], collisions=each.collisions or each.visuals)
        if each.name in asked
        else each
        for each in robot.links
    )
    made = compute_inertia(replace(robot, links=links), context.having(report=Report()), [*asked])
    return _taken(robot, made, asked)


def _taken(robot: Robot, made: Robot, names: Collection[str]) -> Robot:
    found = made.link_by_name

    def with_inertia(link: Link) -> Link:
        inertial = found[link.name].inertial if link.name in names else None
        if inertial is None or not is_complete(inertial):
            return link
        return replace(link, inertial=replace(inertial, computed=None, density=None))

    return replace(robot, links=tuple(map(with_inertia, robot.links)))
