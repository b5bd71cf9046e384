"""The elements and attributes that SDF defines, by their places in a document, in all of its versions.

``elements.txt`` has them, from the descriptions of libsdformat; :mod:`.make_elements` makes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pkgutil import get_data

from robotfmt.documents.xml.element import Element
from robotfmt.model.record import Record

from .versions import NEWEST, parsed

Version = tuple[int, int]


class Kind(Record, kw_only=False):
    """What an element may have in it."""

    is_free: bool
    """True if it may have anything in it, as a plugin may."""
    is_flag: bool
    """True if its text is true or false."""
    attributes: Mapping[str, Version]
    """The last version that has each attribute."""
    flags: frozenset[str]
    """The attributes that are true or false."""
    required: frozenset[str]
    """The attributes that the newest version requires."""
    elements: Mapping[str, tuple[int, Version]]
    """The number of the kind of each element, and the last version that has it."""

    def has(self, attribute: str, version: Version) -> bool:
        """Return True if a version, or a newer one, has an attribute."""
        return attribute in self.attributes and self.attributes[attribute] >= version

    def inner(self, tag: str, version: Version) -> Kind | None:
        """Return the kind of an element in this one; None if neither the version nor a newer one has it here."""
        number, last = self.elements.get(tag, (0, (0, 0)))
        return kinds()[number] if last >= version else None


@cache
def kinds() -> tuple[Kind, ...]:
    """Return all kinds of elements; the first is that of the root."""
    text = (get_data("robotfmt_sdf.document", "elements.txt") or b"").decode()
    return tuple(_kind(line.split(" ")[1:]) for line in text.splitlines())


def _kind(words: list[str]) -> Kind:
    """Return the attributes and elements of a kind of element from the words of its row in the table."""
    attributes: dict[str, Version] = {}
    elements: dict[str, tuple[int, Version]] = {}
    marks: dict[str, str] = {}
    for word in words:
        since, _, until = word.partition("<")
        last = (parsed(until) or NEWEST) if until else NEWEST
        name, _, number = since.partition(":")
        if name.startswith("@"):
            plain = name[1:].rstrip("?!")
            attributes[plain], marks[plain] = last, name[1:].removeprefix(plain)
        elif number:
            elements[name] = (int(number), last)
    flags = frozenset(name for name, mark in marks.items() if "?" in mark)
    required = frozenset(name for name, mark in marks.items() if "!" in mark and attributes[name] == NEWEST)
    return Kind("*" in words, "?" in words, attributes, flags, required, elements)


def defined(root: Element, version: Version) -> Iterator[tuple[Element, Kind]]:
    """Yield the elements that a version of SDF, or a newer one, defines, with their kinds; not those in plugins."""
    pending = [(root, kinds()[0])]
    while pending:
        element, kind = pending.pop()
        yield element, kind
        if not kind.is_free:
            inner = [(each, kind.inner(each.tag, version)) for each in reversed(element.children)]
            pending += [(each, inner_kind) for each, inner_kind in inner if inner_kind is not None]
