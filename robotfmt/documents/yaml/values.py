"""The values in the tree of a YAML document: with positions, and whether a reader took them.

The tree keeps the source text of every scalar, because a link may be named ``on`` or ``1``; numbers are parsed by
robotfmt's own grammar on demand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...codes import BAD_NUMBER, BAD_WORD, NOT_FINITE
from ...diagnostics import Code, Severity, quoted
from ...model import Origin, Vector3
from .. import tokens
from .lines import flow, is_null

if TYPE_CHECKING:
    from .document import Document


def escape(key: str) -> str:
    """Return a key as a step of a path, as in a JSON Pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def unescape(step: str) -> str:
    """Return the key that a step of a path is for."""
    return step.replace("~1", "/").replace("~0", "~")


_PLAIN = re.compile(r"[A-Za-z0-9_.+~-](?:[A-Za-z0-9_.+~/: -]*[A-Za-z0-9_.+~/-])?", re.ASCII)


class Value:
    """A value in a document, with a record of whether it was taken."""

    __slots__ = ("column", "document", "line", "parent", "step", "taken")

    def __init__(self, document: Document, line: int, column: int) -> None:
        self.document = document
        self.line = line
        self.column = column
        self.parent: Mapping | Sequence | None = None
        self.step = ""
        self.taken = False

    @property
    def path(self) -> str:
        """The path of the value, such as ``/geometry/spheres/link0/2/radius``; a slash in a key is written ``~1``."""
        steps: list[str] = []
        value: Value | None = self
        while value is not None and value.parent is not None:
            steps.append(value.step)
            value = value.parent
        return "".join(f"/{step}" for step in reversed(steps))

    @property
    def origin(self) -> Origin:
        """The position, for the parts of the model read from the value."""
        return Origin(self.document.name, self.line, self.path or "/")

    def take(self) -> None:
        """Mark the value as understood; the content of a list or mapping is taken one by one."""
        self.taken = True

    def take_comment(self, prefix: str = "") -> str:
        """Take the comment at the end of the value's first line; an empty text if there is none left.

        Args:
            prefix: The required beginning; other comments are not taken.
        """
        return self.document.comments.beside(self.line, prefix).strip()

    def take_all(self) -> None:
        """Mark the value and its content as understood. Only for values without new information."""
        for value in iterate(self):
            value.taken = True

    @property
    def is_null(self) -> bool:
        """True for null: ``null``, ``~`` or an empty value."""
        return False

    @property
    def is_empty(self) -> bool:
        """True for null, or a list or mapping of nulls."""
        return self.is_null

    @property
    def kind(self) -> str:
        """The type of the value, in words for messages."""
        return "a value"

    def report(self, code: Code, message: str, *, severity: Severity | None = None, help: str | None = None) -> None:
        """Add a diagnostic about the value, with line and column."""
        value = self.source if isinstance(self, Scalar) else None
        self.document.report.add(
            code, message, self.origin, column=self.column, severity=severity, value=value, help=help
        )

    def refuse(self, code: Code, message: str) -> None:
        """Report the value as invalid; if it stays in the ledger, that is not reported again."""
        self.report(code, message)
        self.document.reported.add(self)


class Scalar(Value):
    """A text, a number, a boolean or null."""

    __slots__ = ("source", "style")

    def __init__(self, document: Document, line: int, column: int, source: str, style: str | None) -> None:
        super().__init__(document, line, column)
        self.source = source
        """The text without quotes."""
        self.style = style
        """The quotes, ``|`` or ``>``; None for a plain scalar."""

    @property
    def is_plain(self) -> bool:
        """True if the scalar has no quotes, so that it may be read as another type than text."""
        return self.style is None

    @property
    def is_null(self) -> bool:
        """True for ``null``, ``~`` or empty, without quotes."""
        return self.is_plain and is_null(self.source)

    @property
    def kind(self) -> str:
        """The type of the value, in words for messages."""
        return "nothing" if self.is_null else quoted(self.source[:40])

    def text(self) -> str:
        """Take the scalar as text."""
        self.take()
        return self.source

    def number(self) -> float | None:
        """Take the scalar as a number. An invalid one is reported, stays in the ledger, and gives None."""
        try:
            value = tokens.real(self.source)
        except tokens.BadToken as error:
            message = f"{value_of_entry(self, self.source)}: expected {error.expected}"
            self.refuse(BAD_NUMBER if error.finite else NOT_FINITE, message)
            return None
        self.take()
        return value


class Sequence(Value):
    """A list."""

    __slots__ = ("items",)

    def __init__(self, document: Document, line: int, column: int) -> None:
        super().__init__(document, line, column)
        self.items: list[Value] = []

    @property
    def is_empty(self) -> bool:
        """True if the list has no items."""
        return not self.items

    @property
    def kind(self) -> str:
        """The type of the value, in words for messages."""
        return "a list"

    def numbers(self) -> tuple[float, ...] | None:
        """Take the list as numbers. With an invalid one, the list stays in the ledger and gives None."""
        values: list[float] = []
        for item in self.items:
            value = item.number() if isinstance(item, Scalar) else None
            if value is None:
                if not isinstance(item, Scalar):
                    item.report(BAD_NUMBER, f"expected a number, got {item.kind}")
                return None
            values.append(value)
        self.take()
        return tuple(values)


class Entry:
    """A key of a mapping with its value."""

    __slots__ = ("key", "name", "value")

    def __init__(self, name: Scalar, value: Value) -> None:
        self.name = name
        """The key as a scalar, in quotes or not; for messages about it."""
        self.key = name.source
        self.value = value

    @property
    def line(self) -> int:
        """The line of the key."""
        return self.name.line

    @property
    def origin(self) -> Origin:
        """The position of the key, for the parts of the model read from the entry."""
        return self.name.origin


class Mapping(Value):
    """Keys with values, in order; a duplicate key appears twice."""

    __slots__ = ("_first", "entries", "is_compared", "missed")

    def __init__(self, document: Document, line: int, column: int) -> None:
        super().__init__(document, line, column)
        self.entries: list[Entry] = []
        self.is_compared = False
        """True if a reader has compared its keys with those that it knows, and reported the others."""
        self.missed: set[str] = set()
        """Keys that were asked for and are not given."""
        self._first: dict[str, Entry] = {}

    @property
    def is_empty(self) -> bool:
        """True if the mapping has no entries."""
        return not self.entries

    @property
    def kind(self) -> str:
        """The type of the value, in words for messages."""
        return "a mapping"

    def add(self, entry: Entry) -> Entry | None:
        """Append an entry; return the one with the same key that was used until now, if there is one."""
        for part in (entry.name, entry.value):
            part.parent, part.step = self, escape(entry.key)
        self.entries.append(entry)
        first = self._first.setdefault(entry.key, entry)
        if first is entry:
            return None
        if self.document.rules.last or (first.value.is_empty and not entry.value.is_empty):
            self._first[entry.key] = entry
        return first

    def get(self, key: str) -> Value | None:
        """Return the value of a key without taking it, or None.

        Of duplicates, the rules of the document choose the first one that is not null, or the last one.
        """
        entry = self._first.get(key)
        if entry is None:
            self.missed.add(key)
            return None
        return entry.value

    def scalar(self, key: str) -> Scalar | None:
        """Return the value of a key, if it is a scalar; any other value except null is reported."""
        value = self.get(key)
        if value is None or isinstance(value, Scalar):
            return value
        value.report(BAD_WORD, f"'{key}' must be a single value, not {value.kind}")
        return None

    def mapping(self, key: str) -> Mapping | None:
        """Take the mapping of a key; null is an empty one, any other value is reported."""
        value = self.get(key)
        if isinstance(value, Mapping):
            value.take()
            return value
        if value is not None and value.is_null:
            value.take()
        elif value is not None:
            value.report(BAD_WORD, f"'{key}' must be a mapping, not {value.kind}")
        return None

    def sequence(self, key: str) -> Sequence | None:
        """Take the list of a key; null is an empty one, any other value is reported."""
        value = self.get(key)
        if isinstance(value, Sequence):
            value.take()
            return value
        if value is not None and value.is_null:
            value.take()
        elif value is not None:
            value.report(BAD_WORD, f"'{key}' must be a list, not {value.kind}")
        return None

    def text(self, key: str) -> str | None:
        """Take the text of a key; None if it is absent or null."""
        value = self.scalar(key)
        if value is None:
            return None
        if value.is_null:
            value.take()
            return None
        return value.text()

    def number(self, key: str) -> float | None:
        """Take the number of a key; an invalid one is reported, stays in the ledger, and gives None."""
        value = self.scalar(key)
        return value.number() if value is not None else None

    def vector(self, key: str) -> Vector3 | None:
        """Take the three numbers of a key; any other value is reported, stays in the ledger, and gives None."""
        value = self.get(key)
        if value is None:
            return None
        if not isinstance(value, Sequence) or len(value.items) != 3:
            value.report(BAD_NUMBER, f"'{key}' must be a list of three numbers")
            return None
        values = value.numbers()
        return None if values is None else (values[0], values[1], values[2])


def canonical(value: Value) -> str:
    """Return a value on one line; texts are quoted, other scalars keep their notation."""
    if isinstance(value, Scalar):
        return literal(value)
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(canonical, value.items)) + "]"
    assert isinstance(value, Mapping)
    return "{" + ", ".join(f"{flow(each.key)}: {canonical(each.value)}" for each in value.entries) + "}"


def literal(scalar: Scalar) -> str:
    """Return a scalar on one line, in a notation that every reader interprets the same way."""
    if not scalar.is_plain:
        return flow(scalar.source)
    if not scalar.source:
        return "null"
    # Nothing but a text can have other characters; without quotes they might end a list or a document.
    safe = _PLAIN.fullmatch(scalar.source) and not scalar.source.startswith(("---", "..."))
    return scalar.source if safe else flow(scalar.source)


def iterate(root: Value) -> Iterator[Value]:
    """Yield a value and its descendants, in document order."""
    pending: list[Value] = [root]
    while pending:
        value = pending.pop()
        yield value
        if isinstance(value, Mapping):
            pending.extend(entry.value for entry in reversed(value.entries))
        elif isinstance(value, Sequence):
            pending.extend(reversed(value.items))


def value_of_entry(value: Value, source: str) -> str:
    """Return the keys that lead to a value, and the value: ``cspace max_jerk item 3 '0,5'``."""
    steps: list[str] = []
    here: Value | None = value
    while here is not None and here.parent is not None:
        is_item = isinstance(here.parent, Sequence)
        steps.append(f"item {int(here.step) + 1}" if is_item else unescape(here.step))
        here = here.parent
    return f"{' '.join(reversed(steps))} {quoted(source)}"
