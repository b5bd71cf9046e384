"""Evaluate joint formulas, for many configurations at once."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..model import Constant, Expression, Number, Operation, Piecewise, Variable

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
