"""Values of elements in forms that only SDF has: limits that may be none, and children that were attributes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from robotfmt.documents.tokens import BadToken, real, written
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Limits
from robotfmt.words.elements import find, node_at, steps_of, take_path
from robotfmt.words.notations import Notation

_UNLIMITED = 1e16
"""The value at and above which a limit means none, as in documents of Gazebo and most other programs."""


def number_or_none(text: str) -> float | None:
    """Return a number; None if it means no limit.

    Raises:
        BadToken: The text is not a number.
    """
    word = text.strip()
    if word.lower().lstrip("+-") in ("inf", "infinity"):
        return None
    value = real(word)
    return None if abs(value) >= _UNLIMITED else value


@dataclass(frozen=True)
class Bound:
    """A limit, which may be explicitly unlimited."""

    path: str
    field: str
    positive: bool = False
    """True if a negative number means no limit too."""

    @cached_property
    def _steps(self) -> tuple[str, ...]:
        return steps_of(self.path)

    def read(self, element: Element) -> tuple[dict[str, float], str | None]:
        """Take the limit; also the word for none, if the limit is explicitly unlimited."""
        leaf = find(element, self._steps)
        if leaf is None or leaf.children:
            return {}, None
        try:
            value = number_or_none(leaf.text)
        except BadToken as error:
            leaf.report_token(error)
            return {}, None
        leaf.take_text()
        take_path(element, self._steps)
        if value is None or (self.positive and value < 0):
            return {}, leaf.text.strip()
        return {self.field: value}, None

    def write(self, node: Node, limits: Limits | None, none: str | None) -> None:
        """Write the limit, or the word for none that was read."""
        value = getattr(limits, self.field, None)
        if self.holds(value) or (value is None and none is not None):
            node_at(node, self._steps).text = none if value is None else written(value)

    @property
    def words(self) -> dict[str, str]:
        """See :class:`robotfmt.words.elements.Part`."""
        return {self.field: self.path}

    def holds(self, value: float | None) -> bool:
        """Return True if a number is an actual limit."""
        return value is not None and abs(value) < _UNLIMITED and not (self.positive and value < 0)


@dataclass(frozen=True)
class Leaf:
    """A value in a child, or in an attribute as before SDF 1.2, under the name of its field, which is always given."""

    field: str
    notation: Notation

    def read(self, element: Element) -> dict[str, Any]:
        """See :class:`robotfmt.words.elements.Part`."""
        return {self.field: read_leaf(element, self.field, self.notation)}

    def write(self, node: Node, record: object) -> None:
        """See :class:`robotfmt.words.elements.Part`."""
        value = getattr(record, self.field)
        if value is not None:
            child = make(self.field)
            self.notation.put(child, None, value)
            node.append(child)

    def supported(self, record: object) -> dict[str, Any]:
        """See :class:`robotfmt.words.elements.Part`."""
        return {self.field: getattr(record, self.field)}

    @property
    def words(self) -> dict[str, str]:
        """See :class:`robotfmt.words.elements.Part`."""
        return {self.field: self.field}


def read_leaf(element: Element, name: str, notation: Notation) -> Any:
    """Return a value in a child, or in an attribute as before SDF 1.2."""
    child = element.seek(name)
    if child is None:
        return notation.take(element, name) if name in element.attributes else None
    value = notation.take(child, None)
    if value is not None:
        child.take()
    return value
