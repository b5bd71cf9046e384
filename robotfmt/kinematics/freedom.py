"""The degrees of freedom of joints, the joints of a configuration space vector, in order, and joint formulas, for many
configurations at once.

Angles are radians, lengths metres; the leading axis of arrays is the configuration.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import codes
from ..diagnostics import did_you_mean
from ..errors import UsageError
from ..model import Constant, Expression, Joint, JointType, Number, Operation, Piecewise, Robot, Variable
from .joint_values import undriven

# Formulas

Array: TypeAlias = NDArray[np.float64]


Values: TypeAlias = dict[str, Array]
"""An array (n, degrees of freedom) for each joint."""


def evaluate(expression: Expression, values: Values, count: int) -> Array:
    """Return the value of a formula for every configuration: (n,). Undefined values (a root of a negative number) are
    nan.
    """
    with np.errstate(all="ignore"):
        return np.broadcast_to(_evaluate(expression, values, count), (count,)).astype(np.float64)


def column(values: Values, joint: str, axis: int, count: int) -> Array:
    """Return the values of one axis: (n,); zeros for a joint without values."""
    array = values.get(joint)
    return array[:, axis] if array is not None and axis < array.shape[1] else np.zeros(count)


def _evaluate(expression: Expression, values: Values, count: int) -> Array:
    """Return (count,): an expression at several joint positions; NaN where no piece applies."""
    match expression:
        case Number(value):
            return np.full(count, value)
        case Constant(name):
            return np.full(count, math.pi if name == "pi" else math.e)
        case Variable(joint, axis):
            return column(values, joint, axis, count)
        case Operation(operator, arguments):
            operands = [_evaluate(each, values, count) for each in arguments]
            return np.asarray(_OPERATIONS[operator](*operands), dtype=np.float64)
        case Piecewise(pieces, otherwise):
            result = _evaluate(otherwise, values, count) if otherwise is not None else np.full(count, np.nan)
            for piece, condition in reversed(pieces):
                holds = _evaluate(condition, values, count) != 0
                result = np.where(holds, _evaluate(piece, values, count), result)
            return result


def _reduce(function: Callable[[Array, Array], object]) -> Callable[..., object]:
    def apply(first: Array, *rest: Array) -> object:
        result: object = first
        for each in rest:
            result = function(np.asarray(result, dtype=np.float64), each)
        return result

    return apply


def _minus(first: Array, second: Array | None = None) -> Array:
    return -first if second is None else first - second


def _root(first: Array, second: Array | None = None) -> Array:
    """Return a square root, or the root of the given degree; odd roots of negative numbers are real."""
    if second is None:
        return np.sqrt(first)
    odd = np.mod(first, 2) == 1
    real: Array = np.where(odd, np.sign(second) * np.abs(second) ** (1 / first), second ** (1 / first))
    return real


def _log(first: Array, second: Array | None = None) -> Array:
    if second is None:
        return np.log10(first)
    result: Array = np.log(second) / np.log(first)
    return result


def sssa(a: Array, b: Array, c: Array) -> Array:
    """Return the angle opposite to the side a of a triangle, from its three sides."""
    part = (a * a + b * b - c * c) / (2 * b)
    return np.arctan2(np.sqrt(a * a - part * part), b - part)


def sasa(a: Array, angle: Array, b: Array) -> Array:
    """Return the angle opposite to the side a of a triangle, from the sides a and b and the angle between them."""
    return np.arctan2(a * np.sin(angle), b - a * np.cos(angle))


def sass(a: Array, angle: Array, b: Array) -> Array:
    """Return the third side of a triangle, from two sides and the angle between them."""
    return np.sqrt(a * a + b * b - 2 * a * b * np.cos(angle))


def _in_range(value: Array, low: Array, high: Array) -> Array:
    return np.asarray((value >= low) & (value <= high), dtype=np.float64)


_OPERATIONS: dict[str, Callable[..., object]] = {
    "plus": _reduce(np.add),
    "minus": _minus,
    "times": _reduce(np.multiply),
    "divide": np.divide,
    "power": np.power,
    "root": _root,
    "quotient": lambda a, b: np.trunc(a / b),
    "rem": np.fmod,
    "abs": np.abs,
    "exp": np.exp,
    "ln": np.log,
    "log": _log,
    "floor": np.floor,
    "ceiling": np.ceil,
    "min": _reduce(np.minimum),
    "max": _reduce(np.maximum),
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "sec": lambda a: 1 / np.cos(a),
    "csc": lambda a: 1 / np.sin(a),
    "cot": lambda a: 1 / np.tan(a),
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "sech": lambda a: 1 / np.cosh(a),
    "csch": lambda a: 1 / np.sinh(a),
    "coth": lambda a: 1 / np.tanh(a),
    "arcsin": np.arcsin,
    "arccos": np.arccos,
    "arctan": np.arctan,
    "arcsec": lambda a: np.arccos(1 / a),
    "arccsc": lambda a: np.arcsin(1 / a),
    "arccot": lambda a: np.pi / 2 - np.arctan(a),
    "arcsinh": np.arcsinh,
    "arccosh": np.arccosh,
    "arctanh": np.arctanh,
    "arcsech": lambda a: np.arccosh(1 / a),
    "arccsch": lambda a: np.arcsinh(1 / a),
    "arccoth": lambda a: np.arctanh(1 / a),
    "eq": _reduce(np.equal),
    "neq": np.not_equal,
    "lt": _reduce(np.less),
    "leq": _reduce(np.less_equal),
    "gt": _reduce(np.greater),
    "geq": _reduce(np.greater_equal),
    "and": _reduce(np.logical_and),
    "or": _reduce(np.logical_or),
    "xor": _reduce(np.logical_xor),
    "not": np.logical_not,
    "atan2": np.arctan2,
    "INRANGE": _in_range,
    "SSSA": sssa,
    "SASA": sasa,
    "SASS": sass,
}


# Freedom

SPLITS = {JointType.PLANAR: 3, JointType.FLOATING: 7, JointType.BALL: 4}
"""The number of values of joint types that is not their number of axes."""
_NAMED = 12
"""The number of joints that a message about a vector names."""


def degrees_of_freedom(joint: Joint) -> int:
    """Return the number of values of a joint.

    One for each axis; 3 for a planar joint: x, y and an angle; 4 for a ball joint: a quaternion (w, x, y, z); 7 for a
    floating one: x, y, z and a quaternion; none for a fixed one.
    """
    if joint.type in (JointType.FIXED, JointType.ON_OFF, None):
        return 0
    return SPLITS[joint.type] if joint.type in SPLITS else len(joint.axes)


def neutral(joint: Joint, count: int = 1) -> Array:
    """Return the neutral values of a joint: zeros, and 1 for the w of a quaternion; (count, freedom)."""
    freedom = degrees_of_freedom(joint)
    values = np.zeros((count, freedom))
    if joint.type in (JointType.FLOATING, JointType.BALL):
        values[:, freedom - 4] = 1.0
    return values


def cspace_joints(robot: Robot) -> tuple[Joint, ...]:
    """Return the joints of a configuration space vector, in order.

    They are those of ``robot.cspace`` (XRDF), if a document gives it. Otherwise they are all moving joints of the
    tree that are independent and driven (neither passive nor locked), in the order of their ``dof_index`` if each has
    one (OpenRAVE), or else in document order.

    Raises:
        UsageError: The configuration space names a joint that does not exist.
    """
    if robot.cspace is not None:
        names = [each.joint for each in robot.cspace.joints]
        for name in names:
            if name not in robot.joint_by_name:
                end = did_you_mean(name, robot.joint_by_name)
                raise UsageError(codes.USAGE, f"c-space: the robot has no joint '{name}'{end}")
        return tuple(robot.joint_by_name[name] for name in names)
    still = undriven(robot)
    found = [each for each in robot.joints if each.name not in still and _moves(each)]
    if all(each.dof_index is not None for each in found):
        found.sort(key=lambda each: each.dof_index or 0)
    return tuple(found)


def _moves(joint: Joint) -> bool:
    leads = not joint.axes or any(axis.coupling is None for axis in joint.axes)
    return degrees_of_freedom(joint) > 0 and leads


def by_joint(robot: Robot, vector: ArrayLike) -> dict[str, Array]:
    """Return the values of joints in a configuration space vector.

    Args:
        robot: The robot; :func:`cspace_joints` gives the order of its joints.
        vector: (d,) for one configuration or (n, d) for several, in radians and metres; d is the sum of the degrees of
            freedom of these joints, for most robots their number.

    Returns:
        For each of these joints an array (n, degrees of freedom), as for :func:`.forward.forward_kinematics`. For one
        configuration, (degrees of freedom,) or, for a joint with one, a number: ().

    Raises:
        UsageError: The vector has another length or shape; the message names the expected joints.
    """
    joints = cspace_joints(robot)
    ends = np.cumsum([degrees_of_freedom(joint) for joint in joints], dtype=np.int64)
    length = int(ends[-1]) if len(ends) else 0
    values = np.asarray(vector, dtype=np.float64)
    if values.ndim not in (1, 2) or values.shape[-1] != length:
        given = f"{values.size} values" if values.ndim == 1 else f"the shape {values.shape}"
        names = ", ".join(f"'{joint.name}'" for joint in joints[:_NAMED])
        more = ", ..." if len(joints) > _NAMED else ""
        message = f"the vector has {given}; expected {length}, for the joints {names}{more}"
        raise UsageError(codes.USAGE, message)
    parts = np.split(values, ends[:-1], axis=-1)
    named = zip(joints, parts, strict=bool(joints))
    return {joint.name: part[0] if part.shape == (1,) else part for joint, part in named}
