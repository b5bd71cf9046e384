"""Editing an XML document in place: what changed is put into its text, and every other byte stays.

Three trees are compared: the document as its reader took it, what a writer makes of what it said, and what the writer
makes of what it shall say. What is the same in the latter two is left alone, however it is written. An attribute that
differs gets another value, an element that is gone is cut out, and a new one is put behind its neighbour, in the style
of its siblings. Elements that no reader took, comments, order, quotes and line ends stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby, zip_longest
from typing import NamedTuple, TypeAlias

from . import nodes as xml
from .compose import Draft, draft_of
from .document import Document
from .element import Element
from .text import Edit, Text

_MOST_ALIGNED = 500
"""Elements with the same keys of which the smallest change is looked for; of more the nth becomes the nth."""
Meaning: TypeAlias = tuple[object, ...]


class Unfit(Exception):
    """A change cannot be made at its place."""


class _Match(NamedTuple):
    """An element that stays: as it is in the document, as it was written before, and as it shall be written."""

    source: Element
    before: Element
    after: Element


def splice(document: Document, before: xml.Node, after: xml.Node) -> bytes:
    """Return the text of a document with what it shall say, in UTF-8.

    Args:
        document: It has been read: what its reader took is what the writer's trees speak of.
        before: What the writer makes of what it says.
        after: What the writer makes of what it shall say.

    Raises:
        Unfit: A change cannot be made at its place.
    """
    text = Text(document)
    old, new = draft_of(before, document.keys), draft_of(after, document.keys)
    edits: list[Edit] = []
    pending = [_Match(document.root, old.root, new.root)]
    while pending:
        match = pending.pop()
        edits += text.with_attributes(match.source, match.before.attributes, match.after.attributes)
        if _text(old, match.before) != _text(new, match.after):
            raise Unfit
        children = _Children(match, old, new)
        pending += children.changed
        edits += children.edits(text)
    return text.edited(edits)


def _text(draft: Draft, element: Element) -> str:
    return (draft.nodes[element].text or "").strip()


class _Children:
    """What becomes of the children of an element."""

    def __init__(self, match: _Match, old: Draft, new: Draft) -> None:
        self._parent = match.source
        self._new = new
        taken = [each for each in match.source.children if each.is_taken]
        source = dict(_matched(match.before.children, taken))
        self.changed: list[_Match] = []
        self._stays: dict[Element, Element] = {}
        """For each child that shall be there where it is in the document."""
        self._gone: list[Element] = []
        self._wanted = match.after.children
        self._known: set[Element] = set()
        """The children that shall be there, and of which the document has no need to say anything."""
        for before, after in _aligned(match.before.children, match.after.children, old, new):
            self._add(source.get(before) if before is not None else None, before, after, old)

    def _add(self, source: Element | None, before: Element | None, after: Element | None, old: Draft) -> None:
        is_same = (
            before is not None and after is not None and _meaning(before, old) == _meaning(after, self._new)
        )
        if source is not None and after is None:
            self._gone.append(source)
        elif source is not None and after is not None:
            self._stays[after] = source
            if not is_same and before is not None:
                self.changed.append(_Match(source, before, after))
        elif after is not None and is_same:
            self._known.add(after)

    def edits(self, text: Text) -> Iterator[Edit]:
        """Cut out the children that are gone, and put the new ones beside their neighbours."""
        yield from text.cut(self._parent, dict.fromkeys(self._gone))
        anchor: Element | None = None
        waiting: list[xml.Node] = []
        alone: list[xml.Node] = []
        for child in (*self._wanted, None):
            if child is not None and child not in self._stays:
                waiting += [self._new.nodes[child]] if child not in self._known else []
                continue
            behind = self._stays[child] if child is not None else None
            for tag, some in groupby(waiting, lambda node: str(node.tag)):
                neighbour = self._neighbour(tag, anchor, behind)
                if neighbour is not None:
                    yield text.put_behind(neighbour, [*some])
                elif behind is not None:
                    yield text.put_before(behind, [*some])
                else:
                    alone += some
            anchor, waiting = behind, []
        if alone:
            yield text.put_into(self._parent, alone)

    def _neighbour(self, tag: str, before: Element | None, behind: Element | None) -> Element | None:
        """Return what new elements come behind: the last of their name that is cut out, if none stays beside them."""
        gone = [each for each in self._gone if each.tag == tag]
        if before is not None and before.tag == tag:
            return before
        if behind is not None and behind.tag == tag:
            return None
        return gone[-1] if gone else before


def _matched(written: Sequence[Element], taken: Sequence[Element]) -> Iterator[tuple[Element, Element]]:
    """Yield each element that a writer made, and the one of the document that it stands for: the nth of the same
    keys.
    """
    found: dict[str, list[Element]] = {}
    for element in taken:
        found.setdefault(element.plain_step, []).append(element)
    for element in written:
        alike = found.get(element.plain_step)
        if alike:
            yield element, alike.pop(0)


def _aligned(
    before: Sequence[Element], after: Sequence[Element], old: Draft, new: Draft
) -> Iterator[tuple[Element | None, Element | None]]:
    """Yield which element becomes which one; None for those that go, and for those that come.

    Of several with the same keys as many as can be stay as they are, and their order is kept.
    """
    rows: dict[str, tuple[list[Element], list[Element]]] = {}
    for side, elements in enumerate((before, after)):
        for element in elements:
            rows.setdefault(element.plain_step, ([], []))[side].append(element)
    for olds, news in rows.values():
        if len(olds) <= 1 >= len(news) or max(len(olds), len(news)) > _MOST_ALIGNED:
            yield from zip_longest(olds, news)
            continue
        meant = [_meaning(each, old) for each in olds], [_meaning(each, new) for each in news]
        for _, begin, end, its_begin, its_end in SequenceMatcher(None, *meant, autojunk=False).get_opcodes():
            yield from zip_longest(olds[begin:end], news[its_begin:its_end])


def _meaning(element: Element, draft: Draft) -> Meaning:
    """Return what an element says, to be compared."""
    children = tuple(_meaning(each, draft) for each in element.children)
    return element.tag, tuple(sorted(element.attributes.items())), _text(draft, element), children
