"""Diagnostics of documents and conversions, and the report that collects them.

The library never prints. It adds :class:`Diagnostic` records to a :class:`Report`; a program shows them. Imports
``model``; every module that reports something uses it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import partial
from typing import TypeAlias

from ..model import Origin
from ..model.lookup import closest
from ..model.record import Record, replace
from .pages import Page, page_of

MESSAGE_LENGTH = 500
VALUE_LENGTH = 80


class Severity(str, Enum):
    """The severity of a diagnostic."""

    ERROR = "error"
    """The robot is too broken to be converted."""
    WARNING = "warning"
    NOTE = "note"


class Fate(str, Enum):
    """The fate of a part in a conversion."""

    @property
    def word(self) -> str:
        """The fate in a word: that of what is copied without being understood is not its value."""
        return "copied" if self is Fate.PASSED_THROUGH else self.value

    LOST = "lost"
    """No output can store the part."""
    STORED = "stored"
    """No output can store the part; the sidecar does."""
    CONVERTED = "converted"
    """Written in another form with the same meaning."""
    APPROXIMATED = "approximated"
    """Written as the closest thing that the output supports."""
    ASSUMED = "assumed"
    """The output requires the value, but no input gives it."""
    PASSED_THROUGH = "passed-through"
    """Kept verbatim, though robotfmt does not understand it."""
    BROKEN = "broken"
    """The source contradicts itself, or a value has no meaning."""
    REPAIRED = "repaired"
    """Repaired, on request or because the meaning is certain."""
    REMOVED = "removed"
    """Removed, as an edit requested."""
    CHANGED = "changed"
    """Changed, as an edit requested."""


class Code(Record, kw_only=False):
    """One entry of the catalogue of codes: stable, so that scripts can rely on it."""

    package: str
    """The package whose Markdown files have the page of the code."""
    severity: Severity
    slug: str
    fate: Fate | None = None

    @property
    def page(self) -> Page:
        """What the code means, read when it is asked for."""
        return page_of(self.package, self.slug)

    @property
    def title(self) -> str:
        """The meaning, in a sentence without names."""
        return self.page.title

    @property
    def help(self) -> str | None:
        """The remedy."""
        return self.page.help

    @property
    def explanation(self) -> str:
        """What the code means, why it matters and how to fix it, in Markdown."""
        return self.page.explanation


Maker: TypeAlias = "partial[Code]"
"""Makes a code of its slug, and of the fate of what it is about."""


def codes_of(package: str) -> tuple[Maker, Maker, Maker]:
    """Return what makes the errors, the warnings and the notes of a package: ``error("sdf.name", Fate.BROKEN)``.

    Args:
        package: The package whose Markdown files have a section for each code (:mod:`robotfmt.diagnostics.pages`).
    """
    error, warning, note = (partial(Code, package, each) for each in Severity)
    return error, warning, note


class Change(Record, kw_only=False):
    """The change of a fact, with values as in the message."""

    before: str | None = None
    """The old value; None if there was none."""
    after: str | None = None
    """The new value; None if there is none."""
    feature: str | None = None
    """The kind of fact: the value of a :class:`robotfmt.formats.Feature`."""
    unit: str | None = None
    """The unit of both values."""


class Diagnostic(Record):
    """One message, and its place."""

    code: str
    severity: Severity
    message: str
    fate: Fate | None = None
    file: str | None = None
    line: int | None = None
    """Counted from 1."""
    column: int | None = None
    """Counted from 1, in characters."""
    path: str = ""
    """The element path in the document."""
    subject: str = ""
    """The part of the robot concerned, as a path of :mod:`robotfmt.facts`: ``joint/elbow/lower``."""
    value: str | None = None
    """The value in the document, unchanged."""
    change: Change | None = None
    """The change of the subject."""
    help: str | None = None

    @property
    def feature(self) -> str | None:
        """The kind of the changed fact, if the diagnostic is about a change."""
        return self.change.feature if self.change is not None else None

    @property
    def place(self) -> str:
        """``file:line:column`` as far as it is known."""
        parts = (self.file, self.line, self.column if self.line is not None else None)
        return ":".join(str(part) for part in parts if part is not None)

    @property
    def places(self) -> frozenset[tuple[str | None, int | str | None]]:
        """The file with the line, and with the path of the element that the message, or its attribute, is about."""
        return frozenset(((self.file, self.line), (self.file, self.path.partition("/@")[0])))

    def __str__(self) -> str:
        """The one-line form: ``file:line:column: severity[code]: message``."""
        kind = self.severity.value if self.fate is None else f"{self.severity.value}, {self.fate.word}"
        return f"{self.place + ': ' if self.place else ''}{kind} [{self.code}]: {self.message}"

    def record(self) -> dict[str, object]:
        """Return the diagnostic as a JSON object, without unknown fields."""
        change = self.change or Change()
        fields = {
            "code": self.code,
            "severity": self.severity.value,
            "fate": self.fate.value if self.fate is not None else None,
            "message": self.message,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "path": self.path or None,
            "subject": self.subject or None,
            "value": self.value,
            "before": change.before,
            "after": change.after,
            "feature": change.feature,
            "unit": change.unit,
            "help": self.help,
        }
        return {key: value for key, value in fields.items() if value is not None}


def diagnose(
    code: Code,
    message: str,
    at: Origin | None = None,
    *,
    column: int | None = None,
    subject: str = "",
    severity: Severity | None = None,
    fate: Fate | None = None,
    value: str | None = None,
    change: Change | None = None,
    help: str | None = None,
) -> Diagnostic:
    """Return a diagnostic of a code: see :meth:`Report.add`."""
    return Diagnostic(
        code=code.slug,
        severity=severity or code.severity,
        message=_cut(message, MESSAGE_LENGTH),
        fate=fate or code.fate,
        file=at.document if at is not None else None,
        line=at.line if at is not None else None,
        column=column,
        path=at.path if at is not None else "",
        subject=subject,
        value=_cut(value, MESSAGE_LENGTH) if value is not None else None,
        change=change,
        help=help or code.help,
    )


class Report:
    """Collects diagnostics, in the order they are found."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []
        self._grouped: dict[tuple[str, str], Diagnostic] = {}
        """The diagnostics that others replace, by their codes and messages."""
        self._later: list[tuple[int, Callable[[], Iterable[Diagnostic]]]] = []

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All diagnostics; deferred ones are computed now."""
        if self._later:
            later, self._later = self._later, []
            for place, work_out in reversed(later):
                self._found[place:place] = work_out()
        return self._found

    @diagnostics.setter
    def diagnostics(self, found: list[Diagnostic]) -> None:
        """Replace all diagnostics; deferred ones are discarded."""
        self._found, self._later = found, []

    def put_off(self, work_out: Callable[[], Iterable[Diagnostic]]) -> None:
        """Reserve a place for diagnostics that are computed only on demand.

        Reading a document reports everything that is passed through, and most callers never read that.
        """
        self._later.append((len(self._found), work_out))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)

    def __len__(self) -> int:
        return len(self.diagnostics)

    def __repr__(self) -> str:
        return f"<Report: {self.summary()}>"

    def summary(self) -> str:
        """Return the number of diagnostics of each severity: ``1 error, 2 warnings``; or ``nothing to report``."""
        found = Counter(each.severity for each in self.diagnostics)
        parts = [f"{found[it]} {it.value}{'s' * (found[it] != 1)}" for it in Severity if found[it]]
        return ", ".join(parts) or "nothing to report"

    def add(
        self,
        code: Code,
        message: str,
        at: Origin | None = None,
        *,
        column: int | None = None,
        subject: str = "",
        severity: Severity | None = None,
        fate: Fate | None = None,
        value: str | None = None,
        change: Change | None = None,
        help: str | None = None,
    ) -> Diagnostic:
        """Add a diagnostic of a code.

        Args:
            message: The fault and the part concerned, in plain words, with names and values.
            at: The place in the document.
            column: The column, counted from 1, if known.
            subject: The path of the fact concerned.
            severity, fate: Replacements for the code's own.
            value: The value in the document, unchanged.
            change: The change of the subject.
            help: The remedy, if it can be more precise than the code's own.
        """
        diagnostic = diagnose(
            code,
            message,
            at,
            column=column,
            subject=subject,
            severity=severity,
            fate=fate,
            value=value,
            change=change,
            help=help,
        )
        self._found.append(diagnostic)
        return diagnostic

    def extend_with(self, diagnostic: Diagnostic, severity: Severity | None = None) -> None:
        """Add a diagnostic of an error, at most once, by default as a warning."""
        self.add_new([replace(diagnostic, severity=severity or Severity.WARNING)])

    def add_new(self, found: Iterable[Diagnostic]) -> None:
        """Add those of some diagnostics that the report does not contain, by themselves or in a group."""
        found = list(found)
        if not found:
            return
        # What was put off may bring groups, so it is looked at first; searching the list for each takes too long.
        known = set(self.diagnostics)
        for each in found:
            if each not in known and (each.code, each.message) not in self._grouped:
                known.add(each)
                self.diagnostics.append(each)

    def group(self, members: Iterable[Diagnostic]) -> None:
        """Record diagnostics that another one, which is added separately, replaces."""
        self._grouped |= {(each.code, each.message): each for each in members}

    def extend(self, other: Report, change: Callable[[Diagnostic], Diagnostic] | None = None) -> None:
        """Add all diagnostics of another report, each changed first, if that is asked for."""
        make = change or (lambda each: each)
        self.diagnostics.extend(map(make, other.diagnostics))
        self.group(map(make, other._grouped.values()))

    def having(self, what: Fate | Severity | str) -> list[Diagnostic]:
        """Return the diagnostics with a fate, a severity or a code."""
        return [d for d in self.diagnostics if what in (d.fate, d.severity, d.code)]

    @property
    def errors(self) -> list[Diagnostic]:
        """The diagnostics with severity error."""
        return self.having(Severity.ERROR)

    def counts(self) -> dict[str, int]:
        """Return the number of diagnostics of each severity and each fate."""
        found = Counter(d.severity.value for d in self.diagnostics)
        found.update(d.fate.value for d in self.diagnostics if d.fate is not None)
        return dict(found)


def did_you_mean(name: str, known: Iterable[str], *, most: int = 3, cutoff: float = 0.5) -> str:
    """Return the end of a message about an unknown name: the most similar known ones (``cutoff``: 0 any, 1 equal)."""
    return _hint(closest(name, known, most, cutoff))


def nearest_or_all(name: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown name: the most similar known ones, or else all of them."""
    names = list(known)
    return did_you_mean(name, names) or f"; there are: {', '.join(names) or 'none'}"


def _hint(names: Iterable[str]) -> str:
    shown = " or ".join(map(quoted, names))
    return f"; did you mean {shown}?" if shown else ""


class Suggestions:
    """Finds the known name most similar to an unknown one, for documents that may contain thousands of unknown ones.

    A search takes long if there are many names, so the number of searches is limited.
    """

    _MOST = 50

    def __init__(self) -> None:
        self._count = 0

    def nearest(self, name: str, known: Iterable[str]) -> str | None:
        """Return the known name most similar to a name; None if none is similar, or the limit is reached."""
        self._count += 1
        found = closest(name, known, most=1, cutoff=0.6) if self._count <= self._MOST else []
        return found[0] if found else None

    def hint(self, name: str, known: Iterable[str]) -> str:
        """Return the end of a message about an unknown name."""
        return _hint(filter(None, [self.nearest(name, known)]))


def quoted(value: str) -> str:
    """Return a value from a document, safe and short enough to show: escaped, and cut to 80 characters."""
    return ascii(_cut(value, VALUE_LENGTH)) if not value.isprintable() else f"'{_cut(value, VALUE_LENGTH)}'"


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
