"""The paths of elements, such as ``/robot/joint[@name='elbow']/limit``, origins that compute them on demand, and places
in words: ``joint 'elbow': origin xyz '0,5 0 0'``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...diagnostics import quoted
from ...model import Origin

if TYPE_CHECKING:
    from .element import Element


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


# Paths in words

_NAMES = ("name", "reference")
"""The attributes that name an element."""
_PARTS = {"joint": "joint", "axis": "joint", "link": "link", "body": "body"}
"""Attributes that name the part of a robot that an element is about, and the kind of the part."""
_IDS = ("id", "target")
"""Attributes that distinguish an element from others."""
_FRAMES = ("technique_common", "technique")
"""Elements that are only containers."""


def value_of_element(element: Element, attribute: str | None) -> str:
    """Return an attribute or a text for a message: the named element that it is in, the steps from there, and the
    quoted value, as in ``joint 'elbow': limit lower '-1'``.
    """
    steps: list[str] = []
    owner = _own_name(element) if attribute is not None else None
    if owner is None:
        steps.append(element.local)
        for each in element.ancestors:
            owner = _name(each)
            if owner is not None:
                break
            if each.local not in _FRAMES and each.parent is not None:
                steps.append(each.local)
    value = element.text
    if attribute is not None:
        steps.insert(0, attribute)
        value = element.attributes.get(attribute, "")
    given = f"{' '.join(reversed(steps))} {quoted(value.strip())}"
    return f"{owner}: {given}" if owner is not None else given


def _own_name(element: Element) -> str | None:
    name = element.attributes.get("name")
    return f"{element.local} {quoted(name)}" if name else None


def _name(element: Element) -> str | None:
    """Return an element with its name: ``joint 'elbow'``; None if it has none, or one with little meaning alone."""
    given = element.attributes
    for name in _NAMES:
        if given.get(name):
            return f"{element.local} {quoted(given[name])}"
    for name, kind in _PARTS.items():
        if given.get(name):
            return f"{kind} {quoted(given[name])}"
    for name in _IDS:
        if given.get(name):
            return f"{element.local} {quoted(given[name])}"
    return None
