"""A parsed XML document: its elements, its layout, and what no reader took of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ..codes import CARRIED
from ..diagnostics import Code, Report, quoted
from ..limits import Limits
from ..model import Extension, ExtensionKind, Layout, LayoutItem
from . import xml
from .element import Element
from .positions import attribute_position, start_tags

Keys: TypeAlias = Mapping[str, tuple[str, ...]]
_XACRO = ("{http://www.ros.org/wiki/xacro", "{http://ros.org/wiki/xacro", "{http://wiki.ros.org/xacro")


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
            keys: The attributes that tell an element from its siblings in paths, by its tag: the first that
                it has; several with a blank between them count together, where it has all of them. Those of the
                tag ``""`` are for all that are not named.

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

    def refuse_xacro(self, code: Code) -> None:
        """Refuse a document that uses xacro; a mere declaration of the namespace, as 29 % of real files have, is none.

        Raises:
            UnsafeInput: It uses xacro.
        """
        for element in self.root.iterate():
            used = _xacro_in(element)
            if used is not None:
                from ..xacro.refusal import refusal

                raise refusal(element, f"{used} must be expanded by xacro", code)

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
                found.append(element.parent._extension(ExtensionKind.ELEMENT, name, content, element.origin))
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
            self._starts = start_tags(self._data)
            self._order = {each: index for index, each in enumerate(self.root.iterate())}
        index = self._order.get(element)
        if index is None or index >= len(self._starts):
            return element.line, None
        line, column, offset = self._starts[index]
        if attribute is None:
            return line, column
        return attribute_position(self._data, line, column, offset, attribute.rpartition("}")[2])


def _xacro_in(element: Element) -> str | None:
    """What an element has for xacro to expand, if it has anything."""
    if element.tag.startswith(_XACRO):
        return f"<xacro:{element.local}>"
    values = (element.peek(str(name)) or "" for name in element.node.attrib)
    return next((quoted(value) for value in values if "${" in value or "$(" in value), None)


def _loose_item(node: xml.Node) -> LayoutItem | None:
    if xml.is_element(node):
        return None
    if xml.is_comment(node):
        return LayoutItem(kind="comment", step=str(node.text or ""))
    return LayoutItem(kind="instruction", step=xml.instruction_text(node))
