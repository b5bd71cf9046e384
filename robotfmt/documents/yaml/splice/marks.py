"""The positions of all values in the text of a YAML document, for changing it in place, and their meaning, independent
of their notation.

The text was read by :class:`robotfmt.documents.yaml.document.Document`: it is well-formed and within all limits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from ... import tokens
from .. import lines
from ..events import Event, Kind, events
from ..lines import NULL, Node

_PROPERTY = re.compile(r"[&!][^\s,\[\]{}]*")
_GAP = re.compile(r"(?:\s|(?<!\S)#[^\r\n]*)*")
_COLON = re.compile(r"\s*:")


class Part:
    """A value in the text of a document.

    Attributes:
        kind: Its kind; for an alias, the kind of its target.
        text: The content of a scalar, without quotes.
        style: The quotes of a scalar; None for a plain one.
        flow: True for a list or mapping in brackets.
        begin, end: Its position in the text. A list or mapping in block style ends with its last entry.
        start: Its position without its anchor and its tag.
        target: The target of an alias.
        aliases: The aliases that refer to it.
        holder, index: Its parent, and its index there.
        keys, items: Its children, and the keys of those of a mapping.
        places: The start of each of its entries: a key, a dash, or an item in brackets.
        heads: The end of the colon or dash of each entry.
        is_odd: True if its entries have a form in which none can be changed separately.
    """

    __slots__ = (
        "aliases",
        "begin",
        "end",
        "flow",
        "heads",
        "holder",
        "index",
        "is_odd",
        "items",
        "keys",
        "kind",
        "places",
        "start",
        "style",
        "target",
        "text",
    )

    def __init__(self, event: Event) -> None:
        self.kind = event.kind
        self.text = event.text
        self.style = event.style
        self.flow = event.flow
        self.begin = self.start = event.begin
        self.end = event.end
        self.target: Part | None = None
        self.aliases: list[Part] = []
        self.holder: Part | None = None
        self.index = 0
        self.keys: list[Part] = []
        self.items: list[Part] = []
        self.places: list[int] = []
        self.heads: list[int] = []
        self.is_odd = False

    @property
    def names(self) -> list[str]:
        """The keys of a mapping."""
        return [key.text for key in self.keys]

    @property
    def is_block(self) -> bool:
        """True for a list or mapping in block style."""
        return self.kind is not Kind.SCALAR and not self.flow and self.target is None

    @property
    def path(self) -> str:
        """The path of the value, for messages."""
        steps: list[str] = []
        part = self
        while part.holder is not None:
            steps.append(part.holder.keys[part.index].text if part.holder.keys else str(part.index))
            part = part.holder
        return "".join(f"/{step}" for step in reversed(steps)) or "/"

    def find(self, name: str) -> Part | None:
        """Return the value of a key of this mapping, the first of a duplicate key; None if it is missing."""
        return next((item for key, item in zip(self.keys, self.items, strict=False) if key.text == name), None)


def marked(source: str) -> Part:
    """Return the values of a document with their positions."""
    root = _tree(source)
    for part in reversed(list(iterate(root))):
        _settle(part, source)
    return root


def iterate(root: Part) -> Iterator[Part]:
    """Yield a value and its descendants, in the order of the text."""
    pending = [root]
    while pending:
        part = pending.pop()
        yield part
        # Reversed, because the last one is taken first.
        pending.extend(reversed(part.items))


def _tree(source: str) -> Part:
    """Return the values of a document as a tree with their places in the text, from the events of the parser."""
    holders: list[Part] = []
    waiting: list[Part | None] = []
    anchors: dict[str, Part] = {}
    root: Part | None = None
    for event in events(source):
        if event.kind is Kind.END:
            waiting.pop()
            closed = holders.pop()
            closed.end = event.end
            continue
        part = Part(event)
        if event.kind is Kind.ALIAS:
            _resolve(part, anchors[event.anchor or ""])
        elif event.anchor is not None:
            anchors[event.anchor] = part
        root = root or part
        if holders:
            _hold(holders[-1], part, waiting)
        if event.kind in (Kind.MAPPING, Kind.LIST):
            holders.append(part)
            waiting.append(None)
    assert root is not None
    return root


def _resolve(alias: Part, target: Part) -> None:
    alias.kind, alias.target = target.kind, target
    alias.text, alias.style = target.text, target.style
    target.aliases.append(alias)


def _hold(holder: Part, part: Part, waiting: list[Part | None]) -> None:
    """Add a part to its parent; in a mapping, first the key, then the value."""
    part.holder, part.index = holder, len(holder.items)
    if holder.kind is Kind.LIST:
        holder.items.append(part)
    elif waiting[-1] is None:
        waiting[-1] = part
        holder.keys.append(part)
    else:
        waiting[-1] = None
        holder.items.append(part)


def _settle(part: Part, source: str) -> None:
    """Compute the extent of a part and of its entries; its children are complete already."""
    if part.target is not None:
        return
    while part.start < part.end and (found := _PROPERTY.match(source, part.start)) is not None:
        part.start = min(_gap(source, found.end()), part.end)
    if part.kind is Kind.SCALAR:
        if part.style in ("|", ">") and "+" not in source[part.start : part.start + 3]:
            part.end = part.start + len(source[part.start : part.end].rstrip())
    elif part.kind is Kind.MAPPING:
        _settle_mapping(part, source)
    elif part.flow:
        part.places = part.heads = [item.begin for item in part.items]
    else:
        _settle_list(part, source)
    if part.flow:
        part.is_odd |= source[part.start : part.start + 1] not in ("[", "{")
    elif part.kind is not Kind.SCALAR and part.items:
        part.start, part.end = part.places[0], part.items[-1].end


def _settle_mapping(part: Part, source: str) -> None:
    for key, item in zip(part.keys, part.items, strict=True):
        line = source[_line_start(source, key.begin) : key.begin]
        colon = _COLON.match(source, key.end)
        head = colon.end() if colon is not None else key.end
        part.is_odd |= colon is None or line.rstrip().endswith("?") or "\n" in source[key.begin : head]
        part.places.append(key.begin)
        part.heads.append(head)
        _settle_nothing(item, head)


def _settle_list(part: Part, source: str) -> None:
    position = max(part.start, part.begin)
    for item in part.items:
        place = _gap(source, position)
        part.is_odd |= source[place : place + 1] != "-"
        part.places.append(place)
        part.heads.append(place + 1)
        _settle_nothing(item, place + 1)
        position = item.end


def _settle_nothing(item: Part, head: int) -> None:
    """Compute the position of an empty value, which the parser reports after its key."""
    if item.begin == item.end and item.kind is Kind.SCALAR and item.target is None:
        item.begin = item.start = item.end = head


def _gap(source: str, position: int) -> int:
    """Return the end of spaces, line breaks and comments."""
    found = _GAP.match(source, position)
    return found.end() if found is not None else position


def _line_start(source: str, position: int) -> int:
    return source.rfind("\n", 0, position) + 1


# Meaning

_TRUTHS = frozenset({"true", "True", "TRUE", "false", "False", "FALSE"})

Meaning: TypeAlias = "tuple[object, ...]"


def node_of(part: Part) -> Node:
    """Return a value of a document as a node to write."""
    part = part.target or part
    if part.kind is Kind.SCALAR:
        return Node(literal=_literal(part))
    if part.kind is Kind.LIST:
        return Node(items=[node_of(item) for item in part.items])
    return Node(entries={name: node_of(item) for name, item in zip(part.names, part.items, strict=True)})


def _literal(part: Part) -> str:
    if part.style is not None:
        return lines.flow(part.text)
    if lines.is_null(part.text):
        return NULL
    is_word = part.text not in _TRUTHS and _number(part.text) is None
    return lines.flow(part.text) if is_word else part.text


def _number(text: str) -> float | None:
    try:
        return tokens.real(text)
    except tokens.BadToken:
        return None


def meaning(literal: str) -> Meaning:
    """Return the meaning of a scalar, independent of its notation: ``1`` equals ``1.0``, and a word equals itself in
    quotes.
    """
    if literal.startswith('"') or literal == NULL:
        return (literal,)
    if literal in _TRUTHS:
        return (literal.lower(),)
    number = _number(literal)
    return (lines.flow(literal),) if number is None else ("number", number)
