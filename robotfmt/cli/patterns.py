"""Patterns of files as ``.gitignore`` has them: the only door to pathspec, which is imported where there are some."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

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
        self._patterns = lru_cache(maxsize=None)(self._of_folder)

    def leaves_out(self, path: Path, *, is_folder: bool = False) -> bool:
        """Return True if a file, or a folder with all that is in it, is left out: the nearest patterns count."""
        for folder in path.parents:
            for patterns in self._patterns(folder):
                found = patterns.fit(path, is_folder=is_folder)
                if found is not None:
                    return found
            if folder == self._top:
                break
        return False

    def _of_folder(self, folder: Path) -> list[Patterns]:
        """Return the patterns in a folder that count."""
        return [each for each in _patterns(folder) if not each.fit(self._start, is_folder=True)]


def _spec(lines: Iterable[str]) -> GitIgnoreSpec:
    """Return the compiled patterns without those that make no sense, which git passes over too."""
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(each for each in lines if _is_pattern(each))


def _is_pattern(line: str) -> bool:
    from pathspec import GitIgnoreSpec

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
