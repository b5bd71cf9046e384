"""Comments in documents that ignore findings.

``<!-- robotfmt: ignore CODE, CODE -->`` in XML and ``# robotfmt: ignore CODE`` in YAML count for their own line or,
alone on it, for the next one; ``ignore-file`` counts for the whole document. What follows the codes is for people.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from ..codes import UNUSED_IGNORE
from ..diagnostics import Diagnostic, diagnose, did_you_mean
from ..hub.checking import Check
from ..model import Origin
from ..model.record import Record

_WORDS = r"robotfmt:[ \t]*(?P<what>ignore-file|ignore)\s+(?P<codes>[\w.-]+(?:\s*,\s*[\w.-]+)*)"
_XML = re.compile(rf"<!--\s*{_WORDS}.*?-->", re.DOTALL)
_IN_LINE = _WORDS.replace(r"\s", r"[ \t]")
_YAML = re.compile(rf"(?:^|(?<=[ \t]))#[ \t]*{_IN_LINE}.*$", re.MULTILINE)


class Ignore(Record):
    """One code in a comment."""

    code: str
    """Or the first part of codes."""
    line: int
    """Of the comment."""
    lines: range | None
    """The lines that it counts for; None for all."""

    def fits(self, it: Diagnostic) -> bool:
        """Return True if it ignores a finding."""
        is_here = self.lines is None or (it.line is not None and it.line in self.lines)
        return is_here and self.code in (it.code, it.code.partition(".")[0])


def ignores(document: bytes) -> list[Ignore]:
    """Return what the comments of a document ignore."""
    text = document.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    comment = _XML if text.lstrip("\ufeff \t\n").startswith("<") else _YAML
    alone = _alone(text, comment)
    return [each for found in comment.finditer(text) for each in _read(text, found, alone)]


def apply_ignores(checks: Collection[Check], unsought: Collection[str]) -> None:
    """Leave out of reports what comments ignore, and report the comments that ignore nothing.

    Args:
        checks: The checks of all documents; one document may be in several.
        unsought: First parts of codes that were not looked for, so that a comment about them may be right.
    """
    texts = {name: data for each in checks for name, data in each.texts.items()}
    known = {name: found for name, data in texts.items() if (found := ignores(data))}
    if not known:
        return
    used: set[int] = set()
    for check in checks:
        check.report.diagnostics = [
            it for it in check.report if it in check.refused or not _is_ignored(it, known, used)
        ]
    for name, found in known.items():
        check = next(each for each in checks if name in each.texts)
        unused = [it for it in found if id(it) not in used and it.code.partition(".")[0] not in unsought]
        if not check.failure:
            check.report.diagnostics += [_unused(each, name) for each in unused]


def _is_ignored(it: Diagnostic, known: Mapping[str, list[Ignore]], used: set[int]) -> bool:
    fitting = [each for each in known.get(it.file or "", ()) if each.fits(it)]
    used.update(map(id, fitting))
    return bool(fitting)


def _alone(text: str, comment: re.Pattern[str]) -> set[int]:
    """Return the lines, counted from 1, on which there is nothing but such comments, or nothing at all."""
    rest = comment.sub(lambda found: "\n" * found[0].count("\n"), text)
    return {number for number, line in enumerate(rest.split("\n"), 1) if not line.strip()}


def _read(text: str, found: re.Match[str], alone: set[int]) -> Iterator[Ignore]:
    """Yield what a comment ignores."""
    first = text.count("\n", 0, found.start()) + 1
    last = next_line = first + found[0].count("\n")
    if alone.issuperset(range(first, last + 1)):
        while next_line in alone:
            next_line += 1
    lines = None if found["what"] == "ignore-file" else range(first, next_line + 1)
    for code in re.split(r"\s*,\s*", found["codes"]):
        yield Ignore(code=code, line=first, lines=lines)


def _unused(it: Ignore, document: str) -> Diagnostic:
    from ..formats.catalogue import all_codes

    slugs = all_codes()
    hint = "" if _exists(it.code, slugs) else f"; there is no such code{did_you_mean(it.code, slugs)}"
    where = "in the document" if it.lines is None else f"on line {it.lines[-1]}"
    return diagnose(
        UNUSED_IGNORE, f"no finding '{it.code}' {where} to ignore{hint}", Origin(document, it.line)
    )


def _exists(code: str, slugs: Iterable[str]) -> bool:
    return any(code in (each, each.partition(".")[0]) for each in slugs)
