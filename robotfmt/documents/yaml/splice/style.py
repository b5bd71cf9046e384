"""New text in a YAML document, in the style of its surroundings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..events import Kind
from ..lines import WIDTH, Node, flow, plain
from .marks import Part, iterate

_SIMPLE = re.compile(r"\"([ !#-\[\]-~]*)\"")


def kind_of(node: Node) -> Kind:
    """Return the kind of a value."""
    if node.literal is not None:
        return Kind.SCALAR
    return Kind.MAPPING if node.entries is not None else Kind.LIST


def children(node: Node) -> Iterable[Node]:
    """Return the children of a list or mapping."""
    return node.entries.values() if node.entries is not None else node.items or ()


class Style:
    """The style of a document, for new values without a similar neighbour."""

    def __init__(self, source: str, root: Part) -> None:
        self.newline = "\r\n" if "\r\n" in source else "\n"
        self._source = source
        steps = [(part.kind, self.column(part.places[0]) - self.margin(part)) for part in _blocks(root)]
        self._map_step = next((step for kind, step in steps if kind is Kind.MAPPING), 2)
        self._list_step = next((step for kind, step in steps if kind is Kind.LIST), self._map_step)

    def column(self, position: int) -> int:
        """Return the column of a position in the text, from 0."""
        return position - self._source.rfind("\n", 0, position) - 1

    def margin(self, part: Part) -> int:
        """Return the column of the entry that contains a value."""
        assert part.holder is not None
        return self.column(part.holder.places[part.index])

    def entry(self, key: str, node: Node, margin: int, like: Part | None, beside: Part | None) -> list[str]:
        """Return the lines of an entry of a mapping, with the quotes of a neighbouring key."""
        return self.lines(_key(key, beside) + ":", node, margin, like)

    def lines(self, head: str, node: Node, margin: int, like: Part | None) -> list[str]:
        """Return the lines of a value after a key with its colon, or after a dash."""
        begin = " " * margin + head
        above = [" " * margin + line for line in node.before]
        inline = self._inline(node, len(begin) + 1, like)
        if inline is not None:
            return [*above, _with(f"{begin} {inline}", node.beside)]
        inner = list(self._inner(node, margin, like, head))
        if head == "-" and not inner[0].lstrip().startswith("#"):
            return [*above, _with(begin + inner[0][len(begin) :], node.beside), *inner[1:]]
        return [*above, _with(begin, node.beside), *inner]

    def flow(self, node: Node, like: Part | None) -> str:
        """Return a value on one line."""
        if node.literal is not None:
            return restyled(node.literal, like)
        if node.entries is None:
            return "[" + ", ".join(self.flow(item, _like(item, like)) for item in node.items or ()) + "]"
        return "{" + ", ".join(self.flow_entry(key, item, like) for key, item in node.entries.items()) + "}"

    def flow_entry(self, key: str, node: Node, like: Part | None) -> str:
        """Return an entry of a mapping in braces, in the style of such a mapping."""
        return f"{_key(key, _first_key(like))}: {self.flow(node, _like(node, like, key))}"

    def _inline(self, node: Node, column: int, like: Part | None) -> str | None:
        """Return the text that fits on the line of its key; None if the value goes below."""
        inner = list(children(node))
        if node.literal is not None or not inner:
            return self.flow(node, like)
        if any(has_comments(each) for each in inner):
            return None
        in_brackets = like is not None and like.flow
        if like is not None and like.items and not in_brackets:
            return None
        is_row = node.items is not None and all(each.literal is not None for each in inner)
        if not is_row and not in_brackets:
            return None
        text = self.flow(node, like)
        return text if column + len(text) <= WIDTH or (is_row and in_brackets) else None

    def _inner(self, node: Node, margin: int, like: Part | None, head: str) -> Iterator[str]:
        """Yield the lines of the content of a list or mapping, with their indentation."""
        margin += self._step(node, like, head)
        for key, item in (node.entries or {}).items():
            yield from self.entry(key, item, margin, _like(item, like, key), _first_key(like))
        for item in node.items or ():
            yield from self.lines("-", item, margin, _like(item, like))

    def _step(self, node: Node, like: Part | None, head: str) -> int:
        if like is not None and like.is_block and like.places and not like.is_odd and like.holder is not None:
            step = self.column(like.places[0]) - self.margin(like)
        elif head == "-":
            return 2
        else:
            step = self._map_step if node.entries is not None else self._list_step
        least = 0 if node.entries is None and head != "-" else 2 if head == "-" else 1
        return max(step, least)


def _blocks(root: Part) -> Iterator[Part]:
    """Yield the lists and mappings in block style below keys."""
    for part in iterate(root):
        holder = part.holder
        if part.is_block and part.places and not part.is_odd and holder is not None and holder.keys:
            yield part


def _key(key: str, beside: Part | None) -> str:
    """Return a key with the quotes of another one."""
    return _quoted(flow(key), beside.style if beside is not None else None)


def _first_key(like: Part | None) -> Part | None:
    return like.keys[0] if like is not None and like.keys else None


def restyled(literal: str, like: Part | None) -> str:
    """Return a scalar, with the quotes of a neighbour."""
    if like is None or like.kind is not Kind.SCALAR:
        return literal
    return _quoted(literal, like.style)


def _quoted(literal: str, quotes: str | None) -> str:
    """Return a text in other quotes, or without any if that is safe; a value without quotes is unchanged."""
    found = _SIMPLE.fullmatch(literal)
    if found is None or quotes not in (None, "'"):
        return literal
    return plain(found.group(1)) if quotes is None else "'" + found.group(1).replace("'", "''") + "'"


def _like(node: Node, holder: Part | None, key: str | None = None) -> Part | None:
    """Return the value in a list or mapping that a new one should imitate."""
    if holder is None:
        return None
    named = holder.find(key) if key is not None and holder.keys else None
    candidates = [named] if named is not None else holder.items
    return like_one_of(node, candidates)


def like_one_of(node: Node, candidates: Iterable[Part]) -> Part | None:
    """Return the first of some values that has the same kind as another, with children of the same kind."""
    kind = kind_of(node)
    inner = next(map(kind_of, children(node)), None)
    for each in candidates:
        is_alike = inner is None or (each.items and each.items[0].kind is inner)
        if is_alike and each.kind is kind and each.target is None:
            return each
    return None


def has_comments(node: Node) -> bool:
    """Return True if a value or its content has comments."""
    return node.has_comments or any(map(has_comments, children(node)))


def _with(line: str, beside: str) -> str:
    return f"{line}  {beside}" if beside else line
