"""Values for masses that documents leave to simulators, or give in part: those that simulators compute from collision
shapes.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping

from ..adapting.bodies import combined
from ..codes import INERTIA_COMPUTED, NO_SOLID
from ..compare.adaptation import report_changes
from ..context import Context
from ..diagnostics import Report
from ..model import Geometry, Inertia, Inertial, Link, Mesh, Pose, Robot
from ..model.record import replace
from ..model.vectors import rounded
from ..settings import Settings, context_of
from .repair import LEAST_MASS, RADIUS
from .solids import Solid, inertial_of, solid_of, times

# Links whose inertia simulators compute

_ROUNDING = 1e-12
"""The share of the largest number of an inertia that is only rounding."""
DENSITY = 1000.0
"""The density of shapes without one, in kg/m^3; SDF and MJCF have the same."""


def compute_inertia(
    robot: Robot,
    names: Collection[str] | None = None,
    *,
    report: Report | None = None,
    settings: Settings | None = None,
) -> Robot:
    """Return the robot with values for the inertias that are to be computed from collision shapes.

    A mass that a link gives remains, and scales the tensor. Links whose shapes enclose no volume are reported and not
    changed.

    Args:
        robot: The robot before.
        names: The links; all by default.
        report, settings: Where the changes are reported; where meshes are, limits.
    """
    return computed(robot, context_of(report, settings), names)


def computed(robot: Robot, context: Context, names: Collection[str] | None = None) -> Robot:
    """Return a robot as :func:`compute_inertia` does, with the meshes and the report of a context."""
    links = tuple(_computed(link, context) if names is None or link.name in names else link for link in robot.links)
    if links == robot.links:
        return robot
    return report_changes(robot, replace(robot, links=links), INERTIA_COMPUTED, context.report)


def _computed(link: Link, context: Context) -> Link:
    asked = link.inertial
    if asked is None or not asked.computed:
        return link
    whole = combined(list(_parts(link, asked, context)))
    if whole is None or not whole.mass:
        message = f"link '{link.name}' has no collision shape that encloses a volume; its inertia is not computed"
        context.report.add(NO_SOLID, message, asked.origin)
        return link
    made = whole if asked.mass is None else scaled(whole, asked.mass / whole.mass)
    return replace(link, inertial=replace(_rounded(made), origin=asked.origin))


def _rounded(inertial: Inertial) -> Inertial:
    """Return a computed inertia in which what is only rounding of the computation is 0."""
    inertia, pose = inertial.inertia, inertial.pose
    if inertia is None or inertia.rows is None or not inertial.mass:
        return inertial
    size = max(abs(each) for row in inertia.rows for each in row)
    entries = {name: _or_zero(getattr(inertia, name), size) for name in ("ixy", "ixz", "iyz")}
    if pose is not None:
        x, y, z = (_or_zero(each, math.sqrt(size / inertial.mass)) for each in pose.xyz)
        pose = replace(pose, position=(x, y, z))
    return replace(inertial, inertia=replace(inertia, **entries), pose=pose)


def _or_zero(value: float, size: float) -> float:
    return 0.0 if abs(value) < _ROUNDING * size else value


def _parts(link: Link, asked: Inertial, context: Context) -> Iterator[Inertial]:
    for shape in link.collisions:
        solid = _solid(shape, context)
        if solid is not None:
            density = shape.density if shape.density is not None else asked.density
            density = DENSITY if density is None else density
            density = shape.mass / solid.volume if shape.mass is not None else density
            yield inertial_of(solid, density, shape)


def _solid(shape: Geometry, context: Context) -> Solid | None:
    if not isinstance(shape.shape, Mesh):
        return solid_of(shape.shape)
    from ..surfaces.loading import surface
    from .meshes import solid_of_triangles

    triangles = surface(replace(shape, pose=None), context)
    return solid_of_triangles(triangles) if triangles is not None else None


def scaled(it: Inertial, factor: float) -> Inertial:
    """Return a body with its mass and inertia multiplied, at the same place."""
    pose = it.pose if it.pose is not None else Pose()
    return Inertial(mass=rounded(factor * (it.mass or 0.0)), pose=pose, inertia=times(factor, it.inertia or Inertia()))


# Values


def is_complete(inertial: Inertial | None) -> bool:
    """Return True if an inertia has a mass above 0 and all entries of its tensor, which are not all 0."""
    rows = inertial.inertia.rows if inertial is not None and inertial.inertia is not None else None
    return inertial is not None and (inertial.mass or 0.0) > 0 and any(map(any, rows or ()))


def with_computed_values(robot: Robot, context: Context) -> Robot:
    """Return the robot with numbers for the masses that simulators compute from collision shapes."""
    asked = {each.name: each.inertial for each in robot.links if each.inertial is not None and each.inertial.computed}
    return of_shapes(robot, context, asked) if asked else robot


def with_tensors(robot: Robot, context: Context) -> Robot:
    """Return the robot in which links that have only a mass get the inertia of their shapes, or of a small sphere."""
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
    quiet = context.having(report=Report())

    def with_inertia(link: Link) -> Link:
        if link.name not in asked:
            return link
        weighed = replace(link, inertial=asked[link.name], collisions=link.collisions or link.visuals)
        inertial = _computed(weighed, quiet).inertial
        if inertial is None or not is_complete(inertial):
            return link
        return replace(link, inertial=replace(inertial, computed=None, density=None))

    return replace(robot, links=tuple(map(with_inertia, robot.links)))
