"""Immutable records with named fields: msgspec structs, some of whose fields are ignored in comparisons.

Every command creates about a hundred of these classes, and every element of a document becomes a record: msgspec does
both in C (docs/decisions.md has the figures).
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from .lookup import refuse_unknown, suggestion

if TYPE_CHECKING:
    from inspect import Signature

if sys.version_info >= (3, 11):
    from typing import dataclass_transform
else:

    def dataclass_transform(**_options: object) -> Callable[[Any], Any]:
        """Return the class unchanged: only type checkers use this decorator, which Python has since 3.11."""
        return lambda decorated: decorated


class _Quiet:
    """A field that is ignored in comparisons, or not shown."""

    __slots__ = ("compare", "made", "repr")

    def __init__(self, made: object, compare: bool, repr: bool) -> None:
        self.made, self.compare, self.repr = made, compare, repr


def field(
    *,
    default: Any = msgspec.NODEFAULT,
    default_factory: Any = msgspec.NODEFAULT,
    compare: bool = True,
    repr: bool = True,
) -> Any:
    """Describe a field beyond its type, as :func:`dataclasses.field` does."""
    make: Any = msgspec.field
    made = make(default=default, default_factory=default_factory)
    return made if compare and repr else _Quiet(made, compare, repr)


class Column(ABC):
    """Base of descriptors that compute a field; such a field is None if it is not given."""

    shown = True
    """False if the field is not shown in the text of a record."""

    @abstractmethod
    def in_column(self, field: str, column: Any) -> Column:
        """Return the descriptor for a field name, given the column with its raw value."""


_DESCRIBING = frozenset(("record_type", "field_types", "required_fields", "compared_fields", "shown_fields"))
"""Names that describe the fields of a record, and are not fields."""


class _RecordType(msgspec.StructMeta):
    """The metaclass of records: frozen, keyword-only unless ``kw_only=False`` is given.

    A class with ``lazy=True`` represents the record class that it derives from: properties compute that record's
    fields from its own.
    """

    def __new__(
        mcls, name: str, bases: tuple[Any, ...], space: dict[str, Any], *, lazy: bool = False, **options: Any
    ) -> Any:
        quiet = {key: value for key, value in space.items() if isinstance(value, _Quiet)}
        columns = {key: value for key, value in space.items() if isinstance(value, Column)}
        space = space | {key: value.made for key, value in quiet.items()} | dict.fromkeys(columns)
        options = {"frozen": True, "eq": False, "kw_only": True} | options
        made: Any = super().__new__(mcls, name, bases, space, **options)
        made.__setattr__, made.__delattr__ = _refuse_change, _refuse_change  # the only way with msgspec
        if lazy or bases[0] is msgspec.Struct:
            return made
        base, annotated = bases[0], space.get("__annotations__", {})
        made.record_type, made._named_only = made, options["kw_only"]
        made.field_types = base.field_types | {
            key: annotated[key] for key in annotated if key in made.__struct_fields__
        }
        hidden = {True: base.shown_fields, False: base.compared_fields}
        unshown = {key for key in quiet if not quiet[key].repr} | {key for key in columns if not columns[key].shown}
        made.compared_fields = _counted(hidden[False], annotated, {key for key in quiet if not quiet[key].compare})
        made.shown_fields = _counted(hidden[True], annotated, unshown)
        made.required_fields = _required(made)
        for key, column in columns.items():
            setattr(made, key, column.in_column(key, made.__dict__[key]))
        return made

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__()} - _DESCRIBING)

    @property
    def __signature__(self) -> Signature:
        """The signature for ``help``: msgspec's own needs the names in annotations, some of which exist only for type
        checkers.
        """
        from inspect import Parameter, Signature

        kind: Any = self.record_type  # type: ignore[attr-defined]
        how = Parameter.KEYWORD_ONLY if kind._named_only else Parameter.POSITIONAL_OR_KEYWORD
        given = [name for name in kind.field_types if name in kind.required_fields]
        others = [name for name in kind.field_types if name not in kind.required_fields]
        parameters = [Parameter(name, how, annotation=kind.field_types[name]) for name in given]
        parameters += [Parameter(name, how, annotation=kind.field_types[name], default=...) for name in others]
        return Signature(parameters)


def _refuse_change(it: Any, name: str, value: object = None) -> None:
    kind = it.record_type.__name__
    if name not in it.field_types:
        raise AttributeError(f"{kind} has no field {name!r}{suggestion(name, it.field_types)}")
    change = f"robotfmt.replace({kind.lower()}, {name}=...)"
    raise AttributeError(f"{kind}.{name} cannot be set: records are immutable; {change} creates another one")


def _counted(inherited: tuple[str, ...], own: dict[str, Any], without: set[str]) -> tuple[str, ...]:
    return (*inherited, *(name for name in own if name not in without and name not in inherited))


def _required(kind: Any) -> tuple[str, ...]:
    """Return the fields without a default, which precede those with one."""
    fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
    missing = len(fields) - len(defaults)
    open_ = [name for name, value in zip(fields[missing:], defaults, strict=True) if value is msgspec.NODEFAULT]
    found = {*fields[:missing], *open_}
    return tuple(name for name in kind.field_types if name in found)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class Record(msgspec.Struct, frozen=True, metaclass=_RecordType):
    """Base of all records: fields are set once, and records are equal if their fields are."""

    record_type: ClassVar[Any] = None
    """The class of the record: a lazy class represents the one that it derives from."""
    _named_only: ClassVar[bool] = True
    """True if the fields of the class are keyword-only."""
    field_types: ClassVar[dict[str, str]] = {}
    """The annotation of every field, in order."""
    required_fields: ClassVar[tuple[str, ...]] = ()
    """The fields without a default."""
    compared_fields: ClassVar[tuple[str, ...]] = ()
    """The fields that take part in comparisons."""
    shown_fields: ClassVar[tuple[str, ...]] = ()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Record) or other.record_type is not self.record_type:
            return False
        for name in self.compared_fields:  # noqa: SIM110 - all() takes four times as long
            if not getattr(self, name) == getattr(other, name):
                return False
        return True

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(tuple([getattr(self, name) for name in self.compared_fields]))

    def __dir__(self) -> list[str]:
        """Return the names of the fields and methods, without those that describe the fields."""
        return sorted(set(super().__dir__()) - _DESCRIBING)

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.shown_fields)
        return f"{self.record_type.__name__}({fields})"

    def __reduce__(self) -> tuple[object, ...]:
        return _made, (self.record_type, {name: getattr(self, name) for name in self.field_types})

    def __replace__(self, /, **changes: object) -> Any:
        """Return a copy with other values of some fields: called by ``copy.replace``.

        Raises:
            TypeError: The record has no field with such a name.
        """
        try:
            if type(self) is self.record_type:
                return msgspec.structs.replace(self, **changes)
            return self.record_type(**({name: getattr(self, name) for name in self.field_types} | changes))
        except TypeError:
            for name in changes:
                if name not in self.field_types:
                    raise TypeError(_unknown_field(self, name)) from None
            raise


def _unknown_field(it: Record, name: str) -> str:
    kind, end = it.record_type.__name__, suggestion(name, it.field_types)
    return f"replace() got an unexpected keyword argument {name!r}: {kind} has no such field{end}"


class _OptionsType(_RecordType):
    """The metaclass of records that report unknown fields with the name of the class, which slows down each call."""

    if not TYPE_CHECKING:  # checkers find unknown fields, and take what this returns for anything

        def __call__(self, *values: Any, **fields: Any) -> Any:
            refuse_unknown(self.__name__, fields, self.field_types)
            return super().__call__(*values, **fields)


class Options(Record, metaclass=_OptionsType):
    """Base of the records with options.

    Raises:
        TypeError: A field is unknown; the message names the class and suggests similar fields.
    """


_T = TypeVar("_T")


def _made(kind: Callable[..., _T], values: dict[str, Any]) -> _T:
    return kind(**values)


def replace(it: _T, /, **changes: Any) -> _T:
    """Return a copy of a record, or of a ``dataclass`` object, with other values of some fields.

    Args:
        it: The original.
        changes: The new values, by field name.

    Raises:
        TypeError: There is no field with such a name.
    """
    if isinstance(it, Record):
        same: _T = it.__replace__(**changes)
        return same
    from dataclasses import replace

    made: _T = replace(it, **changes)  # type: ignore[type-var]
    return made


def asdict(it: Record) -> dict[str, Any]:
    """Return the fields of a record by name."""
    return {name: getattr(it, name) for name in it.field_types}
