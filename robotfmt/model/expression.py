"""Formulas that couple one joint to others, as trees (the operators are MathML's, as in COLLADA 1.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import zip_longest
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

_ONE = TRIGONOMETRY | {"abs", "exp", "ln", "floor", "ceiling", "not"}
_ONE_OR_TWO = frozenset({"minus", "root", "log"})
_THREE = frozenset({"INRANGE", "SSSA", "SASA", "SASS"})
_ANY = frozenset({"plus", "times", "min", "max", "and", "or", "xor", "eq", "lt", "leq", "gt", "geq"})
"""The operators by the number of their operands; all others take two."""
CONSTANTS = frozenset({"pi", "exponentiale"})
_LARGEST, _DEEPEST = 10_000, 100
"""The most parts of a formula in a document, and the most levels of them."""
_HIGHEST = 16
"""The highest degree of a polynomial that is recognised."""


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
        if not takes(self.operator, len(self.arguments)):
            raise ValueError(f"the operator {self.operator!r} does not take {len(self.arguments)} operands")


def takes(operator: str, count: int) -> bool:
    """Return True if an operator takes so many operands."""
    if operator in _ANY:
        return count > 0
    if operator in _ONE_OR_TWO:
        return count in (1, 2)
    return count == (1 if operator in _ONE else 3 if operator in _THREE else 2)


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


def polynomial(expression: Expression) -> tuple[Variable | None, tuple[float, ...]] | None:
    """Return the variable and the coefficients of a polynomial of one variable, the constant first; None for any other
    formula. A constant has no variable.
    """
    found = set(variables(expression))
    row = _coefficients(expression) if len(found) < 2 else None
    return None if row is None else (next(iter(found), None), row)


def polynomial_of(variable: Variable, coefficients: Sequence[float]) -> Expression:
    """Return the formula of a polynomial: a sum of powers with their factors, without those that are zero."""
    terms: list[Expression] = []
    for power, factor in enumerate(coefficients):
        term: Expression = variable if power == 1 else Operation("power", (variable, Number(float(power))))
        if factor:
            terms.append(Number(factor) if not power else Operation("times", (Number(factor), term)))
    return reduce(lambda one, other: Operation("plus", (one, other)), terms) if terms else Number(0.0)


def _coefficients(expression: Expression) -> tuple[float, ...] | None:
    """Return the coefficients of a polynomial in one variable, the constant first; None for other expressions."""
    match expression:
        case Number(value):
            return (value,)
        case Variable():
            return (0.0, 1.0)
        case Operation("plus" | "minus" | "times" as operator, arguments):
            rows = [_coefficients(each) for each in arguments]
            known = [each for each in rows if each is not None]
            return _combined(operator, known) if len(known) == len(rows) else None
        case Operation("divide", (first, Number(value))) if value:
            return _combined("times", [row, (1 / value,)]) if (row := _coefficients(first)) is not None else None
        case Operation("power", (first, Number(value))) if value in range(_HIGHEST + 1):
            row = _coefficients(first)
            return _combined("times", [(1.0,), *[row] * int(value)]) if row is not None else None
    return None


def _combined(operator: str, rows: list[tuple[float, ...]]) -> tuple[float, ...] | None:
    """Return the sum, the difference or the product of polynomials; None for one of too high a degree."""
    first, *rest = rows
    if operator == "minus" and not rest:
        return tuple(-each for each in first)
    for row in rest:
        if operator == "times":
            pairs = [(i + j, a * b) for i, a in enumerate(first) for j, b in enumerate(row)]
            first = tuple(sum(b for power, b in pairs if power == n) for n in range(len(first) + len(row) - 1))
        else:
            sign = 1 if operator == "plus" else -1
            first = tuple(a + sign * b for a, b in zip_longest(first, row, fillvalue=0.0))
    return first if len(first) <= _HIGHEST + 1 else None
