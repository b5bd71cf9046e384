"""Properties that SDF does not have, in attributes with a prefix, which other programs skip without a warning.

``<link robotfmt:static="true"/>`` is a flag. Any other field of a model, a link, a joint, a shape or a sensor is JSON,
as :mod:`robotfmt.model.completion` reads it: ``<model name="arm" robotfmt:tool_frames="[&quot;hand&quot;]"/>``. Drake
warns of elements with a prefix, but not of attributes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node
from robotfmt.documents.xml.parts import One, Part
from robotfmt.model import Axis, Geometry, Joint, Link, Robot, Sensor, linear
from robotfmt.model.completion import BadRecord, Given, completed, parsed_value, text_of
from robotfmt.model.fields import fields_said
from robotfmt.model.json import to_object
from robotfmt.model.record import Record, replace
from robotfmt.model.renaming import renamed

from .codes import BAD_KEPT
from .contact import FLAG
from .keys import own

LINK: tuple[Part, ...] = tuple(One(f"@{own(each)}", each, FLAG) for each in ("static", "enabled", "visible"))
"""The flags of a link."""
SHAPE: tuple[Part, ...] = (One(f"@{own('visible')}", "visible", FLAG),)
"""The flags of a visual or a collision."""
_SDF = frozenset(
    {"origin", "name", "pose", "links", "joints", "frames", "loops", "materials", "sensors", "simulation"}
    | {"extensions", "layouts"}
)
"""The fields of a robot that SDF has."""
BEYOND: dict[type[Record], tuple[str, ...]] = {
    Robot: (*(each for each in Robot.field_types if each not in _SDF), "sensors"),
    Link: ("parameters",),
    Joint: ("dof_index", "parameters", "axes"),
    Geometry: ("purpose",),
    Sensor: (
        "link",
        "model",
        "data",
        "parameters",
        "interface",
        "hardware_id",
        "reference",
        "maker",
        "product",
    ),
}
"""The fields that are kept, by record; of axes, of sensors and of their data only what SDF does not have."""
_R = TypeVar("_R", bound=Record)


def write_kept(node: Node, given: Mapping[str, object]) -> None:
    """Put fields on an element."""
    for name, value in given.items():
        node.set(own(name), text_of(value))


def read_kept(element: Element, it: _R) -> _R:
    """Return a record with the fields that its element keeps; an invalid one is reported, and stays in the ledger."""
    for name in BEYOND[it.record_type]:
        text = element.peek(own(name))
        if text is None:
            continue
        try:
            it = completed(it, {name: parsed_value(text)}, element.origin)
        except BadRecord as error:
            message = f"robotfmt:{name} of <{element.tag}> {error}; it is kept verbatim"
            element.report(BAD_KEPT, message, own(name))
            continue
        element.attribute(own(name))
    return it


def with_kept(robot: Robot, model: Element, prefix: str) -> Robot:
    """Return a robot with the fields that one of its models keeps, whose names get a prefix."""
    found = read_kept(model, Robot())
    if prefix and found != Robot():
        found = renamed(found, lambda kind, name: name if kind == "sensor" else f"{prefix}{name}")
    changes: dict[str, object] = {}
    for name, value in fields_said(found):
        now = getattr(robot, name)
        changes[name] = (*now, *value) if isinstance(value, tuple) else now or value
    return replace(robot, **changes) if changes else robot


def kept_of(it: Record) -> Given:
    """Return the fields of a link or a shape that are kept."""
    said = dict(fields_said(it))
    return {name: to_object(said[name]) for name in BEYOND[it.record_type] if name in said}


def without(given: Given, name: str) -> Given:
    """Return the fields but one."""
    return {key: value for key, value in given.items() if key != name}


def kept_of_joint(joint: Joint) -> Given:
    """Return the fields of a joint that SDF does not have, among them couplings that are no linear mimic."""
    axes = {
        str(index): {"coupling": to_object(axis.coupling)}
        for index, axis in enumerate(joint.axes)
        if axis.coupling is not None and not is_mimic(axis)
    }
    return without(kept_of(joint), "axes") | ({"axes": axes} if axes else {})


def is_mimic(axis: Axis) -> bool:
    """Return True if an axis follows one of the two axes that a joint of SDF can have, by a factor and an offset."""
    coupling = linear(axis.coupling) if axis.coupling is not None else None
    return coupling is not None and coupling.axis < 2
