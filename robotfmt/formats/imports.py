"""What is imported at its first use: the functions of a format, and the entry points of installed distributions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from ..codes import NO_FUNCTION
from ..diagnostics import Code, did_you_mean
from ..errors import UsageError
from ..model.record import Column

# Functions

_F = TypeVar("_F", bound=Callable[..., Any])
_FUNCTION, _CODES = "function", "codes"
_FIXED = "a Format cannot be changed; create another one with replace()"


class Imported:
    """A function of a format, given as ``package.module:function``, imported at its first call."""

    __slots__ = ("_place", "field", "format")

    def __init__(self, place: str, format: str, field: str) -> None:
        self._place = place
        self.format = format
        self.field = field

    def __call__(self, *given: Any) -> Any:
        return self.load()(*given)

    def __repr__(self) -> str:
        return repr(self._place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Imported) and self._place == other._place

    def __hash__(self) -> int:
        return hash(self._place)

    @property
    def module(self) -> str:
        """The module that contains the function."""
        return self._place.partition(":")[0]

    def load(self) -> Callable[..., Any]:
        """Import the function.

        Raises:
            UsageError: The function cannot be imported.
        """
        return cast("Callable[..., Any]", _imported(self._place, self.format, self.field, _FUNCTION))


def _imported(place: str, format: str, field: str, what: str) -> object:
    """Return the function or the codes that a field of a format names as ``package.module:name``.

    Raises:
        UsageError: It cannot be imported, or is not what the field needs.
    """
    module, _, name = place.partition(":")
    start = f"format '{format}': {field}='{place}'"
    if not module or not name.isidentifier():
        raise UsageError(NO_FUNCTION, f"{start}: expected 'package.module:{what}'")
    try:
        home = import_module(module)
    except ImportError as error:
        raise UsageError(NO_FUNCTION, f"{start}: {error}") from error
    found = getattr(home, name, None)
    if not (callable(found) if what == _FUNCTION else isinstance(found, tuple)):
        hint = did_you_mean(name, [each for each in vars(home) if not each.startswith("_")])
        raise UsageError(NO_FUNCTION, f"{start}: {module} has no {what} '{name}'{hint}")
    return found


class _Imported(Column):
    """A field of a format that may be given as the path to import it from."""

    def __init__(self, field: str = "", column: Any = None) -> None:
        self._field = field
        self._column = column

    def in_column(self, field: str, column: Any) -> Any:
        """Return a getter for the field, given its column in the record."""
        return type(self)(field, column)


class Codes(_Imported):
    """A field of a format: its codes, or the path to import them from."""

    shown = False

    def __get__(self, it: Any, owner: type | None = None) -> tuple[Code, ...]:
        if it is None:
            return cast("tuple[Code, ...]", self)
        given = self._column.__get__(it, owner) or ()
        found = _imported(given, it.name, self._field, _CODES) if isinstance(given, str) else given
        return cast("tuple[Code, ...]", found)

    def __set__(self, it: Any, value: tuple[Code, ...] | str) -> None:
        raise AttributeError(_FIXED)


class Function(_Imported, Generic[_F]):
    """A field of a format: a function, the path to import one from, or None."""

    def __get__(self, it: Any, owner: type | None = None) -> _F | None:
        if it is None:
            return cast("_F", self)
        given = self._column.__get__(it, owner)
        return cast("_F", Imported(given, it.name, self._field)) if isinstance(given, str) else given

    def __set__(self, it: Any, value: _F | str | None) -> None:
        raise AttributeError(_FIXED)


# Entry points
#
# ``importlib.metadata`` reads them too, but importing it takes longer than reading and checking a robot, because it
# imports ``email``, ``zipfile`` and ``csv``. So the folders on the path are read here, and it is used only where that
# fails (for example inside an archive). The form of ``entry_points.txt`` is that of the specification "Entry points" of
# the Python Packaging User Guide.

_METADATA = (".dist-info", ".egg-info")


class Plugin:
    """A name, and its ``module:attribute``."""

    def __init__(self, name: str, value: str) -> None:
        self.name = name
        self.value = value

    @property
    def module(self) -> str:
        """The module that contains the object."""
        return self.value.partition(":")[0].strip()

    def load(self) -> Any:
        """Import the object."""
        return getattr(import_module(self.module), self.value.partition(":")[2].partition("[")[0].strip())


class Given(Plugin):
    """An object that was given directly, not found as an entry point."""

    def __init__(self, name: str, given: object) -> None:
        super().__init__(name, "")
        self._given = given

    def load(self) -> Any:
        """Return the object."""
        return self._given


def installed(group: str) -> list[Plugin]:
    """Return the entry points of installed distributions in a group."""
    found = [plugin for folder in dict.fromkeys(sys.path) for plugin in _in_folder(Path(folder), group)]
    return found or _asked(group)


def _in_folder(folder: Path, group: str) -> Iterator[Plugin]:
    try:
        metadata = sorted(each for each in folder.iterdir() if each.name.endswith(_METADATA))
    except OSError:
        return
    for each in metadata:
        try:
            text = (each / "entry_points.txt").read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue
        if group in text:
            yield from _in_text(text, group)


def _in_text(text: str, group: str) -> Iterator[Plugin]:
    """Yield the entry points under the heading of a group."""
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1].strip()
        elif section == group and "=" in line and not line.startswith(("#", ";")):
            name, _, value = line.partition("=")
            yield Plugin(name.strip(), value.strip())


def _asked(group: str) -> list[Plugin]:
    from importlib.metadata import entry_points

    return [Plugin(each.name, each.value) for each in entry_points(group=group)]
