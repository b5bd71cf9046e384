"""What ``check`` and ``diff`` print about a damaged stage and not about the sound one."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from stage_damages import DAMAGES, Planter

from robotfmt.cli import main

_FOUND = re.compile(r"(error|warning)\b.*\[[a-z.-]+\]")
_COUNTED = re.compile(r"\d+ (difference|document)")


class Named(NamedTuple):
    """The lines that name a damage."""

    check: list[str]
    """Warnings and errors of ``check``."""
    diff: list[str]
    """Lines of ``diff`` with the robot that the stage was written from."""


class Stage:
    """A sound stage, and the documents that it was written from."""

    def __init__(self, stage: Path, sources: Sequence[Path]) -> None:
        self.stage, self.sources = stage, sources
        self._damaged = stage.with_name(f"damaged-{stage.name}")
        self._sound = Named(*self._lines(stage))

    def named(self, damage: str) -> Named:
        """Return the lines that name a damage.

        Raises:
            LookupError: The stage has nothing to damage so.
        """
        planter = Planter(self.stage)
        names = DAMAGES[damage](planter)
        self._damaged.write_text(planter.text(), encoding="utf-8")
        found = Named(*self._lines(self._damaged))
        return Named(*(list(_naming(names, new, old)) for new, old in zip(found, self._sound, strict=True)))

    def _lines(self, path: Path) -> tuple[list[str], list[str]]:
        base, *others = map(str, self.sources)
        more = [word for each in others for word in ("--with-a", each)]
        checked = [each for each in _printed("check", str(path), "--isolated") if _FOUND.search(each)]
        differing = [each for each in _printed("diff", base, str(path), *more, "-v") if not _COUNTED.match(each)]
        return [each.replace(path.name, "") for each in checked], [each.replace(path.name, "") for each in differing]


def _printed(*arguments: str) -> list[str]:
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        main(list(arguments))
    return text.getvalue().splitlines()


def _naming(names: Sequence[str], new: Iterable[str], old: Sequence[str]) -> Iterable[str]:
    """Yield the new lines that contain one of the names as a whole word; all, if nothing need be named."""
    for line in (each for each in new if each not in old):
        if not names or any(re.search(rf"(?<!\w){re.escape(each)}(?!\w)", line) for each in names):
            yield line
