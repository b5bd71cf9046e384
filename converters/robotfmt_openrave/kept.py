"""Properties that OpenRAVE's XML does not have, in attributes with a prefix, which OpenRAVE skips.

OpenRAVE looks attributes up by their names, and parses without namespaces. Each attribute is the JSON of a field, as
:mod:`robotfmt.model.completion` reads it: ``<Robot robotfmt:tool_frames="[&quot;hand&quot;]"/>``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node
from robotfmt.model import (
    Geometry,
    GripperJoint,
    Joint,
    JointType,
    Link,
    Manipulator,
    Material,
    Pose,
    Robot,
    Sensor,
)
from robotfmt.model.completion import (
    BadRecord,
    Given,
    completed,
    parsed_value,
    remainder,
    text_of,
)
from robotfmt.model.fields import fields_said
from robotfmt.model.json import to_object
from robotfmt.model.node import Node as ModelNode
from robotfmt.model.node import Origin
from robotfmt.model.record import Record, replace

from .codes import BAD_KEPT
from .keys import own

_HAS = frozenset(
    {"origin", "name", "pose", "links", "joints", "loops", "ignored_pairs", "simulation"}
    | {"manipulators", "sensors", "sphere_sets", "interfaces", "scene_positions", "extensions", "layouts"}
)
WHOLE = tuple(each for each in Robot.field_types if each not in _HAS)
"""The fields of a robot that are kept whole."""
ROWS = ("manipulators", "sensors", "sphere_sets", "interfaces", "scene_positions")
"""The fields of a robot of which the parts are kept that OpenRAVE's XML has no place for."""
_SHAPES = ("visuals", "collisions")
_IMAGES = ("texture", "metalness_map", "roughness_map", "normal_map")
_OF_ROBOT = frozenset({*WHOLE, *ROWS, "simulation"})
TAGS = {
    "links": "Body",
    "joints": "Joint",
    "loops": "Joint",
    "manipulators": "Manipulator",
    "sensors": "AttachedSensor",
}
"""The elements of the parts of a robot that have attributes."""
_REPLACED: dict[type[Record], tuple[str, ...]] = {
    Manipulator: ("gripper_joints", "ik_solvers"),
    Sensor: ("parameters",),
}
"""The rows that are kept whole if the XML has only some of their parts."""
_R = TypeVar("_R", bound=Record)
_N = TypeVar("_N", bound=ModelNode)


def kept_of(wanted: Record, plain: Record) -> Given:
    """Return the fields of a record that are missing in what OpenRAVE's XML stores of it."""
    given = remainder(wanted, plain)
    for name in _REPLACED.get(plain.record_type, ()):
        value, now = getattr(wanted, name), getattr(plain, name)
        if now != value and agrees(now, value):
            given[name] = to_object(value)
    if isinstance(wanted, Joint) and isinstance(plain, Joint) and "axes" in given:
        if wanted.type is not plain.type:
            del given["axes"]
        elif plain.type is JointType.FIXED:
            given["axes"] = to_object(wanted.axes)
    if isinstance(wanted, Link) and isinstance(plain, Link):
        given = {name: value for name, value in given.items() if name not in _SHAPES}
        given |= {name: found for name in _SHAPES if (found := _shapes(getattr(wanted, name), getattr(plain, name)))}
    return _without_couplings(given)


def _without_couplings(given: Given) -> Given:
    """Return fields without couplings: a joint whose coupling has no equation moves by itself in OpenRAVE."""
    axes = given.get("axes")
    if not isinstance(axes, dict):
        return given
    rest = {place: {name: value for name, value in each.items() if name != "coupling"} for place, each in axes.items()}
    kept = {place: each for place, each in rest.items() if each}
    return {name: value for name, value in given.items() if name != "axes"} | ({"axes": kept} if kept else {})


def _shapes(wanted: tuple[Geometry, ...], plain: tuple[Geometry, ...]) -> dict[str, Given]:
    """Return what is kept of shapes, by their places, with the opacities of ambient colours; nothing of shapes that
    were split or left out. Names are not kept: they decide which shapes are one geom.
    """
    if [each.shape for each in wanted] != [each.shape for each in plain]:
        return {}
    found: dict[str, Given] = {}
    for place, (one, other) in enumerate(zip(wanted, plain, strict=True)):
        given = {name: value for name, value in remainder(one, other).items() if name != "name"}
        ambient = one.material.ambient if one.material is not None else None
        now = other.material.ambient if other.material is not None else None
        if ambient is not None and now is not None and ambient != now and agrees(now, ambient):
            part = given.get("material")
            given["material"] = {**(part if isinstance(part, dict) else {}), "ambient": to_object(ambient)}
        found |= {str(place): given} if given else {}
    return found


def agrees(read: object, kept: object) -> bool:
    """Return True if a value that is kept has all of the one that a document gives in OpenRAVE's words."""
    if read is None or read == () or read == kept or isinstance(read, Pose):
        return True
    if isinstance(read, GripperJoint) and isinstance(kept, GripperJoint):
        return read.joint == kept.joint and all(_sign(dict(kept.closing).get(0, 0.0)) == way for _, way in read.closing)
    if isinstance(read, Record) and isinstance(kept, Record):
        is_same = read.record_type is kept.record_type
        return is_same and all(agrees(value, getattr(kept, name)) for name, value in fields_said(read))
    if not (isinstance(read, tuple) and isinstance(kept, tuple)):
        return False
    if isinstance(read[0], Record):
        return all(any(agrees(each, other) for other in kept) for each in read)
    return len(read) == len(kept) == 4 and read[:3] == kept[:3]  # colours, which have no opacity in the XML


def _sign(number: float) -> float:
    return float((number > 0) - (number < 0))


def write_kept(node: Node, given: Mapping[str, object]) -> None:
    """Put fields on an element."""
    for name, value in given.items():
        node.set(own(name), text_of(value))


def kept_of_robot(robot: Robot, plain: Robot) -> Given:
    """Return the properties of the whole robot that are kept: fields, and parts of rows."""
    said = dict(fields_said(robot))
    given: Given = {name: to_object(said[name]) for name in WHOLE if name in said}
    rows = {name: rest_of(robot, plain, name) for name in ROWS}
    given |= {name: to_object(rest) for name, rest in rows.items() if rest}
    if robot.simulation is not None and plain.simulation is None:
        given["simulation"] = to_object(robot.simulation)
    return given


def rest_of(wanted: Robot, plain: Robot, name: str) -> tuple[Any, ...]:
    """Return the parts of a row that OpenRAVE's XML has no place for."""
    row, now = getattr(wanted, name), getattr(plain, name)
    if name == "sphere_sets":
        return tuple(row[len(now) :])
    if name == "scene_positions":
        names = {each.joint for each in now}
        return tuple(each for each in row if each.joint not in names and each.joint in plain.joint_by_name)
    if name == "interfaces":
        return tuple(each for each in row if each.type not in ("robot", "kinbody"))
    names = {each.name for each in now}
    return tuple(each for each in row if each.name not in names)


def restored(wanted: Robot, plain: Robot) -> Robot:
    """Return a robot as OpenRAVE's XML stores it with everything that is kept."""
    changes: dict[str, Any] = {
        name: tuple(_restored_part(each, known.get(each.name)) for each in getattr(plain, name))
        for name, known in (
            ("links", {each.name: _with_own_looks(each, wanted) for each in wanted.links}),
            ("joints", wanted.joint_by_name),
            ("loops", {each.name: each for each in wanted.loops}),
            ("manipulators", {each.name: each for each in wanted.manipulators}),
            ("sensors", {each.name: each for each in wanted.sensors}),
        )
    }
    for name in ROWS:
        changes[name] = (*changes.get(name, getattr(plain, name)), *rest_of(wanted, plain, name))
    for name in WHOLE:
        if getattr(plain, name) in (None, ()):
            changes[name] = getattr(wanted, name)
    changes["materials"] = tuple(map(_without_images, wanted.materials))
    if plain.simulation is None:
        changes["simulation"] = wanted.simulation
    return replace(plain, **changes)


def _restored_part(plain: _N, wanted: Record | None) -> _N:
    given = kept_of(wanted, plain) if wanted is not None else {}
    made: _N = completed(plain, given, plain.origin or Origin("")) if given else plain
    return made


def _without_images(material: Material) -> Material:
    return replace(material, **dict.fromkeys(_IMAGES))


def _with_own_looks(link: Link, robot: Robot) -> Link:
    """Return a link whose visuals have their materials themselves, without images, which are in meshes."""

    def resolved(material: Material | None) -> Material | None:
        return _without_images(robot.resolved(material)) if material is not None else None

    visuals = tuple(replace(each, material=resolved(each.material)) for each in link.visuals)
    return replace(link, visuals=visuals)


def read_kept(element: Element, it: _R) -> _R:
    """Return a record with the fields that its element keeps.

    A text that is invalid, or that contradicts the document, is reported and stays in the ledger.
    """
    prefix = own("")
    for attribute in [each for each in element.attributes if each.startswith(prefix)]:
        name = attribute.removeprefix(prefix)
        try:
            if isinstance(it, Robot) and name not in _OF_ROBOT:
                raise BadRecord("is no property that is kept")
            made = completed(it, {name: parsed_value(element.attributes[attribute])}, element.origin)
            if not agrees(getattr(it, name), getattr(made, name)):
                raise BadRecord("contradicts the document")
        except BadRecord as error:
            message = f"robotfmt:{name} of <{element.tag}> {error}; it is kept verbatim"
            element.report(BAD_KEPT, message, attribute)
            continue
        element.attribute(attribute)
        it = made
    return it
