"""The links of a robot as bodies: exact shapes, a convex hull around them, and a few spheres, for rough distances
between two links in many poses at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from ..codes.collisions import WITHOUT_COAL
from ..context import Context
from ..diagnostics import Report, diagnose
from ..formats.libraries import is_installed, require
from ..kinematics.forward import matrix
from ..mesh.hull import convex_hull
from ..mesh.triangles import Floats, Ints, Triangles, join
from ..model import Box, Geometry, Mesh, Robot, Shape
from ..surfaces.loading import placed, shape_size, surface
from .contact import Contact
from .neighbours import geometries_of, links_with_shapes

# The library that checks contacts


class Library(Protocol):
    """The shapes of links in a form of its own, and their contacts. Meshes are surfaces, other shapes are solid."""

    def mesh_solid(self, triangles: Triangles) -> Any:
        """Return a surface in the frame of its link."""
        ...

    def shape_solid(self, shape: Shape, place: Floats) -> Any | None:
        """Return a shape, at a pose (4, 4) in its link; None for one that is checked as a surface."""
        ...

    def link_solid(self, solids: Sequence[Any]) -> Any:
        """Return all shapes of a link together."""
        ...

    def contact(self, first: Any, second: Any, margin: float = 0.0) -> Contact:
        """Return the contact check of two links.

        Args:
            first: The shapes of a link together.
            second: The shapes of another link.
            margin: The distance in metres below which shapes count as touching.
        """
        ...


def library(report: Report) -> Library:
    """Return coal; where it cannot be imported, robotfmt's own functions, which are reported once.

    Raises:
        UsageError: Neither coal nor numba is installed.
    """
    lack = "is not installed"
    if is_installed("coal"):
        try:
            from . import narrow

            return narrow
        except ImportError as error:  # it is there, but one of the libraries that it needs is not
            lack = f"cannot be imported ({error})"
    require(("numba",), "finding the links that can touch")
    from . import convex

    found = diagnose(WITHOUT_COAL, f"coal, the collision library, {lack}; {_INSTEAD}")
    report.extend_with(found, found.severity)
    return convex


_INSTEAD = (
    "contacts are found by robotfmt's own checks, which like coal count links up to 0.001 mm apart as touching, and "
    "take up to twice the time"
)


# A few spheres that contain a surface

_SPHERES = 32
_ROUNDS = 12
_MOST = 20_000


def cover(triangles: Triangles, count: int = _SPHERES) -> Floats:
    """Return spheres, (n, 4), at most the given count, with each triangle inside one of them."""
    corners = _divided(triangles.corners, count)
    middles = corners.mean(axis=1)
    groups = [np.arange(len(corners))]
    extents = [np.ptp(middles, axis=0)]
    while len(groups) < count:
        widest = int(np.argmax([extent.max() for extent in extents]))
        group, extent = groups.pop(widest), extents.pop(widest)
        along = middles[group, int(extent.argmax())]
        upper = along > (along.min() + along.max()) / 2
        if not upper.any():
            groups.append(group)
            break
        groups += [group[~upper], group[upper]]
        extents += [np.ptp(middles[each], axis=0) for each in groups[-2:]]
    return np.array([_sphere(corners[group].reshape(-1, 3)) for group in groups])


def _sphere(points: Floats) -> Floats:
    center = (points.min(axis=0) + points.max(axis=0)) / 2
    return np.append(center, np.linalg.norm(points - center, axis=1).max())


def _divided(corners: Floats, count: int) -> Floats:
    """Return triangles, the large ones halved at their longest edge until a sphere has several of them."""
    limit = float(np.ptp(corners, axis=(0, 1)).max()) / np.sqrt(count)
    for _ in range(_ROUNDS):
        edges = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
        long = edges.max(axis=1) > limit
        if not long.any() or len(corners) > _MOST:
            break
        halves = _halves(corners[long], edges[long].argmax(axis=1))
        corners = np.concatenate([corners[~long], halves])
    return corners


def _halves(corners: Floats, edge: Ints) -> Floats:
    rows = np.arange(len(corners))
    a, b, c = corners[rows, edge], corners[rows, (edge + 1) % 3], corners[rows, (edge + 2) % 3]
    middle = (a + b) / 2
    return np.concatenate([np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)])


# Bodies

_COARSENESS = 0.03
"""The deviation of a hull from a round shape, relative to its size; exact checks use the shape itself."""
_CORNERS = 256
"""The number of corners of a hull above which near ones are merged."""


@dataclass(frozen=True, eq=False)
class Body:
    """A link with shapes, in its own frame."""

    link: str
    library: Library
    solid: Any
    """The exact shapes, as the library has them."""
    hull: Floats
    """An array (n, 3): the link is inside their convex hull, up to the slack."""
    slack: float
    spheres: Floats
    """An array (n, 4): centres and radii of spheres that together contain the surface."""

    @cached_property
    def center(self) -> Floats:
        """The middle of the body's bounding box."""
        middle: Floats = (self.hull.min(axis=0) + self.hull.max(axis=0)) / 2
        return middle

    @cached_property
    def radius(self) -> float:
        """The radius of a bounding sphere about the centre."""
        return float(np.linalg.norm(self.hull - self.center, axis=1).max()) + self.slack


def contact_of(first: Body, second: Body, margin: float = 0.0) -> Contact:
    """Return the contact check of two bodies; shapes closer than a margin in metres count as touching."""
    return first.library.contact(first.solid, second.solid, margin)


def bodies_of(robot: Robot, context: Context, *, visuals: bool) -> tuple[dict[str, Body], tuple[str, ...]]:
    """Return the links with shapes for self-collisions, and those with shapes that could not all be created.

    Args:
        robot: The robot with the links.
        context: Its assets find the meshes; its report gets missing ones, and that coal is missing.
        visuals: True to use the visual geometry of a link without collision geometry.
    """
    found: dict[str, Body] = {}
    failed: list[str] = []
    checks = library(context.report)
    solid = links_with_shapes(robot, visuals=visuals)
    for name, link in reversed(robot.link_by_name.items()):  # which has them in the reverse order
        if name not in solid:
            continue
        body = _body(name, geometries_of(link, visuals), context, checks)
        if body is None:
            failed.append(name)
        else:
            found[name] = body
    return found, tuple(failed)


def _body(name: str, shapes: list[Geometry], context: Context, checks: Library) -> Body | None:
    """Return the body; None if a part of it could not be created, because the missing part may be the one that
    touches.
    """
    surfaces: list[Triangles] = []
    soups: list[Triangles] = []
    solids: list[Any] = []
    slack = 0.0
    for geometry in shapes:
        off = _off(geometry.shape)
        triangles = surface(geometry, context, off)
        if triangles is None or not len(triangles) or geometry.shape is None:
            return None
        surfaces.append(placed(triangles, geometry))
        solid = checks.shape_solid(geometry.shape, matrix(geometry.pose))
        if solid is None:
            soups.append(surfaces[-1])
        else:
            solids.append(solid)
            slack = max(slack, off)
    if soups:
        solids.append(checks.mesh_solid(join(soups)))
    whole = join(surfaces)
    hull, lost = _hull(whole)
    return Body(name, checks, checks.link_solid(solids), hull, slack + lost, cover(whole))


def _off(shape: Shape | None) -> float:
    """Return the allowed deviation of corners from their shape, in metres."""
    return 0.0 if shape is None or isinstance(shape, Box | Mesh) else _COARSENESS * shape_size(shape)


def _hull(triangles: Triangles) -> tuple[Floats, float]:
    """Return the corners of the convex hull after merging near ones, and the largest inward displacement."""
    hull = convex_hull(triangles) or triangles
    points: Floats = hull.vertices[np.unique(hull.faces)]
    chosen, cell = points, 1e-3 * float(np.ptp(points, axis=0).max())
    while len(chosen) > _CORNERS:
        cell *= 1.4
        _, first = np.unique(np.floor(points / cell), axis=0, return_index=True)
        chosen = points[np.sort(first)]
    return chosen, np.sqrt(3.0) * cell if len(chosen) < len(points) else 0.0
