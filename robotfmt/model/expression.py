"""Formulas that couple one joint to others, as trees (the operators are MathML's, as in COLLADA 1.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from .names import JointName
from .record import Record

ARITHMETIC = frozenset(
    {"plus", "minus", "times", "divide", "power", "root", "quotient", "rem", "abs", "exp", "ln", "log"}
    | {"floor", "ceiling", "min", "max"}
)
TRIGONOMETRY = frozenset(
    prefix + function + suffix
    for prefix in ("", "arc")
    for function in ("sin", "cos", "tan", "sec", "csc", "cot")
    for suffix in ("", "h")
)
LOGIC = frozenset({"eq", "neq", "lt", "leq", "gt", "geq", "and", "or", "not", "xor"})
FUNCTIONS = frozenset({"atan2", "INRANGE", "SSSA", "SASA", "SASS"})
"""OpenRAVE's functions; :mod:`robotfmt.kinematics` gives their formulas."""
OPERATORS = ARITHMETIC | TRIGONOMETRY | LOGIC | FUNCTIONS
"""Every operator of an Operation: the names of MathML, and the functions."""

CONSTANTS = frozenset({"pi", "exponentiale"})
_LARGEST, _DEEPEST = 10_000, 100
"""The most parts of a formula in a document, and the most levels of them."""


class Number(Record, kw_only=False):
    """A number; angles in radians, lengths in metres."""

    value: float


class Constant(Record, kw_only=False):
    """A named number: ``pi`` or ``exponentiale``."""

    name: str


class Variable(Record, kw_only=False):
    """The value of an axis of a joint."""

    joint: JointName
    axis: int = 0


class Operation(Record, kw_only=False):
    """An operator applied to its arguments."""

    operator: str
    arguments: tuple[Expression, ...]

    def __post_init__(self) -> None:
        if self.operator not in OPERATORS:
            raise ValueError(f"the operator {self.operator!r} does not exist")


class Piecewise(Record, kw_only=False):
    """The value of the first piece whose condition holds, else the last."""

    pieces: tuple[tuple[Expression, Expression], ...]
    """Pairs of a value and the condition for it."""
    otherwise: Expression | None = None


Expression: TypeAlias = Number | Constant | Variable | Operation | Piecewise


def variables(expression: Expression) -> tuple[Variable, ...]:
    """Return the joint axes that a formula depends on, each once, in the order they appear."""
    found: dict[Variable, None] = {}
    pending: list[Expression] = [expression]
    while pending:
        match pending.pop():
            case Variable() as variable:
                found[variable] = None
            case whole:
                pending.extend(reversed(_parts(whole)))
    return tuple(found)


def is_too_large(expression: Expression) -> bool:
    """Return True if a formula has more parts, or deeper ones, than any valid formula.

    Documents can name a part and use it many times, so a short text can mean a formula of any size.
    """
    row, count, depth = [expression], 0, 0
    while row and count <= _LARGEST and depth <= _DEEPEST:
        count, depth = count + len(row), depth + 1
        row = [each for whole in row[:_LARGEST] for each in _parts(whole)]
    return count > _LARGEST or depth > _DEEPEST


def _parts(expression: Expression) -> tuple[Expression, ...]:
    """Return the direct parts of a formula, in the order they appear."""
    match expression:
        case Operation(_, arguments):
            return arguments
        case Piecewise(pieces, otherwise):
            last = (otherwise,) if otherwise is not None else ()
            return (*(each for piece in pieces for each in piece), *last)
    return ()


def substituted(expression: Expression, change: Callable[[Variable], Expression]) -> Expression:
    """Return a formula with each variable replaced."""
    match expression:
        case Variable():
            return change(expression)
        case Operation(operator, arguments):
            return Operation(operator, tuple([substituted(each, change) for each in arguments]))
        case Piecewise(pieces, otherwise):
            return Piecewise(
                tuple([(substituted(a, change), substituted(b, change)) for a, b in pieces]),
                substituted(otherwise, change) if otherwise is not None else None,
            )
    return expression


def affine(expression: Expression) -> tuple[dict[Variable, float], float] | None:
    """Return the factors and the constant of a formula that is a weighted sum, or None for any other."""
    match expression:
        case Number(value):
            return {}, value
        case Variable():
            return {expression: 1.0}, 0.0
        case Operation("plus", arguments):
            return _sum([(1.0, argument) for argument in arguments])
        case Operation("minus", (only,)):
            return _sum([(-1.0, only)])
        case Operation("minus", (first, second)):
            return _sum([(1.0, first), (-1.0, second)])
        case Operation("times", arguments):
            return _product([affine(argument) for argument in arguments])
        case Operation("divide", (first, second)):
            divisor = affine(second)
            if divisor is not None and not divisor[0] and divisor[1] != 0:
                return _sum([(1 / divisor[1], first)])
    return None


_Affine: TypeAlias = "tuple[dict[Variable, float], float]"


def _sum(terms: list[tuple[float, Expression]]) -> _Affine | None:
    factors: dict[Variable, float] = {}
    constant = 0.0
    for weight, term in terms:
        parts = affine(term)
        if parts is None:
            return None
        for variable, factor in parts[0].items():
            factors[variable] = factors.get(variable, 0.0) + weight * factor
        constant += weight * parts[1]
    return factors, constant


def _product(terms: list[_Affine | None]) -> _Affine | None:
    factors: dict[Variable, float] = {}
    constant = 1.0
    for term in terms:
        if term is None or (factors and term[0]):
            return None
        if term[0]:
            factors = {variable: constant * factor for variable, factor in term[0].items()}
            constant *= term[1]
        else:
            factors = {variable: term[1] * factor for variable, factor in factors.items()}
            constant *= term[1]
    return factors, constant
