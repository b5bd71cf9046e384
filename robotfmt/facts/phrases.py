"""Describe the difference of two robots in words: ``joint 'elbow': upper limit 2.9 -> 2.8 rad``."""

from __future__ import annotations

import re

from ..model import (
    Constant,
    Expression,
    JointValue,
    Number,
    Operation,
    Piecewise,
    Pose,
    Variable,
)
from ..model.features import Feature
from ..model.pose import pose_in_words, turn_in_words
from ..model.record import Record, replace
from . import Fact, Kind, Path, PlacedMesh
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
_NEW = "added"
_INDEX = re.compile(r" \d+$")
_NAMED = frozenset(
    [
        "actuator",
        "connected body",
        "controller",
        "default position",
        "end effector",
        "frame",
        "group",
        "ik solver",
        "joint",
        "joint property",
        "link",
        "loop",
        "manipulator",
        "material",
        "passive joint",
        "robot",
        "scene position",
        "sensor",
        "state",
        "tool frame",
        "transmission",
        "unchecked link",
        "virtual joint",
    ]
)
"""Kinds whose name is the next step of the path."""
_PAIRS = ("ignored pair", "checked pair")


class Wording(Record, kw_only=False):
    """The parts of a sentence about the change of a fact."""

    owner: str
    """The owner of the fact: ``joint 'elbow'``."""
    aspect: str
    """The property of the owner: ``upper limit``; empty for the owner itself."""
    before: str | None
    """The old value; None if there was none."""
    after: str | None
    unit: str = ""
    words: str | None = None
    """The whole change, if two values would not describe it well: a mesh that has moved."""
    is_text: bool = False
    """True if the values are names or words, which are put into quotes."""
    is_renaming: bool = False
    """True if the owner has only another name, which is the new value."""

    def __str__(self) -> str:
        """The change as text: ``joint 'elbow': upper limit 2.9 -> 2.8 rad``."""
        if self.is_renaming:
            return f"{self.owner} is called '{self.after}'"
        if self.words is not None:
            words = self.words
        elif self.after is None:
            words = f"{self._shown(self.before)}{self._unit} -> nothing"
        else:
            words = f"{self._shown(self.before)} -> {self._shown(self.after)}{self._unit}"
        return f"{self.owner}: {self.aspect}{' ' if self.aspect else ''}{words}"

    @property
    def assumed(self) -> str:
        """The text for a missing value: ``joint 'elbow': no effort limit given; assuming 1000 N m``."""
        if self.words == _NEW:
            what, _, parts = self.owner.partition(" (")
            return f"no {what} given; assuming {parts[:-1]}" if parts else f"{what}: not given; assumed"
        if self.before is not None or self.after is None:
            return str(self)
        what = f"{self.owner}: no {self.aspect}" if self.aspect else f"no {_INDEX.sub('', self.owner)}"
        return f"{what} given; assuming {self._shown(self.after)}{self._unit}"

    @property
    def lost(self) -> str:
        """The text for a value that no output stores: ``joint 'elbow': effort limit is lost``."""
        return f"{self.owner}{': ' if self.aspect else ''}{self.aspect} is lost"

    @property
    def _unit(self) -> str:
        return f" {self.unit}" if self.unit else ""

    def _shown(self, value: str | None) -> str:
        if value is None:
            return "nothing"
        return f"'{value}'" if self.is_text else value


def wording(before: Fact | None, after: Fact | None) -> Wording:
    """Return the description of a change; at least one of the two facts is given."""
    fact = before or after
    assert fact is not None
    if fact.owner is not None and fact.own:
        inner = wording(_alone(before), _alone(after))
        return replace(inner, owner=f"{fact.owner}: {inner.owner}")
    if before is not None and after is not None and is_renaming(before, after):
        names = [each.present_name or fact.path[-1] for each in (before, after)]
        return Wording(owner_in_words(fact, fact.path), "", names[0], names[1], is_renaming=True)
    if fact.kind is Kind.NODE and (fact.value is None or fact.present_name is not None):
        gone_or_new = "removed" if after is None else _NEW
        return Wording(owner_in_words(fact, fact.path), "", None, None, words=gone_or_new)
    owner, aspect = _subject(fact)
    one, other = _values(before, after)
    is_text = all(isinstance(each.value, str) for each in (before, after) if each is not None)
    return Wording(owner, aspect, one, other, fact.unit, _change(before, after), is_text)


def is_renaming(before: Fact | None, after: Fact | None) -> bool:
    """Return True if two facts differ in the present names of a part."""
    return before is not None and after is not None and before.present_name != after.present_name


def _alone(fact: Fact | None) -> Fact | None:
    """Return a fact of a robot in a world as one of the robot alone."""
    return replace(fact, path=fact.own, owner=None) if fact is not None else None


def value_in_words(fact: Fact) -> str | None:
    """Return the value of a fact as text; None if the fact only states that something exists."""
    return wording(fact, None).before


def _subject(fact: Fact) -> tuple[str, str]:
    """Return the owner of a fact, and its property: ``joint 'elbow'`` and ``upper limit``."""
    *above, last = fact.path
    if len(above) == 1:
        return owner_in_words(fact, fact.path), ""
    limit = " limit" if fact.feature in _LIMITS else ""
    return owner_in_words(fact, tuple(above)) or "robot", f"{last.replace('_', ' ')}{limit}"


def owner_in_words(fact: Fact, path: Path) -> str:
    """Return the owner of a fact as text, with names in quotes: ``joint 'elbow'``, ``link 'base' visual 0``."""
    if fact.called:
        return fact.called
    if path[:1] == ("default position",):
        return f"default position of '{path[1]}'"
    kind, *rest = path or ("",)
    if kind in _PAIRS and len(rest) >= 2:
        return " ".join((kind, f"'{rest[0]}' and '{rest[1]}'", *rest[2:]))
    if kind in _NAMED and rest and not rest[0].isdigit():
        rest[0] = f"'{rest[0]}'"
    return " ".join((kind, *rest))


def _change(before: Fact | None, after: Fact | None) -> str | None:
    """Return the text of a change between two meshes, which two values would not describe well; None for any other."""
    one, other = (each.value if each is not None else None for each in (before, after))
    if not isinstance(one, PlacedMesh) or not isinstance(other, PlacedMesh):
        return None
    names = [each.mesh.source or each.mesh.uri for each in (one, other)]
    if one.mesh.scale != other.mesh.scale and names[0] == names[1]:
        return f"'{names[0]}' scale {_row(one.mesh.scale)} -> {_row(other.mesh.scale)}"
    moved = _moved(one.pose or Pose(), other.pose or Pose())
    if moved and names[0] == names[1]:
        return f"'{names[0]}' {moved}"
    return f"'{names[0]}' -> '{names[1]}' ({moved or 'another surface, a part of it, or not found'})"


def _moved(one: Pose, other: Pose) -> str:
    parts = []
    if one.xyz != other.xyz:
        parts.append(f"position {_row(one.xyz)} -> {_row(other.xyz)} m")
    if one.matrix != other.matrix:
        parts.append(f"rotation {_turn(one.matrix)} -> {_turn(other.matrix)}")
    return ", ".join(parts)


def _values(before: Fact | None, after: Fact | None) -> tuple[str | None, str | None]:
    """Return the two values, with enough digits to distinguish them."""
    for digits in (6, 9, 12, 17):
        one, other = _value(before, digits), _value(after, digits)
        if one != other:
            break
    return one, other


def _value(fact: Fact | None, digits: int) -> str | None:
    """Return the value of a fact in words; None for no fact."""
    if fact is None:
        return None
    value = fact.value
    if isinstance(value, Pose):
        return pose_in_words(value, digits)
    if isinstance(value, PlacedMesh):
        return f"'{value.mesh.source or value.mesh.uri or 'a mesh'}'"
    if fact.kind is Kind.ROTATION:
        return _turn(value, digits)
    if flat(value) and not isinstance(value, bool):
        return _row(value, digits)
    if isinstance(value, Number | Constant | Variable | Operation | Piecewise):
        return _formula(value)
    if isinstance(value, tuple) and value and all(isinstance(each, JointValue) for each in value):
        return _shortened(", ".join(f"'{each.joint}' {_row(each.values, digits)}" for each in value))
    return _shortened(str(getattr(value, "value", value)))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]} ..."


def _formula(it: Expression) -> str:
    """Return a formula with its operators as functions: ``times(2, sin(hinge))``."""
    match it:
        case Number(value):
            return f"{value:g}"
        case Constant(name):
            return name
        case Variable(joint, axis):
            return f"{joint}.{axis}" if axis else joint
        case Operation(operator, arguments):
            return f"{operator}({', '.join(map(_formula, arguments))})"
    return "a piecewise formula"


def _row(value: object, digits: int = 6) -> str:
    return " ".join(f"{number:.{digits}g}" for number in flat(value)) or "nothing"


def _turn(matrix: object, digits: int = 6) -> str:
    """Return a rotation as roll, pitch and yaw in degrees, which are easier to imagine."""
    a, b, c, d, e, f, g, h, i = flat(matrix)
    return turn_in_words(((a, b, c), (d, e, f), (g, h, i)), digits)
