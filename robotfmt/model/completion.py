"""Records and parts of records as JSON objects, for formats that keep what they have no words for.

An object without ``is`` completes the part that a document describes in its own words, as in ``{"hard": {"velocity":
3.0}}`` for an axis; one with ``is`` is a whole record, as in :mod:`robotfmt.model.json`. Parts of a row are under their
places in it: ``{"0": {"purpose": ...}}``.
"""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias, Union, get_args, get_origin

from .. import model
from .fields import given_fields
from .geometry import Geometry, Material
from .joint import Limits
from .json import from_object, to_object
from .link import Inertial
from .node import Node, Origin
from .pose import Pose
from .record import Record, replace
from .sensors import Camera
from .simulation import LinkSimulation, Surface

# The types of fields


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


Given: TypeAlias = dict[str, object]
"""A JSON object."""
_MADE: dict[str, type[Record]] = {
    "hard": Limits,
    "surface": Surface,
    "simulation": LinkSimulation,
    "inertial": Inertial,
    "material": Material,
    "data": Camera,
}
"""The records that are created if a document has none to complete."""


class BadRecord(ValueError):
    """A text that is not a record, or does not fit the document; the message gives the reason."""


def text_of(value: object) -> str:
    """Return a value as JSON on one line, with characters beyond ASCII as they are."""
    return json.dumps(value, ensure_ascii=False)


def remainder(wanted: Record, found: Record) -> Given:
    """Return the fields of a record that are missing in the one that was read from its document, except for poses.

    ``completed(found, remainder(wanted, found))`` has them all; a value that was read is never replaced.
    """
    given: Given = {}
    for name, value in given_fields(wanted):
        now = getattr(found, name)
        if isinstance(value, Pose):
            continue
        if now is None or now == ():
            given[name] = to_object(value)
        elif isinstance(value, Record) and type(value) is type(now):
            given |= {name: inner} if (inner := remainder(value, now)) else {}
        elif isinstance(value, tuple) and isinstance(now, tuple) and len(value) == len(now):
            given |= {name: inner} if (inner := _row_remainder(value, now)) else {}
    return given


def _row_remainder(wanted: tuple[object, ...], found: tuple[object, ...]) -> Given:
    given: Given = {}
    for index, (value, now) in enumerate(zip(wanted, found, strict=True)):
        if isinstance(value, Record) and isinstance(now, Record) and type(value) is type(now):
            given |= {str(index): inner} if (inner := remainder(value, now)) else {}
    return given


def parsed_value(text: str) -> object:
    """Return the value of a JSON text.

    Raises:
        BadRecord: The text is not JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord("is not JSON") from error


def parsed(text: str) -> Given:
    """Return the object of a JSON text.

    Raises:
        BadRecord: The text is no JSON object.
    """
    found = parsed_value(text)
    if not isinstance(found, dict):
        raise BadRecord("is not a JSON object")
    return found


def whole(value: object, wanted: Any, origin: Origin) -> Any:
    """Return the record, or the value, of an object.

    Raises:
        BadRecord: It has another type.
    """
    try:
        made = from_object(value)
        if not (fits(made, wanted) and has_right_types(made)):
            raise BadRecord("has a value of another type")
    except BadRecord:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BadRecord(f"is not a record of the model ({error})") from error
    return _placed(made, origin)


def completed(it: Any, given: Mapping[str, object], origin: Origin) -> Any:
    """Return a record with the fields that are given, or a row with parts by their places in it.

    Raises:
        BadRecord: The fields do not exist, or their values are of another type.
    """
    if isinstance(it, tuple):
        return _row(it, given, origin)
    changes: dict[str, object] = {}
    for name, value in given.items():
        if name not in it.field_types:
            raise BadRecord(f"gives '{name}', which {type(it).__name__} does not have")
        now = getattr(it, name)
        if _is_part(value):
            now = _MADE[name]() if now is None and name in _MADE else now
            if not isinstance(now, Record | tuple):
                raise BadRecord(f"completes '{name}', which does not exist in the document")
            changes[name] = completed(now, _mapping(value), origin)
        else:
            changes[name] = whole(value, type_of(it.record_type, name), origin)
    return replace(it, **changes)


def _row(row: tuple[Any, ...], given: Mapping[str, object], origin: Origin) -> tuple[Any, ...]:
    """Return a row with parts completed, and whole ones put at their places."""
    parts = list(row)
    if not all(key.isdecimal() and len(key) < 9 for key in given):
        raise BadRecord("has an index that is not a number")
    for key, value in sorted(given.items(), key=lambda each: int(each[0])):
        place = int(key)
        if not _is_part(value) and place <= len(parts):
            parts.insert(place, whole(value, Geometry, origin))
        elif _is_part(value) and place < len(parts):
            parts[place] = completed(parts[place], _mapping(value), origin)
        else:
            raise BadRecord(f"has a part at place {place} of {len(parts)}")
    return tuple(parts)


def _is_part(value: object) -> bool:
    return isinstance(value, dict) and "is" not in value


def _mapping(value: object) -> Mapping[str, object]:
    assert isinstance(value, dict)
    return value


def _placed(it: Any, origin: Origin) -> Any:
    """Return a record with its origin, relative to which its files are searched for."""
    if isinstance(it, tuple):
        return tuple(_placed(each, origin) for each in it)
    if not isinstance(it, Record):
        return it
    changes = {name: _placed(value, origin) for name, value in given_fields(it) if isinstance(value, Record | tuple)}
    return replace(it, origin=origin, **changes) if isinstance(it, Node) else replace(it, **changes)
