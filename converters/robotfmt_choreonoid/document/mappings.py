"""The mappings of a body, as Choreonoid reads them: keys in two spellings, numbers by their prefix, angles in a unit.

``StdBodyLoader.cpp`` and ``YAMLReader.cpp`` are the reference; there is no specification.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeVar

from robotfmt.codes import BAD_NUMBER, BAD_WORD
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents import tokens
from robotfmt.documents.yaml.document import Document, Mapping, Scalar, Sequence, Value
from robotfmt.model import AxisAngle, AxisAngles, Extension, Origin, Pose, Vector3

from ..codes import NUMBER_PREFIX
from .spelling import camel

_C = TypeVar("_C")
_PREFIX = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_AXES: dict[str, Vector3] = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}
_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(slots=True)
class Scope:
    """The state of reading one document: its unit of angles, and what readers of its parts leave for the whole body."""

    context: Context
    document: Document
    degrees: bool
    address: str = ""
    """The way to a document of elements from the body: its URI, after those of documents between them, each with !."""
    home: Origin | None = None
    """The origin of the body that refers to a document of elements."""
    homes: dict[str, str] = field(default_factory=dict)
    """The place in a written document for the content of a mapping, by the path of the mapping in the source."""
    kept: list[Extension] = field(default_factory=list)
    """Elements of links that the model has no record for."""

    def angle(self, value: float) -> float:
        """Return an angle in radians, from the unit that the document declares."""
        return tokens.radians(value) if self.degrees else value


class Part:
    """A mapping of a body. Methods take what they return from the ledger of the document."""

    def __init__(self, mapping: Mapping, scope: Scope) -> None:
        self.mapping = mapping
        self.scope = scope

    @property
    def origin(self) -> Origin:
        """Its position."""
        return self.mapping.origin

    def at_home(self, place: str, key: str = "") -> None:
        """Note the place of this mapping, or of one of its keys, in a written document, where unread content goes."""
        value = self.get(key) if key else self.mapping
        if value is not None:
            self.scope.homes[value.path] = place

    def get(self, key: str) -> Value | None:
        """Return the value of a key, given with underscores, in either spelling; None if it is null or missing."""
        found = self.mapping.get(key)
        if found is None:
            found = self.mapping.get(camel(key))
        if found is not None and found.is_null:
            found.take()
            return None
        return found

    def text(self, key: str) -> str | None:
        """Take a text; names may be numbers."""
        value = self.get(key)
        if value is None:
            return None
        if isinstance(value, Scalar):
            return value.text()
        self._refuse(key, "a single value", value)
        return None

    def text_of(self, key: str) -> str | None:
        """Return the text of a key without taking it from the ledger, so that it stays unread."""
        value = self.get(key)
        return value.source if isinstance(value, Scalar) else None

    def number(self, key: str) -> float | None:
        """Take a number."""
        value = self.get(key)
        return number(value) if value is not None else None

    def whole(self, key: str) -> int | None:
        """Take a whole number; another number is reported and stays in the ledger."""
        value = self.get(key)
        found = number(value) if value is not None else None
        if value is None or found is None:
            return None
        if not found.is_integer():
            value.taken = False
            self._refuse(key, "a whole number", value)
            return None
        return int(found)

    def truth(self, key: str) -> bool | None:
        """Take a boolean, in the words of YAML 1.1."""
        value = self.get(key)
        if value is None:
            return None
        found = _TRUTHS.get(value.source.lower()) if isinstance(value, Scalar) else None
        if found is None:
            self._refuse(key, "true or false", value)
            return None
        value.take()
        return found

    def angle(self, key: str) -> float | None:
        """Take an angle, in radians."""
        value = self.number(key)
        return self.scope.angle(value) if value is not None else None

    def numbers(self, key: str, count: int) -> tuple[float, ...] | None:
        """Take a list with that many numbers; any other value is reported and stays in the ledger."""
        value = self.get(key)
        return numbers(value, count, key) if value is not None else None

    def vector(self, key: str) -> Vector3 | None:
        """Take a list of three numbers."""
        found = self.numbers(key, 3)
        return (found[0], found[1], found[2]) if found is not None else None

    def axis(self, key: str) -> Vector3 | None:
        """Take a direction: three numbers, or one of ``X``, ``-Y``, ..."""
        value = self.get(key)
        if not isinstance(value, Scalar):
            return self.vector(key)
        word = value.source.upper()
        found = _AXES.get(word.removeprefix("-"))
        if found is None:
            self._refuse(key, "three numbers, or X, Y, Z, -X, -Y or -Z", value)
            return None
        value.take()
        x, y, z = found
        return (0.0 - x, 0.0 - y, 0.0 - z) if word.startswith("-") else found

    def pose(self, suffix: str = "") -> Pose | None:
        """Take ``translation`` and ``rotation``; None if there is neither."""
        position = self._sum(f"translation{suffix}")
        rotation = self.rotation(f"rotation{suffix}")
        return Pose(position, rotation) if position is not None or rotation is not None else None

    def rotation(self, key: str) -> AxisAngles | None:
        """Take an axis with an angle, or a list of these, each in the frame after the one before."""
        rows = self._rows(key, 4)
        if not rows:
            return None
        return AxisAngles(tuple(AxisAngle((row[0], row[1], row[2]), self.scope.angle(row[3])) for row in rows))

    def _sum(self, key: str) -> Vector3 | None:
        rows = self._rows(key, 3)
        if not rows:
            return None
        x, y, z = (sum(row[i] for row in rows) if len(rows) > 1 else rows[0][i] for i in range(3))
        return (x, y, z)

    def _rows(self, key: str, count: int) -> list[tuple[float, ...]]:
        """Take one list of numbers, or a list of such lists."""
        value = self.get(key)
        if value is None:
            return []
        inner = value.items if isinstance(value, Sequence) else []
        if not inner or not all(isinstance(each, Sequence) for each in inner):
            row = numbers(value, count, key)
            return [row] if row is not None else []
        found = [numbers(each, count, key) for each in inner]
        rows = [row for row in found if row is not None]
        if len(rows) == len(found):
            value.take()
            return rows
        for each in inner:
            each.taken = False
        return []

    def part(self, key: str) -> Part | None:
        """Take the mapping of a key; any other value is reported."""
        value = self.get(key)
        if isinstance(value, Mapping):
            value.take()
            return Part(value, self.scope)
        if value is not None:
            self._refuse(key, "a mapping", value)
        return None

    def parts(self, key: str) -> list[Part]:
        """Take a list of mappings; other values are reported."""
        found = []
        for each in self.items(key):
            if isinstance(each, Mapping):
                each.take()
                found.append(Part(each, self.scope))
            elif each.is_null:
                each.take()
            else:
                self._refuse(key, "mappings", each)
        return found

    def items(self, key: str) -> list[Value]:
        """Take a list, without its items."""
        value = self.get(key)
        if value is None:
            return []
        if not isinstance(value, Sequence):
            self._refuse(key, "a list", value)
            return []
        value.take()
        return value.items

    def names(self, key: str) -> list[str]:
        """Take a list of names."""
        found = []
        for each in self.items(key):
            if isinstance(each, Scalar):
                found.append(each.text())
            else:
                self._refuse(key, "names", each)
        return found

    def choice(self, key: str, choices: dict[str, _C]) -> _C | None:
        """Take a word, and return the value that it names; an unknown word is reported and stays in the ledger."""
        value = self.get(key)
        if value is None:
            return None
        found = choices.get(value.source) if isinstance(value, Scalar) else None
        if found is None:
            self._refuse(key, "one of " + ", ".join(choices), value)
            return None
        value.take()
        return found

    def _refuse(self, key: str, expected: str, value: Value) -> None:
        value.refuse(BAD_WORD, f"{quoted(value.path)}: expected {expected}, got {value.kind}")


def number(value: Value) -> float | None:
    """Take a number; of a text that only begins with one, the prefix is used, as ``strtod`` does."""
    if not isinstance(value, Scalar):
        value.report(BAD_NUMBER, f"{quoted(value.path)}: expected a number, got {value.kind}")
        return None
    try:
        tokens.real(value.source)
    except tokens.BadToken as error:
        prefix = _PREFIX.match(value.source)
        if prefix is None or not error.finite or not value.is_plain:
            return value.number()
        value.report(NUMBER_PREFIX, f"{quoted(value.path)} is {value.kind}; Choreonoid reads {prefix.group()}")
        return _real(prefix.group(), value)
    return value.number()


def _real(text: str, value: Scalar) -> float | None:
    try:
        found = tokens.real(text)
    except tokens.BadToken:
        return value.number()
    value.take()
    return found


def numbers(value: Value, count: int, key: str) -> tuple[float, ...] | None:
    """Take a list with that many numbers; any other value is reported and stays in the ledger."""
    items = value.items if isinstance(value, Sequence) else None
    if items is None or len(items) != count:
        value.refuse(BAD_NUMBER, f"{quoted(value.path)}: '{key}' must be a list of {count} numbers")
        return None
    found = [number(each) for each in items]
    known = tuple(each for each in found if each is not None)
    if len(known) < count:
        return None
    value.take()
    return known
