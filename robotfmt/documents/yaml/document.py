"""A parsed YAML document: its tree of values, and the ledger of what was taken."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...codes import MISSPELT, NOT_UNDERSTOOD
from ...diagnostics import Report, quoted
from ...limits import Limits
from ...model import Extension, ExtensionKind, Layout
from ..spelling import meant, severity_of_slip
from .values import Entry, Mapping, Scalar, Sequence, Value, canonical, escape, iterate, literal, unescape

if TYPE_CHECKING:
    from .comments import Comments

__all__ = [
    "Document",
    "Entry",
    "Mapping",
    "Rules",
    "Scalar",
    "Sequence",
    "Tree",
    "Value",
    "canonical",
    "escape",
    "iterate",
    "literal",
    "unescape",
]

Tree: TypeAlias = "Scalar | Sequence | Mapping"


class Rules(NamedTuple):
    """What the versions of YAML, and programs that read it, disagree about."""

    merges: bool = False
    """True if a key ``<<`` inserts the entries of other mappings, as in YAML 1.1."""
    last: bool = False
    """True if the last value of a repeated key is used, not the first one."""


def parse_document(
    data: bytes,
    *,
    name: str,
    format: str,
    report: Report,
    limits: Limits | None = None,
    rules: Rules | None = None,
    anchors: dict[str, Value] | None = None,
) -> Document:
    """Return the bytes of a document, parsed.

    Args:
        data: The bytes of the document.
        name: Its name in messages: its path.
        format: The name of the format, for unrecognised content.
        rules: The rules of YAML to read it by.
        anchors: Values of another document that aliases may refer to.

    Raises:
        InputError: The document is not well-formed, or not UTF-8 or UTF-16.
        LimitError: The document exceeds a limit.
    """
    from .parsing import build, decode

    bounds = limits or Limits()
    document = Document(decode(data, name, bounds), name, format, report, rules)
    document.root = build(document, document.source, bounds, anchors or {})
    return document


class Document:
    """A parsed YAML document: its root, its report, and its ledger."""

    root: Tree

    def __init__(self, source: str, name: str, format: str, report: Report, rules: Rules | None = None) -> None:
        """Create an empty document; :func:`parse_document` fills it."""
        self.rules = rules or Rules()
        self.source = source
        self.name = name
        self.format = format
        self.report = report
        self.reported: set[Value] = set()
        """Invalid values that were reported."""
        self.anchors: dict[str, Value] = {}
        """The values with an anchor, each by its name."""
        self.hashes: list[tuple[int, int]] = []
        """The positions of texts that contain a ``#``, which is not a comment."""

    def leftovers(self, *, twice: bool = True) -> tuple[Extension, ...]:
        """Return the content that no reader took: one extension for each largest unclaimed value, in document order.

        Args:
            twice: True to include further values of a key of which one was taken, although they have no place.
        """
        found: list[Extension] = []
        pending: list[Value] = [self.root]
        while pending:
            value = pending.pop()
            if not value.taken and value.parent is not None:
                if twice or not _is_given_again(value):
                    found.append(self._extension(value))
            elif isinstance(value, Mapping):
                pending.extend(entry.value for entry in reversed(value.entries))
            elif isinstance(value, Sequence):
                pending.extend(reversed(value.items))
        return tuple(found)

    def _extension(self, value: Value) -> Extension:
        assert value.parent is not None
        if self.reported.isdisjoint(iterate(value)):
            self._report(value)
        return Extension(
            origin=value.origin,
            format=self.format,
            place=value.parent.path or "/",
            kind=ExtensionKind.ENTRY,
            name=unescape(value.step),
            content=canonical(value),
        )

    def _report(self, value: Value) -> None:
        key, message = _meant(value), f"{quoted(value.path)} is not understood"
        if not key:
            self.report.add(NOT_UNDERSTOOD, f"{message}; it is copied unchanged", value.origin, column=value.column)
            return
        severity = severity_of_slip(value.path)
        message = f"{message}; did you mean {key}?"
        self.report.add(MISSPELT, message, value.origin, column=value.column, severity=severity)

    @cached_property
    def comments(self) -> Comments:
        """The comments that were not taken yet."""
        from .comments import comments_in

        return comments_in(self.source, self.hashes)

    def layout(self, version: str | None = None) -> Layout:
        """Return the order of all keys, with the comments before them and on their lines, and the declared version."""
        from .comments import layout_items

        items = layout_items(self.root, self.comments)
        return Layout(format=self.format, version=version, items=items)


def _meant(value: Value) -> str:
    """Return the keys that were probably meant, in quotes: a reader asked for them, and they are one slip away."""
    parent = value.parent
    if not isinstance(parent, Mapping) or parent.is_compared:
        return ""
    return meant(unescape(value.step), parent.missed)


def _is_given_again(value: Value) -> bool:
    """Return True if another value of the same key was taken."""
    other = value.parent.get(unescape(value.step)) if isinstance(value.parent, Mapping) else None
    return other is not None and other is not value and other.taken
