"""The tree of an XML document that a reader walks: elements with positions, and the ledger.

An element's attributes, children and text are *taken* by asking for them. Whatever nobody took becomes an
:class:`~robotfmt.model.Extension`, one for each largest unclaimed subtree, so nothing is lost unseen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias
from xml.parsers import expat

from ..codes import BAD_NUMBER, BAD_WORD, CARRIED, MISSING_VALUE, NOT_FINITE
from ..diagnostics import Code, Report, Severity, quoted
from ..limits import Limits
from ..model import Extension, ExtensionKind, Layout, LayoutItem, Origin, Vector3
from . import tokens, xml

Keys: TypeAlias = Mapping[str, tuple[str, ...]]


class Element:
    """An element, and what of it was taken."""

    __slots__ = (
        "_all",
        "_nth",
        "_path",
        "_taken",
        "_text_taken",
        "children",
        "document",
        "node",
        "parent",
        "tag",
    )

    def __init__(self, document: Document, node: xml.Node, parent: Element | None) -> None:
        self.document = document
        self.node = node
        self.parent = parent
        self.tag = document.local(str(node.tag))
        """Without namespace if it is in the root's namespace or in none, else as ``{uri}local``."""
        self.children: list[Element] = []
        self._taken: set[str] | None = None
        self._text_taken = False
        self._all = False
        self._nth = 1
        self._path: str | None = None

    @property
    def local(self) -> str:
        """The name without its namespace."""
        return self.tag.rpartition("}")[2]

    @property
    def path(self) -> str:
        """Its path with names, such as ``/robot/joint[@name='elbow']/limit``."""
        if self._path is None:
            parent = self.parent.path if self.parent is not None else ""
            self._path = f"{parent}/{self.step}"
        return self._path

    @property
    def step(self) -> str:
        """The last step of its path."""
        nth = f"[{self._nth}]" if self._nth > 1 else ""
        return self.plain_step + nth

    @property
    def plain_step(self) -> str:
        """The last step of its path, without counting equal ones before it."""
        for key in self.document.keys_of(self.tag):
            value = self.node.get(key)
            if value is not None:
                quote = '"' if "'" in value else "'"
                return f"{self.tag}[@{key}={quote}{value}{quote}]"
        return self.tag

    @property
    def line(self) -> int | None:
        """The line of its start tag."""
        line = self.node.sourceline
        return line if isinstance(line, int) else None

    @property
    def origin(self) -> Origin:
        """Where it stands, for what the model keeps of it."""
        return Origin(self.document.name, self.line, self.path)

    # Taking

    def take(self) -> Element:
        """Mark the element itself as understood; its attributes, children and text are taken one by one."""
        if self._taken is None:
            self._taken = set()
        return self

    def take_all(self) -> Element:
        """Mark the element and all in it as understood. Only for what is known to hold nothing else."""
        self._all = True
        return self.take()

    def child(self, tag: str) -> Element | None:
        """Take the first child of this name. Further ones stay in the ledger."""
        for element in self.children:
            if element.tag == tag:
                return element.take()
        return None

    def children_of(self, *tags: str) -> list[Element]:
        """Take all children of these names, in order."""
        return [element.take() for element in self.children if element.tag in tags]

    def attribute(self, name: str) -> str | None:
        """Take an attribute's value."""
        value = self.peek(name)
        if value is not None:
            self._claim(name)
        return value

    def peek(self, name: str) -> str | None:
        """An attribute's value, without taking it."""
        value = self.node.get(name)
        return None if value is None else str(value)

    def required(self, name: str) -> str | None:
        """Take an attribute that must be there; its absence is reported."""
        value = self.attribute(name)
        if value is None:
            self.report(MISSING_VALUE, f"<{self.local}> has no attribute '{name}'")
        return value

    def number(self, name: str, *, severity: Severity | None = None) -> float | None:
        """Take an attribute that is a number. A bad one is reported, left in the ledger, and None."""
        values = self._numbers(name, 1, severity)
        return values[0] if values is not None else None

    def vector(self, name: str) -> Vector3 | None:
        """Take an attribute that is three numbers."""
        values = self._numbers(name, 3, None)
        return (values[0], values[1], values[2]) if values is not None else None

    def numbers(
        self, name: str, count: int | None = None, *, severity: Severity | None = None
    ) -> tuple[float, ...] | None:
        """Take an attribute that is numbers, exactly ``count`` of them if that is given."""
        return self._numbers(name, count, severity)

    @property
    def text(self) -> str:
        """All text directly in the element, without taking it; a comment inside does not end it."""
        parts = [self.node.text or ""] if isinstance(self.node.text, str) else [""]
        parts.extend(child.tail or "" for child in self.node)
        return "".join(parts)

    def take_text(self) -> str:
        """Take the text, without the white space around it."""
        self._claim_text()
        return self.text.strip()

    def text_numbers(self, count: int | None = None) -> tuple[float, ...] | None:
        """Take a text that is numbers. A bad one is reported, left in the ledger, and None."""
        try:
            values = tokens.reals(self.text, count)
        except tokens.BadToken as error:
            self._report_number(error, self.text, f"<{self.local}>", None)
            return None
        self._claim_text()
        return values

    def text_number(self) -> float | None:
        """Take a text that is one number."""
        values = self.text_numbers(1)
        return values[0] if values is not None else None

    def text_boolean(self) -> bool | None:
        """Take a text that is ``true``, ``false``, ``1`` or ``0``."""
        try:
            value = tokens.boolean(self.text)
        except tokens.BadToken as error:
            self.report(BAD_WORD, f"{quoted(self.text.strip())} in <{self.local}> {error}")
            return None
        self._claim_text()
        return value

    # Saying

    def report(
        self,
        code: Code,
        message: str,
        attribute: str | None = None,
        *,
        subject: str = "",
        severity: Severity | None = None,
        help: str | None = None,
    ) -> None:
        """Add a diagnostic about this element, or about one of its attributes, with line and column."""
        line, column = self.document.locate(self, attribute)
        path = f"{self.path}/@{attribute}" if attribute is not None else self.path
        at = Origin(self.document.name, line if line is not None else self.line, path)
        self.document.report.add(
            code, message, at, column=column, subject=subject, severity=severity, help=help
        )

    def iterate(self) -> Iterator[Element]:
        """The element and all below it, in document order."""
        pending = [self]
        while pending:
            element = pending.pop()
            yield element
            pending.extend(reversed(element.children))

    # The ledger

    @property
    def is_taken(self) -> bool:
        """Whether a reader has claimed it."""
        return self._taken is not None

    def untaken(self) -> Iterator[Extension]:
        """What is left of the element itself: attributes and text; nothing if all of it was taken."""
        taken = self._taken or set()
        for name in self.node.attrib:
            if str(name) not in taken:
                value = self.node.get(name)
                yield self._extension(ExtensionKind.ATTRIBUTE, str(name), str(value))
        if not self._text_taken:
            text = self.text.strip()
            if text:
                yield self._extension(ExtensionKind.TEXT, "", text)

    def _extension(self, kind: ExtensionKind, name: str, content: str) -> Extension:
        return Extension(
            origin=self.origin,
            format=self.document.format,
            place=self.path,
            kind=kind,
            name=name,
            content=content,
        )

    def _claim(self, name: str) -> None:
        self.take()
        assert self._taken is not None
        self._taken.add(name)

    def _claim_text(self) -> None:
        self.take()
        self._text_taken = True

    def _numbers(self, name: str, count: int | None, severity: Severity | None) -> tuple[float, ...] | None:
        value = self.node.get(name)
        if value is None:
            return None
        try:
            values = tokens.reals(value, count)
        except tokens.BadToken as error:
            self._report_number(error, value, f"'{name}' of <{self.local}>", name, severity)
            return None
        self._claim(name)
        return values

    def _report_number(
        self,
        error: tokens.BadToken,
        value: str,
        what: str,
        attribute: str | None,
        severity: Severity | None = None,
    ) -> None:
        code = BAD_NUMBER if error.finite else NOT_FINITE
        self.report(code, f"{what}: {quoted(value.strip())} {error}", attribute, severity=severity)


class Document:
    """A parsed XML document: its tree, its report, and its ledger."""

    def __init__(
        self,
        data: bytes,
        *,
        name: str,
        format: str,
        report: Report,
        limits: Limits | None = None,
        keys: Keys,
    ) -> None:
        """Parse the bytes of a document.

        Args:
            data: All of it.
            name: What to call it in messages: its path.
            format: The name of the format, for what is left over.
            keys: The attributes that tell an element from its siblings in paths, by its tag; those of
                the tag ``""`` are for all that are not named.

        Raises:
            InputError, LimitError, UnsafeInput: See :func:`robotfmt.documents.xml.parse`.
        """
        self.name = name
        self.format = format
        self.report = report
        self.keys = keys
        self._data = data
        self._starts: list[tuple[int, int, int]] | None = None
        self._order: dict[Element, int] = {}
        self._fill(xml.parse(data, name, limits or Limits(), report))

    @classmethod
    def of(cls, root: xml.Node, *, format: str, keys: Keys) -> Document:
        """The same view on a tree that a writer has made."""
        document = cls.__new__(cls)
        document.name, document.format, document.report, document.keys = "", format, Report(), keys
        document._data, document._starts, document._order = b"", None, {}
        document._fill(root)
        return document

    def _fill(self, root: xml.Node) -> None:
        tag = str(root.tag)
        self.home = tag[1:].partition("}")[0] if tag.startswith("{") else None
        """The namespace of the root; elements in it are called by their local names."""
        self.root = Element(self, root, None)
        pending = [self.root]
        while pending:
            element = pending.pop()
            counts: dict[str, int] = {}
            for node in element.node:
                if xml.is_element(node):
                    child = Element(self, node, element)
                    step = child.plain_step
                    child._nth = counts[step] = counts.get(step, 0) + 1
                    element.children.append(child)
            pending.extend(reversed(element.children))

    def keys_of(self, tag: str) -> tuple[str, ...]:
        """The attributes that tell elements of a tag from one another."""
        return self.keys.get(tag) or self.keys.get("", ())

    def local(self, tag: str) -> str:
        """A tag without the root's namespace."""
        if self.home is not None and tag.startswith("{" + self.home + "}"):
            return tag.rpartition("}")[2]
        return tag

    def leftovers(self) -> tuple[Extension, ...]:
        """What no reader took: one extension for each largest unclaimed subtree, in document order."""
        found: list[Extension] = []
        pending = [self.root]
        while pending:
            element = pending.pop()
            if element._all:
                continue
            if element.is_taken:
                found.extend(element.untaken())
                pending.extend(reversed(element.children))
            elif element.parent is not None:
                content = xml.canonical(element.node, self.home)
                name = element.tag
                found.append(element.parent._extension(ExtensionKind.ELEMENT, name, content))
        self._report_leftovers(found)
        return tuple(found)

    def _report_leftovers(self, found: list[Extension]) -> None:
        for extension in found:
            what = {
                ExtensionKind.ELEMENT: f"the element <{extension.name}>",
                ExtensionKind.ATTRIBUTE: f"the attribute '{extension.name}'",
                ExtensionKind.TEXT: f"the text {quoted(extension.content)}",
            }[extension.kind]
            self.report.add(CARRIED, f"{what} is not understood; it is kept as it is", extension.origin)

    def layout(self, version: str | None = None) -> Layout:
        """The order of everything, comments included, and the version that it declares."""
        root = self.root.node
        prefixes = {prefix: uri for prefix, uri in root.nsmap.items() if prefix is not None}
        before = [item for item in map(_loose_item, root.itersiblings(preceding=True)) if item]
        after = [item for item in map(_loose_item, root.itersiblings()) if item]
        items = (*reversed(before), self._layout_item(), *after)
        return Layout(
            format=self.format, version=version, namespaces=tuple(sorted(prefixes.items())), items=items
        )

    def _layout_item(self) -> LayoutItem:
        """The root's item; built from the leaves up, so that depth costs no recursion."""
        items: dict[Element, LayoutItem] = {}
        for element in reversed(list(self.root.iterate())):
            children = {child.node: items.pop(child) for child in element.children}
            inner = (children.get(node) or _loose_item(node) for node in element.node)
            items[element] = LayoutItem(
                kind="element",
                step=element.step,
                attributes=tuple(map(str, element.node.attrib)),
                items=tuple(item for item in inner if item is not None),
            )
        return items[self.root]

    def locate(self, element: Element, attribute: str | None = None) -> tuple[int | None, int | None]:
        """Line and column of an element's start tag, or of one of its attributes, from the source's bytes."""
        if self._starts is None:
            self._starts = _start_tags(self._data)
            self._order = {each: index for index, each in enumerate(self.root.iterate())}
        index = self._order.get(element)
        if index is None or index >= len(self._starts):
            return element.line, None
        line, column, offset = self._starts[index]
        if attribute is None:
            return line, column
        return _attribute_position(self._data, line, column, offset, attribute.rpartition("}")[2])


def _start_tags(data: bytes) -> list[tuple[int, int, int]]:
    """Line, column and byte offset of every start tag, by a second parse that builds nothing."""
    parser = expat.ParserCreate()
    starts: list[tuple[int, int, int]] = []

    def note(_name: str, _attributes: object) -> None:
        starts.append((parser.CurrentLineNumber, parser.CurrentColumnNumber + 1, parser.CurrentByteIndex))

    parser.StartElementHandler = note
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError):
        return starts
    return starts


def _attribute_position(data: bytes, line: int, column: int, offset: int, attribute: str) -> tuple[int, int]:
    """Where an attribute's name stands in a start tag (in a document of one byte for each ASCII sign)."""
    tag = re.match(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>?""", data[offset:])
    name = re.escape(attribute.encode())
    match = re.search(rb"""[\s:]""" + name + rb"""\s*=""", tag.group()) if tag else None
    if match is None:
        return line, column
    before = data[offset : offset + match.start() + 1]
    newlines = before.count(b"\n")
    if newlines == 0:
        return line, column + len(before.decode("utf-8", "replace"))
    return line + newlines, len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1


def _loose_item(node: xml.Node) -> LayoutItem | None:
    if xml.is_element(node):
        return None
    if xml.is_comment(node):
        return LayoutItem(kind="comment", step=str(node.text or ""))
    return LayoutItem(kind="instruction", step=xml.instruction_text(node))
