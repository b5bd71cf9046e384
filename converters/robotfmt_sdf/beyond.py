"""Properties of an axis that SDF does not support, in an element with a prefix, which other programs skip.

``<robotfmt:axis soft.lower="-1" safety.k_velocity="10" hard.jerk="6" active="false"/>`` is inside ``<axis>``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.documents.xml.parts import One, Part, read_parts
from robotfmt.model import Axis, Calibration, Dynamics, Joint, JointType, Limits, SafetyController
from robotfmt.model.record import Record, replace

from .axes import BOUNDS
from .contact import FLAG
from .keys import own

_FIELDS: dict[str, tuple[Callable[..., Record], tuple[str, ...]]] = {
    "hard": (
        Limits,
        ("lower", "upper", "velocity", "effort", "acceleration", "deceleration", "jerk"),
    ),
    "soft": (
        Limits,
        ("lower", "upper", "velocity", "effort", "acceleration", "deceleration", "jerk"),
    ),
    "dynamics": (Dynamics, ("armature",)),
    "safety": (SafetyController, ("k_velocity", "k_position")),
    "calibration": (Calibration, ("rising", "falling", "reference_position")),
}
_NUMBERS = ("planning_weight", "resolution")
_FLAGS: tuple[Part, ...] = tuple(One(f"@{each}", each, FLAG) for each in ("active", "locked", "circular"))
_TAG = own("axis")


def read_beyond(element: Element, axis: Axis) -> Axis:
    """Return the axis with the properties from robotfmt's element."""
    beyond = element.find(_TAG)
    if beyond is None:
        return axis
    beyond.take()
    changes: dict[str, Any] = read_parts(beyond, _FLAGS)
    changes |= {name: beyond.number(name) for name in _NUMBERS if name in beyond.attributes}
    for name, (kind, fields) in _FIELDS.items():
        given = [field for field in fields if f"{name}.{field}" in beyond.attributes]
        if given:
            found: dict[str, Any] = {field: beyond.number(f"{name}.{field}") for field in given}
            record = getattr(axis, name) or kind(origin=beyond.origin)
            changes[name] = replace(record, **found)
    return replace(axis, **changes) if changes else axis


def write_beyond(joint: Joint, axis: Axis) -> Node | None:
    """Return the element for properties that SDF does not support; None if there are none."""
    attributes: dict[str, float | str] = {}
    for name, (_, fields) in _FIELDS.items():
        record = getattr(axis, name)
        values = {f"{name}.{field}": getattr(record, field, None) for field in fields}
        if name == "hard":
            values = {key: None if _is_said(key[5:], value) else value for key, value in values.items()}
        attributes |= {key: value for key, value in values.items() if value is not None}
    attributes |= {name: value for name in _NUMBERS if (value := getattr(axis, name)) is not None}
    attributes |= {"active": "false"} if axis.active is False and axis.coupling is None else {}
    attributes |= {"locked": "true"} if axis.locked else {}
    attributes |= {"circular": "true"} if axis.circular and joint.type is not JointType.CONTINUOUS else {}
    return make(_TAG, attributes) if attributes else None


def _is_said(field: str, value: float | None) -> bool:
    """Return True if SDF has an element for a limit, and the number does not mean unlimited."""
    return any(bound.field == field and bound.holds(value) for bound in BOUNDS)
