"""A parsed XML document: its elements, its layout, and the parts that no reader took."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from ...codes import FOR_ANOTHER_PROGRAM, MISSPELT, NOT_UNDERSTOOD
from ...diagnostics import Diagnostic, Report, diagnose, quoted
from ...limits import Limits
from ...model import Extension, ExtensionKind, Layout, LayoutItem
from ..spelling import Spelling, severity_of_slip
from ..tokens import SPELLINGS
from ..vendors import program_of
from . import nodes as xml
from . import positions
from .element import Element
from .parsing import elements, parse
from .positions import Marks, marks_of

Keys: TypeAlias = Mapping[str, tuple[str, ...]]
XACRO = ("http://www.ros.org/wiki/xacro", "http://ros.org/wiki/xacro", "http://wiki.ros.org/xacro")
UNPREFIXED = frozenset({"macro", "property", "include"})
"""The elements that old files write below the root without ``xacro:``; xacro has asked for the prefix since 1.11 (ROS
Jade)."""
"""The beginning of its namespaces."""
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)


_SHARED = ("name", "format", "report", "keys", "limits", "home", "foreign", "reported", "missed", "_data")


def parse_document(
    data: bytes,
    *,
    name: str,
    format: str,
    report: Report,
    limits: Limits | None = None,
    keys: Keys,
) -> Document:
    """Return the bytes of a document, parsed.

    Args:
        data: The bytes of the document.
        name: Its name in messages: its path.
        format: The name of the format, for unrecognised content.
        keys: The attributes that identify an element among its siblings in paths, by tag: the first one that the
            element has. Several names separated by a space are used together, if the element has all of them. Those
            of the tag ``""`` apply to all other tags.

    Raises:
        InputError, LimitError, UnsafeInput: See :func:`robotfmt.documents.xml.parsing.parse`.
    """
    document = Document(name, format, report, limits or Limits(), keys)
    document.fill(data)
    return document


class Document:
    """A parsed XML document: its tree, its report, and its ledger."""

    def __init__(self, name: str, format: str, report: Report, limits: Limits, keys: Keys) -> None:
        """Create an empty document; :func:`parse_document` fills it."""
        self.name = name
        self.format = format
        self.report = report
        self.keys = keys
        self.limits = limits
        self.home: str | None = None
        """The namespace of the root; elements in it are named by their local names."""
        self.foreign: set[str] = set()
        """The namespaces of other elements."""
        self.reported: set[tuple[int, str]] = set()
        """Invalid attributes by element index, and texts (``""``), that were reported."""
        self.missed: set[tuple[str, str]] = set()
        """The attributes that readers asked for and elements lacked, by tag, and children by their parent's tag and a
        slash.
        """
        self._data = b""
        self._elements: list[Element] | None = None
        self._top = 0
        """The index of the root among all elements of the file."""
        self._around: tuple[bytes, ...] = ()
        """The start tags of the root's ancestors in the file, the nearest first."""

    def fill(self, data: bytes) -> None:
        """Parse the bytes of the document, whose elements refer to it."""
        self._data, self._elements = parse(self, data)

    def part(self, element: Element) -> Document:
        """Return an element as a separate document with this root. Nothing of it stays in this document's ledger."""
        part = Document.__new__(Document)
        part.__dict__.update({name: self.__dict__[name] for name in _SHARED})
        part._elements, part._top = None, element.index
        part._around = tuple(positions.start_tag(self._data, self._start(each)) for each in element.ancestors)
        element.take_all()
        return part

    @property
    def data(self) -> bytes:
        """The text in UTF-8, repaired if that was necessary to parse it."""
        return self._data

    @property
    def root(self) -> Element:
        """The root element."""
        return self.at(self._top)

    def at(self, index: int) -> Element:
        """Return the element with an index; a new one, if the document was closed."""
        if self._elements is None:
            self._elements = elements(self, self._data)
        return self._elements[index]

    @cached_property
    def parents(self) -> dict[Element, Element]:
        """The parent of each element; None for the root."""
        return {child: parent for parent in self.root.iter() for child in parent.children}

    @cached_property
    def marks(self) -> Marks:
        """The positions of all elements."""
        return marks_of(self._data)

    def keys_of(self, tag: str) -> tuple[str, ...]:
        """Return the attributes that distinguish elements with a tag."""
        return self.keys.get(tag) or self.keys.get("", ())

    def node(self, element: Element) -> xml.Node:
        """Return an element as an lxml node, with its line and the namespaces of its ancestors."""
        before, inside, behind, depth = self._verbatim(element)
        lines = self.locate(element)[0] - 1 - before.count(b"\n")
        return xml.innermost(b"\n" * lines + before + inside + behind, depth)

    def canonical(self, element: Element) -> str:
        """Return the canonical XML of an element with its content."""
        before, inside, behind, depth = self._verbatim(element)
        return xml.canonical(xml.innermost(before + inside + behind, depth), self.home)

    def _verbatim(self, element: Element) -> tuple[bytes, bytes, bytes, int]:
        """Return the text before, in and after an element, as far as it is relevant, and the depth of the element in
        it.
        """
        end = self.marks.ends[element.index]
        inside = positions.verbatim(self._data, self._start(element), end)
        if not self.marks.has_namespaces:
            return b"", inside, b"", 0
        inner = (positions.start_tag(self._data, self._start(each)) for each in element.ancestors)
        around = (*inner, *self._around)
        return b"".join(reversed(around)), inside, b"".join(map(positions.end_tag, around)), len(around)

    @property
    def may_use_xacro(self) -> bool:
        """Return False if the document certainly needs no xacro: a quick test before a long search."""
        if any(each.startswith(XACRO) for each in self.foreign):
            return True
        if any(each.tag in UNPREFIXED for each in self.root.children):
            return True
        if b"$" not in self._data:
            return False
        rest = _COMMENT.sub(b"", self._data)
        return b"${" in rest or b"$(" in rest

    def put_off(self, check: Callable[[Element], None]) -> None:
        """Examine the root and its content only when the report is read."""
        report = self.report

        def work_out() -> list[Diagnostic]:
            self.report = Report()
            try:
                check(self.root)
                return self.report.diagnostics
            finally:
                self.report = report

        report.put_off(work_out)

    def leftovers(self, *, whole: bool = True, close: bool = False) -> tuple[Extension, ...]:
        """Return the content that no reader took: one extension for each largest unclaimed subtree, in document order.

        Args:
            whole: True for the whole document; otherwise only content inside taken elements, for a document that
                another one refers to.
            close: True to release the elements and their ledger; later requests create new ones.
        """
        found: list[Extension] = []
        root = self.root
        remaining = root.iter()
        for element in remaining:
            taken = element.taken
            if taken is not None:
                # Nearly all elements are taken completely, and counting is the fastest way to see it.
                text = element.text
                if len(taken) != len(element.attributes) + bool(text and not text.isspace()):
                    found.extend(_extension(element, *each) for each in element.left())
            elif whole or (element.parent is not None and element.parent.taken is not None):
                if element is not root:
                    found.append(_extension(element, ExtensionKind.ELEMENT, element.tag))
                below = sum(1 for _ in element.iter()) - 1
                next(islice(remaining, below, below), None)
        new = [each for each in found if not self._is_reported(each)] if self.reported else found
        if new:
            misspelt = self._misspelt(new)
            self.report.put_off(lambda: [_diagnosed(each, misspelt.get(place)) for place, each in enumerate(new)])
        if close:
            self._elements = None
            self.__dict__.pop("parents", None)
        return tuple(found)

    def _misspelt(self, extensions: list[Extension]) -> dict[int, str]:
        """Return the names that were probably meant, in quotes, by the positions of misspelt parts."""
        doubtful = [place for place, each in enumerate(extensions) if program_of(each.place, each.name) is None]
        if not doubtful:
            return {}
        spelling, found = Spelling([*self.missed, *self._taken()]), {}
        for place in doubtful:
            element = self.at(extensions[place].origin.index)  # type: ignore[union-attr]
            meant = _meant(extensions[place], element, spelling)
            if meant:
                found[place] = meant
        return found

    def _taken(self) -> Iterator[tuple[str, str]]:
        """Yield the attributes that readers took, by tag, and children by their parent's tag and a slash."""
        for element in self.root.iter():
            for name in element.taken or ():
                yield element.tag, name
            if element.taken is not None and element.parent is not None:
                yield f"{element.parent.tag}/", element.tag

    def _is_reported(self, extension: Extension) -> bool:
        """Return True if an element remains only because of an invalid value, which was reported."""
        index = extension.origin.index  # type: ignore[union-attr]
        if extension.kind is not ExtensionKind.ELEMENT:
            return (index, extension.name) in self.reported
        known = {index for index, _ in self.reported}
        return any(each.index in known for each in self.at(index).iter())

    def layout(self, version: str | None = None) -> Layout:
        """Return the order of all content including comments, and the declared version."""
        return SourceLayout(format=self.format, version=version, document=self)

    def layout_items(self) -> tuple[LayoutItem, ...]:
        """Return the order of all content; built from the leaves up, to avoid recursion."""
        loose: dict[int, list[tuple[int, LayoutItem]]] = {}
        for inside, before, kind, text in self.marks.loose:
            loose.setdefault(inside, []).append((before, LayoutItem(kind=kind, step=text)))
        items: dict[Element, LayoutItem] = {}
        for element in reversed(list(self.root.iter())):
            children = [items.pop(child) for child in element.children]
            items[element] = LayoutItem(
                kind="element",
                step=element.step,
                attributes=tuple(element.attributes),
                spelling=_spelling(element.text),
                items=_mingled(children, loose.get(element.index, ())),
            )
        return _mingled([items[self.root]], () if self._top else loose.get(-1, ()))

    @property
    def namespaces(self) -> tuple[tuple[str, str], ...]:
        """Prefixes declared on the root, with their URIs; the empty one is that of the root itself."""
        default = {"": self.home} if self.home is not None else {}
        return tuple(sorted({**self.marks.prefixes, **default}.items()))

    def locate(self, element: Element, attribute: str | None = None) -> tuple[int, int]:
        """Return line and column of an element's start tag, or of one of its attributes."""
        offset = self._start(element)
        if attribute is not None:
            offset = positions.attribute_place(self._data, offset, attribute.rpartition("}")[2])
        line = bisect_right(self._lines, offset)
        before = self._data[self._lines[line - 1] : offset]
        return line, len(before.decode("utf-8", "replace")) + 1

    @cached_property
    def _lines(self) -> list[int]:
        """The byte at which each line begins."""
        return [0, *(match.end() for match in re.finditer(b"\n", self._data))]

    def _start(self, element: Element) -> int:
        return self.marks.starts[element.index]


class SourceExtension(Extension, lazy=True, dict=True):
    """Unrecognised content; its place and canonical form are computed on demand."""

    if not TYPE_CHECKING:

        @property
        def place(self) -> str:
            element = self.origin.source.at(self.origin.index)
            return element.parent.path if self.kind is ExtensionKind.ELEMENT else element.path

        @cached_property
        def content(self) -> str:
            origin, text = self.origin, Extension.content.__get__(self)
            return origin.source.canonical(origin.source.at(origin.index)) if text is None else text


def _extension(element: Element, kind: ExtensionKind, name: str, content: str | None = None) -> Extension:
    made: Any = SourceExtension  # computes its place on demand, and usually its content
    extension: Extension = made(
        origin=element.origin,
        format=element.document.format,
        place=None,
        kind=kind,
        name=name,
        content=content,
    )
    return extension


def _meant(extension: Extension, element: Element, spelling: Spelling) -> str:
    """Return the names that were probably meant by an unclaimed element or by an attribute of one, in quotes."""
    if extension.kind is ExtensionKind.ATTRIBUTE:
        return spelling.meant(element.tag, extension.name, element.attributes)
    if extension.kind is ExtensionKind.ELEMENT and element.parent is not None:
        return spelling.meant(f"{element.parent.tag}/", extension.name)
    return ""


def _diagnosed(extension: Extension, meant: str | None) -> Diagnostic:
    what = {
        ExtensionKind.ELEMENT: f"the element <{extension.name}>",
        ExtensionKind.ATTRIBUTE: f"the attribute '{extension.name}'",
        ExtensionKind.TEXT: f"the text {quoted(extension.content)}",
    }[extension.kind]
    program = program_of(extension.place, extension.name)
    if program is not None:
        return diagnose(FOR_ANOTHER_PROGRAM, f"{what} is for {program}; it is copied unchanged", extension.origin)
    parent = re.match(r"[\w:.-]+", (extension.place or "").rpartition("/")[2])
    where = f" of <{parent.group()}>" if parent is not None else ""
    if meant is not None:
        message = f"{what}{where} is not understood; did you mean {meant}?"
        return diagnose(MISSPELT, message, extension.origin, severity=severity_of_slip(extension.place))
    return diagnose(NOT_UNDERSTOOD, f"{what}{where} is not understood; it is copied unchanged", extension.origin)


class SourceLayout(Layout, lazy=True, dict=True):
    """The order of a document's content, computed on demand when the document is written again."""

    document: Any = None

    if not TYPE_CHECKING:

        @property
        def namespaces(self) -> tuple[tuple[str, str], ...]:
            return self.document.namespaces

        @cached_property
        def items(self) -> tuple[LayoutItem, ...]:
            return self.document.layout_items()


def _mingled(children: list[LayoutItem], loose: Iterable[tuple[int, LayoutItem]]) -> tuple[LayoutItem, ...]:
    """Return children with the comments before, between and after them."""
    found: list[LayoutItem] = []
    done = 0
    for before, item in loose:
        found += [*children[done:before], item]
        done = before
    return (*found, *children[done:])


def _spelling(text: str) -> str | None:
    word = text.strip()
    return word if word in SPELLINGS else None
