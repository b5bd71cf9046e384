"""The mass and the inertia of shapes that are filled evenly."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..model import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Inertia,
    Inertial,
    Pose,
    Shape,
    Sphere,
    Vector3,
    compose,
)
from ..model.record import replace

_ENTRIES = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


class Solid(NamedTuple):
    """The mass properties of a body of density 1, in the frame of its shape."""

    volume: float
    center: Vector3
    inertia: Inertia
    """About the centre."""


def solid_of(shape: Shape | None) -> Solid | None:
    """Return the solid of a shape; None for one without a volume, and for a mesh."""
    match shape:
        case Box((x, y, z)):
            return _box(x, y, z)
        case Sphere(float() | int() as radius):
            return _ellipsoid(radius, radius, radius)
        case Ellipsoid((x, y, z)):
            return _ellipsoid(x, y, z)
        case Cylinder(float() | int() as radius, float() | int() as length):
            return _cylinder(radius, length)
        case Capsule(float() | int() as radius, float() | int() as length):
            return _capsule(radius, length)
        case Cone(float() | int() as radius, float() | int() as length):
            return _cone(radius, length)
    return None


def _diagonal(volume: float, xx: float, yy: float, zz: float, center: Vector3 = (0.0, 0.0, 0.0)) -> Solid | None:
    inertia = Inertia(ixx=xx, ixy=0.0, ixz=0.0, iyy=yy, iyz=0.0, izz=zz)
    return Solid(volume, center, inertia) if volume > 0 else None


def _box(x: float, y: float, z: float) -> Solid | None:
    v = x * y * z
    return _diagonal(v, v / 12 * (y * y + z * z), v / 12 * (x * x + z * z), v / 12 * (x * x + y * y))


def _ellipsoid(x: float, y: float, z: float) -> Solid | None:
    v = 4 / 3 * math.pi * x * y * z
    return _diagonal(v, v / 5 * (y * y + z * z), v / 5 * (x * x + z * z), v / 5 * (x * x + y * y))


def _cylinder(radius: float, length: float) -> Solid | None:
    v = math.pi * radius**2 * length
    across = v / 12 * (3 * radius**2 + length**2)
    return _diagonal(v, across, across, v / 2 * radius**2)


def _capsule(radius: float, length: float) -> Solid | None:
    tube, ball = math.pi * radius**2 * length, 4 / 3 * math.pi * radius**3
    along = tube * radius**2 / 2 + ball * 2 / 5 * radius**2
    across = tube * (radius**2 / 4 + length**2 / 12)
    across += ball * (2 / 5 * radius**2 + length**2 / 4 + 3 / 8 * length * radius)
    return _diagonal(tube + ball, across, across, along)


def _cone(radius: float, length: float) -> Solid | None:
    v = math.pi / 3 * radius**2 * length
    across = v * 3 / 80 * (4 * radius**2 + length**2)
    return _diagonal(v, across, across, v * 3 / 10 * radius**2, (0.0, 0.0, -length / 4))


def inertial_of(solid: Solid, density: float, geometry: Geometry) -> Inertial:
    """Return the inertia of a solid of some density, at the pose of its shape on the link."""
    pose = compose(geometry.pose, Pose(solid.center))
    return Inertial(
        origin=geometry.origin, mass=density * solid.volume, pose=pose, inertia=times(density, solid.inertia)
    )


def times(factor: float, inertia: Inertia) -> Inertia:
    """Return an inertia tensor with every entry multiplied; entries that are unknown stay unknown."""
    entries = {name: getattr(inertia, name) for name in _ENTRIES}
    return replace(inertia, **{name: each if each is None else factor * each for name, each in entries.items()})
