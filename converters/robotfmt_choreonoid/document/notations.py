"""Notations of the values of a body, as its words use them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from robotfmt.codes import BAD_NUMBER
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Tree, Word
from robotfmt.documents.yaml.document import Scalar, Sequence, Value
from robotfmt.model.vectors import Matrix3, Vector3, unit
from robotfmt.words.mappings import Notation, converted

from ..codes import NOT_SYMMETRIC, VELOCITY_RANGE
from .mappings import Part, number
from .values import Angle, whole

_Bounds = tuple["float | None", "float | None"]
_UNLIMITED = "unlimited"
_NO_BOUND = ("inf", "+inf", "-inf", ".inf", "+.inf", "-.inf")


_EXACT = 1e-6


def length_of(direction: Vector3) -> float:
    """Return the factor by which an axis multiplies displacements: its length."""
    length = math.hypot(*direction)
    return length if length and abs(length - 1) > _EXACT else 1.0


def _of_length_1(direction: Vector3) -> Vector3:
    return direction if length_of(direction) == 1 else unit(direction)


def _if_whole(value: float) -> float | None:
    return value if float(value).is_integer() else None


TEXT = Notation(Part.text)
NUMBER = Notation(Part.number)
WHOLE = Notation(Part.whole, whole, _if_whole)
TRUTH = Notation(Part.truth)
ANGLE = Notation(Part.angle, Angle)
"""An angle in the unit of the document."""
HALF_ANGLE = converted(ANGLE, lambda half: 2 * half, lambda angle: angle / 2)
"""An angle between a direction and an edge, as in VRML; the model has that between two edges."""
VECTOR = Notation(Part.vector)
AXIS = Notation(Part.axis, _of_length_1)
RGB = converted(VECTOR, lambda rgb: (*rgb, 1.0), lambda color: color[:3], lambda color: (*color[:3], 1.0))
"""A colour, which is opaque."""
EXPONENT = converted(NUMBER, lambda exponent: (exponent - 1) / 127, lambda shininess: shininess * 127 + 1)
"""The exponent of a specular highlight; the model has its shininess."""


def one_of(words: Mapping[str, Any], silent: object = None) -> Notation[Part]:
    """Return the notation of values that have words.

    Args:
        words: The value of each word; of several words for a value the last one is written.
        silent: A value that is not written.
    """
    written = {value: Word(word) for word, value in words.items() if value != silent}
    return Notation(lambda part, key: part.choice(key, dict(words)), written.get)


def as_only_value(notation: Notation[Part]) -> Notation[Part]:
    """Return the notation of a tuple with one value, given that of the value."""
    return converted(notation, lambda value: (value,), lambda values: values[0])


def _fading(values: tuple[float | None, ...]) -> tuple[float, ...]:
    return tuple(each or 0.0 for each in values)


FADING: Notation[Part] = Notation(lambda part, key: part.numbers(key, 3), _fading, _fading)
"""The attenuation of a light, whose parts are all given or none."""


def _tensor(part: Part, key: str) -> Matrix3 | None:
    """Take an inertia: nine numbers, row by row, or the six of the upper triangle."""
    value = part.get(key)
    count = 6 if isinstance(value, Sequence) and len(value.items) == 6 else 9
    found = part.numbers(key, count)
    if value is None or found is None:
        return None
    if count == 6:
        xx, xy, xz, yy, yz, zz = found
        return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    a, b, c, d, e, f, g, h, i = found
    if (b, c, f) != (d, g, h):
        value.report(NOT_SYMMETRIC, f"the inertia is not symmetric: {b}, {c}, {f} and {d}, {g}, {h}")
    return ((a, b, c), (d, e, f), (g, h, i))


TENSOR = Notation(_tensor, lambda rows: [each for row in rows for each in row])


def positive(notation: Notation[Part]) -> Notation[Part]:
    """Return the notation of an amount that holds in both directions."""
    return Notation(notation.take, notation.tree, abs)


def bounds(unit: Notation[Part]) -> Notation[Part]:
    """Return the notation of ``joint_range``: two bounds, or one for both directions; None where it is unlimited."""

    def take(part: Part, key: str) -> _Bounds | None:
        value = part.get(key)
        if value is None:
            return None
        if isinstance(value, Scalar):
            found = _bound(value, part, unit)
            return (-found if found is not None else None), found
        items = value.items if isinstance(value, Sequence) else []
        if len(items) != 2:
            value.refuse(BAD_NUMBER, f"{quoted(value.path)}: expected a lower and an upper bound, got {value.kind}")
            return None
        value.take()
        return _bound(items[0], part, unit), _bound(items[1], part, unit)

    def tree(values: _Bounds) -> Tree:
        return [Word(_UNLIMITED) if each is None else unit.tree(each) for each in values]

    return Notation(take, tree)


def _bound(value: Value, part: Part, unit: Notation[Part]) -> float | None:
    word = value.source if isinstance(value, Scalar) else ""
    if word == _UNLIMITED or word.lower() in _NO_BOUND:
        value.take()
        return None
    found = number(value)
    return part.scope.angle(found) if found is not None and unit is ANGLE else found


def speeds(unit: Notation[Part]) -> Notation[Part]:
    """Return the notation of ``joint_velocity_range``, which is only read; the smaller speed counts."""

    def take(part: Part, key: str) -> float | None:
        rows = part.numbers(key, 2)
        if rows is None:
            return None
        low, high = rows
        if -low != high:
            name = part.text_of("joint_name") or part.text_of("name") or ""
            message = f"joint '{name}': speeds from {low:g} to {high:g}; the smaller is used in both directions"
            part.mapping.report(VELOCITY_RANGE, message)
        least = min(abs(low), abs(high))
        return part.scope.angle(least) if unit is ANGLE else least

    return Notation(take)


def _rotor(part: Part, key: str) -> float | None:
    """Take the inertia that a rotor adds to its joint: multiplied by the square of the gear ratio.

    The ratio itself stays in the ledger: the model has only their product.
    """
    rotor, ratio = part.number(key), gear_ratio(part)
    return rotor * ratio * ratio if rotor is not None else None


def gear_ratio(part: Part) -> float:
    """Return the gear ratio without taking it; 1 if none is given."""
    value = part.get("gear_ratio")
    found = number(value) if value is not None else None
    if value is not None:
        value.taken = False
    return 1.0 if found is None else found


ROTOR = Notation(_rotor)
