"""Mass and inertia: as given, and of geoms where a body gives none."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from robotfmt.model import (
    Box,
    Capsule,
    Cylinder,
    Ellipsoid,
    Inertia,
    Inertial,
    Pose,
    Shape,
    Sphere,
    Vector3,
    compose,
    multiply,
    transpose,
)
from robotfmt.model.record import replace
from robotfmt.model.vectors import IDENTITY3, Matrix3

from .expansion import Part
from .geoms import Geom
from .model import Settings
from .poses import read_pose

DENSITY = 1000.0
"""Of geoms that say none, in kg/m^3."""
_NOTHING: Matrix3 = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
_LEAST = 1e-15
"""A body with less mass has none."""


@dataclass
class Mass:
    """Mass in kg, its centre, and the tensor about that, in the axes of the body."""

    mass: float
    center: Vector3
    tensor: Matrix3


def read_inertial(part: Part) -> Inertial:
    """Take an ``<inertial>``."""
    view = part.view
    view.element.take()
    pose = read_pose(view)
    pose = compose(part.frame, pose) if part.frame is not None else pose
    full = view.numbers("fullinertia", 6, 6) if view.says("fullinertia") else None
    diagonal = view.vector("diaginertia")
    inertia = None
    if full is not None:
        xx, yy, zz, xy, xz, yz = full
        inertia = Inertia(origin=view.origin, ixx=xx, iyy=yy, izz=zz, ixy=xy, ixz=xz, iyz=yz)
    elif diagonal is not None:
        xx, yy, zz = diagonal
        inertia = Inertia(origin=view.origin, ixx=xx, iyy=yy, izz=zz, ixy=0.0, ixz=0.0, iyz=0.0)
    return Inertial(origin=view.origin, mass=view.number("mass"), pose=pose, inertia=inertia)


def of_shape(shape: Shape | None) -> tuple[float, Vector3] | None:
    """Return the volume of a shape, and the moments of a unit of mass in it; None where there are none."""
    match shape:
        case Sphere(float(r)):
            moment = 0.4 * r * r
            return 4 / 3 * math.pi * r**3, (moment, moment, moment)
        case Box((x, y, z)):
            return x * y * z, ((y * y + z * z) / 12, (x * x + z * z) / 12, (x * x + y * y) / 12)
        case Cylinder(float(r), float(h)):
            side = (3 * r * r + h * h) / 12
            return math.pi * r * r * h, (side, side, r * r / 2)
        case Ellipsoid((a, b, c)):
            return 4 / 3 * math.pi * a * b * c, (
                (b * b + c * c) / 5,
                (a * a + c * c) / 5,
                (a * a + b * b) / 5,
            )
        case Capsule(float(r), float(h)):
            caps = 4 * r / (4 * r + 3 * h) if r else 0.0
            side = (1 - caps) * (3 * r * r + h * h) / 12 + caps * (0.4 * r * r + h * h / 4 + 3 * h * r / 8)
            axial = (1 - caps) * r * r / 2 + caps * 0.4 * r * r
            return math.pi * r * r * h + 4 / 3 * math.pi * r**3, (side, side, axial)
    return None


def of_geom(geom: Geom, of_mesh: Callable[[Geom], Mass | None]) -> Mass | None:
    """Return the mass of a geom; None where it cannot be told, of mass zero where it has none."""
    view = geom.part.view
    mass, density = peeked(geom, "mass"), peeked(geom, "density")
    empty = Mass(0.0, (0.0, 0.0, 0.0), _NOTHING)
    low, high = view.model.settings.groups
    if mass == 0 or (mass is None and density == 0) or not low <= geom.group <= high:
        return empty
    if geom.type in ("plane", "hfield"):
        return empty
    if geom.type in ("mesh", "sdf") or view.says("mesh"):
        return of_mesh(geom)
    found = of_shape(geom.geometry.shape)
    if found is None or view.peek("shellinertia") == "true":
        return None
    volume, moments = found
    kilograms = mass if mass is not None else volume * (density if density is not None else DENSITY)
    return turned(kilograms, moments, geom.geometry.pose)


def peeked(geom: Geom, name: str) -> float | None:
    """Return a number that a geom says, which stays as it is."""
    from robotfmt.documents import tokens

    holder = geom.part.view.holder(name)
    if holder is None:
        return None
    try:
        return tokens.real(holder.attributes[name])
    except tokens.BadToken as error:
        holder.report_token(error, name)
        return None


def turned(mass: float, moments: Vector3, pose: Pose | None) -> Mass:
    """Return the mass of something in the place of a pose, by the moments of a unit of it about its own axes."""
    pose = pose or Pose()
    diagonal: Matrix3 = (
        (mass * moments[0], 0.0, 0.0),
        (0.0, mass * moments[1], 0.0),
        (0.0, 0.0, mass * moments[2]),
    )
    turn = pose.matrix
    return Mass(mass, pose.xyz, multiply(multiply(turn, diagonal), transpose(turn)))


def joined(parts: list[Mass]) -> Inertial | None:
    """Return the inertia of several masses in one body; None where that is no mass at all."""
    parts = [each for each in parts if each.mass]
    total = math.fsum(each.mass for each in parts)
    if total < _LEAST:
        return None
    if len(parts) == 1:
        return _inertial(parts[0])
    x, y, z = (math.fsum(each.mass * each.center[i] for each in parts) / total for i in range(3))
    rows = [[0.0] * 3 for _ in range(3)]
    for each in parts:
        d = (each.center[0] - x, each.center[1] - y, each.center[2] - z)
        square = sum(c * c for c in d)
        for i in range(3):
            for j in range(3):
                shift = (square if i == j else 0.0) - d[i] * d[j]
                rows[i][j] += each.tensor[i][j] + each.mass * shift
    a, b, c = ((row[0], row[1], row[2]) for row in rows)
    return _inertial(Mass(total, (x, y, z), (a, b, c)))


def _inertial(it: Mass) -> Inertial:
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = it.tensor
    inertia = Inertia(ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)
    return Inertial(mass=it.mass, pose=Pose(it.center), inertia=inertia)


def bounded(inertial: Inertial | None, settings: Settings) -> Inertial | None:
    """Return the inertia as compiler options bound and balance it."""
    least, smallest = settings.boundmass, settings.boundinertia
    if not (least or smallest or settings.balance):
        return inertial
    found = inertial or Inertial(
        mass=0.0, pose=None, inertia=Inertia(ixx=0.0, ixy=0.0, ixz=0.0, iyy=0.0, iyz=0.0, izz=0.0)
    )
    if found.mass is None or found.inertia is None or found.inertia.rows is None:
        return found
    mass = max(found.mass, least)
    moments, turn = principal(found.inertia.rows)
    changed = [max(each, smallest) for each in moments]
    if settings.balance and 2 * max(changed) > sum(changed):
        changed = [sum(changed) / 3] * 3
    if changed == list(moments):
        return replace(found, mass=mass)
    return replace(found, mass=mass, inertia=_of_moments(changed, turn))


_ENTRIES = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


def principal(rows: Matrix3) -> tuple[tuple[float, ...], Matrix3]:
    """Return the principal moments of a tensor, and their axes as columns."""
    if not (rows[0][1] or rows[0][2] or rows[1][2]):
        return (rows[0][0], rows[1][1], rows[2][2]), IDENTITY3
    import numpy as np

    moments, axes = np.linalg.eigh(np.array(rows))
    a, b, c = (tuple(float(each) for each in row) for row in axes)
    return tuple(map(float, moments)), ((a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2]))


def _of_moments(moments: list[float], turn: Matrix3) -> Inertia:
    a, b, c = moments
    diagonal: Matrix3 = ((a, 0.0, 0.0), (0.0, b, 0.0), (0.0, 0.0, c))
    rows = multiply(multiply(turn, diagonal), transpose(turn))
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = rows
    return Inertia(ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)


def scaled(inertial: Inertial | None, factor: float) -> Inertial | None:
    """Return the inertia of so many times the mass."""
    if inertial is None or inertial.mass is None:
        return inertial
    inertia = inertial.inertia
    if inertia is not None:
        entries = {name: getattr(inertia, name) for name in _ENTRIES}
        inertia = replace(inertia, **{name: v if v is None else v * factor for name, v in entries.items()})
    return replace(inertial, mass=inertial.mass * factor, inertia=inertia)
