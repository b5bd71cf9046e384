"""The elements that a reader walks, and the ledger of what it took of them.

An element's attributes, children and text are *taken* by asking for them. Whatever nobody took becomes an
:class:`~robotfmt.model.Extension`, one for each largest unclaimed subtree, so nothing is lost unseen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..codes import BAD_NUMBER, BAD_WORD, MISSING_VALUE, NOT_FINITE
from ..diagnostics import Code, Severity, quoted
from ..model import Extension, ExtensionKind, Origin, Vector3
from . import tokens, xml

if TYPE_CHECKING:
    from .document import Document


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
            values = [(name, self.node.get(name)) for name in key.split()]
            if all(value is not None for _, value in values):
                return self.tag + "".join(f"[@{name}={in_quotes(str(value))}]" for name, value in values)
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

    def give_back(self) -> None:
        """Undo what was taken of it and of all below it: it turned out not to be understood."""
        for element in self.iterate():
            element._taken = None
            element._text_taken = False

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
        pending: list[Element] = [self]
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

    def _extension(self, kind: ExtensionKind, name: str, content: str, at: Origin | None = None) -> Extension:
        return Extension(
            origin=at or self.origin,
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


def in_quotes(value: str) -> str:
    """A value as it stands in a step of a path."""
    quote = '"' if "'" in value else "'"
    return f"{quote}{value}{quote}"
