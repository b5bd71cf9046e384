"""Comments in documents that ignore findings.

``<!-- robotfmt: ignore CODE, CODE -->`` in XML and ``# robotfmt: ignore CODE`` in YAML apply to their own line or, if
alone on it, to the next one; ``ignore-file`` applies to the whole document. Text after the codes is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from ..codes import UNUSED_IGNORE
from ..diagnostics import Diagnostic, Suggestions, diagnose
from ..hub.checking import Check
from ..model import Origin
from ..model.record import Record

_WORDS = r"robotfmt:[ \t]*(?P<what>ignore-file|ignore)\s+(?P<codes>[\w.-]+(?:\s*,\s*[\w.-]+)*)"
_IN_LINE = _WORDS.replace(r"\s", r"[ \t]")
_XML, _END = re.compile(rf"<!--\s*{_WORDS}"), "-->"
_YAML = re.compile(rf"(?:^|(?<=[ \t]))#[ \t]*{_IN_LINE}.*$", re.MULTILINE)


class Ignore(Record):
    """One code in a comment."""

    code: str
    """A code, or a prefix of codes."""
    line: int
    """The line of the comment."""
    lines: frozenset[int] | None
    """The lines that the comment applies to; None for all."""

    def names(self, it: Diagnostic) -> bool:
        """Return True if the code of the ignore matches a finding."""
        return self.code in (it.code, it.code.partition(".")[0])


class _Comment(NamedTuple):
    """A comment that ignores findings, and its position in the text."""

    start: int
    end: int
    what: str
    codes: str


class _Ignores:
    """The ignores of a document, by the lines that they apply to."""

    def __init__(self, found: list[Ignore]) -> None:
        self.found = found
        self.used: set[int] = set()
        """The indices of the ignores that matched a finding."""
        self._by_line: dict[int | None, list[int]] = {}
        for place, each in enumerate(found):
            for line in each.lines if each.lines is not None else (None,):
                self._by_line.setdefault(line, []).append(place)

    def has(self, it: Diagnostic) -> bool:
        """Return True if a finding is ignored, and record the ignore as used."""
        places = dict.fromkeys((*self._by_line.get(it.line, ()), *self._by_line.get(None, ())))
        fitting = [place for place in places if self.found[place].names(it)]
        self.used.update(fitting)
        return bool(fitting)

    def unused(self) -> list[Ignore]:
        """Return the ignores that matched nothing."""
        return [each for place, each in enumerate(self.found) if place not in self.used]


def ignores(document: bytes) -> list[Ignore]:
    """Return the ignores in the comments of a document, in linear time."""
    text = document.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    is_xml = text.lstrip("\ufeff \t\n").startswith("<")
    comments = list(_in_xml(text) if is_xml else _in_yaml(text))
    following, found = _following(text, comments) if comments else {}, []
    line, place = 1, 0
    for each in comments:
        line += text.count("\n", place, each.start)
        last = line + text.count("\n", each.start, each.end)
        lines = set(range(line, last + 1))
        if lines <= following.keys():
            lines.add(following[last])
        is_for_file = each.what == "ignore-file"
        for code in re.split(r"\s*,\s*", each.codes):
            found.append(Ignore(code=code, line=line, lines=None if is_for_file else frozenset(lines)))
        line, place = last, each.end
    return found


def apply_ignores(checks: Collection[Check], unsought: Collection[str]) -> None:
    """Remove findings that comments ignore, and report unused ignores.

    Args:
        checks: The checks of all documents; one document may be in several.
        unsought: Prefixes of codes that were not checked, so a comment about them may be right.
    """
    homes = {name: each for each in reversed(list(checks)) for name in each.texts}
    known = {name: _Ignores(ignores(each.texts[name])) for name, each in homes.items()}
    for check in checks:
        check.report.diagnostics = [
            it for it in check.report if it in check.refused or it.file not in known or not known[it.file].has(it)
        ]
    suggestions = Suggestions()
    for name, found in known.items():
        unused = [it for it in found.unused() if it.code.partition(".")[0] not in unsought]
        if unused and not homes[name].failure:
            homes[name].report.diagnostics += [_unused(it, name, suggestions) for it in unused]


def _in_xml(text: str) -> Iterator[_Comment]:
    found = _XML.search(text)
    while found is not None:
        end = text.find(_END, found.end())
        if end < 0:
            return
        yield _Comment(found.start(), end + len(_END), found["what"], found["codes"])
        found = _XML.search(text, end)


def _in_yaml(text: str) -> Iterator[_Comment]:
    return (_Comment(each.start(), each.end(), each["what"], each["codes"]) for each in _YAML.finditer(text))


def _following(text: str, comments: Iterable[_Comment]) -> dict[int, int]:
    """Return the next relevant line for each line that is empty or has only comments that ignore findings."""
    parts, place = [], 0
    for each in comments:
        parts += [text[place : each.start], "\n" * text.count("\n", each.start, each.end)]
        place = each.end
    lines = "".join((*parts, text[place:])).split("\n")
    found: dict[int, int] = {}
    for number in range(len(lines), 0, -1):
        if not lines[number - 1].strip():
            found[number] = found.get(number + 1, number + 1)
    return found


def _unused(it: Ignore, document: str, suggestions: Suggestions) -> Diagnostic:
    from ..formats.catalogue import all_codes

    slugs = all_codes()
    exists = any(it.code in (each, each.partition(".")[0]) for each in slugs)
    hint = "" if exists else f"; the code does not exist{suggestions.hint(it.code, slugs)}"
    where = "in the document" if it.lines is None else f"on line {max(it.lines)}"
    message = f"no finding '{it.code}' {where} to ignore{hint}"
    return diagnose(UNUSED_IGNORE, message, Origin(document, it.line))
