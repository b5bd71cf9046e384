"""The parts of a YAML document, which is written again in block style, without its comments."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import TypeAlias

from ..diagnostics import Report
from ..documents.yaml.document import parse_document
from ..documents.yaml.values import Mapping, Scalar, Sequence, Value
from ..errors import RobotfmtError
from .alterations import mark

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
