"""The configuration of a project: ``robotfmt.toml``, or ``[tool.robotfmt]`` in its ``pyproject.toml``.

As with ruff, only the nearest one upwards from a file is used: configurations are not merged.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import codes
from ..assets.files import is_file, is_folder, read_bytes
from ..assets.packages import is_package
from ..diagnostics import Severity, nearest_or_all
from ..errors import UsageError
from ..model import Origin
from ..model.record import Record, field

if TYPE_CHECKING:
    from .folders import Patterns

NEVER = "never"
FAIL_ON = (*(each.value for each in Severity), NEVER)
"""The severities at which a check fails: the one given and all worse ones."""
# A pyproject.toml is a few kilobytes; a larger file is not read into memory.
_MOST_BYTES = 16_000_000
_MENTIONED = rb"""(?m)^\s*\[?\s*["']?tool["']?\s*(\.\s*["']?robotfmt|\])"""
"""A table of robotfmt, ``[tool.robotfmt]``, or one that may contain it, ``[tool]``."""
_OWN, _SHARED = "robotfmt.toml", "pyproject.toml"
_NO_TABLE = f"Remove the line [tool.robotfmt]: outside {_SHARED} the keys are at the top of the file."


class Configuration(Record):
    """The settings of a project; paths are absolute."""

    select: tuple[str, ...] = ()
    """The codes, or prefixes of codes, to check; all if empty."""
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[Patterns, tuple[str, ...]], ...] = ()
    targets: tuple[str, ...] = ()
    """The programs that will read the documents."""
    packages: Mapping[str, Path] = field(default_factory=dict)
    """Folders of packages by name."""
    exclude: Patterns | None = None
    """The files in folders to skip."""
    fail_on: str | None = None
    baseline: Path | None = None
    """The file of known findings."""

    def ignored_in(self, file: Path) -> frozenset[str]:
        """Return the codes, or prefixes of codes, that are ignored in a file."""
        special = (names for patterns, names in self.per_file_ignores if patterns.fit(file))
        return frozenset(self.ignore).union(*special)


class Configurations:
    """The configurations of files.

    Args:
        file: The only configuration file to use; without it, the nearest one of each file.
        isolated: True to use no file.
    """

    def __init__(self, file: str | None = None, isolated: bool = False) -> None:
        if isolated:
            self._find: Callable[[Path], Configuration] = lambda folder: _NONE
        elif file is not None:
            path = Path(file).absolute()
            only = _read(path, _table(path, read_bytes(file, _MOST_BYTES)) or {})
            self._find = lambda folder: only
        else:
            self._find = nearest

    def of(self, path: Path) -> Configuration:
        """Return the configuration of a file or folder, which need not exist.

        Raises:
            UsageError: The file cannot be parsed, or has an unknown key or an invalid value.
        """
        return self._find(path.absolute().parent)


_NONE = Configuration()
nearest_known: dict[Path, Configuration] = {}
"""A cache of the configurations of folders."""


def nearest(folder: Path) -> Configuration:
    """Return the configuration in a folder, or else in the nearest one above it."""
    passed: list[Path] = []
    while folder not in nearest_known:
        passed.append(folder)
        found = _in_folder(folder)
        if found is not None or folder == folder.parent:
            nearest_known[folder] = found or _NONE
            break
        folder = folder.parent
    nearest_known.update(dict.fromkeys(passed, nearest_known[folder]))
    return nearest_known[folder]


def _in_folder(folder: Path) -> Configuration | None:
    """Return the configuration in a folder; None if there is none."""
    for name in (_OWN, _SHARED):
        path = folder / name
        table = _table(path, path.read_bytes()) if is_file(path) else None
        if table is not None:
            return _read(path, table)
    return None


def _table(path: Path, data: bytes) -> dict[str, Any] | None:
    """Return the table of robotfmt in a file; None if there is none."""
    is_shared = path.name == _SHARED
    if is_shared and not (b"robotfmt" in data and re.search(_MENTIONED, data)):
        return None  # to parse it takes as long as to check a small robot
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        whole = tomllib.loads(data.decode("utf-8-sig"))
    except ValueError as error:
        line = re.search(r"at line (\d+)", str(error))
        at = Origin(_shown(path), int(line[1]) if line is not None else None)
        raise UsageError(codes.CONFIGURATION_SYNTAX, f"not well-formed TOML: {error}", at) from error
    tool = whole.get("tool")
    inner = tool.get("robotfmt") if isinstance(tool, dict) else None
    is_copied = isinstance(inner, dict) and whole.keys() == {"tool"}
    table = inner if is_shared or is_copied else whole
    return table if isinstance(table, dict) else None


def _read(path: Path, table: Mapping[str, Any]) -> Configuration:
    """Return the configuration of a TOML table; an unknown key or a wrong type of value is an error."""
    read = _Reader(path)
    known: dict[str, Callable[[Any], Any]] = {
        "select": read.codes,
        "ignore": read.codes,
        "per-file-ignores": read.per_file,
        "targets": read.targets,
        "packages": read.packages,
        "exclude": lambda value: read.patterns(*read.strings("exclude", value)),
        "fail-on": read.fail_on,
        "baseline": lambda value: path.parent / read.string("baseline", value),
    }
    found = {}
    for key, value in table.items():
        if key not in known:
            message = f"the configuration has no key '{key}'{nearest_or_all(key, known)}"
            help = _NO_TABLE if key == "tool" else None
            raise UsageError(codes.CONFIGURATION_KEY, message, read.place(key), help=help)
        read.key = key
        found[key.replace("-", "_")] = known[key](value)
    return Configuration(**found)


def _shown(path: Path) -> str:
    """Return a path for messages: relative to the current folder, if it is below."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


class _Reader:
    """Reads the values of a configuration file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.key = ""

    def place(self, key: str) -> Origin:
        """Return the location of a key; tomllib does not keep lines."""
        text = self.path.read_text(encoding="utf-8-sig", errors="replace")
        start = max(text.find("[tool.robotfmt"), 0)
        name = rf"[\"']?{re.escape(key)}[\"']?"
        found = re.compile(rf"^\s*{name}\s*=|^\s*\[[^\]\n]*\b{name}\s*\]", re.MULTILINE).search(text, start)
        before = found[0][: -len(found[0].lstrip())] if found is not None else ""
        line = text.count("\n", 0, found.start()) + before.count("\n") + 1 if found is not None else None
        return Origin(_shown(self.path), line)

    def refuse(self, expected: str, value: object) -> UsageError:
        """Return the error for a value of the wrong type."""
        message = f"'{self.key}' must be {expected}, not {value!r}"
        return UsageError(codes.CONFIGURATION_VALUE, message, self.place(self.key))

    def string(self, key: str, value: object) -> str:
        """Return a value of the table, which must be a string."""
        if not isinstance(value, str):
            raise self.refuse("a string", value)
        return value

    def strings(self, key: str, value: object) -> tuple[str, ...]:
        """Return a value of the table, which must be a list of strings."""
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.refuse("a list of strings", value)
        return tuple(value)

    def codes(self, value: object) -> tuple[str, ...]:
        """Return codes, or prefixes of codes."""
        names = self.strings(self.key, value)
        return tuple(self._placed(lambda: sorted(existing(names))))

    def per_file(self, value: object) -> tuple[tuple[Patterns, tuple[str, ...]], ...]:
        """Return the codes that are ignored in files, by patterns of files."""
        if not isinstance(value, dict):
            raise self.refuse("a table of lists of codes", value)
        return tuple((self.patterns(name), self.codes(each)) for name, each in value.items())

    def patterns(self, *lines: str) -> Patterns:
        """Return patterns of files, which are relative to the folder of the configuration file."""
        from .folders import Patterns, is_pattern

        wrong = next((each for each in lines if not is_pattern(each)), None)
        if wrong is not None:
            raise self.refuse("patterns as in .gitignore, with up to 4 stars each", wrong)
        return Patterns(lines, self.path.parent)

    def targets(self, value: object) -> tuple[str, ...]:
        """Return target programs."""
        from ..targets import options_for

        names = self.strings(self.key, value)
        self._placed(lambda: [options_for(each) for each in names])
        return names

    def packages(self, value: object) -> dict[str, Path]:
        """Return folders of packages by name."""
        if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
            raise self.refuse("a table of folders", value)
        folders = {name: self.path.parent / each for name, each in value.items()}
        for name, folder in folders.items():
            wrong = self._wrong_folder(folder)
            if wrong is not None:
                message = f"the folder of package '{name}' {wrong}: '{folder}'"
                raise UsageError(codes.CONFIGURATION_VALUE, message, self.place(name))
        return folders

    def _wrong_folder(self, folder: Path) -> str | None:
        """Return why a folder cannot be a package: a project may not open files outside itself, except those of a
        package.
        """
        if not is_folder(folder):
            return "does not exist"
        is_own = folder.resolve().is_relative_to(self.path.parent.resolve())
        return None if is_own or is_package(folder) else "is outside of the project, and has no package.xml"

    def fail_on(self, value: object) -> str:
        """Return the severity at which a check fails."""
        if value not in FAIL_ON:
            raise self.refuse(f"one of {', '.join(FAIL_ON)}", value)
        return str(value)

    def _placed(self, work: Callable[[], Any]) -> Any:
        """Return the result of a function; its error gets the place of the key."""
        try:
            return work()
        except UsageError as error:
            raise UsageError(error.code, error.diagnostic.message, self.place(self.key)) from error


def existing(names: tuple[str, ...]) -> frozenset[str]:
    """Return codes, or prefixes of codes, if they exist.

    Raises:
        UsageError: The code does not exist.
    """
    from ..formats.catalogue import all_codes, find_code

    parts = {slug.partition(".")[0] for slug in all_codes()} if names else set()
    return frozenset(name if name in parts else find_code(name).slug for name in names)
