"""The boxes around shapes and the solids in them, in the frame of their link: of shapes with sizes in Python alone, of
meshes when they are to be opened.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from ..context import Context
from ..diagnostics import Report
from ..inertia.solids import Solid, inertial_of, solid_of
from ..model import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Inertial,
    Mesh,
    Pose,
    Shape,
    Sphere,
    Vector3,
    rotate,
)
from ..model.record import replace
from ..model.vectors import add


class Extent(NamedTuple):
    """The axis-aligned box around shapes, and the solids that they bound."""

    low: Vector3
    high: Vector3
    solids: tuple[Inertial, ...]
    """At a density of 1 kg/m^3; without those of open meshes."""
    is_whole: bool = True
    """True if every shape bounds a solid."""
    is_known: bool = True
    """True if the extent of every shape is known."""

    @property
    def volume(self) -> float:
        """The volume of the box in m^3."""
        return math.prod(b - a for a, b in zip(self.low, self.high, strict=True))

    @property
    def size(self) -> float:
        """The diagonal of the box in metres."""
        return math.dist(self.low, self.high)

    def gap(self, other: Extent) -> float:
        """Return the distance between two boxes in metres; 0 if they overlap."""
        rows = zip(self.low, self.high, other.low, other.high, strict=True)
        return math.hypot(*(max(0.0, c - b, a - d) for a, b, c, d in rows))

    def outside(self, point: Vector3) -> float:
        """Return the distance of a point from the box in metres; 0 inside."""
        return self.gap(Extent(point, point, ()))


Measure: TypeAlias = Callable[[Geometry], Extent | None]
"""Returns the extent of a geometry in the frame of its link; None if it is unknown."""


def extent_of(geometries: Iterable[Geometry], measure: Measure) -> Extent | None:
    """Return the extent of several geometries together; None without any whose extent is known."""
    found = [measure(each) for each in geometries]
    known = [each for each in found if each is not None]
    if not known:
        return None
    low, high = (
        tuple(pick(column) for column in zip(*rows, strict=True))
        for pick, rows in ((min, [each.low for each in known]), (max, [each.high for each in known]))
    )
    solids = tuple(it for each in known for it in each.solids)
    return Extent(low, high, solids, all(each.is_whole for each in known), len(known) == len(found))


# Shapes with sizes


def of_shape(geometry: Geometry) -> Extent | None:
    """Return the extent of a shape with sizes; None for a mesh, and for shapes without an end or a size."""
    half = _half(geometry.shape)
    if half is None or not all(each > 0 for each in half):
        return None
    x, y, z = half
    low, high = box_around((-x, -y, -z), half, geometry.pose or Pose())
    solid = solid_of(geometry.shape)
    solids = (inertial_of(solid, 1.0, geometry),) if solid is not None else ()
    return Extent(low, high, solids, solid is not None)


def box_around(low: Vector3, high: Vector3, pose: Pose) -> tuple[Vector3, Vector3]:
    """Return the axis-aligned box around another box, which is in a frame with this pose."""
    rows = pose.matrix
    a, b, c = ((one + other) / 2 for one, other in zip(low, high, strict=True))
    middle = add(rotate(rows, (a, b, c)), pose.xyz)
    half = [sum(abs(row[i]) * (high[i] - low[i]) / 2 for i in range(3)) for row in rows]
    least, most = ([at + sign * each for at, each in zip(middle, half, strict=True)] for sign in (-1, 1))
    return (least[0], least[1], least[2]), (most[0], most[1], most[2])


def _half(shape: Shape | None) -> Vector3 | None:
    """Return half of the sizes of the box around a shape in its own frame."""
    match shape:
        case Box((x, y, z)):
            return (x / 2, y / 2, z / 2)
        case Ellipsoid((x, y, z)):
            return (x, y, z)
        case Sphere(float() | int() as radius):
            return (radius, radius, radius)
        case Cylinder(float() | int() as radius, float() | int() as length) | Cone(
            float() | int() as radius, float() | int() as length
        ):
            return (radius, radius, length / 2)
        case Capsule(float() | int() as radius, float() | int() as length):
            return (radius, radius, length / 2 + radius)
    return None


# Meshes


def with_meshes(context: Context) -> Measure:
    """Return a measure that opens meshes too; it reports nothing.

    A mesh with an open part has a box, and no solid.
    """
    quiet = context.having(report=Report())

    def measure(geometry: Geometry) -> Extent | None:
        return _of_mesh(geometry, quiet) if isinstance(geometry.shape, Mesh) else of_shape(geometry)

    return measure


def with_boxes(context: Context) -> Measure:
    """Return a measure that opens meshes for the boxes around them only; it reports nothing."""
    quiet = context.having(report=Report())

    def measure(geometry: Geometry) -> Extent | None:
        return _box_of_mesh(geometry, quiet) if isinstance(geometry.shape, Mesh) else of_shape(geometry)

    return measure


def _box_of_mesh(geometry: Geometry, context: Context) -> Extent | None:
    from ..surfaces.loading import placed, surface  # loads numpy

    triangles = surface(geometry, context)
    if triangles is None or not len(triangles.faces):
        return None
    corners = placed(triangles, geometry).vertices
    return Extent(tuple(corners.min(axis=0).tolist()), tuple(corners.max(axis=0).tolist()), (), False)


def _of_mesh(geometry: Geometry, context: Context) -> Extent | None:
    from ..inertia.meshes import solid_of_triangles  # loads numpy
    from ..mesh.repair import Solidity
    from ..surfaces.loading import boundary, placed

    repaired = boundary(geometry, context)
    if repaired is None or not len(repaired.triangles.faces):
        return None
    corners = placed(repaired.triangles, geometry).vertices
    low, high = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    is_closed = repaired.solidity is not Solidity.SURFACE_ONLY
    solid: Solid | None = solid_of_triangles(repaired.triangles) if is_closed else None
    solids = (inertial_of(solid, 1.0, replace(geometry, shape=None)),) if solid is not None else ()
    return Extent(tuple(low), tuple(high), solids, solid is not None)
