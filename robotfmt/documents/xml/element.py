"""The elements that a reader walks, and the ledger of what it took of them.

An element's attributes, children and text are *taken* by asking for them. Content that is not taken becomes an
:class:`~robotfmt.model.Extension`, one for each largest unclaimed subtree, so nothing is lost silently.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, cast
from xml.etree import ElementTree

from ...codes import BAD_NUMBER, BAD_WORD, MISSING_VALUE, NOT_FINITE
from ...diagnostics import Code, Diagnostic, Severity, diagnose
from ...model import ExtensionKind, Origin, Vector3
from .. import tokens
from .paths import SourceOrigin, numbered, step_of, value_of_element

if TYPE_CHECKING:
    from . import nodes as xml
    from .document import Document

    class _Node:
        """The parser's own element, as far as it is used here."""

        def __init__(self, tag: str, attributes: dict[str, str]) -> None: ...
        def append(self, child: Element) -> None: ...
        def find(self, tag: str) -> Element | None: ...
        def findall(self, tag: str) -> list[Element]: ...
        def iter(self) -> Iterator[Element]: ...
        def peek(self, name: str) -> str | None: ...
        def __len__(self) -> int: ...

        tag: str
        text: str
        tail: str | None
        attributes: dict[str, str]
        children: list[Element]

else:

    class _Node(ElementTree.Element):
        __slots__ = ()
        attributes = ElementTree.Element.attrib
        children = property(itemgetter(slice(None)))
        peek = ElementTree.Element.get
        """Return an attribute's value, without taking it."""


class Element(_Node):
    """An element, and the record of its taken parts.

    The parser creates it directly: there is one for every tag of a document.

    Attributes:
        tag: Without namespace if it is in the root's namespace or in none, else as ``{uri}local``.
        attributes: All attributes; reading them does not take them.
        text: All text directly in the element, including text after a comment; reading it does not take it.
        children: The direct children.
        document: The document that contains it.
        index: Its index among the elements of the document.
        taken: The attributes that were taken, and ``""`` for a text that is not blank; None if the element itself was
            not taken.
    """

    __slots__ = ("_path", "_step", "document", "index", "taken")
    _path: str
    _step: str
    document: Document
    index: int
    taken: tuple[str, ...] | None

    def __bool__(self) -> bool:
        return True  # also without children

    @property
    def parent(self) -> Element | None:
        """The parent element."""
        return self.document.parents.get(self)

    @property
    def local(self) -> str:
        """The name without its namespace."""
        return self.tag.rpartition("}")[2]

    @property
    def path(self) -> str:
        """The path with names, such as ``/robot/joint[@name='elbow']/limit``."""
        try:
            return self._path
        except AttributeError:
            path = ""
            pending: list[Element] = [self]
            while (above := pending[-1].parent) is not None:
                if hasattr(above, "_path"):
                    path = above._path
                    break
                pending.append(above)
            for element in reversed(pending):
                path = element._path = f"{path}/{element.step}"
            return path

    @property
    def step(self) -> str:
        """The last step of the path, with the index among equal ones."""
        try:
            return self._step
        except AttributeError:
            siblings = self.parent.children if self.parent is not None else (self,)
            for element, step in zip(siblings, numbered(each.plain_step for each in siblings), strict=True):
                element._step = step
            return self._step

    @property
    def plain_step(self) -> str:
        """The last step of the path, without an index among equal ones."""
        return step_of(self.tag, self.attributes, self.document.keys_of(self.tag))

    @property
    def ancestors(self) -> list[Element]:
        """The ancestors, the nearest first."""
        found: list[Element] = []
        element = self.parent
        while element is not None:
            found.append(element)
            element = element.parent
        return found

    @property
    def node(self) -> xml.Node:
        """The element as an lxml node, for reading a large subtree of numbers."""
        return self.document.node(self)

    @property
    def line(self) -> int:
        """The line of the start tag."""
        return self.origin.line or 0

    @property
    def origin(self) -> Origin:
        """The position, for the parts of the model read from the element."""
        return SourceOrigin("", None, "", self.document, self.index)

    # Taking

    def take(self) -> Element:
        """Mark the element itself as understood; its attributes, children and text are taken one by one."""
        if self.taken is None:
            self.taken = ()
        return self

    def give_back(self) -> None:
        """Return the element and its content to the ledger, because it is not recognised."""
        for element in self.iter():
            element.taken = None

    def take_all(self) -> Element:
        """Mark the element and its content as understood. Only for elements that are known to contain nothing else."""
        for element in self.iter():
            text = ("",) if element.text.strip() else ()
            element.taken = (*element.attributes, *text)
        return self

    def take_attributes(self) -> None:
        """Mark the element and all its attributes as understood."""
        self.taken = tuple(self.attributes)

    def child(self, tag: str) -> Element | None:
        """Take the first child of this name. Further ones stay in the ledger."""
        element = self.seek(tag)
        if element is not None and element.taken is None:
            element.taken = ()
        return element

    def seek(self, tag: str) -> Element | None:
        """Return the first child of this name, without taking it; if there is none, the name was asked for."""
        element = self.find(tag)
        if element is None:
            self.document.missed.add((f"{self.tag}/", tag))
        return element

    def children_of(self, *tags: str) -> list[Element]:
        """Take all children with the given names, in order."""
        found = self.findall(tags[0]) if len(tags) == 1 else [each for each in self.children if each.tag in tags]
        for element in found:
            if element.taken is None:
                element.taken = ()
        if not found:
            self.document.missed.update((f"{self.tag}/", tag) for tag in tags)
        return found

    def attribute(self, name: str) -> str | None:
        """Take an attribute's value."""
        value = self.peek(name)
        if value is not None:
            taken = self.taken
            self.taken = (name,) if not taken else taken if name in taken else (*taken, name)
        else:
            self.document.missed.add((self.tag, name))
        return value

    def required(self, name: str) -> str | None:
        """Take a required attribute; if it is missing or empty, that is reported."""
        value = self.attribute(name)
        if value is None:
            self.report(MISSING_VALUE, f"<{self.local}> has no attribute '{name}'")
        elif not value.strip():
            self.report(MISSING_VALUE, f"<{self.local}> has an empty attribute '{name}'", name)
        return value

    def number(self, name: str, *, severity: Severity | None = None) -> float | None:
        """Take an attribute that is a number. An invalid one is reported, stays in the ledger, and gives None."""
        values = self.numbers(name, 1, severity=severity)
        return values[0] if values is not None else None

    def several(self, *names: str) -> list[float | None]:
        """Take several attributes that are numbers, as :meth:`number` does."""
        get, row = self.attributes.get, tokens.row
        found: list[float | None] = []
        given: list[str] = list(self.taken or ())
        try:
            for name in names:
                value = get(name)
                found.append(row(value, 1)[0] if value is not None else None)
                if value is None:
                    self.document.missed.add((self.tag, name))
                elif name not in given:
                    given.append(name)
        except tokens.BadToken:
            return [self.number(name) for name in names]  # raises an error about the wrong one
        self.taken = tuple(given)
        return found

    def vector(self, name: str) -> Vector3 | None:
        """Take an attribute that contains three numbers."""
        values = self.numbers(name, 3)
        return cast(Vector3, values) if values is not None else None

    def numbers(
        self, name: str, count: int | None = None, *, severity: Severity | None = None
    ) -> tuple[float, ...] | None:
        """Take an attribute that contains numbers, exactly ``count`` of them if that is given."""
        value = self.peek(name)
        if value is None:
            self.document.missed.add((self.tag, name))
            return None
        try:
            values = tokens.row(value, count) if count is not None else tokens.reals(value)
        except tokens.BadToken as error:
            self.report_token(error, name, severity)
            return None
        taken = self.taken
        self.taken = (name,) if not taken else taken if name in taken else (*taken, name)
        return values

    def take_text(self) -> str:
        """Take the text, without the white space around it."""
        text = self.text.strip()
        if text:
            self._claim("")
        else:
            self.take()
        return text

    def text_numbers(self, count: int | None = None, *, severity: Severity | None = None) -> tuple[float, ...] | None:
        """Take a text that consists of numbers. An invalid one is reported, stays in the ledger, and gives None."""
        try:
            values = tokens.reals(self.text, count)
        except tokens.BadToken as error:
            self.report_token(error, None, severity)
            return None
        self._claim("")
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
            self.report_token(error, code=BAD_WORD)
            return None
        self._claim("")
        return value

    # Reports

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
        document, index = self.document, self.index

        def work_out() -> list[Diagnostic]:
            element = document.at(index)
            line, column = document.locate(element, attribute)
            path = f"{element.path}/@{attribute}" if attribute is not None else element.path
            at = Origin(document.name, line, path)
            value = element.attributes.get(attribute) if attribute is not None else None
            found = diagnose(
                code, message, at, column=column, subject=subject, severity=severity, value=value, help=help
            )
            return [found]

        document.report.put_off(work_out)

    def report_token(
        self,
        error: tokens.BadToken,
        attribute: str | None = None,
        severity: Severity | None = None,
        code: Code | None = None,
    ) -> None:
        """Report an invalid attribute or text. It stays in the ledger without a second diagnostic."""
        code = code or (BAD_NUMBER if error.finite else NOT_FINITE)
        message = f"{value_of_element(self, attribute)}: expected {error.expected}"
        here = (self.index, attribute or "")
        if here not in self.document.reported:
            self.document.reported.add(here)
            self.report(code, message, attribute, severity=severity)

    # The ledger

    @property
    def is_taken(self) -> bool:
        """True if a reader has taken the element."""
        return self.taken is not None

    def left(self) -> list[tuple[ExtensionKind, str, str]]:
        """Kind, name and content of the unclaimed part of the element itself: attributes and text."""
        taken, text = self.taken or (), self.text
        found = [(ExtensionKind.ATTRIBUTE, name, value) for name, value in self.attributes.items() if name not in taken]
        if text.strip() and "" not in taken:
            found.append((ExtensionKind.TEXT, "", text.strip()))
        return found

    def _claim(self, name: str) -> None:
        taken = self.taken or ()
        if name not in taken:
            self.taken = (*taken, name)
