"""The motion of a robot, for the page: its tree, and the steps of each joint's motion, in order."""

from __future__ import annotations

import math

import numpy as np

from ..errors import ModelError
from ..kinematics.forward import axis_range, coupled_joints, matrix, plane_axes
from ..kinematics.freedom import degrees_of_freedom
from ..kinematics.tree import downward, roots
from ..model import (
    Axis,
    Constant,
    Coupling,
    Expression,
    Joint,
    JointType,
    Motion,
    Number,
    Operation,
    Piecewise,
    Robot,
    Variable,
    unit,
)
from ..model.joint import LinearCoupling, leaders
from .shown import Described

_REACH = 1.0
"""The range in metres, to each side, of a sliding joint without limits."""
_CONSTANTS = {"pi": math.pi, "exponentiale": math.e}


def motion_of(robot: Robot) -> Described:
    """Return the roots; the joints, those of the tree from the root down and then all others; and the couplings."""
    tree = list(downward(robot))
    names = {joint.name for joint in tree}
    others = [joint for joint in robot.all_joints if joint.name not in names]
    try:
        followers = coupled_joints(robot)
    except ModelError:  # in a cycle: their positions are undefined
        followers = []
    return {
        "roots": roots(robot),
        "tree": len(tree),
        "joints": [_joint(each) for each in (*tree, *others)],
        "couplings": [each for joint in followers for each in _couplings(joint)],
    }


def _joint(joint: Joint) -> Described:
    after = np.linalg.inv(matrix(joint.pose_in_child)) if joint.pose_in_child is not None else None
    return {
        "name": joint.name,
        "parent": joint.parent,
        "child": joint.child,
        "before": matrix(joint.pose_in_parent).ravel().tolist(),
        "after": after.ravel().tolist() if after is not None else None,
        "steps": _steps(joint),
        "freedom": _freedom(joint),
        "follows": list(dict.fromkeys(leaders(joint))),
    }


def _steps(joint: Joint) -> list[list[object]]:
    """Yield ``slide`` and ``turn`` with a direction and, for a screw, metres per radian; ``quaternion`` with four
    numbers."""
    match joint.type:
        case JointType.PLANAR:
            first, second, normal = (each.tolist() for each in plane_axes(joint))
            return [["slide", *first], ["slide", *second], ["turn", *normal, 0.0]]
        case JointType.FLOATING:
            return [*(["slide", *row] for row in np.eye(3).tolist()), ["quaternion"]]
        case JointType.BALL:
            return [["quaternion"]]
    return [_step(axis) for axis in joint.axes[: degrees_of_freedom(joint)]]


def _step(axis: Axis) -> list[object]:
    direction = unit(axis.direction_or_x)
    return ["slide", *direction] if axis.motion is Motion.SLIDE else ["turn", *direction, axis.pitch or 0.0]


def _freedom(joint: Joint) -> list[Described]:
    """Return the motion of each slider of a joint."""
    metres: Described = {"unit": "m", "range": (-_REACH, _REACH)}
    turn: Described = {"unit": "rad", "range": (-np.pi, np.pi)}
    match joint.type:
        case JointType.PLANAR:
            return [{"name": "x", **metres}, {"name": "y", **metres}, {"name": "turn", **turn}]
        case JointType.FLOATING:
            return [*({"name": each, **metres} for each in "xyz"), *_angles(turn)]
        case JointType.BALL:
            return _angles(turn)
    axes = joint.axes[: degrees_of_freedom(joint)]
    return [_axis(joint, axis, str(i + 1) if len(axes) > 1 else "") for i, axis in enumerate(axes)]


def _angles(turn: Described) -> list[Described]:
    return [{"name": each, **turn} for each in ("roll", "pitch", "yaw")]


def _axis(joint: Joint, axis: Axis, name: str) -> Described:
    lower, upper = axis_range(joint, axis)
    slides = axis.motion is Motion.SLIDE
    if slides and (axis.limits.lower, axis.limits.upper) == (None, None):
        lower, upper = -_REACH, _REACH
    return {"name": axis.name or name, "unit": "m" if slides else "rad", "range": (lower, upper)}


def _couplings(joint: Joint) -> list[Described]:
    axes = joint.axes[: degrees_of_freedom(joint)]
    return [
        {"joint": joint.name, "axis": number, "formula": _formula(axis.coupling)}
        for number, axis in enumerate(axes)
        if axis.coupling is not None
    ]


def _formula(coupling: Coupling) -> object:
    if not isinstance(coupling, LinearCoupling):
        return _expression(coupling.expression)
    leading: list[object] = ["variable", coupling.joint, coupling.axis]
    factor = 1.0 if coupling.multiplier is None else coupling.multiplier
    return ["plus", ["times", factor, leading], coupling.offset or 0.0]


def _expression(expression: Expression) -> object:
    match expression:
        case Number(value):
            return value
        case Constant(name):
            return _CONSTANTS[name]
        case Variable(joint, axis):
            return ["variable", joint, axis]
        case Operation(operator, arguments):
            return [operator, *map(_expression, arguments)]
        case Piecewise(pieces, otherwise):
            chosen = [[_expression(value), _expression(condition)] for value, condition in pieces]
            return ["piecewise", chosen, _expression(otherwise) if otherwise is not None else None]
