"""The paths of elements, such as ``/robot/joint[@name='elbow']/limit``, and origins that compute them on demand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...model import Origin


def step_of(tag: str, attributes: Mapping[str, str], keys: Iterable[str]) -> str:
    """Return the step of an element in a path, with the first key of which it has all attributes."""
    for key in keys:
        values = [(name, attributes.get(name)) for name in key.split()]
        if all(value is not None for _, value in values):
            return tag + "".join(f"[@{name}={in_quotes(str(value))}]" for name, value in values)
    return tag


def numbered(steps: Iterable[str]) -> Iterator[str]:
    """Yield the steps of siblings, each with its index among equal ones unless it is the first."""
    counts: dict[str, int] = {}
    for step in steps:
        counts[step] = nth = counts.get(step, 0) + 1
        yield step if nth == 1 else f"{step}[{nth}]"


def in_quotes(value: str) -> str:
    """Return a value in quotes, as in a step of a path."""
    quote = '"' if "'" in value else "'"
    return f"{quote}{value}{quote}"


class SourceOrigin(Origin, kw_only=False, lazy=True):
    """The position of an element, computed on demand from a document and an index."""

    source: Any = None
    """The document."""
    index: int = 0

    if not TYPE_CHECKING:

        @property
        def document(self) -> str:
            return self.source.name

        @property
        def line(self) -> int:
            return self.source.locate(self.source.at(self.index))[0]

        @property
        def path(self) -> str:
            return self.source.at(self.index).path
