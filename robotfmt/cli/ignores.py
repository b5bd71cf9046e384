"""Comments in documents that ignore findings.

``<!-- robotfmt: ignore CODE, CODE -->`` in XML and ``# robotfmt: ignore CODE`` in YAML apply to their own line or, if
alone on it, to the next one; ``ignore-file`` applies to the whole document. Text after the codes is a remark.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from .. import codes, schemas
from ..assets.files import read_bytes, write_files
from ..codes import UNUSED_IGNORE
from ..diagnostics import Diagnostic, Suggestions, diagnose
from ..errors import InputError, UsageError
from ..hub.checking import Check
from ..model import Origin
from ..model.record import Record
from .checking import OPTIONAL, Checked, is_unrecognised

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


# Known findings of a project, in a file

Key: TypeAlias = tuple[str, str, str]
"""The file, relative to the folder of the baseline, the code and the path of a finding."""
# A baseline has an entry of some hundred bytes for each known finding: this many bytes hold a million of them.
_MOST_BYTES = 256_000_000


class Baseline:
    """The file of the known findings.

    Args:
        path: The path of the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._folder = os.path.realpath(path.parent)

    def write(self, found: Sequence[Checked]) -> int:
        """Write the findings of checks, and return their number; known findings of other files are kept.

        Raises:
            OutputError: The file cannot be written.
            UsageError: The existing file is not a baseline.
        """
        counts = Counter(self._key(it) for each in found for it in _known_by(each, each.check.report))
        others = self._of_others(found) if self.path.exists() else {}
        findings = [
            {"file": file, "code": code, "path": path, "count": count}
            for (file, code, path), count in sorted({**counts, **others}.items())
        ]
        whole = {"schema": schemas.BASELINE, "version": schemas.VERSION, "findings": findings}
        write_files([(self.path, (json.dumps(whole, indent=1) + "\n").encode())])
        return counts.total()

    def _of_others(self, found: Sequence[Checked]) -> dict[Key, int]:
        """Return the known findings of files that exist and were not checked."""
        checked = {self._relative(name) for each in found for name in each.check.documents}
        others = {key: count for key, count in self._read().items() if key[0] not in checked}
        return {key: count for key, count in others.items() if (self.path.parent / key[0]).exists()}

    def remove_known(self, found: Sequence[Checked]) -> tuple[int, int]:
        """Remove known findings from reports.

        Returns:
            The number of removed findings, and of known findings that no longer occur.

        Raises:
            InputError: The file cannot be read.
            UsageError: The file is not a baseline.
        """
        left = self._read()
        known = left.total()
        for each in found:
            candidates = set(map(id, _known_by(each, each.check.report)))
            new = [it for it in each.check.report if id(it) not in candidates or not self._take(it, left)]
            each.check.report.diagnostics = new
        read = {self._relative(name) for each in found if not each.check.failure for name in each.check.documents}
        gone = sum(count for (file, code, _), count in left.items() if file in read and not _is_optional(code))
        return known - left.total(), gone

    def _take(self, it: Diagnostic, left: Counter[Key]) -> bool:
        key = self._key(it)
        is_known = left[key] > 0
        left[key] -= is_known
        return is_known

    def _read(self) -> Counter[Key]:
        try:
            data = read_bytes(str(self.path), _MOST_BYTES)
        except InputError as error:
            help = "Write the baseline first: robotfmt check --write-baseline."
            raise InputError(error.code, error.diagnostic.message, error.at, help=help) from error
        try:
            whole: dict[str, Any] = json.loads(data)
            if whole["schema"] != schemas.BASELINE:
                raise ValueError(whole["schema"])
            found = {(it["file"], it["code"], it["path"]): int(it["count"]) for it in whole["findings"]}
        except (ValueError, KeyError, TypeError) as error:
            message = f"'{self.path}' is not a baseline ({schemas.BASELINE})"
            raise UsageError(codes.USAGE, message, help="Choose another file, or remove this one.") from error
        return Counter(found)

    def _key(self, it: Diagnostic) -> Key:
        return self._relative(it.file or ""), it.code, it.path

    def _relative(self, file: str) -> str:
        return Path(os.path.relpath(os.path.realpath(file), self._folder)).as_posix()


def _is_optional(code: str) -> bool:
    """Return True for codes that are checked only on request (--meshes, --collisions)."""
    return code.partition(".")[0] in OPTIONAL


def _known_by(checked: Checked, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings that a baseline can contain: not those that made a document unreadable."""
    return [it for it in found if it not in checked.check.refused and not is_unrecognised(it)]
