"""Immutable records with named fields: what ``dataclasses`` makes, made in a tenth of the time.

Every command makes some fifty of these classes before it reads its document. ``dataclasses`` compiles six functions
for each, and imports ``inspect``, which together takes longer than to read and check a robot
(``tests/benchmarks/start_up.py``). Here only ``__new__`` is compiled; what else a record can do is shared.

A record is a tuple of its fields underneath, as a named tuple is: it is made in one step, and nothing can change it.
"""

from __future__ import annotations

import sys
from collections import namedtuple
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard, TypeVar

if sys.version_info >= (3, 11):
    from typing import dataclass_transform
else:

    def dataclass_transform(**_options: object) -> Callable[[Any], Any]:
        """Only type checkers want to know it; Python has it from 3.11 on."""
        return lambda decorator: decorator


_Row = namedtuple("_Row", [f"column{index}" for index in range(64)])  # type: ignore[misc]
_COLUMNS: list[Any] = [value for name, value in vars(_Row).items() if name.startswith("column")]
"""What reads a field of a named tuple, by the field's place."""
_NONE = object()


class _Field:
    """What is said of a field beside its type."""

    __slots__ = ("compare", "default", "make", "repr")

    def __init__(self, default: object, make: Callable[[], object] | None, compare: bool, repr: bool) -> None:
        self.default = default
        self.make = make
        self.compare = compare
        self.repr = repr


def field(
    *,
    default: Any = _NONE,
    default_factory: Callable[[], object] | None = None,
    compare: bool = True,
    repr: bool = True,
) -> Any:
    """Say more of a field than its type: as :func:`dataclasses.field` does."""
    return _Field(default, default_factory, compare, repr)


class Column:
    """Base of descriptors that read their field in their own way; such a field is None where nothing is given."""

    def in_column(self, field: str, column: Any) -> Column:
        """Return what reads a field of this name, whose bare value the column gives."""
        raise NotImplementedError


if TYPE_CHECKING:
    _Base = object
else:
    _Base = tuple


class Record(_Base):
    """Base of all records: fields are set once, equal records have equal fields."""

    __slots__ = ()
    record_type: ClassVar[type[Record]]
    """The class that was made a record: one derived of it, that works its fields out, stands for the same."""
    field_types: ClassVar[dict[str, str]] = {}
    """The annotation of every field, in order."""
    required_fields: ClassVar[tuple[str, ...]] = ()
    """Those without a default."""
    compared_fields: ClassVar[tuple[str, ...]] = ()
    """Those that count in comparisons."""
    shown_fields: ClassVar[tuple[str, ...]] = ()
    field_values: ClassVar[Callable[[object], tuple[Any, ...]]]
    """The values of all fields of a record, in order."""

    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> None:
            raise AttributeError(
                f"a {type(self).__name__} cannot be changed; make another one with replace()"
            )

        def __delattr__(self, name: str) -> None:
            raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or other.record_type is not self.record_type:
            return False
        return all(getattr(self, name) == getattr(other, name) for name in self.compared_fields)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(tuple([getattr(self, name) for name in self.compared_fields]))

    def __bool__(self) -> bool:
        return True  # also without fields

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.shown_fields)
        return f"{self.record_type.__name__}({fields})"

    def __reduce__(self) -> tuple[object, ...]:
        return _made, (self.record_type, {name: getattr(self, name) for name in self.field_types})


_T = TypeVar("_T")


def _made(kind: Callable[..., _T], values: dict[str, Any]) -> _T:
    return kind(**values)


def maker(kind: type[_T]) -> type[_T]:
    """What makes records as calling their class does, in a third of the time: for readers of large documents.

    Python passes names to a class by way of a dictionary, and to a function, which this is, without one.
    """
    made: type[_T] = kind._make  # type: ignore[attr-defined]
    return made


new: Any = tuple.__new__
"""Makes a record of what it is underneath, a row: for a class derived of one that works its fields out."""


def is_row(value: object) -> TypeGuard[tuple[Any, ...]]:
    """Whether a value is a tuple of values, and no record."""
    return isinstance(value, tuple) and not isinstance(value, Record)


def replace(it: _T, /, **changes: Any) -> _T:
    """The same record, or the same object of a ``dataclass``, with other values of some fields."""
    if not isinstance(it, Record):
        from dataclasses import replace

        made: _T = replace(it, **changes)  # type: ignore[type-var]
        return made
    values = dict(zip(it.field_types, it.record_type.field_values(it), strict=True))
    kind: Any = it.record_type
    same: _T = kind(**(values | changes))
    return same


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def record(*, kw_only: bool = True, slots: bool = True) -> Callable[[type[_T]], type[_T]]:
    """Make a record of a class that is derived of :class:`Record` and says its fields as annotations.

    Args:
        kw_only: Whether all fields must be named where one is made.
        slots: Whether its instances have no ``__dict__``; ``cached_property`` needs one.
    """

    def make(kind: type[_T]) -> type[_T]:
        space = dict(vars(kind))
        own = {name: space.pop(name, _NONE) for name in kind.__annotations__ if name not in _OURS}
        base: Any = kind.__base__
        fields = {**base.__dict__.get("_said", {}), **{name: _as_field(value) for name, value in own.items()}}
        types = {**base.field_types, **{name: str(kind.__annotations__[name]) for name in own}}
        space |= {"_said": fields, "field_types": types}
        space["field_values"] = staticmethod(_getter(tuple(types)))
        space["required_fields"] = tuple(
            n for n, it in fields.items() if it.default is _NONE and it.make is None
        )
        space["compared_fields"] = tuple(name for name, it in fields.items() if it.compare)
        space["shown_fields"] = tuple(name for name, it in fields.items() if it.repr)
        space["__match_args__"] = () if kw_only else tuple(fields)
        if slots:
            space["__slots__"] = ()
        for name in ("__dict__", "__weakref__"):
            space.pop(name, None)
        space |= dict(zip(fields, _COLUMNS[: len(fields)], strict=True))
        space |= {n: it.in_column(n, space[n]) for n, it in own.items() if isinstance(it, Column)}
        metaclass: Any = type(kind)
        made: type[_T] = metaclass(kind.__name__, kind.__bases__, space)
        made.__qualname__ = kind.__qualname__
        of_class, alone = _constructors(made, fields, kw_only, "__post_init__" in space)
        for name, value in {"record_type": made, "__new__": of_class, "_make": alone}.items():
            setattr(made, name, value)
        return made

    return make


def _getter(names: tuple[str, ...]) -> Callable[[object], tuple[Any, ...]]:
    """What gives the values of fields as a tuple; ``attrgetter`` gives a single one bare."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda it: tuple(getattr(it, name) for name in names)


_OURS = frozenset(
    {"field_values", "record_type", "field_types", "required_fields", "compared_fields", "shown_fields"}
)


def _as_field(value: object) -> _Field:
    value = None if isinstance(value, Column) else value
    return value if isinstance(value, _Field) else _Field(value, None, True, True)


def _constructors(
    made: type, fields: dict[str, _Field], kw_only: bool, checks: bool
) -> tuple[Callable[..., Any], staticmethod[..., Any]]:
    """``__new__`` and a function that does the same, compiled: every element of every document goes through one."""
    space: dict[str, Any] = {"_NONE": _NONE, "_new": tuple.__new__, "_made": made}
    parameters = ["*"] if kw_only and fields else []
    values: list[str] = []
    for name, it in fields.items():
        values.append(name)
        if it.make is not None:
            space[f"_make_{name}"] = it.make
            parameters.append(f"{name}=_NONE")
            values[-1] = f"_make_{name}() if {name} is _NONE else {name}"
        elif it.default is not _NONE:
            space[f"_default_{name}"] = it.default
            parameters.append(f"{name}=_default_{name}")
        else:
            parameters.append(name)
    row = "".join(f"{value}, " for value in values)
    end = " it.__post_init__()\n return it" if checks else " return it"
    for head, kind in (("__new__(_cls, ", "_cls"), ("_make(", "_made")):
        exec(f"def {head}{', '.join(parameters)}):\n it = _new({kind}, ({row}))\n{end}", space)
    return space["__new__"], staticmethod(space["_make"])
