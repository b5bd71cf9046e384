"""Known findings of a project, in a file: a check reports only others.

A finding is identified by its file, its code and the path of its element, not by its line or its message: these
change with unrelated edits.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from .. import codes, schemas
from ..assets.files import read_bytes, write_files
from ..diagnostics import Diagnostic
from ..errors import InputError, UsageError
from .checking import OPTIONAL, Checked, is_unrecognised

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
