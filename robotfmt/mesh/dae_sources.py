"""The numbers of a COLLADA mesh: its sources, and the inputs that refer to them.

Every count, stride and offset is checked against the data. Elements are identified by their local names.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..diagnostics import Report
from ..documents.tokens import BadToken, whole
from ..documents.xml.element import Element
from .numbers import reals
from .problems import refuse, warn
from .triangles import Floats, Singles, unit_rows


@dataclass(frozen=True, slots=True)
class Input:
    """An ``input`` of a primitive, or of the ``vertices`` that it refers to."""

    semantic: str
    source: str
    """The id of the source."""
    offset: int
    """The index of its column among those of a corner."""
    set: int


def children(element: Element, *names: str) -> list[Element]:
    """Return the child elements with one of the tags, in order."""
    return [each for each in element.children if each.local in names]


def place(element: Element) -> str:
    """Return the tag and line of an element, as messages name it."""
    return f"<{element.local}> on line {element.line}"


def numbers_of(element: Element, name: str) -> Floats:
    """Return the numbers of an element, NaN for those that are not finite."""
    try:
        return reals(element.text.encode())
    except BadToken as error:
        refuse(name, f"{place(element)} {error}")


def count_of(element: Element, attribute: str, default: int | None, name: str) -> int:
    """Return an attribute as a whole number that is not negative."""
    text = element.peek(attribute)
    if text is None and default is not None:
        return default
    try:
        value = whole(text or "")
    except BadToken:
        value = -1
    if value < 0:
        refuse(name, f"'{attribute}' of {place(element)} is not a count: {ascii(text)[:24]}")
    return value


def compare_count(element: Element, there: int, what: str, name: str, report: Report) -> None:
    """Report a count that exceeds the data; more data than declared is accepted: old exporters count positions."""
    declared = count_of(element, "count", 0, name)
    if declared > there:
        warn(report, name, f"{place(element)} declares {declared} {what} but has {there}; the latter were read")


class Sources:
    """The sources of one ``mesh``; each is read once.

    Args:
        name: The name of the document in messages.
    """

    def __init__(self, mesh: Element, name: str, report: Report) -> None:
        self.name = name
        self.report = report
        self._named = {each.peek("id"): each for each in mesh.children}
        self._read: dict[tuple[str, int], Floats] = {}
        self._singles: dict[tuple[str, int], Singles] = {}

    def inputs(self, primitive: Element) -> list[Input]:
        """Return the inputs of a primitive, replacing ``vertices`` by its own inputs."""
        found: list[Input] = []
        for each in children(primitive, "input"):
            offset, number = count_of(each, "offset", 0, self.name), count_of(each, "set", 0, self.name)
            semantic, source = each.peek("semantic") or "", (each.peek("source") or "").lstrip("#")
            vertices = self._vertices(source) if semantic == "VERTEX" else None
            if vertices is None:
                found.append(Input(semantic, source, offset, number))
                continue
            for inner in children(vertices, "input"):
                source = (inner.peek("source") or "").lstrip("#")
                found.append(Input(inner.peek("semantic") or "", source, offset, number))
        return found

    def values(self, wanted: str, width: int) -> Floats:
        """Return (count, width): the numbers of a source, according to its accessor."""
        if (wanted, width) not in self._read:
            self._read[wanted, width] = self._values(wanted, width)
        return self._read[wanted, width]

    def singles(self, wanted: str, width: int) -> Singles:
        """Return (count, width): the numbers of a source; directions of three numbers are normalised."""
        if (wanted, width) not in self._singles:
            values = self.values(wanted, width)
            self._singles[wanted, width] = unit_rows(values) if width == 3 else values.astype(np.float32)
        return self._singles[wanted, width]

    def _vertices(self, key: str) -> Element | None:
        """Return the ``vertices`` that an input refers to; OpenRAVE writes ``#<geometry>/vertices``, which is not an
        id.
        """
        return self._named.get(key, self._named.get(key.rpartition("/")[2]))

    def _values(self, wanted: str, width: int) -> Floats:
        source = self._named.get(wanted)
        if source is None:
            refuse(self.name, f"it refers to the source '{wanted}', which it does not have")
        commons = children(source, "technique_common")
        accessors = [each for common in commons for each in children(common, "accessor")]
        if not accessors:
            refuse(self.name, f"the source '{wanted}' has no accessor")
        return self._accessed(source, accessors[0], width)

    def _accessed(self, source: Element, accessor: Element, width: int) -> Floats:
        values = self._array(source, (accessor.peek("source") or "").lstrip("#"))
        what, name = f"the source '{source.peek('id')}'", self.name
        named = [i for i, param in enumerate(children(accessor, "param")) if param.peek("name")]
        columns = np.array(named[:width] if len(named) >= width else range(width), dtype=np.int64)
        stride, offset = count_of(accessor, "stride", 1, name), count_of(accessor, "offset", 0, name)
        count = count_of(accessor, "count", None, name)
        if stride <= columns[-1]:
            refuse(name, f"{what} has a stride of {stride}, too small for {width} numbers")
        there = max((len(values) - offset - int(columns[-1]) - 1) // stride + 1, 0)
        # Indices beyond the rows are refused where they are read. OpenHRP3 declares the count of numbers, not of rows.
        if count > there and count != len(values):
            warn(self.report, name, f"{what} declares {count} rows but has {there}")
        rows = offset + stride * np.arange(min(count, there), dtype=np.int64)
        points: Floats = values[rows[:, None] + columns]
        return points

    def _array(self, source: Element, wanted: str) -> Floats:
        arrays = children(source, "float_array")
        others = [array for each in self._named.values() for array in children(each, "float_array")]
        array = next((each for each in (*arrays, *others) if each.peek("id") == wanted), None)
        what = f"the source '{source.peek('id')}' refers to the array '{wanted}', which it does not have"
        if array is None and len(arrays) == 1:
            array = arrays[0]
            warn(self.report, self.name, f"{what}; its only one was read")
        if array is None:
            refuse(self.name, what)
        values = numbers_of(array, self.name)
        compare_count(array, len(values), "numbers", self.name, self.report)
        return values
