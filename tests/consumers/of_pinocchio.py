"""A robot as pinocchio has it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from programs import oracle

from .behaviour import Axis, Behaviour, Body
from .difference import Array, Values
from .drives import drives_of_urdf
from .states import states_of_srdf

_ENDLESS = 1e30
"""A limit beyond this is none: pinocchio writes the largest number."""


def of_pinocchio(path: Path) -> Behaviour:
    """Return what pinocchio has of a URDF, whose root it holds, or of an MJCF.

    Raises:
        ValueError: pinocchio refuses it.
    """
    pinocchio: Any = oracle("pinocchio")
    build = pinocchio.buildModelFromUrdf if path.suffix == ".urdf" else pinocchio.buildModelFromMJCF
    model = build(str(path))
    frames = {each.name: index for index, each in enumerate(model.frames) if each.type == pinocchio.FrameType.BODY}
    bodies = {name: _body(_weight(pinocchio, model, model.frames[index])) for name, index in frames.items()}
    one = {name: each for each, name in enumerate(model.names) if each and model.joints[each].nv == 1}
    data = model.createData()

    def place(values: Values) -> dict[str, Array]:
        state = pinocchio.neutral(model)
        for name, value in values.items():
            _set(model, one[name], state, value)
        pinocchio.framesForwardKinematics(model, data, state)
        return {name: data.oMf[index].homogeneous for name, index in frames.items()}

    return Behaviour(
        bodies,
        {name: _axis(model, each) for name, each in one.items()},
        place,
        states={},
        drives=drives_of_urdf(path) if path.suffix == ".urdf" else None,
    )


def with_srdf(robot: Behaviour, urdf: Path, srdf: Path) -> Behaviour:
    """Return what pinocchio has of a URDF with what it has of its SRDF."""
    return replace(robot, states=states_of_srdf(urdf, srdf))


def _weight(pinocchio: Any, model: Any, frame: Any) -> Any:
    """Return the inertia of a link: pinocchio has it at the joint above, without the joint where that is fixed."""
    above = model.frames[frame.parentFrame]
    if above.type == pinocchio.FrameType.FIXED_JOINT and frame.parentFrame:
        return above.inertia
    if above.type == pinocchio.FrameType.FIXED_JOINT:
        return frame.inertia
    welded = [
        each.placement.act(each.inertia)
        for each in model.frames
        if each.parentJoint == frame.parentJoint and each.type == pinocchio.FrameType.FIXED_JOINT
    ]
    return _without(model.inertias[frame.parentJoint], welded)


def _without(whole: Any, parts: Any) -> Any:
    """Return an inertia without those of some parts."""
    for each in parts:
        whole = whole - each
    return whole


def _body(inertia: Any) -> Body:
    return Body(float(inertia.mass), np.array(inertia.lever), np.array(inertia.inertia))


def _set(model: Any, joint: int, state: Array, value: float) -> None:
    at, size = model.idx_qs[joint], model.nqs[joint]
    state[at : at + size] = value if size == 1 else (np.cos(value), np.sin(value))


def _axis(model: Any, joint: int) -> Axis:
    at, dof = model.idx_qs[joint], model.idx_vs[joint]
    endless = model.nqs[joint] != 1
    return Axis(
        lower=-np.inf if endless else _limit(model.lowerPositionLimit[at]),
        upper=np.inf if endless else _limit(model.upperPositionLimit[at]),
        damping=float(model.damping[dof]),
        friction=float(_friction(model)[dof]),
        armature=float(model.armature[dof]),
    )


def _friction(model: Any) -> Any:
    return getattr(model, "upperDryFrictionLimit", None) if hasattr(model, "upperDryFrictionLimit") else model.friction


def _limit(value: float) -> float:
    return float(np.copysign(np.inf, value)) if abs(value) > _ENDLESS else float(value)
