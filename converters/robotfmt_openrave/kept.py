"""Properties that OpenRAVE's XML does not have, in attributes with a prefix, which OpenRAVE skips.

OpenRAVE looks attributes up by their names, and parses without namespaces. Each attribute is the JSON of a field, as
:mod:`robotfmt.model.completion` reads it: ``<Robot robotfmt:tool_frames="[&quot;hand&quot;]"/>``. It may only add to
what its element gives in OpenRAVE's words, which count if they were changed since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node
from robotfmt.model import Geometry, Joint, JointType, Link, Manipulator, Material, Robot, Sensor
from robotfmt.model.completion import BadRecord, Given, completed, parsed_value, remainder, text_of
from robotfmt.model.fields import fields_said
from robotfmt.model.joint import leaders
from robotfmt.model.json import to_object
from robotfmt.model.node import Node as ModelNode
from robotfmt.model.node import Origin
from robotfmt.model.record import Record, replace

from .codes import BAD_KEPT, STALE_KEPT
from .keys import own
from .writing.bodies import joints_in_order

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
_KEPT: dict[type[Record], frozenset[str]] = {
    Robot: frozenset({*WHOLE, *ROWS, "simulation"}),
    Joint: frozenset({"axes", "simulation", "parameters"}),
}
"""The fields that are kept; of other records all that the XML has no words for."""
TAGS = {
    "links": "Body",
    "joints": "Joint",
    "loops": "Joint",
    "manipulators": "Manipulator",
    "sensors": "AttachedSensor",
}
"""The elements of the parts of a robot that have attributes."""
_PARTLY: dict[type[Record], tuple[str, ...]] = {
    Manipulator: ("gripper_joints", "ik_solvers"),
    Sensor: ("parameters",),
}
"""The rows that are kept whole if the XML has only some of their parts."""
Plain: TypeAlias = Callable[[Robot], Robot]
"""A function that leaves of a robot what OpenRAVE's XML has words for."""
_CHECKED = frozenset({*ROWS, "simulation", "passive_joints"})
"""The fields of a robot that could contradict a document."""
_R = TypeVar("_R", bound=Record)
_N = TypeVar("_N", bound=ModelNode)


def kept_of(wanted: Record, plain: Record) -> Given:
    """Return the fields of a record that are missing in what OpenRAVE's XML stores of it."""
    if isinstance(wanted, Joint):
        wanted = _alone(wanted)
    given = remainder(wanted, plain)
    for name in _PARTLY.get(plain.record_type, ()):
        if getattr(wanted, name) != getattr(plain, name):
            given[name] = to_object(getattr(wanted, name))
    if isinstance(wanted, Joint) and isinstance(plain, Joint):
        given = _of_joint(given, wanted, plain)
    if isinstance(wanted, Link) and isinstance(plain, Link):
        given = {name: value for name, value in given.items() if name not in _SHAPES}
        given |= {name: found for name in _SHAPES if (found := _shapes(getattr(wanted, name), getattr(plain, name)))}
    return given


def _alone(joint: Joint) -> Joint:
    """Return a joint without its place among others: the order of a document decides about degrees of freedom, and a
    joint whose coupling has no equation moves by itself in OpenRAVE.
    """
    return replace(joint, dof_index=None, axes=tuple(replace(each, coupling=None) for each in joint.axes))


def _of_joint(given: Given, wanted: Joint, plain: Joint) -> Given:
    """Return what is kept of a joint: no axes of another type, and all of a fixed one, of which the XML has a part."""
    rest = {name: value for name, value in given.items() if name != "axes"}
    if wanted.type is not plain.type:
        return rest
    if plain.type is JointType.FIXED and wanted.axes != plain.axes:
        return rest | {"axes": to_object(wanted.axes)}
    return given


def _shapes(wanted: tuple[Geometry, ...], plain: tuple[Geometry, ...]) -> dict[str, Given]:
    """Return what is kept of shapes, by their places, with the opacities of ambient colours; nothing of shapes that
    were split or left out.
    """
    if [each.shape for each in wanted] != [each.shape for each in plain]:
        return {}
    found: dict[str, Given] = {}
    for place, (one, other) in enumerate(zip(wanted, plain, strict=True)):
        given = remainder(one, other)
        ambient = one.material.ambient if one.material is not None else None
        if ambient is not None and ambient[3] != 1:
            part = given.get("material")
            given["material"] = {**(part if isinstance(part, dict) else {}), "ambient": to_object(ambient)}
        found |= {str(place): given} if given else {}
    return found


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
    written = {each.name for each in joints_in_order(plain)}
    changes: dict[str, Any] = {
        name: tuple(_restored_part(each, known.get(each.name)) for each in getattr(plain, name))
        for name, known in (
            ("links", {each.name: _with_own_looks(each, wanted) for each in wanted.links}),
            ("joints", {each.name: each for each in wanted.joints if each.name in written}),
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


def read_kept(element: Element, it: _R, plain: Plain) -> _R:
    """Return a record with the fields that its element keeps.

    A text that is invalid is reported, and stays in the ledger; one that contradicts the element is left out.
    """
    prefix = own("")
    for attribute in [each for each in element.attributes if each.startswith(prefix)]:
        name = attribute.removeprefix(prefix)
        try:
            if name not in _KEPT.get(it.record_type, it.field_types):
                raise BadRecord("is no property that is kept")
            made = completed(it, {name: parsed_value(element.attributes[attribute])}, element.origin)
        except BadRecord as error:
            element.report(BAD_KEPT, f"{_called(element, name)} {error}; it is kept verbatim", attribute)
            continue
        element.attribute(attribute)
        if _stored(it, it, plain) == _stored(it, made, plain):
            it = made
        else:
            report_stale(element, name)
    return it


def report_stale(element: Element, name: str) -> None:
    """Report a property that an element keeps, and that contradicts the document."""
    message = f"{_called(element, name)} contradicts what OpenRAVE reads there, and is left out"
    element.report(STALE_KEPT, message, own(name))


def _called(element: Element, name: str) -> str:
    return f"robotfmt:{name} of <{element.tag}> '{element.attributes.get('name', '')}'"


def _stored(it: Record, made: Any, plain: Plain) -> Robot:
    """Return what OpenRAVE's XML has of a part that was made of another one, among the parts that it names."""
    match it:
        case Link():
            return plain(Robot(links=(made,)))
        case Joint():
            around = _around((it.parent or "", it.child or ""), leaders(it))
            return plain(replace(around, joints=(made, *around.joints)))
        case Manipulator():
            grippers = (each.joint for each in it.gripper_joints)
            return plain(replace(_around((it.base, it.tip), grippers), manipulators=(made,)))
        case Sensor():
            return plain(replace(_around((it.link or "",), ()), sensors=(made,)))
    return Robot()


def _around(links: Iterable[str], joints: Iterable[str]) -> Robot:
    """Return a robot of some links, with joints of given names."""
    bodies = [Link(name=each) for each in dict.fromkeys(links)]
    rest = [
        Joint(name=each, type=JointType.FIXED, parent=bodies[0].name, child=f"of {each}")
        for each in dict.fromkeys(joints)
    ]
    return Robot(links=(*bodies, *(Link(name=each.child or "") for each in rest)), joints=tuple(rest))


def with_kept(words: Robot, kept: Iterable[tuple[Element, Robot]], plain: Plain) -> Robot:
    """Return a robot with the properties of whole robots that its elements keep; what contradicts it is left out."""
    stored: Robot | None = None
    for element, robot in kept:
        for name, value in fields_said(robot):
            made = with_rest(words, replace(Robot(), **{name: value}))
            if name in _CHECKED:
                stored = stored or plain(words)
                if replace(plain(made), passive_joints=stored.passive_joints) != stored:
                    report_stale(element, name)
                    continue
            words = made
    return words


def with_rest(robot: Robot, other: Robot) -> Robot:
    """Return a robot with everything of another one that is a row, and what else it has none of."""
    changes: dict[str, Any] = {}
    for name in Robot.compared_fields:
        own, its = getattr(robot, name), getattr(other, name)
        if isinstance(its, tuple) and its and isinstance(own, tuple):
            changes[name] = (*own, *its)
        elif own is None and its is not None:
            changes[name] = its
    return replace(robot, **changes)
