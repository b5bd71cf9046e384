"""Couplings: NewtonMimicAPI and PhysxMimicJointAPI."""

from __future__ import annotations

import math
from collections.abc import Mapping

from robotfmt.model import Axis, Joint, JointType, LinearCoupling
from robotfmt.model.record import replace

from ..codes import MIMIC, MIMIC_SWAPPED
from ..document.stage import Prim
from ..words import POSITION
from .joints import Connection

_NEWTON, _PHYSX = "NewtonMimicAPI", "PhysxMimicJointAPI"
_SINGLE = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC)


def couple(connections: list[Connection]) -> None:
    """Give the joints that follow others their couplings."""
    everything = [it for each in connections for it in each.all]
    by_path = {each.prim.path: each.joint for each in everything}
    for each in everything:
        newtons, physxs = _newton(each, by_path), _physx(each, by_path)
        if newtons is not None and physxs is not None and not _is_same(newtons, physxs):
            for name in _words_of_physx(each.prim):
                each.prim.give_back(name)
        coupling = newtons or physxs
        if coupling is not None and each.joint.axes:
            each.joint = replace(
                each.joint, axes=(replace(each.joint.axes[0], coupling=coupling), *each.joint.axes[1:])
            )


def _newton(connection: Connection, by_path: Mapping[str, Joint]) -> LinearCoupling | None:
    """Return Newton's coupling: ``q = coef0 + coef1 * q of the other``, angles in degrees."""
    prim = connection.prim
    if not prim.has(_NEWTON):
        return None
    if not prim.truth("newton:mimicEnabled", True):
        prim.give_back("newton:mimicEnabled")  # with the rest it is reported as not understood
        return None
    given = prim.number("newton:mimicCoef0"), prim.number("newton:mimicCoef1")
    offset, multiplier = (0.0 if given[0] is None else given[0]), (1.0 if given[1] is None else given[1])
    if multiplier == 0 and abs(offset) == 1:
        message = f"joint '{connection.joint.name}': mimicCoef0 is {offset:g} and mimicCoef1 0: they may be swapped"
        prim.stage.report.add(MIMIC_SWAPPED, message, prim.origin)
    return _coupling(connection, prim.targets("newton:mimicJoint"), by_path, multiplier, offset)


def _physx(connection: Connection, by_path: Mapping[str, Joint]) -> LinearCoupling | None:
    """Return PhysX's coupling: ``q + gearing * q of the other + offset = 0``, angles in degrees."""
    prim = connection.prim
    if not prim.instances(_PHYSX):
        return None
    gear, shift, leader, axis = _words_of_physx(prim)
    gearing, offset = prim.number(gear), prim.number(shift)
    prim.skip(axis)
    return _coupling(
        connection, prim.targets(leader), by_path, -(1.0 if gearing is None else gearing), -(offset or 0.0)
    )


def _words_of_physx(prim: Prim) -> tuple[str, str, str, str]:
    """Return the attributes of a coupling: PhysX has one for each joint with one axis."""
    prefix = f"physxMimicJoint:{prim.instances(_PHYSX)[0]}"
    return f"{prefix}:gearing", f"{prefix}:offset", f"{prefix}:referenceJoint", f"{prefix}:referenceJointAxis"


def _is_same(one: LinearCoupling, other: LinearCoupling) -> bool:
    """Return True for couplings that differ by no more than rounding."""
    pairs = ((one.multiplier, other.multiplier), (one.offset, other.offset))
    near = all(math.isclose(a or 0.0, b or 0.0, rel_tol=1e-6, abs_tol=1e-9) for a, b in pairs)
    return one.joint == other.joint and near


def _coupling(
    connection: Connection, targets: list[str], by_path: Mapping[str, Joint], multiplier: float, offset: float
) -> LinearCoupling | None:
    prim = connection.prim
    leader = by_path.get(targets[0]) if targets else None
    if leader is None or leader.type not in _SINGLE or connection.joint.type not in _SINGLE:
        what = f"'{targets[0]}'" if targets else "no joint"
        message = (
            f"joint '{connection.joint.name}' follows {what}, which is no joint with one axis; the coupling is left out"
        )
        prim.stage.report.add(MIMIC, message, prim.origin)
        return None
    own, other = _factor(prim, connection.joint.axes[0]), _factor(prim, leader.axes[0])
    scale = own / other if own != other else 1.0
    return LinearCoupling(
        origin=prim.origin, joint=leader.name, multiplier=multiplier * scale, offset=(offset * own) or None
    )


def _factor(prim: Prim, axis: Axis) -> float:
    return POSITION.factor(prim.stage.units, axis.motion.value == "turn")
