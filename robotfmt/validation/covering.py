"""Links of which the spheres leave out most: a planner lets others pass through them.

Spheres that approximate a link leave parts of its surface a little outside, so what is near them counts too. So do the
parts near the mounting plane, at which spheres end.
"""

from __future__ import annotations

import numpy as np

from ..codes.spheres import HARDLY_COVERED
from ..context import Context
from ..diagnostics import Report
from ..errors import RobotfmtError
from ..mesh.triangles import Floats, Triangles
from ..model import Link, Robot
from ..spheres.arrays import grown_spheres
from ..surfaces import link_surface
from ..surfaces.loading import diagonal

_NEAR = 0.05
"""The distance from spheres, relative to the diagonal of a link, up to which its surface counts as approximated."""
_LEAST = 0.5
"""The share of the surface that must be near spheres."""
_POINTS = 1000


def check_covering(robot: Robot, report: Report, context: Context) -> None:
    """Find links most of whose surface is far from all of their spheres.

    Links without spheres, and those whose meshes are not found, are reported by other checks.

    Args:
        robot: The robot, with its modifiers applied.
        report: Gets a warning for each link.
        context: Loads the meshes.
    """
    try:
        spheres = grown_spheres(robot)
    except RobotfmtError:  # an ambiguous choice of the set
        return
    quiet = context.having(report=Report())
    for link in robot.links:
        if link.name in spheres and link.geometries:
            _check(robot, link, spheres[link.name], link_surface(link, quiet), report)


def _check(robot: Robot, link: Link, spheres: Floats, surface: Triangles, report: Report) -> None:
    size = diagonal(surface)
    if not size:
        return
    gaps = _gaps(_points(surface), spheres)
    if float((gaps <= _NEAR * size).mean()) >= _LEAST:
        return
    those = f"{len(spheres)} spheres" if len(spheres) > 1 else "1 sphere"
    covers = f"{'cover' if len(spheres) > 1 else 'covers'} {100 * float((gaps <= 0).mean()):.0f} % of its surface"
    left = f"and points of it are up to {1000 * gaps.max():.0f} mm outside"
    message = f"the {those} of link '{link.name}' {covers}, {left}: a planner lets others pass through the rest"
    frames = [frame for each in robot.sphere_sets for frame in each.frames if frame.frame == link.name]
    at = next((frame.origin for frame in frames if frame.origin is not None), link.origin)
    help = f"Fit spheres to it: robotfmt spheres fit ROBOT --update FILE --for {link.name}:per-link=N, with a larger N."
    report.add(HARDLY_COVERED, message, at, subject=f"link/{link.name}", help=help)


def _points(surface: Triangles) -> Floats:
    """Return points all over a surface, (n, 3)."""
    random, corners = np.random.default_rng(0), surface.corners
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    if not areas.sum():
        points: Floats = corners.reshape(-1, 3)
        return points
    chosen = corners[random.choice(len(corners), _POINTS, p=areas / areas.sum())]
    u, v = np.sort(random.random((2, _POINTS, 1)), axis=0)
    found: Floats = u * chosen[:, 0] + (v - u) * chosen[:, 1] + (1 - v) * chosen[:, 2]
    return found


def _gaps(points: Floats, spheres: Floats) -> Floats:
    """Return (n,): the distances of points from the nearest sphere, in metres; negative inside."""
    found = np.full(len(points), np.inf)
    for x, y, z, radius in spheres:
        found = np.minimum(found, np.linalg.norm(points - (x, y, z), axis=1) - radius)
    return found
