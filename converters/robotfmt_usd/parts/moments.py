"""Moments of inertia: three about principal axes, as UsdPhysics has them, and Newton's six numbers."""

from __future__ import annotations

import numpy as np

from robotfmt.model import Inertia, Inertial, Matrix3, Pose, Vector3
from robotfmt.model.pose import Quaternion
from robotfmt.model.record import replace

from ..document.single import single, single_quaternion, single_vector
from ..document.usda import Spec

IDENTITY = Quaternion(1.0, 0.0, 0.0, 0.0)
_NOTHING = 1e-12
"""The share of the largest moment below which another one is rounding."""


def moments(inertial: Inertial | None) -> Vector3 | None:
    """Return the moments about principal axes."""
    tensor = inertial.inertia if inertial is not None else None
    if tensor is None or tensor.ixx is None or tensor.iyy is None or tensor.izz is None:
        return None
    return tensor.ixx, tensor.iyy, tensor.izz


def moments_of(inertial: Inertial) -> Vector3 | None:
    """Return the moments of a tensor about its principal axes."""
    return moments(inertial if is_principal(inertial) else as_principal(inertial))


def is_possible(moments: Vector3) -> bool:
    """Return True unless one moment is larger than the sum of the others: MuJoCo refuses such a body."""
    return max(moments) <= sum(moments) - max(moments)


def rounded(inertial: Inertial) -> Inertial:
    """Return a mass in single precision, without the rotation of the frame of the moments."""
    at = single_vector(inertial.pose.xyz) if inertial.pose is not None else None
    mass = single(inertial.mass) if inertial.mass is not None else None
    return replace(inertial, mass=mass, pose=Pose(at) if at is not None else None)


def as_principal(inertial: Inertial) -> Inertial:
    """Return a mass with its moments about principal axes, in single precision."""
    rows, plain = inertial.link_inertia, rounded(inertial)
    if rows is None:
        return replace(plain, inertia=None)
    (x, y, z), turn = _axes(rows)
    tensor = Inertia(origin=inertial.origin, ixx=x, iyy=y, izz=z, ixy=0.0, ixz=0.0, iyz=0.0)
    return replace(plain, pose=Pose(plain.pose.position if plain.pose is not None else None, turn), inertia=tensor)


def as_whole(inertial: Inertial) -> Inertial:
    """Return a mass with the tensor along the axes of the link, in double precision."""
    rows, plain = inertial.link_inertia, rounded(inertial)
    if rows is None:
        return replace(plain, inertia=None)
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = rows
    return replace(plain, inertia=Inertia(origin=inertial.origin, ixx=xx, iyy=yy, izz=zz, ixy=xy, ixz=xz, iyz=yz))


def is_principal(inertial: Inertial) -> bool:
    """Return True if the tensor is three moments about the axes of its frame."""
    tensor = inertial.inertia
    return tensor is None or not any((tensor.ixy, tensor.ixz, tensor.iyz))


def needs_tensor(inertial: Inertial) -> bool:
    """Return True if three moments of single precision are not all of the tensor."""
    found = moments(inertial)
    return not is_principal(inertial) or (found is not None and found != single_vector(found))


def put_moments(spec: Spec, moments: Vector3) -> None:
    """Add moments about principal axes."""
    spec.put("float3", "physics:diagonalInertia", moments)


def put_tensor(spec: Spec, inertial: Inertial) -> None:
    """Add the six numbers of a tensor, which Newton reads before the moments about principal axes."""
    tensor = inertial.inertia
    if tensor is not None:
        six = [tensor.ixx, tensor.iyy, tensor.izz, tensor.ixy, tensor.ixz, tensor.iyz]
        spec.apply("NewtonMassAPI").put("double[]", "newton:inertia", six)


def _axes(rows: Matrix3) -> tuple[Vector3, Quaternion]:
    """Return the moments of a tensor with the rotation of their axes; a diagonal tensor keeps the axes of the link."""
    tensor = np.array(rows, dtype=np.float64)
    off = np.abs(tensor - np.diag(np.diag(tensor))).max()
    if off <= 1e-9 * np.abs(tensor).max():
        x, y, z = np.diag(tensor).tolist()
        return single_vector((x, y, z)), IDENTITY
    found, axes = np.linalg.eigh(tensor)
    if np.linalg.det(axes) < 0:
        axes[:, 2] = -axes[:, 2]
    turn = single_quaternion(tuple(tuple(row) for row in axes.tolist()))  # type: ignore[arg-type]
    found[np.abs(found) < _NOTHING * np.abs(found).max()] = 0.0
    x, y, z = found.tolist()
    return single_vector((x, y, z)), turn
