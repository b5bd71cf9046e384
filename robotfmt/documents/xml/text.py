"""The text of an XML document, and edits of it: attributes, texts, removed elements, new elements.

Positions are bytes of the UTF-8 document, as found by :mod:`.positions`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from . import nodes as xml
from . import positions
from .document import Document
from .element import Element

_ATTRIBUTE = re.compile(rb"""(\s+)([^\s=<>"']+)(\s*=\s*)("[^"]*"|'[^']*')""")
_NAME = re.compile(rb"<[^\s/>]+")
_LEAD = re.compile(rb"(?:\r?\n)?[ \t]*\Z")
_WIDEST = 1000
"""The number of bytes of white space before an element that are examined."""
_REST = re.compile(rb"[ \t]*(?:<!--(?:(?!-->)[^\r\n])*-->[ \t]*)*(?=\r|\n|\Z)")
_BLANK = re.compile(rb"[ \t]*(?=\r|\n|\Z)")
_LOOSE = re.compile(rb"<!--.*?-->|<\?.*?\?>", re.DOTALL)
_BLANKS = re.compile(rb"[ \t]*")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
_QUOTES = {'"': "&quot;", "'": "&apos;"}


class Edit(NamedTuple):
    """The replacement for the text between two positions."""

    begin: int
    end: int
    text: bytes


class Text:
    """The text of a document, and its style."""

    def __init__(self, document: Document) -> None:
        self._data = document.data
        self._starts, self._ends = document.marks.starts, document.marks.ends
        self._root = document.root
        self._unit = self._step()
        self._alike: dict[str, bytes] = {}

    def edited(self, edits: Sequence[Edit]) -> bytes:
        """Return the text with non-overlapping edits."""
        parts: list[bytes] = []
        position = 0
        for edit in sorted(edits, key=lambda each: (each.begin, each.end)):
            parts += [self._data[position : edit.begin], edit.text]
            position = edit.end
        return b"".join([*parts, self._data[position:]])

    # Attributes

    def with_attributes(self, element: Element, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Edit]:
        """Give an element new attribute values, where they differ from those written before."""
        start, tag = self._start(element), self._tag(element)
        found = {match.group(2).decode(): match for match in _ATTRIBUTE.finditer(tag)}
        last = max((match.end() for match in found.values()), default=_end(_NAME.match(tag)))
        added = ""
        for name in (each for each in dict.fromkeys((*before, *after)) if before.get(each) != after.get(each)):
            match, value = found.get(name), after.get(name)
            if match is None:
                added += f" {name}={_quoted(value)}" if value is not None else ""
            elif value is None:
                yield Edit(start + match.start(), start + match.end(), b"")
            else:
                quote = match.group(4)[:1].decode()
                yield Edit(start + match.start(4), start + match.end(4), _quoted(value, quote).encode())
        if added:
            yield Edit(start + last, start + last, added.encode())

    def with_text(self, element: Element, after: str) -> Edit | None:
        """Give an element without children another text; None if more than text is inside."""
        start, tag = self._start(element), self._tag(element)
        if element.children:
            return None
        if tag.endswith(b"/>"):
            begin = start + len(tag[:-2].rstrip())
            return Edit(begin, start + len(tag), b">" + _escaped(after) + positions.end_tag(tag))
        begin, end = start + len(tag), self._ends[element.index]
        inner = self._data[begin:end]
        if b"<" in inner:
            return None
        lead = len(inner) - len(inner.lstrip())
        return Edit(begin + lead, begin + max(lead, len(inner.rstrip())), _escaped(after))

    # Elements

    def cut(self, parent: Element, gone: Collection[Element]) -> Iterator[Edit]:
        """Cut elements out of their parent, with their lines if these contain nothing else."""
        has_text = bool(parent.text.strip())
        for is_gone, run in groupby(parent.children, gone.__contains__):
            some = [*run] if is_gone else []
            gaps = self._gaps(parent, some) if some and has_text else []
            if all(_is_blank(gap) for _, gap in gaps):
                yield from map(self._cut, some)
                continue
            # Next to stray text white space would become a part of it.
            yield from (Edit(self._start(each), self._end(each), b"") for each in some)
            for place, gap in gaps:
                yield from _without_blanks(place, gap) if _is_blank(gap) else ()

    def _cut(self, element: Element) -> Edit:
        begin, end = self._start(element), self._end(element)
        lead = self._lead(element)
        starts_line = bool(lead.lstrip(b" \t"))
        blank = _BLANK.match(self._data, end)
        if blank is not None and starts_line:
            return Edit(begin - len(lead), blank.end(), b"")
        if starts_line:  # a comment or another element follows on the line, and keeps its indentation
            return Edit(begin, _end(_BLANKS.match(self._data, end)), b"")
        return Edit(begin - len(lead), end, b"")

    def _gaps(self, parent: Element, run: Sequence[Element]) -> list[tuple[int, bytes]]:
        """Return the text before, between and after consecutive children, with its positions."""
        siblings = parent.children
        first, last = siblings.index(run[0]), siblings.index(run[-1])
        begin = self._end(siblings[first - 1]) if first else self._start(parent) + len(self._tag(parent))
        behind = siblings[last + 1 : last + 2]
        end = self._start(behind[0]) if behind else self._ends[parent.index]
        begins = [begin, *map(self._end, run)]
        ends = [*map(self._start, run), end]
        return [(one, self._data[one:other]) for one, other in zip(begins, ends, strict=True)]

    def put_behind(self, element: Element, nodes: Sequence[xml.Node]) -> Edit:
        """Insert new elements after another one, and after the comments on its line."""
        end = self._end(element)
        rest = _REST.match(self._data, end)
        place = rest.end() if rest is not None else end
        return Edit(place, place, self._written(nodes, self._line(element)))

    def put_before(self, element: Element, nodes: Sequence[xml.Node]) -> Edit:
        """Insert new elements before another one."""
        lead = self._line(element)
        begin = self._start(element)
        return Edit(begin, begin, self._written(nodes, lead).removeprefix(lead) + lead)

    def put_into(self, element: Element, nodes: Sequence[xml.Node]) -> Edit:
        """Insert new elements into an element without children."""
        start, tag = self._start(element), self._tag(element)
        margin = self._line(element) or self._newline()
        written = self._written(nodes, margin + self._unit)
        if tag.endswith(b"/>"):
            name = _NAME.match(tag)
            close = margin + b"</" + (name.group()[1:] if name is not None else b"") + b">"
            begin = start + len(tag[:-2].rstrip())
            return Edit(begin, start + len(tag), b">" + written + close)
        end = self._ends[element.index]
        lead = self._before(end)
        begin = end - len(lead) if lead.lstrip(b" \t") else end
        return Edit(begin, begin, written + (b"" if begin < end else margin))

    # Positions in the text

    def _start(self, element: Element) -> int:
        return self._starts[element.index]

    def _tag(self, element: Element) -> bytes:
        return positions.start_tag(self._data, self._start(element))

    def _end(self, element: Element) -> int:
        tag = self._tag(element)
        if tag.endswith(b"/>"):
            return self._start(element) + len(tag)
        return self._data.find(b">", self._ends[element.index]) + 1

    def _lead(self, element: Element) -> bytes:
        """Return the white space before an element, with at most one line end."""
        return self._before(self._start(element))

    def _before(self, place: int) -> bytes:
        match = _LEAD.search(self._data, max(place - _WIDEST, 0), place)
        return match.group() if match is not None else b""

    def _line(self, element: Element) -> bytes:
        """Return the line end and indentation of an element, or of a sibling; an empty text if all are on one line."""
        parent = element.parent
        siblings = parent.children if parent is not None else []
        leads = (self._lead(each) for each in (element, *reversed(siblings)))
        return next((each for each in leads if each.lstrip(b" \t")), b"")

    def _newline(self) -> bytes:
        return b"\r\n" if b"\r\n" in self._data else b"\n"

    def _step(self) -> bytes:
        """Return the additional indentation of a child."""
        for element in self._root.iter():
            outer = self._lead(element).lstrip(b"\r\n")
            for child in element.children:
                lead = self._lead(child)
                inner = lead.lstrip(b"\r\n")
                if lead.lstrip(b" \t") and inner.startswith(outer) and len(inner) > len(outer):
                    return inner[len(outer) :]
        return b"  "

    # New elements

    def _written(self, nodes: Sequence[xml.Node], lead: bytes) -> bytes:
        return b"".join(lead + self._element(node, lead) for node in nodes)

    def _element(self, node: xml.Node, lead: bytes) -> bytes:
        like = self._like(node)
        head = f"<{xml.local_name(node)}".encode() + self._attributes(node, like)
        children = [each for each in node if xml.is_element(each)]
        if not children:
            text = (node.text or "").strip()
            return head + (b">" + _escaped(text) + positions.end_tag(head) if text else _closing(like))
        inner = self._written(children, lead + self._unit if lead else b"")
        return head + b">" + inner + lead + f"</{xml.local_name(node)}>".encode()

    def _like(self, node: xml.Node) -> bytes:
        """Return the start tag that a new element imitates: one of the same name, or else any."""
        name = xml.local_name(node)
        if name not in self._alike:
            alike = (each for each in self._root.iter() if each.tag == name)
            empty = (each for each in self._root.iter() if not len(each) and each.attributes)
            found = next(alike, None) or next(empty, None)
            self._alike[name] = self._tag(found) if found is not None else b""
        return self._alike[name]

    def _attributes(self, node: xml.Node, like: bytes) -> bytes:
        """Return the attributes of a new element, in the order, white space and quotes of another one."""
        values = {str(name): str(value) for name, value in node.attrib.items()}
        found = {match.group(2).decode(): match for match in _ATTRIBUTE.finditer(like)}
        quote = next((match.group(4)[:1].decode() for match in found.values()), '"')
        parts: list[bytes] = []
        for name in dict.fromkeys((*(name for name in found if name in values), *values)):
            match = found.get(name)
            space, equals = (match.group(1), match.group(3)) if match is not None else (b" ", b"=")
            parts.append(space + name.encode() + equals + _quoted(values[name], quote).encode())
        return b"".join(parts)


def _is_blank(gap: bytes) -> bool:
    return not _LOOSE.sub(b"", gap).strip()


def _without_blanks(place: int, gap: bytes) -> Iterator[Edit]:
    """Remove the white space from a gap, but not from its comments."""
    for match in re.finditer(_LOOSE.pattern + rb"|(\s+)", gap, re.DOTALL):
        if match.group(1):
            yield Edit(place + match.start(), place + match.end(), b"")


def _closing(like: bytes) -> bytes:
    """Return the end of an empty element, in the style of another one."""
    return b" />" if like.endswith(b" />") else b"/>"


def _quoted(value: str, quote: str = '"') -> str:
    escapes = {**_ESCAPES, quote: _QUOTES[quote]}
    return quote + "".join(escapes.get(each, each) for each in value) + quote


def _escaped(text: str) -> bytes:
    return "".join(_ESCAPES.get(each, each) if each in "&<>" else each for each in text).encode()


def _end(match: re.Match[bytes] | None) -> int:
    return match.end() if match is not None else 0
