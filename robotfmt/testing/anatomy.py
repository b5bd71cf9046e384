"""The parts of a document as text: places to insert content, and parts to change, remove or duplicate.

Documents are divided without the format's own code, so that a reader does not test itself.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, TypeAlias

from ..diagnostics import Report
from ..documents.yaml.document import parse_document
from ..documents.yaml.values import Mapping, Scalar, Sequence, Value
from ..errors import RobotfmtError
from .alterations import mark

# The parts of a YAML document, which is written again in block style, without its comments

Node: TypeAlias = "dict[str, Node] | list[Node] | str"
"""A scalar is its source, quotes included."""
_Step: TypeAlias = "str | int"
_Place: TypeAlias = tuple[_Step, ...]


def mapping_of(data: bytes) -> dict[str, Node] | None:
    """Return the content of a YAML document; None if it is not a mapping."""
    try:
        root = parse_document(data, name="", format="", report=Report()).root
    except RobotfmtError:
        return None
    node = _node(root)
    return node if isinstance(root, Mapping) and isinstance(node, dict) else None


def _node(value: Value | None) -> Node:
    if isinstance(value, Mapping):
        return {each.key: _node(each.value) for each in value.entries}
    if isinstance(value, Sequence):
        return [_node(each) for each in value.items]
    assert isinstance(value, Scalar)
    return value.source if value.is_plain else json.dumps(value.source)


class Yaml:
    """The parts of a YAML document."""

    def __init__(self, root: dict[str, Node]) -> None:
        self._root = root
        nodes = list(_nodes(root))
        self._mappings = [place for place, node in nodes if isinstance(node, dict)]
        self._scalars = [(place, node) for place, node in nodes if isinstance(node, str)]
        self._parts = [place for place, node in nodes if place and node and node != "null"]

    @property
    def places(self) -> list[str]:
        """The paths of all mappings."""
        return list(map(_path, self._mappings))

    @property
    def leaves(self) -> list[tuple[str, str]]:
        """All scalars."""
        return [(_path(place), _plain(text)) for place, text in self._scalars]

    @property
    def parts(self) -> list[str]:
        """All entries and items."""
        return list(map(_path, self._parts))

    def injected(self, places: Collection[int]) -> bytes:
        """Return the document with an unknown key in some mappings."""
        root = _copied(self._root)
        for number in places:
            inside: Node = {"k": ["1", {"l": mark(number)}]}
            found = _at(root, self._mappings[number])
            assert isinstance(found, dict)
            found[mark(number)] = inside
        return _dumped(root)

    def altered(self, leaf: int, text: str) -> bytes:
        """Return the document with a different value of a scalar, in quotes if it had some."""
        place, old = self._scalars[leaf]
        return self._with(place, json.dumps(text) if old[:1] == '"' or not text.strip() else text)

    def without(self, part: int) -> bytes:
        """Return the document without an entry or an item."""
        root = _copied(self._root)
        *above, last = self._parts[part]
        inside = _at(root, tuple(above))
        del inside[last]  # type: ignore[arg-type, union-attr]
        return _dumped(root)

    def doubled(self, part: int) -> bytes:
        """Return the document with a duplicate item, or a copy of an entry under another name."""
        root = _copied(self._root)
        *above, last = self._parts[part]
        inside = _at(root, tuple(above))
        if isinstance(inside, list) and isinstance(last, int):
            inside.insert(last, inside[last])
        elif isinstance(inside, dict):
            inside[f"{last}_2"] = inside[str(last)]
        return _dumped(root)

    def _with(self, place: _Place, node: Node) -> bytes:
        root = _copied(self._root)
        _at(root, place[:-1])[place[-1]] = node  # type: ignore[index]
        return _dumped(root)


def _nodes(root: Node, place: _Place = ()) -> Iterator[tuple[_Place, Node]]:
    yield place, root
    inner = root.items() if isinstance(root, dict) else enumerate(root) if isinstance(root, list) else ()
    for step, each in inner:
        yield from _nodes(each, (*place, step))


def _at(root: Node, place: _Place) -> Node:
    for step in place:
        root = root[step]  # type: ignore[index]
    return root


def _copied(node: Node) -> Node:
    if isinstance(node, dict):
        return {key: _copied(each) for key, each in node.items()}
    return list(map(_copied, node)) if isinstance(node, list) else node


def _path(place: _Place) -> str:
    return "/".join("*" if isinstance(step, int) else step for step in place)


def _plain(text: str) -> str:
    return str(json.loads(text)) if text[:1] == '"' else text


def _dumped(root: Node) -> bytes:
    return "".join(f"{line}\n" for line in _lines(root, 0)).encode()


def _lines(node: Node, margin: int) -> Iterator[str]:
    pad = " " * margin
    items = node.items() if isinstance(node, dict) else ((None, each) for each in node)
    for key, each in items:
        head = f"{pad}-" if key is None else f"{pad}{json.dumps(key)}:"
        if isinstance(each, str) or not each:
            yield f"{head} {each if isinstance(each, str) else '{}' if isinstance(each, dict) else '[]'}"
        else:
            yield head
            yield from _lines(each, margin + 2)


# The parts of an XML document, by the positions of its tags in the text

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
    """Return the elements of an XML text, with their places in it."""
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


# Texts in lines


class Lines:
    """The parts of a text in lines."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        found = re.search(r"[,;\t]", text)
        self._between = found.group() if found is not None else " "
        self._cells = [
            (line, start, end) for line, each in enumerate(self._lines) for start, end in _cells(each, self._between)
        ]

    @property
    def places(self) -> list[str]:
        """All lines, by their first words."""
        return [each.split(self._between)[0] for each in self._lines]

    @property
    def leaves(self) -> list[tuple[str, str]]:
        """All cells that are not empty, by their columns."""
        return [
            (
                f"{self.places[line]}/{self._lines[line].count(self._between, 0, start)}",
                self._lines[line][start:end],
            )
            for line, start, end in self._cells
        ]

    @property
    def parts(self) -> list[str]:
        """All lines."""
        return self.places

    def injected(self, places: Collection[int]) -> bytes:
        """Return the text with an additional cell at the end of some lines, and an unknown line after each."""
        lines: list[str] = []
        for number, line in enumerate(self._lines):
            if number in places:
                lines += [f"{line}{self._between}{mark(number)}", f"{mark(number, 'b')}{self._between}1"]
            else:
                lines.append(line)
        return _joined(lines)

    def altered(self, leaf: int, text: str) -> bytes:
        """Return the text with a different value of a cell."""
        line, start, end = self._cells[leaf]
        old = self._lines[line]
        return _joined([*self._lines[:line], old[:start] + text + old[end:], *self._lines[line + 1 :]])

    def without(self, part: int) -> bytes:
        """Return the text without a line."""
        return _joined([*self._lines[:part], *self._lines[part + 1 :]])

    def doubled(self, part: int) -> bytes:
        """Return the text with a line twice."""
        return _joined([*self._lines[:part], self._lines[part], *self._lines[part:]])


def _cells(line: str, between: str) -> list[tuple[int, int]]:
    found = re.finditer(rf"[^{re.escape(between)}]+", line)
    return [each.span() for each in found if each.group().strip()]


def _joined(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


# Documents


class Anatomy(Protocol):
    """A document in its parts. Numbers count from 0; parts of one kind have the same path."""

    @property
    def places(self) -> list[str]:
        """The paths of all places where unknown content can be."""
        ...

    @property
    def leaves(self) -> list[tuple[str, str]]:
        """The path and the text of every part with a value."""
        ...

    @property
    def parts(self) -> list[str]:
        """The paths of all parts with values that can be removed or duplicated."""
        ...

    def injected(self, places: Collection[int]) -> bytes:
        """Return the document with unknown content at some places; the inserted words contain the numbers of the
        places."""
        ...

    def altered(self, leaf: int, text: str) -> bytes:
        """Return the document with a different value of a leaf."""
        ...

    def without(self, part: int) -> bytes:
        """Return the document without a part."""
        ...

    def doubled(self, part: int) -> bytes:
        """Return the document with a part twice."""
        ...


def anatomy(data: bytes) -> Anatomy | None:
    """Return the anatomy of a document; None if it is not text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if "\0" in text:
        return None
    if text.lstrip().startswith("<"):
        return Xml(text)
    mapping = mapping_of(data)
    return Yaml(mapping) if mapping is not None else Lines(text)
