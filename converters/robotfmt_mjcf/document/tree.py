"""The elements of a document, with included ones in their places."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from robotfmt.assets.locations import document_folders, document_root, is_within, normal
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element
from robotfmt.errors import RobotfmtError

from ..codes import INCLUDE
from .forgiven import open_document

_DEEPEST = 32


class Item:
    """An element, its content, and its place in a flat document."""

    __slots__ = ("children", "element", "place")

    def __init__(self, element: Element, children: list[Item]) -> None:
        self.element = element
        self.children = children
        self.place = ""
        """Its path in a document without includes, frames and replicates; empty until it is known."""

    @property
    def tag(self) -> str:
        """The name of the element."""
        return self.element.tag

    def walk(self) -> Iterator[Item]:
        """Yield the item and its descendants."""
        pending: list[Item] = [self]
        while pending:
            item = pending.pop()
            yield item
            pending.extend(reversed(item.children))


class Opener:
    """Opens a document, and the documents that it includes or attaches."""

    def __init__(self, context: Context, main: str) -> None:
        self.context = context
        self.main = main
        self.folder = Path(main).absolute().parent
        """The folder of the main document, to which paths are relative."""
        self.count = 0
        self.gone: list[Element] = []
        """Elements that a flat document does not have, such as ``<include>``."""
        self.included: list[tuple[Element, Document]] = []
        """Each ``<include>`` whose document takes its place."""

    def item(self, element: Element, chain: tuple[str, ...], seen: set[str]) -> Item:
        """Return an element with its content; an ``<include>`` is replaced by the included elements."""
        return Item(element, self._children(element, chain, seen))

    def _children(self, element: Element, chain: tuple[str, ...], seen: set[str]) -> list[Item]:
        found: list[Item] = []
        for child in element.children:
            if child.tag == "include":
                found += self._included(child, chain, seen)
            else:
                found.append(self.item(child, chain, seen))
        return found

    def _included(self, include: Element, chain: tuple[str, ...], seen: set[str]) -> list[Item]:
        """Return the content of an included file; none, with a report, if MuJoCo would refuse to include it."""
        self.gone.append(include)
        file = include.take().attribute("file") or ""
        include.attribute("prefix")
        path = self.path(include, file, chain[-1])
        if path is None:
            return []
        name = os.path.realpath(path)
        if name in seen or name == os.path.realpath(self.main):
            include.report(INCLUDE, f"'{file}' is included twice, which MuJoCo refuses")
            return []
        if len(chain) > _DEEPEST:
            include.report(INCLUDE, f"'{file}': includes are nested more than {_DEEPEST} deep")
            return []
        seen.add(name)
        document = self.open(include, path)
        if document is None:
            return []
        self.included.append((include, document))
        return self._children(document.root.take(), (*chain, str(path)), seen)

    def open(self, at: Element, path: Path) -> Document | None:
        """Return a document that another one names; None, with a report, if it cannot be read."""
        self.count += 1
        limits = self.context.limits
        if self.count > limits.includes:
            if self.count == limits.includes + 1:
                at.report(INCLUDE, f"the document includes more than {limits.includes} files (includes)")
            return None
        try:
            data = self.context.assets.document(str(path))
            return open_document(Source(str(path), data), self.context)
        except (RobotfmtError, OSError) as error:
            at.report(INCLUDE, f"'{path.name}' cannot be read: {error}")
            return None

    def path(self, at: Element, file: str, including: str) -> Path | None:
        """Return the path of a file, relative to the main document, else to the including one.

        Returns:
            None, with a report, if the file does not exist or is outside of the allowed folders.
        """
        roots = [each for folder in document_folders(self.main) for each in (folder, document_root(folder))]
        roots += [*self.context.assets.roots, *self.context.assets.packages.values()]
        tried = dict.fromkeys(normal(folder / file) for folder in (self.folder, Path(including).absolute().parent))
        if not file.strip():
            at.report(INCLUDE, f"<{at.tag}> names no file", "file" if "file" in at.attributes else None)
            return None
        for each in tried:
            if is_within(each, roots) and each.is_file() and is_within(Path(os.path.realpath(each)), roots):
                return each
        outside = all(not is_within(each, roots) for each in tried)
        where = "is outside of the folders of the document" if outside else "is not found"
        at.report(INCLUDE, f"'{file}' {where}; searched: {', '.join(map(str, tried))}", "file")
        return None
