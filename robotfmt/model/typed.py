"""The types of fields: records made of untrusted JSON are checked, since a record itself takes anything."""

from __future__ import annotations

import sys
import types
from functools import cache
from typing import Any, Union, get_args, get_origin

from .. import model
from .record import Record


def has_right_types(value: object) -> bool:
    """Return True if every field of a record, and of all records in it, has a value of its type."""
    if not isinstance(value, Record):
        return not isinstance(value, tuple) or all(map(has_right_types, value))
    kind = value.record_type
    types_of = _types(kind)
    return all(fits(getattr(value, name), types_of[name]) for name in kind.field_types)


def fits(value: object, wanted: Any) -> bool:
    """Return True if a value has a type, as a field of a record is annotated."""
    if wanted is None or wanted is type(None):
        return value is None
    if wanted is Any or wanted is object:
        return True
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        return any(fits(value, each) for each in arguments)
    if origin is tuple:
        return isinstance(value, tuple) and _fits_row(value, arguments)
    if origin is not None:
        return isinstance(value, origin)
    if wanted in (float, int):
        return isinstance(value, (int, float) if wanted is float else int) and not isinstance(value, bool)
    return isinstance(value, wanted) and has_right_types(value)


def _fits_row(values: tuple[object, ...], wanted: tuple[Any, ...]) -> bool:
    if len(wanted) == 2 and wanted[1] is Ellipsis:
        return all(fits(each, wanted[0]) for each in values)
    return len(values) == len(wanted) and all(map(fits, values, wanted))


def type_of(kind: type[Record], field: str) -> Any:
    """Return the type that a record declares for a field, with its names resolved."""
    return _types(kind)[field]


@cache
def _types(kind: type[Record]) -> dict[str, Any]:
    names: dict[str, Any] = {name: getattr(model, name) for name in model.__all__}
    for each in kind.__mro__:
        names |= vars(sys.modules[each.__module__])
    return {name: eval(text, dict(names)) for name, text in kind.field_types.items()}
