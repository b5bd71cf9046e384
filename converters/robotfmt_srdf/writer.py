"""Write SRDF, in the order of MoveIt's Setup Assistant. Each function mirrors one of ``reader.py``."""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.codes import REWRITTEN
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.xml import splice as xml_revision
from robotfmt.documents.xml.compose import compose
from robotfmt.documents.xml.draft import Style
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.documents.xml.splice import Unfit
from robotfmt.model import (
    CheckedPair,
    EndEffector,
    Extension,
    Group,
    IgnoredPair,
    JointProperty,
    JointValue,
    NamedState,
    Origin,
    PassiveJoint,
    Robot,
    UncheckedLink,
    VirtualJoint,
)
from robotfmt.model.record import replace

from .parts.spheres import write_spheres
from .reader import KEYS, taken


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the document of a robot, adapted by :func:`robotfmt_srdf.adapt.adapt`."""
    root = tree(robot)
    adapted = replace(robot, extensions=_own(robot))
    style = Style(format="srdf", keys=KEYS)
    return {context.output: compose(root, adapted, style)}


def revise(source: Source, before: Robot, after: Robot, context: Context) -> bytes:
    """Return a document updated from one robot to another; the rest stays byte for byte."""
    try:
        if _own(before) != _own(after):
            raise Unfit
        return xml_revision.revise(source, taken(source, context), tree(before), tree(after))
    except Unfit:
        context.report.add(REWRITTEN, "the whole document was rewritten", Origin(source.name))
        return write(after, context)[context.output]


def _own(robot: Robot) -> tuple[Extension, ...]:
    """Return the unrecognised content of the document itself."""
    return tuple(each for each in robot.extensions if each.format == "srdf")


def tree(robot: Robot) -> Node:
    """Return the elements of the document, without unrecognised content."""
    return make(
        "robot",
        {"name": _name(robot)},
        *map(_group, robot.groups),
        *map(_state, robot.states),
        *map(_end_effector, robot.end_effectors),
        *map(_virtual_joint, robot.virtual_joints),
        *map(_passive_joint, robot.passive_joints),
        *map(_joint_property, robot.joint_properties),
        *(each for spheres in robot.sphere_sets[:1] for each in write_spheres(spheres)),
        *map(_unchecked_link, robot.unchecked_links),
        *map(_checked_pair, robot.checked_pairs),
        *map(_ignored_pair, robot.ignored_pairs),
    )


def _name(robot: Robot) -> str | None:
    """Return the robot's name, unless the document had another: that is kept as an extension."""
    places = ((each.format, each.place, each.name) for each in robot.extensions)
    return None if ("srdf", "/robot", "name") in places else robot.name


def _group(group: Group) -> Node:
    return make(
        "group",
        {"name": group.name},
        *_members("link", group.links),
        *_members("joint", group.joints),
        *(make("chain", {"base_link": each.base, "tip_link": each.tip}) for each in group.chains),
        *_members("group", group.groups),
    )


def _members(tag: str, names: Iterable[str]) -> Iterable[Node]:
    return (make(tag, {"name": name}) for name in names)


def _state(state: NamedState) -> Node:
    return make("group_state", {"name": state.name, "group": state.group}, *map(_value, state.values))


def _value(value: JointValue) -> Node:
    return make("joint", {"name": value.joint, "value": _w_last(value.values) or None})


def _w_last(values: tuple[float, ...]) -> tuple[float, ...]:
    return (*values[:3], *values[4:], values[3]) if len(values) == 7 else values


def _end_effector(effector: EndEffector) -> Node:
    return make(
        "end_effector",
        {
            "name": effector.name,
            "parent_link": effector.parent_link,
            "group": effector.group,
            "parent_group": effector.parent_group,
        },
    )


def _virtual_joint(joint: VirtualJoint) -> Node:
    return make(
        "virtual_joint",
        {
            "name": joint.name,
            "type": joint.type,
            "parent_frame": joint.parent_frame,
            "child_link": joint.child_link,
        },
    )


def _passive_joint(joint: PassiveJoint) -> Node:
    return make("passive_joint", {"name": joint.joint})


def _joint_property(row: JointProperty) -> Node:
    return make("joint_property", {"joint_name": row.joint, "property_name": row.name, "value": row.value})


def _unchecked_link(link: UncheckedLink) -> Node:
    return make("disable_default_collisions", {"link": link.link})


def _checked_pair(pair: CheckedPair) -> Node:
    return make("enable_collisions", {"link1": pair.first, "link2": pair.second, "reason": pair.reason})


def _ignored_pair(pair: IgnoredPair) -> Node:
    return make("disable_collisions", {"link1": pair.first, "link2": pair.second, "reason": pair.reason})
