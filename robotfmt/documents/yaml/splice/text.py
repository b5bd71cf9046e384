"""Edit a YAML document in place: changes are inserted into its text, and all other bytes stay.

Three trees are compared: the document itself (:mod:`.marks`), a writer's tree of its old content, and a writer's tree
of its new content. Parts that are equal in the latter two are not touched, whatever their notation. Others are
changed in place, in the style of their surroundings; comments, order, quotes, brackets, anchors and line ends stay.
If that cannot be done safely, the smallest enclosing list or mapping is rewritten.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

from ....codes import REWRITTEN
from ....diagnostics import Report, quoted
from ....limits import Limits
from ....model import Origin
from ...source import Source
from ..events import Kind
from ..lines import Node
from ..parsing import decode
from .entries import Added, Edit, Edits, Entries, Unfit
from .marks import Meaning, Part, iterate, marked, meaning, node_of
from .style import Style, children, has_comments, kind_of, like_one_of, restyled

_REST = re.compile(r"([ \t]*)(#[^\r\n]*)?(?=\r|\n|\Z)")
_MOST_ALIGNED = 5000
"""The number of items up to which the smallest change is searched; beyond, they are matched by index."""


class Spliced(NamedTuple):
    """A text with its changes applied."""

    text: str
    rewritten: tuple[str, ...]
    """The paths of the values that were rewritten as a whole, with their comments and style."""


def splice(source: str, wanted: Node, before: Node | None = None) -> Spliced:
    """Return the text of a document with its new content.

    Args:
        source: The text, which was parsed before.
        wanted: The new content.
        before: A writer's tree of the old content, if it differs from the text's own.

    Raises:
        Unfit: The document must be rewritten as a whole.
    """
    root = marked(source)
    return _Splicer(source, root).splice(before if before is not None else node_of(root), wanted)


class _Splicer:
    """Computes the edits of a text."""

    def __init__(self, source: str, root: Part) -> None:
        self.source = source
        self.root = root
        self.style = Style(source, root)
        self.entries = Entries(source, self.style)
        self.rewritten: dict[str, None] = {}
        self.touched: list[Part] = []
        """Changed values that aliases refer to."""
        self._meanings: dict[int, tuple[Node, Meaning]] = {}

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
        return (a is None and b is None) or (a is not None and b is not None and self._meaning(a) == self._meaning(b))

    def _meaning(self, node: Node) -> Meaning:
        known = self._meanings.get(id(node))
        if known is not None:
            return known[1]
        if node.literal is not None:
            inner: Iterable[object] = meaning(node.literal)
        elif node.entries is None:
            inner = (Kind.LIST, *map(self._meaning, node.items or ()))
        else:
            inner = (frozenset((key, self._meaning(each)) for key, each in node.entries.items()),)
        found = (*inner, node.beside)
        self._meanings[id(node)] = node, found  # keeps the node alive: otherwise another one could get its id
        return found

    # Values

    def _value(self, part: Part, before: Node, after: Node) -> Edits:
        """Return the edits of a value."""
        if self._same(before, after):
            return []
        if part.aliases:
            self.touched.append(part)
        kind = kind_of(after)
        is_as_given = part.target is None and part.kind is kind_of(before)
        if is_as_given and (kind is not part.kind or (kind is not Kind.SCALAR and _is_empty(part, after))):
            return self._anew(part, before, after)
        try:
            if not is_as_given:
                raise Unfit
            return self._inner(part, before, after) + self._comment(part, before, after)
        except Unfit:
            edits = self._anew(part, before, after)
        self.rewritten[part.path] = None
        return edits

    def _inner(self, part: Part, before: Node, after: Node) -> Edits:
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
        return [Edit(begin, part.end, text if begin < part.end else f" {text}")]

    def _comment(self, part: Part, before: Node, after: Node) -> Edits:
        """Return the comment after a value, or after the key of one that is below it."""
        if before.beside == after.beside:
            return []
        holder = part.holder
        if holder is None or not holder.is_block:
            raise Unfit
        found = _REST.match(self.source, holder.heads[part.index] if part.is_block else part.end)
        if found is None:
            raise Unfit
        if found.group(2) is not None and after.beside:
            return [Edit(*found.span(2), after.beside)]
        return [Edit(*found.span(), f"  {after.beside}" if after.beside else "")]

    def _anew(self, part: Part, before: Node, after: Node) -> Edits:
        """Rewrite a value, in its own style."""
        holder = part.holder
        if holder is None or holder.is_odd:
            raise Unfit
        self.touched += (each for each in iterate(part) if each.aliases)
        like = like_one_of(after, (part, *holder.items))
        if not holder.is_block:
            if has_comments(after) or has_comments(before):
                raise Unfit
            text = self.style.flow(after, like)
            return [Edit(part.begin, part.end, text if self.source[part.begin - 1] != ":" else f" {text}")]
        place, head = holder.places[part.index], holder.heads[part.index]
        margin = self.style.column(place)
        lines = self.style.lines(self.source[place:head], after, margin, like)
        comment = _REST.match(self.source, head if part.is_block else part.end)
        if comment is not None and comment.group(2) and not (has_comments(before) or after.beside):
            lines[0] += comment.group()
        end = _REST.match(self.source, part.end)
        text = self.style.newline.join(lines)[margin:]
        return [Edit(place, end.end() if end is not None else part.end, text)]

    def _written_out(self, edits: Edits) -> Edits:
        """Replace aliases of changed values by the old values that they referred to."""
        found: Edits = []
        for part in dict.fromkeys(self.touched):
            for alias in part.aliases:
                if not any(edit.begin <= alias.begin and alias.end <= edit.end for edit in edits):
                    node = node_of(part)
                    found += self._anew(alias, node, node)
                    self.rewritten[alias.path] = None
        return found

    # Entries of lists and mappings

    def _mapping(self, part: Part, before: dict[str, Node], after: dict[str, Node]) -> Edits:
        names = part.names
        known = dict(zip(names, part.items, strict=True))
        is_as_given = before.keys() | after.keys() >= known.keys()
        changed: Edits = []
        added: Added = {}
        again: set[int] = set()
        previous: int | None = None
        for name, wanted in after.items():
            item = known.get(name)
            old = before.get(name)
            if item is not None:
                previous = item.index
                old = old if old is not None else node_of(item)
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
            # A value that the document gives in another form cannot be changed there.
            if old is not None and not is_as_given and (item is None or item.kind is not kind_of(old)):
                raise Unfit
        gone = again | {index for index, name in enumerate(names) if name in before and name not in after}
        return changed + self._held(part, gone, added)

    def _list(self, part: Part, before: list[Node], after: list[Node]) -> Edits:
        """Return the edits that change the items of a list, remove some, and add others after their neighbours."""
        if len(part.items) != len(before):
            raise Unfit
        changed: Edits = []
        added: Added = {}
        removed: set[int] = set()
        previous: int | None = None
        for old, new in self._aligned(before, after):
            if old is None:
                assert new is not None
                added.setdefault(previous, []).append(("", after[new]))
            elif new is None:
                removed.add(old)
            else:
                changed += self._value(part.items[old], before[old], after[new])
                previous = old
        return changed + self._held(part, removed, added)

    def _aligned(self, before: list[Node], after: list[Node]) -> Iterator[tuple[int | None, int | None]]:
        """Yield pairs of old and new items; None for removed and for new ones."""
        if max(len(before), len(after)) > _MOST_ALIGNED:
            yield from zip_longest(range(len(before)), range(len(after)))
            return
        old, new = (list(map(self._meaning, items)) for items in (before, after))
        for _, begin, end, its_begin, its_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            yield from zip_longest(range(begin, end), range(its_begin, its_end))

    def _held(self, part: Part, gone: set[int], added: Added) -> Edits:
        """Remove entries of a list or mapping, and insert others after those that stay."""
        if not gone and not added:
            return []
        first = next((index for index in range(len(part.items)) if index not in gone), None)
        if first is None:
            raise Unfit
        self.touched += (each for index in gone for each in iterate(part.items[index]) if each.aliases)
        edits = self.entries.removed(part, sorted(gone), first)
        for index, new in added.items():
            edits += self.entries.put(part, new, index, first)
        return edits


def _is_empty(part: Part, after: Node) -> bool:
    return not part.items or not any(True for _ in children(after))


# Splicing the bytes of a document

_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def revise(source: Source, before: Node, after: Node, limits: Limits, report: Report) -> bytes:
    """Return the bytes of a parsed document with its new content.

    Args:
        before: The writer's tree of the old content.
        after: The writer's tree of the new content.
        limits: The limits on sizes.
        report: Reports the parts that could not be changed in place.

    Raises:
        Unfit: The document must be rewritten as a whole.
    """
    text = decode(source.data, source.name, limits)
    mark = next((each for each in _MARKS if source.data.startswith(each)), b"")
    found = splice(text, after, before)
    for path in found.rewritten:
        message = f"{quoted(path)} could not be updated in place; it was rewritten"
        report.add(REWRITTEN, message, Origin(source.name, path=path))
    return mark + found.text.encode(_MARKS.get(mark, "utf-8"))
