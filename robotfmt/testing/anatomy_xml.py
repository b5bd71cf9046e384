"""The parts of an XML document, by the positions of its tags in the text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

from .alterations import mark

_TOKEN = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<![^>]*>|</(?P<end>[^\s>]+)\s*>"
    r"|<(?P<start>[^\s/>!?]+)(?P<attributes>(?:\s+[^\s=/>]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*(?P<empty>/?)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s=]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_DECLARED = re.compile(r"xmlns(:.*)?")


@dataclass
class _Tag:
    """The positions of the tags of an element."""

    path: str
    name: str
    start: int
    head: int
    """The end of the start tag, before ``>`` or ``/>``."""
    is_empty: bool
    end: int = 0
    """The end of the element."""
    foot: int = 0
    """The beginning of the end tag."""
    inner: list[tuple[int, int]] = field(default_factory=list)
    """The texts that are children of the element."""


class Xml:
    """The parts of an XML document."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._tags = _tags(text)

    @property
    def places(self) -> list[str]:
        """The paths of all elements."""
        return [each.path for each in self._tags]

    @property
    def leaves(self) -> list[tuple[str, str]]:
        """All attributes except declarations of namespaces, and all texts."""
        return [(path, self.text[start:end]) for path, start, end in self._leaves]

    @cached_property
    def _leaves(self) -> list[tuple[str, int, int]]:
        found: list[tuple[str, int, int]] = []
        for tag in self._tags:
            for match in _ATTRIBUTE.finditer(self.text, tag.start + 1 + len(tag.name), tag.head):
                if not _DECLARED.fullmatch(match.group(1)):
                    start, end = match.span(2 if match.group(2) is not None else 3)
                    found.append((f"{tag.path}@{match.group(1)}", start, end))
            found += [(f"{tag.path}#", *each) for each in tag.inner if self.text[slice(*each)].strip()]
        return found

    @cached_property
    def _parts(self) -> list[tuple[str, int, int]]:
        elements = [(tag.path, tag.start, tag.end) for tag in self._tags[1:] if self._has_value(tag)]
        attributes = [
            (path, self.text.rindex(path.rpartition("@")[2], 0, start), end + 1)
            for path, start, end in self._leaves
            if not path.endswith("#")
        ]
        return elements + attributes

    def _has_value(self, tag: _Tag) -> bool:
        starts = self._starts
        return bisect_left(starts, tag.end) > bisect_left(starts, tag.start)

    @cached_property
    def _starts(self) -> list[int]:
        return sorted(start for _, start, _ in self._leaves)

    @property
    def parts(self) -> list[str]:
        """All elements with values except the root, and all attributes."""
        return [path for path, _, _ in self._parts]

    def injected(self, places: Collection[int]) -> bytes:
        """Return the document with an unknown attribute and an unknown last child in some elements."""
        changes: list[tuple[int, int, str]] = []
        for number in places:
            tag = self._tags[number]
            prefix = tag.name.rpartition(":")[0]
            child = f"{prefix}:{mark(number, 'b')}" if prefix else mark(number, "b")
            content = f'<{child}><deep x="1">text</deep></{child}>'
            attribute = f' {mark(number)}="value {number}"'
            if tag.is_empty:
                changes.append((tag.head, tag.end, f"{attribute}>{content}</{tag.name}>"))
            else:
                changes += [(tag.head, tag.head, attribute), (tag.foot, tag.foot, content)]
        return self._changed(changes)

    def altered(self, leaf: int, text: str) -> bytes:
        """Return the document with a different value of a leaf."""
        _, start, end = self._leaves[leaf]
        safe = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace("'", "&apos;")
        return self._changed([(start, end, safe)])

    def without(self, part: int) -> bytes:
        """Return the document without a part."""
        _, start, end = self._parts[part]
        return self._changed([(start, end, "")])

    def doubled(self, part: int) -> bytes:
        """Return the document with a part twice."""
        _, start, end = self._parts[part]
        return self._changed([(end, end, f" {self.text[start:end]}")])

    def _changed(self, changes: list[tuple[int, int, str]]) -> bytes:
        parts: list[str] = []
        done = 0
        for start, end, new in sorted(changes):
            parts += [self.text[done:start], new]
            done = end
        return "".join([*parts, self.text[done:]]).encode()


def _tags(text: str) -> list[_Tag]:
    found: list[_Tag] = []
    opened: list[_Tag] = []
    last = 0
    for match in _TOKEN.finditer(text):
        if opened and match.start() > last:
            opened[-1].inner.append((last, match.start()))
        last = match.end()
        if match.group("start") is not None:
            name, is_empty = match.group("start"), bool(match.group("empty"))
            local = name.rpartition(":")[2]
            path = f"{opened[-1].path}/{local}" if opened else local
            tag = _Tag(path, name, match.start(), match.end("attributes"), is_empty, match.end())
            found.append(tag)
            opened += [] if is_empty else [tag]
        elif match.group("end") is not None and opened:
            tag = opened.pop()
            tag.foot, tag.end = match.start(), match.end()
    return found
