"""The rows of the tables of programs, and the words in which they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from ..codes.targets import IGNORED, NEEDS, REFUSED
from ..diagnostics import Code, Severity
from ..model import Node, Robot
from ..model.record import Record

if TYPE_CHECKING:
    from typing_extensions import Unpack

Named: TypeAlias = tuple[str, Node]
"""The name of a part of a robot, and the part."""


class Condition(Record, kw_only=False):
    """A property of a robot that a program refuses, changes or lacks."""

    noun: str
    """The kind of part: joint, link, ...; empty for the robot itself."""
    fault: str
    """What is wrong with a part, after ``joint with``; of the robot itself a clause."""
    parts: Callable[[Robot], Iterable[Named]]
    """Return the parts that have the property."""

    @property
    def words(self) -> str:
        """The property without names."""
        return f"{self.noun}s with {self.fault}" if self.noun else self.fault


class Row(Record, kw_only=False):
    """The reaction of a program to a finding, or to a property of a robot."""

    on: str | Condition
    """The code of a finding, or a property."""
    severity: Severity
    says: str
    """What the program does, after its name."""
    code: Code | None = None
    """The code of a new finding about a property."""
    word: str = ""
    """A word of the message, or of the path in the document, if only some findings of the code are meant."""
    formats: tuple[str, ...] = ()
    """The formats in which the program reacts so; all if empty."""
    unless: str = ""
    """A word of the robot's unrecognised content, such as an option of the program, with which it reacts otherwise."""
    source: str = ""
    """Where the fact comes from, if not as the rest of the table."""


class Target(Record):
    """A program that reads robots."""

    name: str
    title: str
    reads: tuple[str, ...]
    """The formats that it reads; the first is the one to convert to."""
    source: str
    """Where the facts come from: a version that was measured, or files of a public repository."""
    rows: tuple[Row, ...]


Rows: TypeAlias = "tuple[Row, ...]"


class _More(TypedDict, total=False):
    """What rows may have in addition."""

    word: str
    formats: tuple[str, ...]
    unless: str
    source: str


_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE


def refuses(*on: str | Condition, says: str = "", **more: Unpack[_More]) -> Rows:
    """Return the rows of what a program does not load."""
    usual = {True: "refuses it", False: "refuses the robot"}
    return tuple(Row(each, _E, says or usual[isinstance(each, str)], REFUSED, **more) for each in on)


def changes(*on: str | Condition, says: str, **more: Unpack[_More]) -> Rows:
    """Return the rows of what a program loads in another way, without a word about it."""
    return tuple(Row(each, _W, says, IGNORED, **more) for each in on)


def passes_over(*on: str | Condition, says: str, **more: Unpack[_More]) -> Rows:
    """Return the rows of what a program does not read, where most users will not miss it."""
    return tuple(Row(each, _N, says, IGNORED, **more) for each in on)


def accepts(*on: str, says: str = "loads it", **more: Unpack[_More]) -> Rows:
    """Return the rows of findings that are errors because of other programs; this one loads the robot."""
    return tuple(Row(each, _W, says, **more) for each in on)


def tolerates(*on: str, says: str = "accepts it") -> Rows:
    """Return the rows of findings that do not matter to a program."""
    return tuple(Row(each, _N, says) for each in on)


def needs(*on: Condition, says: str) -> Rows:
    """Return the rows of what a program does not work well without."""
    return tuple(Row(each, _W, says, NEEDS) for each in on)


def named(parts: Iterable[Node]) -> Iterator[Named]:
    """Yield parts with their names."""
    for each in parts:
        yield getattr(each, "name", None) or "", each
