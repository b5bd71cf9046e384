"""Properties that MJCF cannot store, as JSON in ``<custom>``: MuJoCo loads these texts without effect.

::

    <custom>
      <text name="robotfmt:joint:elbow" data='{"axis": {"hard": {"velocity": 3.0}}}'/>
    </custom>

An object without ``is`` completes the part that the document describes in its own words; one with ``is`` is a whole
record, as in :mod:`robotfmt.model.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from robotfmt.model import (
    Axis,
    Camera,
    Geometry,
    Inertial,
    Joint,
    Limits,
    Link,
    LinkSimulation,
    Material,
    Node,
    Origin,
    Sensor,
    Surface,
)
from robotfmt.model.fields import fields_said
from robotfmt.model.json import from_object, to_object
from robotfmt.model.record import Record, replace
from robotfmt.model.typed import fits, is_sound, type_of

PREFIX = "robotfmt:"
Given: TypeAlias = dict[str, object]
BEYOND: dict[type[Record], tuple[str, ...]] = {
    Link: ("static", "enabled", "visible", "lights", "parameters"),
    LinkSimulation: ("self_collide", "kinematic", "wind", "velocity_decay"),
    Inertial: ("computed", "density"),
    Geometry: ("visible", "laser_retro", "script"),
    Surface: tuple(each for each in Surface.field_types if each not in ("origin", "friction")),
    Material: (
        *("ambient", "specular", "emission", "shininess"),
        *("texture", "metalness_map", "roughness_map", "normal_map"),
    ),
    Joint: ("dof_index", "simulation", "parameters"),
    Axis: (
        *("soft", "safety", "calibration", "circular", "active", "locked", "planning_weight", "resolution"),
        *("pitch", "name"),
    ),
    Limits: ("velocity", "acceleration", "deceleration", "jerk"),
    Sensor: (
        *("type", "model", "update_rate", "always_on", "visualize", "topic", "parameters", "interface"),
        *("hardware_id", "reference", "maker", "product"),
    ),
    Camera: (
        *("channels", "format", "pixel_format", "measurement_time", "gain", "intrinsic", "focal_length"),
        *(
            "distortion_model",
            "distortion",
            "distortion_center",
            "near",
            "far",
            "noise",
            "references",
            "targets",
        ),
    ),
}
"""The fields that MJCF cannot store."""
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


def beyond(it: Record | None) -> Given:
    """Return the fields of a record that MJCF cannot store."""
    if it is None:
        return {}
    given = dict(fields_said(it))
    return {name: to_object(given[name]) for name in BEYOND[it.record_type] if name in given}


def is_share(value: float | None) -> bool:
    """Return True if a metalness or a roughness can be an attribute of a material: below 0 MuJoCo has none."""
    return value is not None and 0 <= value <= 1


def only(**parts: Mapping[str, object] | None) -> Given:
    """Return the parts that are not empty."""
    return {name: dict(part) for name, part in parts.items() if part}


def text_of(given: Given) -> str:
    """Return the JSON of a record."""
    return json.dumps(given, ensure_ascii=False)


def parsed(text: str) -> Given:
    """Return the object of a JSON text.

    Raises:
        BadRecord: The text is no JSON object.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord("is not JSON") from error
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
        if not (fits(made, wanted) and is_sound(made)):
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
    changes = {
        name: _placed(value, origin) for name, value in fields_said(it) if isinstance(value, Record | tuple)
    }
    return replace(it, origin=origin, **changes) if isinstance(it, Node) else replace(it, **changes)
