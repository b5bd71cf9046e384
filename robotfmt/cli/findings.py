"""Findings of a check for people, programs and code hosts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from .. import schemas
from ..codes.folding import Fold, folded
from ..diagnostics import Diagnostic, Fate, Report, Severity
from ..documents.source import EXPANDED
from ..fixing import is_fixable
from ..hub.checking import Check
from ..model.record import replace
from .console import colored, counted, plain

_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


def full(checks: Sequence[Check]) -> str:
    """Return findings for people: the line of the document with each finding, and the help."""
    texts = {name: data for check in checks for name, data in check.texts.items()}
    return "".join(f"{_block(each, texts.get(each.file or ''))}\n" for each in _findings(checks))


def with_notes_folded(checks: Sequence[Check]) -> list[Check]:
    """Return checks in which notes that are alike are one, for each document; errors and warnings keep their lines."""
    return [Check(each.documents, _with_notes_folded(each), each.failure, each.texts) for each in checks]


def _with_notes_folded(check: Check) -> Report:
    shown = Report()
    for fold in _folds(sorted(check.report, key=_place)):
        shown.diagnostics.append(replace(fold.first, message=fold.message))
    return shown


def concise(checks: Sequence[Check]) -> str:
    """Return one line for each finding, in the style of compilers."""
    lines = (
        f"{each.place + ': ' if each.place else ''}"
        f"{colored(each.severity.value, each.severity)} [{each.code}]{' [*]' if is_fixable(each) else ''} "
        f"{plain(each.message)}\n"
        for each in map(_with_column, _findings(checks))
    )
    return "".join(lines)


def as_json(checks: Sequence[Check]) -> str:
    """Return all findings as JSON under the schema ``robotfmt-check/2``."""
    robots = [
        {
            "documents": list(check.documents),
            "exit_code": check.exit_code,
            "counts": check.report.counts(),
            "findings": [_with_column(each).record() for each in sorted(check.report, key=_place)],
        }
        for check in checks
    ]
    import json

    return json.dumps({"schema": schemas.CHECK, "version": schemas.VERSION, "robots": robots}, indent=2) + "\n"


def github(checks: Sequence[Check]) -> str:
    """Return commands that make GitHub annotate the line of each finding."""
    kinds = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
    lines: list[str] = []
    for fold in _annotations(checks):
        each = fold.first
        file = _relative(each.file) if each.file is not None else None
        fields = {"file": file, "line": each.line, "col": _column(each), "title": each.code}
        properties = ",".join(f"{name}={_property(value)}" for name, value in fields.items() if value is not None)
        text = fold.message if each.help is None else f"{fold.message}\n{each.help}"
        lines.append(f"::{kinds[each.severity]} {properties}::{_data(text)}\n")
    return "".join(lines)


def _annotations(checks: Sequence[Check]) -> Iterator[Fold]:
    """Yield errors and warnings each at its line, and the notes on each document folded: GitHub shows only ten."""
    yield from _folds(map(_in_repository, _findings(checks)))


def _folds(findings: Iterable[Diagnostic]) -> Iterator[Fold]:
    for _, found in groupby(findings, lambda each: each.file):
        yield from folded(found, apart=(Severity.ERROR, Severity.WARNING))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: object) -> str:
    return _data(str(value)).replace(":", "%3A").replace(",", "%2C")


def sarif(checks: Sequence[Check]) -> str:
    """Return SARIF 2.1.0, which code hosts and editors read."""
    found = [_in_repository(each) for each in _findings(checks)]
    used = list(dict.fromkeys(each.code for each in found))
    driver = {"name": "robotfmt", "version": schemas.VERSION, "rules": [_rule(slug) for slug in used]}
    results = [_result(each, used.index(each.code)) for each in found]
    import json

    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": _SARIF, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(slug: str) -> dict[str, object]:
    from ..formats.catalogue import all_codes

    code = all_codes()[slug]
    text = "\n\n".join(filter(None, (code.explanation, code.help)))
    return {
        "id": slug,
        "shortDescription": {"text": code.title},
        "help": {"text": text or code.title},
        "defaultConfiguration": {"level": code.severity.value},
    }


def _result(it: Diagnostic, rule: int) -> dict[str, object]:
    text = it.message if it.help is None else f"{it.message}. {it.help}"
    result: dict[str, object] = {
        "ruleId": it.code,
        "ruleIndex": rule,
        "level": it.severity.value,
        "message": {"text": text},
    }
    if it.file is not None:
        place: dict[str, object] = {"artifactLocation": {"uri": _relative(it.file)}}
        if it.line is not None:
            place["region"] = {"startLine": it.line, "startColumn": _column(it) or 1}
        logical = [{"fullyQualifiedName": it.path}] if it.path else []
        result["locations"] = [{"physicalLocation": place, "logicalLocations": logical}]
    return result


def _in_repository(it: Diagnostic) -> Diagnostic:
    """Return a finding in an expanded xacro document as one in the source document, which code hosts know."""
    if it.file is None or not it.file.endswith(EXPANDED):
        return it
    message = it.message if it.line is None else f"{it.message} (line {it.line} of its expansion)"
    return replace(it, file=it.file.removesuffix(EXPANDED), line=None, column=None, message=message)


def _relative(file: str) -> str:
    """Return a path for code hosts: relative to the current folder, if it is below."""
    path, here = Path(file), Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


WRITERS: dict[str, Callable[[Sequence[Check]], str]] = {
    "full": full,
    "concise": concise,
    "json": as_json,
    "sarif": sarif,
    "github": github,
}


FOR_PEOPLE = ("full", "concise")


def summary(checks: Sequence[Check]) -> str:
    """Return the number of findings of each severity, and of parts that are only passed through."""
    reported = [each for check in checks for each in check.report]
    counts = Counter(each.severity for each in reported if each.fate is not Fate.PASSED_THROUGH)
    found = [counted(counts[each], each.value) for each in _ORDER if counts[each]] or ["nothing found"]
    passed = sum(each.fate is Fate.PASSED_THROUGH for each in reported)
    if passed:
        found.append(f"{counted(passed, 'unknown part')} copied unchanged (-v lists them)")
    documents = counted(len({name for check in checks for name in check.documents}), "document")
    return f"{documents}: {', '.join(found)}"


def _findings(checks: Sequence[Check]) -> list[Diagnostic]:
    """Return all findings; those of one robot in the order of its documents."""
    return [each for check in checks for each in sorted(check.report, key=_place)]


def _place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    return diagnostic.file or "", diagnostic.line or 0, diagnostic.column or 0


# A finding with its line


def _block(it: Diagnostic, document: bytes | None) -> str:
    kind = colored(it.severity.value, it.severity)
    lines = [f"{kind}[{it.code}]: {plain(it.message)}"]
    text = _source(it, document)
    column = _column(it, text)
    if it.file is not None:
        place = ":".join(str(each) for each in (it.file, it.line, column) if each is not None)
        lines.append(f"  --> {plain(place)}{'  ' + plain(it.path) if it.path else ''}")
    if it.line is not None and text:
        number = str(it.line)
        shown, caret = _window(text, column or 1)
        edge = " " * len(number)
        lines += [f"{edge} |", f"{number} | {plain(shown)}", f"{edge} | {' ' * caret}^"]
    lines.append(f"  = help: {it.help or f'robotfmt explain {it.code}'}")
    lines += ["  = fix: --fix repairs this"] if is_fixable(it) else []
    return "\n".join(lines) + "\n"


_WIDTH = 100


def _window(text: str, column: int) -> tuple[str, int]:
    """Return the part of a line to show, and the position of the column in it."""
    text = text.expandtabs(1)
    start = max(0, column - 1 - _WIDTH // 2) if len(text) > _WIDTH else 0
    return text[start : start + _WIDTH].rstrip(), column - 1 - start


def _source(it: Diagnostic, document: bytes | None = None) -> str:
    lines = _lines(it.file or "") if document is None else _split(document)
    return lines[it.line - 1] if it.line is not None and 0 < it.line <= len(lines) else ""


@lru_cache(maxsize=4)
def _lines(path: str) -> list[str]:
    try:
        return _split(Path(path).read_bytes())
    except OSError:
        return []


@lru_cache(maxsize=4)
def _split(document: bytes) -> list[str]:
    """Return the lines of a document; none if it is not text."""
    text = document.decode("utf-8", "replace")
    return [] if "\0" in text else text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _with_column(it: Diagnostic) -> Diagnostic:
    return replace(it, column=_column(it))


def _column(it: Diagnostic, text: str | None = None) -> int | None:
    """Return the column of a finding; if only its line is known, that of the element on it."""
    if it.column is not None or it.line is None:
        return it.column
    text = _source(it) if text is None else text
    tag = re.match(r"[\w:.-]+", it.path.rpartition("/")[2])
    found = re.search(rf"<(?:[\w.-]+:)?{re.escape(tag.group())}\b", text) if tag is not None else None
    return (found.start() if found is not None else len(text) - len(text.lstrip())) + 1
