"""Properties of an axis that SDF does not support, in attributes with a prefix, which other programs skip.

``<axis robotfmt:soft.lower="-1" robotfmt:safety.k_velocity="10" robotfmt:hard.jerk="6" robotfmt:active="false">``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from robotfmt.documents.tokens import written
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node
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
_FLAGS: tuple[Part, ...] = tuple(One(f"@{own(each)}", each, FLAG) for each in ("active", "locked", "circular"))


def read_beyond(element: Element, axis: Axis) -> Axis:
    """Return the axis with the properties from robotfmt's element."""
    changes: dict[str, Any] = read_parts(element, _FLAGS)
    changes |= {name: element.number(own(name)) for name in _NUMBERS if own(name) in element.attributes}
    for name, (kind, fields) in _FIELDS.items():
        given = [field for field in fields if own(f"{name}.{field}") in element.attributes]
        if given:
            found: dict[str, Any] = {field: element.number(own(f"{name}.{field}")) for field in given}
            record = getattr(axis, name) or kind(origin=element.origin)
            changes[name] = replace(record, **found)
    return replace(axis, **changes) if changes else axis


def write_beyond(node: Node, joint: Joint, axis: Axis) -> None:
    """Put the properties that SDF does not support on the element of an axis."""
    for name, value in beyond(joint, axis).items():
        node.set(own(name), value if isinstance(value, str) else written(value))


def beyond(joint: Joint, axis: Axis) -> dict[str, float | str]:
    """Return the properties that SDF does not support, by the names of their attributes."""
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
    return attributes


def _is_said(field: str, value: float | None) -> bool:
    """Return True if SDF has an element for a limit, and the number does not mean unlimited."""
    return any(bound.field == field and bound.holds(value) for bound in BOUNDS)
