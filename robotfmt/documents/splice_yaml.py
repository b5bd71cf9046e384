"""Editing a YAML document in place: what changed is put into its text, and every other byte stays.

Three trees are held against one another: the document as it stands there (:mod:`.yaml_marks`), what a writer makes of
what it said, and what the writer makes of what it shall say. What is the same in the latter two is left alone, however
it is written. What is not is changed at its place, in the style of what stands beside it; comments, order, quotes,
brackets, anchors and line ends stay. Where that cannot be done safely, the smallest list or mapping around it is
written anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from . import scalars, tokens
from .yaml_events import Kind
from .yaml_lines import NULL, WIDTH, Node
from .yaml_marks import Part, iterate, marked
from .yaml_style import Style, children, has_comments, kind_of, like_one_of, restyled

_REST = re.compile(r"([ \t]*)(#[^\r\n]*)?(?=\r|\n|\Z)")
_COMMENT_LINE = re.compile(r"([ \t]*)#[^\n]*(?:\n|\Z)")
_BEHIND_ITEM = re.compile(r"([ \t]*,)?[ \t]*#[^\r\n]*(?=\r|\n)")
_ALONE = re.compile(r"[ \t]*,?[ \t]*(?:#[^\r\n]*)?(?:\r?\n|\r|\Z)")
_BLANK_LINE = re.compile(r"\n[ \t]*\r?\n")
_MOST_ALIGNED = 5000
"""Items of which the smallest change is looked for; beyond, those at the same index are held against one another."""
_TRUTHS = frozenset({"true", "True", "TRUE", "false", "False", "FALSE"})

Meaning: TypeAlias = "tuple[object, ...]"


class Spliced(NamedTuple):
    """A text with what changed in it."""

    text: str
    rewritten: tuple[str, ...]
    """The paths of what was written anew around a change, with what stood there of comments and style."""


class Unfit(Exception):
    """A change cannot be made at its place."""


def splice(source: str, wanted: Node, before: Node | None = None) -> Spliced:
    """The text of a document with what it shall say.

    Args:
        source: The text, which has been read before.
        wanted: What it shall say.
        before: What a writer makes of what it says, if that is not just how the text says it.

    Raises:
        Unfit: It has to be written anew from the beginning.
    """
    root = marked(source)
    return _Splicer(source, root).splice(before if before is not None else node_of(root), wanted)


def node_of(part: Part) -> Node:
    """A value of a document as one that is to be written."""
    part = part.target or part
    if part.kind is Kind.SCALAR:
        return Node(literal=_literal(part))
    if part.kind is Kind.LIST:
        return Node(items=[node_of(item) for item in part.items])
    return Node(entries={name: node_of(item) for name, item in zip(part.names, part.items, strict=True)})


def _literal(part: Part) -> str:
    if part.style is not None:
        return scalars.flow(part.text)
    if scalars.is_null(part.text):
        return NULL
    is_word = part.text not in _TRUTHS and _number(part.text) is None
    return scalars.flow(part.text) if is_word else part.text


def _number(text: str) -> float | None:
    try:
        return tokens.real(text)
    except tokens.BadToken:
        return None


def meaning(literal: str) -> Meaning:
    """What a scalar says, however it is written: ``1`` is ``1.0``, and a word the same in quotes."""
    if literal.startswith('"') or literal == NULL:
        return (literal,)
    if literal in _TRUTHS:
        return (literal.lower(),)
    number = _number(literal)
    return (scalars.flow(literal),) if number is None else ("number", number)


class _Edit(NamedTuple):
    begin: int
    end: int
    text: str


_Edits: TypeAlias = "list[_Edit]"
_Added: TypeAlias = "dict[int | None, list[tuple[str, Node]]]"
"""What is new in a list or mapping, with its keys, by the entry that stands before it."""


class _Splicer:
    """Finds the edits of a text."""

    def __init__(self, source: str, root: Part) -> None:
        self.source = source
        self.root = root
        self.style = Style(source, root)
        self.rewritten: dict[str, None] = {}
        self.touched: list[Part] = []
        """Values in which something changes, and for which aliases stand elsewhere."""
        self._meanings: dict[int, Meaning] = {}

    def splice(self, before: Node, after: Node) -> Spliced:
        edits = self._value(self.root, before, after)
        edits += self._written_out(edits)
        parts: list[str] = []
        position = 0
        for edit in sorted(edits, key=lambda each: each[:2]):
            parts += self.source[position : edit.begin], edit.text
            position = edit.end
        return Spliced("".join((*parts, self.source[position:])), tuple(self.rewritten))

    def _same(self, a: Node | None, b: Node | None) -> bool:
        return (a is None and b is None) or (
            a is not None and b is not None and self._meaning(a) == self._meaning(b)
        )

    def _meaning(self, node: Node) -> Meaning:
        found = self._meanings.get(id(node))
        if found is None:
            if node.literal is not None:
                inner: Iterable[object] = meaning(node.literal)
            elif node.entries is None:
                inner = (Kind.LIST, *map(self._meaning, node.items or ()))
            else:
                inner = (frozenset((key, self._meaning(each)) for key, each in node.entries.items()),)
            found = self._meanings[id(node)] = (*inner, node.beside)
        return found

    # Values

    def _value(self, part: Part, before: Node, after: Node) -> _Edits:
        """What has to be changed in a value."""
        if self._same(before, after):
            return []
        if part.aliases:
            self.touched.append(part)
        kind = kind_of(after)
        is_as_told = part.target is None and part.kind is kind_of(before)
        if is_as_told and (kind is not part.kind or (kind is not Kind.SCALAR and _is_empty(part, after))):
            return self._anew(part, before, after)
        try:
            if not is_as_told:
                raise Unfit
            return self._inner(part, before, after) + self._comment(part, before, after)
        except Unfit:
            edits = self._anew(part, before, after)
        self.rewritten[part.path] = None
        return edits

    def _inner(self, part: Part, before: Node, after: Node) -> _Edits:
        if part.is_odd:
            raise Unfit
        if after.entries is not None:
            return self._mapping(part, before.entries or {}, after.entries)
        if after.items is not None:
            return self._list(part, before.items or [], after.items)
        assert before.literal is not None
        assert after.literal is not None
        if meaning(before.literal) == meaning(after.literal):
            return []
        text = restyled(after.literal, part)
        begin = part.start if "!" not in self.source[part.begin : part.start] else part.begin
        return [_Edit(begin, part.end, text if begin < part.end else f" {text}")]

    def _comment(self, part: Part, before: Node, after: Node) -> _Edits:
        """The comment behind a value, or behind the key of one that stands below it."""
        if before.beside == after.beside:
            return []
        holder = part.holder
        if holder is None or not holder.is_block:
            raise Unfit
        found = _REST.match(self.source, holder.heads[part.index] if part.is_block else part.end)
        if found is None:
            raise Unfit
        if found.group(2) is not None and after.beside:
            return [_Edit(*found.span(2), after.beside)]
        return [_Edit(*found.span(), f"  {after.beside}" if after.beside else "")]

    def _anew(self, part: Part, before: Node, after: Node) -> _Edits:
        """Write a value anew, in its own style."""
        holder = part.holder
        if holder is None or holder.is_odd:
            raise Unfit
        self.touched += (each for each in iterate(part) if each.aliases)
        like = like_one_of(after, (part, *holder.items))
        if not holder.is_block:
            if has_comments(after) or has_comments(before):
                raise Unfit
            text = self.style.flow(after, like)
            return [_Edit(part.begin, part.end, text if self.source[part.begin - 1] != ":" else f" {text}")]
        place, head = holder.places[part.index], holder.heads[part.index]
        margin = self.style.column(place)
        lines = self.style.lines(self.source[place:head], after, margin, like)
        comment = _REST.match(self.source, head if part.is_block else part.end)
        if comment is not None and comment.group(2) and not (has_comments(before) or after.beside):
            lines[0] += comment.group()
        end = _REST.match(self.source, part.end)
        text = self.style.newline.join(lines)[margin:]
        return [_Edit(place, end.end() if end is not None else part.end, text)]

    def _written_out(self, edits: _Edits) -> _Edits:
        """Aliases of what has changed stand for what it was; they are replaced by just that."""
        found: _Edits = []
        for part in dict.fromkeys(self.touched):
            for alias in part.aliases:
                if not any(edit.begin <= alias.begin and alias.end <= edit.end for edit in edits):
                    node = node_of(part)
                    found += self._anew(alias, node, node)
                    self.rewritten[alias.path] = None
        return found

    # What lists and mappings hold

    def _mapping(self, part: Part, before: dict[str, Node], after: dict[str, Node]) -> _Edits:
        names = part.names
        known = dict(zip(names, part.items, strict=True))
        is_as_told = before.keys() | after.keys() >= known.keys()
        changed: _Edits = []
        added: _Added = {}
        again: set[int] = set()
        previous: int | None = None
        for name, wanted in after.items():
            item = known.get(name)
            old = before.get(name, node_of(item) if item is not None else None)
            if item is not None:
                previous = item.index
            if self._same(old, wanted):
                continue
            if item is None:
                added.setdefault(previous, []).append((name, wanted))
            elif old is not None and names.count(name) > 1:
                again |= {index for index, other in enumerate(names) if other == name} - {item.index}
                changed += self._anew(item, old, wanted)
                self.rewritten[item.path] = None
            elif old is not None:
                changed += self._value(item, old, wanted)
            # What the document says in another way cannot be changed there.
            if old is not None and not is_as_told and (item is None or item.kind is not kind_of(old)):
                raise Unfit
        gone = again | {index for index, name in enumerate(names) if name in before and name not in after}
        return changed + self._held(part, gone, added)

    def _list(self, part: Part, before: list[Node], after: list[Node]) -> _Edits:
        if len(part.items) != len(before):
            raise Unfit
        changed: _Edits = []
        added: _Added = {}
        gone: set[int] = set()
        previous: int | None = None
        for old, new in self._aligned(before, after):
            if old is None:
                assert new is not None
                added.setdefault(previous, []).append(("", after[new]))
            elif new is None:
                gone.add(old)
            else:
                changed += self._value(part.items[old], before[old], after[new])
                previous = old
        return changed + self._held(part, gone, added)

    def _aligned(self, before: list[Node], after: list[Node]) -> Iterator[tuple[int | None, int | None]]:
        """Which item becomes which one; None for those that go, and for those that come."""
        if max(len(before), len(after)) > _MOST_ALIGNED:
            yield from zip_longest(range(len(before)), range(len(after)))
            return
        old, new = (list(map(self._meaning, items)) for items in (before, after))
        for _, begin, end, its_begin, its_end in SequenceMatcher(
            None, old, new, autojunk=False
        ).get_opcodes():
            yield from zip_longest(range(begin, end), range(its_begin, its_end))

    def _held(self, part: Part, gone: set[int], added: _Added) -> _Edits:
        """Take entries of a list or mapping away, and put others behind those that stay."""
        if not gone and not added:
            return []
        first = next((index for index in range(len(part.items)) if index not in gone), None)
        if first is None:
            raise Unfit
        self.touched += (each for index in gone for each in iterate(part.items[index]) if each.aliases)
        edits = self._removed(part, sorted(gone), first)
        for index, new in added.items():
            edits += self._put(part, new, index, first)
        return edits

    def _removed(self, part: Part, gone: list[int], first: int) -> _Edits:
        if not part.flow:
            return self._removed_lines(part, gone, first)
        if all(self._is_alone(part, index) for index in gone):
            return [_Edit(*self._lines_of(part, index), "") for index in gone]
        edits = [_Edit(part.places[0], part.places[first], "")] if first else []
        edits += [
            _Edit(part.items[index - 1].end, part.items[index].end, "") for index in gone if index > first
        ]
        if any("#" in self.source[edit.begin : edit.end] for edit in edits):
            raise Unfit
        return edits

    def _removed_lines(self, part: Part, gone: list[int], first: int) -> _Edits:
        if first and not self._is_first_on_line(
            part.places[0]
        ):  # behind a dash, to which the first that stays moves
            behind_dash = [_Edit(part.places[0], part.places[first], "")]
            return behind_dash + [_Edit(*self._lines_of(part, index), "") for index in gone if index > first]
        return [_Edit(*self._lines_of(part, index), "") for index in gone]

    def _put(self, part: Part, new: list[tuple[str, Node]], index: int | None, first: int) -> _Edits:
        """New entries behind one that stays, or before all."""
        if not part.flow:
            return self._put_lines(part, new, index, first)
        if any(has_comments(node) for _, node in new):
            raise Unfit
        if part.keys:
            texts = [self.style.flow_entry(name, node, part) for name, node in new]
        else:
            texts = [self.style.flow(node, like_one_of(node, part.items)) for _, node in new]
        if index is None:
            place = part.places[first]
            return [_Edit(place, place, "".join(f"{text}, " for text in texts))]
        end = part.items[index].end
        comment = _BEHIND_ITEM.match(self.source, end)
        if comment is None:
            between = self._between(part, index, sum(map(len, texts)))
            return [_Edit(end, end, "".join(between + text for text in texts))]
        margin = self.style.newline + " " * self.style.column(part.places[index])
        if comment.group(1) is not None:
            return [_Edit(comment.end(), comment.end(), "".join(f"{margin}{text}," for text in texts))]
        behind = ",".join(margin + text for text in texts)
        return [_Edit(end, end, ","), _Edit(comment.end(), comment.end(), behind)]

    def _between(self, part: Part, index: int, length: int) -> str:
        """What separates items in brackets there: what separates others, or a line break where a line gets long."""
        other = max(index, 1)
        found = ", "
        if other < len(part.items):
            between = self.source[part.items[other - 1].end : part.places[other]]
            found = between if not between.strip(" \t\r\n,") else found
        column = self.style.column(part.places[0])
        is_long = "\n" not in found and self.style.column(part.items[index].end) + length > WIDTH
        has_inner = any(item.kind is not Kind.SCALAR for item in part.items)
        return "," + self.style.newline + " " * column if is_long and has_inner else found

    def _put_lines(self, part: Part, new: list[tuple[str, Node]], index: int | None, first: int) -> _Edits:
        margin = self.style.column(part.places[0])
        if index is None and not self._is_first_on_line(part.places[0]):  # but behind a dash
            if not part.keys:
                raise Unfit
            index = first
        lines: list[str] = []
        for name, node in new:
            near = part.items if index is None else (*reversed(part.items[: index + 1]), *part.items[index:])
            like = like_one_of(node, near)
            key = part.keys[0] if part.keys else None
            lines += (
                self.style.entry(name, node, margin, like, key)
                if key
                else self.style.lines("-", node, margin, like)
            )
        if index is None:
            place = part.places[first] - margin
            return [_Edit(place, place, "".join(line + self.style.newline for line in lines))]
        if self._has_blank_lines(part, index):
            lines.insert(0, "")
        place = self._end_of_lines(part, index)
        if place == len(self.source) and not self.source.endswith("\n"):
            return [_Edit(place, place, "".join(self.style.newline + line for line in lines))]
        return [_Edit(place, place, "".join(line + self.style.newline for line in lines))]

    # Lines

    def _is_first_on_line(self, place: int) -> bool:
        return not self.source[place - self.style.column(place) : place].strip(" ")

    def _is_alone(self, part: Part, index: int) -> bool:
        """Whether an item in brackets has its lines for itself."""
        return (
            self._is_first_on_line(part.places[index])
            and _ALONE.match(self.source, part.items[index].end) is not None
        )

    def _lines_of(self, part: Part, index: int) -> tuple[int, int]:
        """From where to where the lines of an entry go."""
        place = part.places[index]
        return place - self.style.column(place), self._end_of_lines(part, index)

    def _end_of_lines(self, part: Part, index: int) -> int:
        """Where the lines of an entry end, with the comments below that are indented as what it holds."""
        end = max(part.items[index].end, part.heads[index])
        if self.source[end - 1] != "\n":
            found = _ALONE.match(self.source, end)
            if found is None:
                raise Unfit
            end = found.end()
        margin = self.style.column(part.places[index])
        while (comment := _COMMENT_LINE.match(self.source, end)) and len(comment.group(1)) > margin:
            end = comment.end()
        return end

    def _has_blank_lines(self, part: Part, index: int) -> bool:
        """Whether an empty line separates an entry from the next one, or else from the one before."""
        other = index + 1 if index + 1 < len(part.items) else index
        if other == 0:
            return False
        between = self.source[part.items[other - 1].end : part.places[other]]
        return _BLANK_LINE.search(between) is not None


def _is_empty(part: Part, after: Node) -> bool:
    return not part.items or not any(True for _ in children(after))
