"""``<gazebo>``: Gazebo's properties of a link, a joint or the robot, as sdformat's ``parser_urdf.cc`` reads them.

Contact properties and appearance in a block apply to each shape of its link; without shapes, they stay in the ledger.

A robot may have any number of these blocks about one part. As in sdformat, the last value is used; of several elements
with one name in one block, the first. A property is given as a text or as ``value="..."``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias, TypeVar

from robotfmt.codes import DANGLING
from robotfmt.diagnostics import Severity
from robotfmt.documents.tokens import BadToken, yes_or_no
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, as_text, make
from robotfmt.documents.xml.paths import in_quotes
from robotfmt.model import (
    Dynamics,
    Geometry,
    Joint,
    JointSimulation,
    LayoutItem,
    Link,
    LinkSimulation,
    Robot,
    RobotSimulation,
    Surface,
)
from robotfmt.model import Node as ModelNode
from robotfmt.model.fields import given_fields
from robotfmt.model.record import Record, replace
from robotfmt.words.notations import NUMBER, VECTOR, WHOLE, WORD, Notation

_Key: TypeAlias = tuple[type[Record], str]
"""A record of the model and a field of it."""
_Values: TypeAlias = dict[_Key, Any]
_R = TypeVar("_R", bound=Record)
_COUNT = re.compile(r"\[\d+\]$")


class _Shapes(ModelNode):
    """The properties that a block gives all shapes of a link, besides their surface."""

    laser_retro: float | None = None
    script: str | None = None


class _Property(NamedTuple):
    """The property that a child of a block gives."""

    key: _Key
    notation: Notation
    inner: tuple[str, ...] = ()
    """The elements in the child that all have the value; none if the child itself has it."""


def _as_no(text: str) -> bool | None:
    given = yes_or_no(text)
    return None if given is None else not given


_YES = Notation(yes_or_no, as_text)
_NO = Notation(_as_no, lambda value: as_text(not value))
"""Notations of booleans in any spelling; None for other words."""

_OF_COLLISIONS = {
    "mu1": _Property((Surface, "friction"), NUMBER),
    "mu2": _Property((Surface, "second_friction"), NUMBER),
    "fdir1": _Property((Surface, "friction_direction"), VECTOR),
    "kp": _Property((Surface, "stiffness"), NUMBER),
    "kd": _Property((Surface, "damping"), NUMBER),
    "minDepth": _Property((Surface, "min_depth"), NUMBER),
    "maxVel": _Property((Surface, "max_velocity"), NUMBER),
    "maxContacts": _Property((Surface, "max_contacts"), WHOLE),
    "laserRetro": _Property((_Shapes, "laser_retro"), NUMBER),
}
_OF_VISUALS = {"material": _Property((_Shapes, "script"), WORD)}
_OF_THE_BODY = {
    "turnGravityOff": _Property((LinkSimulation, "gravity"), _NO),
    "gravity": _Property((LinkSimulation, "gravity"), _YES),
    "selfCollide": _Property((LinkSimulation, "self_collide"), _YES),
    "self_collide": _Property((LinkSimulation, "self_collide"), _YES),
    "kinematic": _Property((LinkSimulation, "kinematic"), _YES),
    "enable_wind": _Property((LinkSimulation, "wind"), _YES),
    "dampingFactor": _Property((LinkSimulation, "velocity_decay"), NUMBER),
    "velocity_decay": _Property((LinkSimulation, "velocity_decay"), NUMBER, ("linear", "angular")),
}
_OF_AN_AXIS = {
    "springStiffness": _Property((Dynamics, "spring_stiffness"), NUMBER),
    "springReference": _Property((Dynamics, "spring_reference"), NUMBER),
}
_OF_A_JOINT = {
    "implicitSpringDamper": _Property((JointSimulation, "implicit_spring_damper"), _YES),
    "cfmDamping": _Property((JointSimulation, "implicit_spring_damper"), _YES),
    "provideFeedback": _Property((JointSimulation, "provide_feedback"), _YES),
    "preserveFixedJoint": _Property((JointSimulation, "keep_fixed"), _YES),
    "disableFixedJointLumping": _Property((JointSimulation, "fixed_as_revolute"), _YES),
    "stopCfm": _Property((JointSimulation, "stop_cfm"), NUMBER),
    "stopErp": _Property((JointSimulation, "stop_erp"), NUMBER),
    "stopKp": _Property((JointSimulation, "stop_stiffness"), NUMBER),
    "stopKd": _Property((JointSimulation, "stop_damping"), NUMBER),
    "fudgeFactor": _Property((JointSimulation, "fudge_factor"), NUMBER),
}
_OF_THE_ROBOT = {
    "static": _Property((RobotSimulation, "static"), _YES),
    "self_collide": _Property((RobotSimulation, "self_collide"), _YES),
}
_TAGS: dict[_Key, dict[str, _Property]] = {}
"""The tags of one property; the first is written unless the document used another."""
for _table in (_OF_COLLISIONS, _OF_THE_BODY, _OF_VISUALS, _OF_A_JOINT, _OF_AN_AXIS, _OF_THE_ROBOT):
    for _tag, _property in _table.items():
        _TAGS.setdefault(_property.key, {})[_tag] = _property
SURFACE = tuple(key[1] for key in _TAGS if key[0] is Surface)
"""The fields of a surface that Gazebo supports."""


def read_gazebo(robot: Robot, root: Element) -> dict[str, Any]:
    """Return the properties that blocks give of a robot, its links and its joints: fields with their values."""
    blocks: dict[str | None, list[Element]] = {}
    for each in root.findall("gazebo"):
        blocks.setdefault(each.peek("reference"), []).append(each)
    made = {reference: _read_blocks(robot, reference, elements) for reference, elements in blocks.items()}
    made = {reference: records for reference, records in made.items() if records}
    if not made:
        return {}
    return {
        "links": tuple(_with_link(each, made[each.name]) if each.name in made else each for each in robot.links),
        "joints": tuple(_with_joint(each, made) for each in robot.joints),
        "loops": tuple(_with_joint(each, made) for each in robot.loops),
        "simulation": made.get(None, {}).get(RobotSimulation),
    }


def _with_link(link: Link, records: Mapping[type[Record], Record]) -> Link:
    surface, shapes = records.get(Surface), records.get(_Shapes)
    changes: dict[str, Any] = {"simulation": records.get(LinkSimulation)}
    retro = shapes.laser_retro if isinstance(shapes, _Shapes) else None
    script = shapes.script if isinstance(shapes, _Shapes) else None
    if surface is not None or retro is not None:
        changes["collisions"] = tuple(replace(each, surface=surface, laser_retro=retro) for each in link.collisions)
    if script is not None:
        changes["visuals"] = tuple(replace(each, script=script) for each in link.visuals)
    return replace(link, **changes)


def _with_joint(joint: Joint, by_axis: Mapping[str | None, Mapping[type[Record], Record]]) -> Joint:
    records = by_axis.get(joint.name, {})
    simulation, spring = records.get(JointSimulation), records.get(Dynamics)
    if isinstance(spring, Dynamics):
        (axis,) = joint.axes
        values = {"spring_stiffness": spring.spring_stiffness, "spring_reference": spring.spring_reference}
        dynamics = replace(axis.dynamics, **values) if axis.dynamics is not None else spring
        joint = replace(joint, axes=(replace(axis, dynamics=dynamics),))
    return replace(joint, simulation=simulation) if simulation is not None else joint


def _read_blocks(robot: Robot, reference: str | None, blocks: list[Element]) -> dict[type[Record], Record]:
    """Take the supported content of the blocks about one part; return the records."""
    known = _known(robot, reference)
    if not known:
        for block in blocks:
            message = f"<gazebo> refers to the link or joint '{reference}', which does not exist"
            block.report(DANGLING, message, "reference" if reference else None)
    given: dict[_Key, tuple[Element, _Property]] = {}
    for block in blocks:
        for child in _firsts(block):
            if child.tag in known:
                known_property = known[child.tag]
                given[known_property.key] = (child, known_property)
    values = {key: _read_value(child, each) for key, (child, each) in given.items()}
    values = {key: value for key, value in values.items() if value is not None}
    for block in blocks:
        if values or (known and len(block)):
            block.take().attribute("reference")
    return _records({key: (given[key][0], value) for key, value in values.items()})


def _firsts(block: Element) -> Iterable[Element]:
    """Return the first child of each tag; named children have another meaning."""
    found: dict[str, Element] = {}
    for each in block.children:
        if "name" not in each.attributes:
            found.setdefault(each.tag, each)
    return found.values()


def _known(robot: Robot, reference: str | None) -> dict[str, _Property]:
    if reference is None:
        return _OF_THE_ROBOT
    link, joint = robot.link_by_name.get(reference), robot.joint_by_name.get(reference)
    of_joint = {} if joint is None else _OF_A_JOINT | (_OF_AN_AXIS if joint.axes else {})
    return of_joint if link is None else _of_body(bool(link.collisions), bool(link.visuals)) | of_joint


@cache
def _of_body(collides: bool, is_seen: bool) -> dict[str, _Property]:
    """Return the properties of a link."""
    of_shapes = (_OF_COLLISIONS if collides else {}) | (_OF_VISUALS if is_seen else {})
    return _OF_THE_BODY | of_shapes


def _read_value(child: Element, wanted: _Property) -> Any:
    """Take a value if it would be written back unchanged."""
    if wanted.inner:
        return _read_inner(child, wanted)
    given = child.peek("value")
    text = (given if given is not None else child.text).strip()
    try:
        value = wanted.notation.parse(text) if text and not child.children else None
    except BadToken as error:
        child.report_token(error, "value" if given is not None else None, Severity.WARNING)
        return None
    if given is None:
        if value is not None:
            child.take_text()
    elif value is not None and (not isinstance(value, bool) or text in ("true", "false")):
        child.attribute("value")
    else:
        return None
    return value


def _read_inner(child: Element, wanted: _Property) -> Any:
    """Take a value that several elements in a child have, if they have the same one."""
    leaves = [leaf for name in wanted.inner if (leaf := child.find(name)) is not None]
    try:
        values = [wanted.notation.parse(leaf.text) for leaf in leaves]
    except BadToken:
        return None
    if len(values) < len(wanted.inner) or len(set(values)) > 1 or len(child.children) > len(leaves):
        return None
    child.take()
    for leaf in leaves:
        leaf.take().take_text()
    return values[0]


def _records(given: Mapping[_Key, tuple[Element, Any]]) -> dict[type[Record], Record]:
    fields: dict[type[Record], dict[str, Any]] = {}
    for (record, name), (child, value) in given.items():
        fields.setdefault(record, {"origin": child.origin})[name] = value
    return {record: record(**values) for record, values in fields.items()}


def write_gazebo(robot: Robot, places: Mapping[str, LayoutItem]) -> Iterator[Node]:
    """Yield the blocks of a robot, as many for each part as its document had, else one."""
    blocks: dict[str, list[LayoutItem]] = {}
    for step, item in places.items():
        if step.startswith("gazebo"):
            blocks.setdefault(_COUNT.sub("", step), []).append(item)
    for reference, values in _given_values(robot).items():
        step = f"gazebo[@reference={in_quotes(reference)}]" if reference is not None else "gazebo"
        for children in _write_blocks(values, blocks.get(step, [])):
            yield make("gazebo", {"reference": reference}, *children)


def _given_values(robot: Robot) -> dict[str | None, _Values]:
    found: dict[str | None, _Values] = {}
    about: list[tuple[str | None, Record | None]] = [(None, robot.simulation)]
    about += [(link.name, record) for link in robot.links for record in _of_link(link)]
    about += [(joint.name, record) for joint in robot.all_joints for record in (joint.simulation, _spring(joint))]
    for reference, record in about:
        values = {(type(record), name): value for name, value in given_fields(record)} if record else {}
        if values:
            found.setdefault(reference, {}).update(values)
    return found


def _of_link(link: Link) -> Iterator[Record | None]:
    """Yield the records of a link; for its shapes those of the first one, because they agree."""
    touching, seen = _first(link.collisions), _first(link.visuals)
    yield touching.surface
    yield _Shapes(laser_retro=touching.laser_retro, script=seen.script)
    yield link.simulation


def _spring(joint: Joint) -> Dynamics | None:
    dynamics = joint.axes[0].dynamics if joint.axes else None
    if dynamics is None:
        return None
    return Dynamics(spring_stiffness=dynamics.spring_stiffness, spring_reference=dynamics.spring_reference)


def _first(shapes: tuple[Geometry, ...]) -> Geometry:
    return shapes[0] if shapes else Geometry(shape=None)


def _write_blocks(values: _Values, blocks: list[LayoutItem]) -> list[list[Node]]:
    """Return the children of each block; properties that no block of the document gave go into the first."""
    children: list[list[Node]] = [[] for _ in blocks or (None,)]
    for key, value in values.items():
        index, place = _place(key, blocks)
        children[index].append(_write_value(key, value, place))
    return children


def _place(key: _Key, blocks: list[LayoutItem]) -> tuple[int, LayoutItem | None]:
    """Return the last block that gives a property, by its index, and the element in it; 0 and None if there is none."""
    for index, block in reversed(list(enumerate(blocks))):
        for item in reversed(block.items):
            if item.kind == "element" and item.step in _TAGS[key]:
                return index, item
    return 0, None


def _write_value(key: _Key, value: Any, place: LayoutItem | None) -> Node:
    tag = place.step if place is not None else next(iter(_TAGS[key]))
    written_as = _TAGS[key][tag]
    text = written_as.notation.text(value)
    if written_as.inner:
        return make(tag, None, *(make(name, text=text) for name in written_as.inner))
    if place is None:
        return make(tag, text=text)
    if "value" in place.attributes:
        return make(tag, {"value": text})
    return make(tag, text=text)
