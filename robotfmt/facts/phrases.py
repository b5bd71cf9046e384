"""A difference of two robots in a person's words: ``joint elbow: upper limit 2.9 -> 2.8 rad``."""

from __future__ import annotations

from ..model import (
    Constant,
    Expression,
    Number,
    Operation,
    Piecewise,
    Pose,
    Variable,
)
from ..model.features import Feature
from ..model.pose import pose_in_words, turn_in_words
from . import Fact, Kind, PlacedMesh
from .fact import flat

_LIMITS = frozenset(
    {
        Feature.LIMITS,
        Feature.VELOCITY,
        Feature.EFFORT,
        Feature.ACCELERATION,
        Feature.JERK,
        Feature.SOFT_LIMITS,
    }
)
_LONGEST = 60


def phrase(before: Fact | None, after: Fact | None) -> str:
    """What has become of a fact as a sentence without a verb; at least one of the two is there."""
    fact = before or after
    assert fact is not None
    if fact.kind is Kind.NODE and fact.value is None:
        return f"{' '.join(fact.path)}: {'gone' if after is None else 'new'}"
    words = _change(before, after) or _values(before, after)
    unit = f" {fact.unit}" if fact.unit else ""
    if unit and after is None:
        words, unit = words.replace(" -> ", f"{unit} -> "), ""
    owner, aspect = _subject(fact)
    return f"{owner}: {aspect}{words}{unit}"


def _subject(fact: Fact) -> tuple[str, str]:
    """Whose fact it is, and what it tells of it: ``joint elbow`` and ``upper limit``."""
    *above, last = fact.path
    if len(above) == 1:
        return f"{above[0]} {last}", ""
    limit = " limit" if fact.feature in _LIMITS else ""
    return " ".join(above) or "robot", f"{last.replace('_', ' ')}{limit} "


def _change(before: Fact | None, after: Fact | None) -> str | None:
    """What is better said as a change than as two values: a mesh that is the same file."""
    one, other = (each.value if each is not None else None for each in (before, after))
    if not isinstance(one, PlacedMesh) or not isinstance(other, PlacedMesh):
        return None
    names = [each.mesh.source or each.mesh.uri for each in (one, other)]
    if one.mesh.scale != other.mesh.scale and names[0] == names[1]:
        return f"'{names[0]}' scale {_row(one.mesh.scale)} -> {_row(other.mesh.scale)}"
    moved = _moved(one.pose or Pose(), other.pose or Pose())
    if moved and names[0] == names[1]:
        return f"'{names[0]}' {moved}"
    return f"'{names[0]}' -> '{names[1]}' ({moved or 'another surface, or not found'})"


def _moved(one: Pose, other: Pose) -> str:
    parts = []
    if one.xyz != other.xyz:
        parts.append(f"position {_row(one.xyz)} -> {_row(other.xyz)} m")
    if one.matrix != other.matrix:
        parts.append(f"rotation {_turn(one.matrix)} -> {_turn(other.matrix)}")
    return ", ".join(parts)


def _values(before: Fact | None, after: Fact | None) -> str:
    """The two values, with as many digits as tell them apart."""
    for digits in (6, 9, 12, 17):
        one, other = _value(before, digits), _value(after, digits)
        if one != other:
            break
    return f"{one} -> {other}"


def _value(fact: Fact | None, digits: int) -> str:
    if fact is None:
        return "nothing"
    value = fact.value
    if isinstance(value, Pose):
        return pose_in_words(value)
    if isinstance(value, PlacedMesh):
        return f"'{value.mesh.source or value.mesh.uri or 'a mesh'}'"
    if fact.kind is Kind.ROTATION:
        return _turn(value)
    if flat(value) and not isinstance(value, bool):
        return _row(value, digits)
    if isinstance(value, Number | Constant | Variable | Operation | Piecewise):
        return _formula(value)
    return str(getattr(value, "value", value))[:_LONGEST]


def _formula(it: Expression) -> str:
    """A formula with its operators as functions: ``times(2, sin(hinge))``."""
    match it:
        case Number(value):
            return f"{value:g}"
        case Constant(name):
            return name
        case Variable(joint, axis):
            return f"{joint}.{axis}" if axis else joint
        case Operation(operator, arguments):
            return f"{operator}({', '.join(map(_formula, arguments))})"
    return "a formula by cases"


def _row(value: object, digits: int = 6) -> str:
    return " ".join(f"{number:.{digits}g}" for number in flat(value)) or "nothing"


def _turn(matrix: object) -> str:
    """A rotation as roll, pitch and yaw in degrees, which people can picture."""
    a, b, c, d, e, f, g, h, i = flat(matrix)
    return turn_in_words(((a, b, c), (d, e, f), (g, h, i)))
