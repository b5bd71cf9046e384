"""The functions of a format, imported at their first call."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Generic, TypeVar, cast

from ..codes import NO_FUNCTION
from ..diagnostics import did_you_mean
from ..errors import UsageError
from ..model.record import Column

_F = TypeVar("_F", bound=Callable[..., Any])


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
        module, _, name = self._place.partition(":")
        if not module or not name.isidentifier():
            raise self._error("expected 'package.module:function'")
        try:
            found = getattr(import_module(module), name, None)
        except ImportError as error:
            raise self._error(str(error)) from error
        if not callable(found):
            public = [each for each in vars(import_module(module)) if not each.startswith("_")]
            hint = did_you_mean(name, public)
            raise self._error(f"{module} has no function '{name}'{hint}")
        return cast("Callable[..., Any]", found)

    def _error(self, reason: str) -> UsageError:
        return UsageError(NO_FUNCTION, f"format '{self.format}': {self.field}='{self._place}': {reason}")


class Function(Column, Generic[_F]):
    """A field of a format: a function, the path to import one from, or None."""

    def __init__(self, field: str = "", column: Any = None) -> None:
        self._field = field
        self._column = column

    def in_column(self, field: str, column: Any) -> Function[_F]:
        """Return a getter for the field, given its column in the record."""
        return type(self)(field, column)

    def __get__(self, it: Any, owner: type | None = None) -> _F | None:
        if it is None:
            return cast("_F", self)
        given = self._column.__get__(it, owner)
        return cast("_F", Imported(given, it.name, self._field)) if isinstance(given, str) else given

    def __set__(self, it: Any, value: _F | str | None) -> None:
        raise AttributeError("a Format cannot be changed; create another one with replace()")
