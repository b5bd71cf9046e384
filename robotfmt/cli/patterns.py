"""File patterns as in ``.gitignore``: the only module that uses pathspec, which is imported on demand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_STARS, _MOST_STARS = re.compile(r"\*+"), 4
"""The maximum number of stars in a pattern, ``**`` being one: matching N stars may take time proportional to the N-th
power of a name's length.
"""
_FILES = (".gitignore", ".git/info/exclude")


class Patterns:
    """Patterns relative to a folder.

    Args:
        lines: The patterns, in the syntax of ``.gitignore``; the last matching one is used.
        folder: The folder, as an absolute path.
    """

    def __init__(self, lines: Iterable[str], folder: Path) -> None:
        self._lines, self._folder = tuple(lines), folder
        self._spec: GitIgnoreSpec | None = None

    def fit(self, path: Path, *, is_folder: bool = False) -> bool | None:
        """Return True if the patterns include an absolute path, False if one excludes it, None if none matches."""
        if not self._lines or not path.is_relative_to(self._folder):
            return None
        if self._spec is None:
            self._spec = _spec(self._lines)
        inside = path.relative_to(self._folder).as_posix()
        return self._spec.check_file(f"{inside}/" if is_folder else inside).include


class Ignored:
    """The files that the ``.gitignore`` files of a repository and its ``.git/info/exclude`` ignore.

    Args:
        start: The folder to search, as an absolute path. Patterns above it apply up to the top of its repository,
            except those of a file that ignores the folder itself; outside a repository none above it apply.
    """

    def __init__(self, start: Path) -> None:
        repositories = (each for each in (start, *start.parents) if (each / ".git").exists())
        self._top = next(repositories, start)
        self._start = start
        self._known: dict[Path, tuple[Patterns, ...]] = {}

    def leaves_out(self, path: Path, *, is_folder: bool = False) -> bool:
        """Return True if a file, or a folder with all its content, is ignored: the nearest patterns take precedence."""
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
        """Return the patterns of a folder that apply."""
        return [each for each in _patterns(folder) if not each.fit(self._start, is_folder=True)]


def _spec(lines: Iterable[str]) -> GitIgnoreSpec:
    """Return the compiled patterns without invalid ones, which git ignores too."""
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(each for each in lines if is_pattern(each))


def is_pattern(line: str) -> bool:
    """Return True if a line is a valid pattern that can be matched in reasonable time."""
    from pathspec import GitIgnoreSpec

    if len(_STARS.findall(line)) > _MOST_STARS:
        return False
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def _patterns(folder: Path) -> list[Patterns]:
    """Return the patterns in a folder."""
    found = []
    for name in _FILES:
        try:
            text = (folder / name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        found.append(Patterns(text.splitlines(), folder))
    return found
