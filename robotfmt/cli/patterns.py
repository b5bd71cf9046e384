"""Patterns of files as ``.gitignore`` has them: the only door to pathspec, which is imported where there are some."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_STARS, _MOST_STARS = re.compile(r"\*+"), 4
"""A pattern with N stars may take as many steps as the N-th power of a name's length; ``**`` counts as one."""
_FILES = (".gitignore", ".git/info/exclude")


class Patterns:
    """Patterns that are relative to a folder.

    Args:
        lines: The patterns, in the syntax of ``.gitignore``; the last one that fits a path counts.
        folder: The folder, as an absolute path.
    """

    def __init__(self, lines: Iterable[str], folder: Path) -> None:
        self._lines, self._folder = tuple(lines), folder
        self._spec: GitIgnoreSpec | None = None

    def fit(self, path: Path, *, is_folder: bool = False) -> bool | None:
        """Return True if the patterns choose an absolute path, False if one takes it out, None if none fits it."""
        if not self._lines or not path.is_relative_to(self._folder):
            return None
        if self._spec is None:
            self._spec = _spec(self._lines)
        inside = path.relative_to(self._folder).as_posix()
        return self._spec.check_file(f"{inside}/" if is_folder else inside).include


class Ignored:
    """What the ``.gitignore`` files of a repository leave out, and its own ``.git/info/exclude``.

    Args:
        start: The folder, as an absolute path, that is searched. Patterns above it count up to the top of its
            repository, except those of a file that leaves out the folder itself; outside of a repository none above
            it do.
    """

    def __init__(self, start: Path) -> None:
        repositories = (each for each in (start, *start.parents) if (each / ".git").exists())
        self._top = next(repositories, start)
        self._start = start
        self._known: dict[Path, tuple[Patterns, ...]] = {}

    def leaves_out(self, path: Path, *, is_folder: bool = False) -> bool:
        """Return True if a file, or a folder with all that is in it, is left out: the nearest patterns count."""
        found = (each.fit(path, is_folder=is_folder) for each in self._above(path))
        return next((each for each in found if each is not None), False)

    def _above(self, path: Path) -> tuple[Patterns, ...]:
        """Return the patterns in the folders above a path, the nearest first."""
        pending = []
        for folder in path.parents:
            if folder in self._known:
                break
            pending.append(folder)
            if folder == self._top:
                break
        for folder in reversed(pending):
            self._known[folder] = (*self._of_folder(folder), *self._known.get(folder.parent, ()))
        return self._known[path.parent]

    def _of_folder(self, folder: Path) -> list[Patterns]:
        """Return the patterns in a folder that count."""
        return [each for each in _patterns(folder) if not each.fit(self._start, is_folder=True)]


def _spec(lines: Iterable[str]) -> GitIgnoreSpec:
    """Return the compiled patterns without those that make no sense: git passes over them too."""
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(each for each in lines if is_pattern(each))


def is_pattern(line: str) -> bool:
    """Return True if a line makes sense as a pattern, and can be matched in reasonable time."""
    from pathspec import GitIgnoreSpec

    if len(_STARS.findall(line)) > _MOST_STARS:
        return False
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def _patterns(folder: Path) -> list[Patterns]:
    """Return the patterns that are in a folder."""
    found = []
    for name in _FILES:
        try:
            text = (folder / name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        found.append(Patterns(text.splitlines(), folder))
    return found
