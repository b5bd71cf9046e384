"""Whether the meshes of a robot can be used: their files exist, and they are not a thousand times too large."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from ..assets.mesh_files import require_files
from ..codes import MESH_HUGE
from ..context import Context
from ..diagnostics import Diagnostic, Report, Severity, diagnose
from ..errors import ModelError
from ..model import Geometry, Link, Mesh, Robot
from ..settings import Settings, context_of
from ..surfaces.loading import diagonal, placed, surface
from .inertia import reach_of

# Of 194 robots with joints and meshes none has a mesh of more than 4.2 times its reach (docs/decisions.md).
_TIMES = 20.0
"""The size of a mesh, relative to the robot's reach, above which it cannot be in metres."""
_LEAST = 10.0
"""The size in metres below which a mesh may be right, whatever the reach."""
_MILLIMETRE = 0.001


def require_shapes(robot: Robot, settings: Settings, report: Report, what: str, allowed: Collection[str] = ()) -> None:
    """Refuse a robot whose collision geometry cannot be used: mesh files are missing, or in millimetres without scale.

    The visual geometry of a link is used if it has no collision geometry. A robot whose joints are all in one place has
    no reach to compare its meshes with, and is accepted.

    Args:
        robot: The robot.
        settings: Where meshes are.
        report: Where the errors go.
        what: The operation that needs the shapes, for the message.
        allowed: Codes that do not cause a failure.

    Raises:
        ModelError: Meshes are missing or too large.
    """
    require_files(robot, settings.assets, report, what, allowed)
    if MESH_HUGE.slug in allowed:
        return
    found = list(_huge(robot, context_of(Report(), settings)))
    if not found:
        return
    first, *rest = found
    report.diagnostics += found
    error = ModelError(MESH_HUGE, first.message, findings=rest)
    error.diagnostic = first
    raise error


def _huge(robot: Robot, context: Context) -> Iterator[Diagnostic]:
    """Yield an error for each mesh file of the collision geometry that is too large, at its first use."""
    reach, seen = reach_of(robot), set[str | None]()
    if reach <= 0:
        return
    for link in robot.links:
        for each in link.geometries:
            mesh = each.shape
            if not isinstance(mesh, Mesh) or mesh.uri in seen:
                continue
            seen.add(mesh.uri)
            triangles = surface(each, context)
            size = diagonal(placed(triangles, each)) if triangles is not None and len(triangles) else 0.0
            if size > max(_TIMES * reach, _LEAST):
                yield _error(robot, link, each, size, reach)


def _error(robot: Robot, link: Link, geometry: Geometry, size: float, reach: float) -> Diagnostic:
    assert isinstance(geometry.shape, Mesh)
    name = f"'{geometry.shape.uri}'" if geometry.shape.uri is not None else "without a URI"
    scale = " ".join(f"{_MILLIMETRE * each:g}" for each in geometry.shape.scale or (1.0, 1.0, 1.0))
    message = f"the mesh {name} of link '{link.name}' is {size:.4g} m large, but {_next(robot, link, reach)}"
    at = geometry.origin or link.origin
    help = f'It is probably in millimetres: give it scale="{scale}".'
    return diagnose(MESH_HUGE, message, at, severity=Severity.ERROR, subject=f"link/{link.name}", help=help)


def _next(robot: Robot, link: Link, reach: float) -> str:
    """Return how far away the next joint of a link is, or how long the robot is where no joint follows."""
    after = [each for each in robot.joints if each.parent == link.name and each.pose_in_parent is not None]
    away = {each.name: math.hypot(*each.pose_in_parent.xyz) for each in after if each.pose_in_parent is not None}
    name = max(away, key=lambda each: away[each], default=None)
    if name is None or not away[name]:
        return f"all joints are within {reach:.3g} m"
    return f"the next joint, '{name}', is {away[name]:.3g} m away"
