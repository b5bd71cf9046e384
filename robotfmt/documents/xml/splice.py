"""Edit an XML document in place: changes are inserted into its text, and all other bytes stay.

Three trees are compared: the document as its reader took it, a writer's tree of its old content, and a writer's tree
of its new content. Parts that are equal in the latter two are not touched, whatever their form. A different attribute
or text gets a new value, a removed element is cut out, and a new one is inserted after its neighbour, in the style of
its siblings. Elements that no reader took, comments, order, quotes and line ends stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby, zip_longest
from typing import NamedTuple, TypeAlias

from ..source import Source
from . import nodes as xml
from .document import Document
from .draft import Draft, draft_of
from .element import Element
from .parsing import as_written
from .text import Edit, Text

_MOST_ALIGNED = 500
"""The number of elements with equal keys up to which the smallest change is searched; beyond, they are matched by
index.
"""
Meaning: TypeAlias = tuple[object, ...]


class Unfit(Exception):
    """A change cannot be made in place."""


class _Match(NamedTuple):
    """An element that stays: in the document, in the old tree, and in the new tree."""

    source: Element
    before: Element
    after: Element


def splice(document: Document, before: xml.Node, after: xml.Node) -> bytes:
    """Return the text of a document with its new content, in UTF-8.

    Args:
        document: The parsed document; its reader took the content of the trees.
        before: The writer's tree of the old content.
        after: The writer's tree of the new content.

    Raises:
        Unfit: A change cannot be made in place.
    """
    text = Text(document)
    old, new = draft_of(before, document.keys), draft_of(after, document.keys)
    edits: list[Edit] = []
    pending = [_Match(document.root, old.root, new.root)]
    while pending:
        match = pending.pop()
        edits += text.with_attributes(match.source, match.before.attributes, match.after.attributes)
        if _text(old, match.before) != _text(new, match.after):
            edit = text.with_text(match.source, _text(new, match.after))
            if edit is None:
                raise Unfit
            edits.append(edit)
        children = _Children(match, old, new)
        pending += children.changed
        edits += children.edits(text)
    return text.edited(edits)


def _text(draft: Draft, element: Element) -> str:
    return (draft.nodes[element].text or "").strip()


class _Children:
    """The changes of an element's children."""

    def __init__(self, match: _Match, old: Draft, new: Draft) -> None:
        self._parent = match.source
        self._new = new
        taken = [each for each in match.source.children if each.is_taken]
        source = dict(_matched(match.before.children, taken))
        self.changed: list[_Match] = []
        self._stays: dict[Element, Element] = {}
        """The existing element that is kept for each new child."""
        self._gone: list[Element] = []
        self._wanted = match.after.children
        self._known: set[Element] = set()
        """The new children that the document need not contain."""
        for before, after in _aligned(match.before.children, match.after.children, old, new):
            self._add(source.get(before) if before is not None else None, before, after, old)

    def _add(self, source: Element | None, before: Element | None, after: Element | None, old: Draft) -> None:
        is_same = before is not None and after is not None and _meaning(before, old) == _meaning(after, self._new)
        if source is not None and after is None:
            self._gone.append(source)
        elif source is not None and after is not None:
            self._stays[after] = source
            if not is_same and before is not None:
                self.changed.append(_Match(source, before, after))
        elif after is not None and is_same:
            self._known.add(after)

    def edits(self, text: Text) -> Iterator[Edit]:
        """Cut out removed children, and insert new ones next to their neighbours."""
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
        """Return the element after which new ones go: the last removed one of that name, if none stays nearby."""
        gone = [each for each in self._gone if each.tag == tag]
        if before is not None and before.tag == tag:
            return before
        if behind is not None and behind.tag == tag:
            return None
        return gone[-1] if gone else before


def _matched(written: Sequence[Element], taken: Sequence[Element]) -> Iterator[tuple[Element, Element]]:
    """Yield each node of a writer's tree with the element of the document that it describes, by keys and index."""
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
    """Yield pairs of old and new elements; None for removed and for new ones.

    Of several with equal keys, as many as possible stay unchanged, in their order.
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
    """Return the content of an element, for comparison."""
    children = tuple(_meaning(each, draft) for each in element.children)
    return element.tag, tuple(sorted(element.attributes.items())), _text(draft, element), children


# Splicing the bytes of a document


def revise(source: Source, document: Document, before: xml.Node, after: xml.Node) -> bytes:
    """Return the bytes of a document with its new content.

    Args:
        source: The original document.
        document: The same document, parsed; its ledger shows what its reader took.
        before: The writer's tree of the old content.
        after: The writer's tree of the new content.

    Raises:
        Unfit: The document must be rewritten as a whole.
    """
    return as_written(splice(document, before, after), source.data)
