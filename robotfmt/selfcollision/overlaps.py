"""Whether single shapes of a robot overlap in one pose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from ..context import Context
from ..kinematics.forward import matrix
from ..mesh.triangles import Floats
from ..model import Geometry, Mesh, Pose
from ..surfaces.loading import placed, surface
from .bodies import Library, library
from .link_poses import inverse

Placed: TypeAlias = tuple[Geometry, Pose]
"""A shape, and the pose of its link in the robot."""


def overlapping(pairs: Iterable[tuple[Placed, Placed]], depth: float, context: Context) -> Iterator[bool]:
    """Yield, for each pair of shapes, whether they overlap.

    Args:
        pairs: The shapes, and where their links are.
        depth: The overlap in metres from which on it counts; meshes overlap if they touch, because coal measures no
            depth for them.
        context: Opens meshes; one that cannot be opened overlaps nothing.
    """
    checks = library(context.report)
    known: dict[int, tuple[Geometry, Any]] = {}  # with the geometry, so that no other one gets its number

    def solid(geometry: Geometry) -> Any | None:
        if id(geometry) not in known:
            known[id(geometry)] = geometry, _solid(geometry, checks, context)
        return known[id(geometry)][1]

    for (one, here), (other, there) in pairs:
        first, second = solid(one), solid(other)
        margin = 0.0 if isinstance(one.shape, Mesh) or isinstance(other.shape, Mesh) else -depth
        between: Floats = (inverse(matrix(here)[None]) @ matrix(there))[0]
        yield first is not None and second is not None and checks.contact(first, second, margin).touch(between)


def _solid(geometry: Geometry, checks: Library, context: Context) -> Any | None:
    """Return a shape as the library has it; None for a mesh that cannot be opened."""
    solid = checks.shape_solid(geometry.shape, matrix(geometry.pose)) if geometry.shape is not None else None
    if solid is None:
        triangles = surface(geometry, context)
        solid = checks.mesh_solid(placed(triangles, geometry)) if triangles is not None else None
    return checks.link_solid([solid]) if solid is not None else None
