"""Masses: UsdPhysicsMassAPI and newton:inertia."""

from __future__ import annotations

from robotfmt.model import Inertia, Inertial, Pose
from robotfmt.model.pose import Quaternion

from ..codes import AXES_ZERO, MASS_MISSING
from ..document.stage import Prim

_API = "PhysicsMassAPI"


def read_mass(prim: Prim, has_shapes: bool) -> Inertial | None:
    """Return the mass of a body; values that are 0 or not authored are computed from its shapes."""
    units = prim.stage.units
    mass = prim.number("physics:mass") or None
    density = prim.number("physics:density") or None
    center = prim.vector("physics:centerOfMass")
    at = (center[0] * units.length, center[1] * units.length, center[2] * units.length) if center is not None else None
    tensor, turn = _tensor(prim)
    if mass is None and not has_shapes:
        message = f"body '{prim.name}' has neither a mass nor a collider: PhysX takes 1 kg, Newton and MuJoCo 0"
        prim.stage.report.add(MASS_MISSING, message, prim.origin)
        if tensor is None:
            return None
    return Inertial(
        origin=prim.origin,
        mass=mass * units.mass if mass is not None else None,
        pose=Pose(at, turn) if at is not None or turn is not None else None,
        inertia=tensor,
        computed=True if (mass is None or tensor is None) and has_shapes else None,
        density=density * units.density if density is not None else None,
    )


def _tensor(prim: Prim) -> tuple[Inertia | None, Quaternion | None]:
    """Return the tensor with the rotation of its frame: Newton's six numbers, else the diagonal with its axes."""
    factor = prim.stage.units.inertia
    whole = prim.numbers("newton:inertia", 6)
    diagonal = prim.vector("physics:diagonalInertia")
    axes = prim.quaternion("physics:principalAxes")
    if whole is not None and any(whole):
        xx, yy, zz, xy, xz, yz = (each * factor for each in whole)
        return Inertia(origin=prim.origin, ixx=xx, iyy=yy, izz=zz, ixy=xy, ixz=xz, iyz=yz), None
    if diagonal is None or not any(diagonal):
        return None, None
    if axes is None:
        message = f"body '{prim.name}' has diagonalInertia and no principalAxes; the axes of the body are taken"
        prim.stage.report.add(AXES_ZERO, message, prim.origin)
    x, y, z = (each * factor for each in diagonal)
    inertia = Inertia(origin=prim.origin, ixx=x, iyy=y, izz=z, ixy=0.0, ixz=0.0, iyz=0.0)
    is_turned = axes is not None and any((axes.x, axes.y, axes.z))
    return inertia, axes if is_turned else None
