"""Actuators for joints of a robot that has none: MJCF moves nothing without them (``-O mjcf.actuators=motor``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from robotfmt.documents.tokens import written_all
from robotfmt.documents.xml.nodes import Content, Node, canonical, make, subtree
from robotfmt.documents.xml.paths import in_quotes
from robotfmt.model import Actuator, Extension, ExtensionKind, Joint, Robot
from robotfmt.model.record import replace

from ..reading.drives import actuator_of, by_joints, with_drives
from .plan import Plan
from .rows import effort_of, range_of

NONE, MOTOR, POSITION = "none", "motor", "position"
STIFFNESS = 100.0
"""The assumed stiffness of a position drive, in N m/rad or N/m."""
_PLACE = "/mujoco/actuator"
_DRIVEN = re.compile(r'\bjoint(?:inparent)?="([^"]*)"')


def with_actuators(robot: Robot, kind: str) -> Robot:
    """Return the robot with an actuator for each hinge and slide that is not driven, and follows no other joint.

    Args:
        robot: The robot, adapted.
        kind: ``motor``, whose control is a force up to the limit of the joint; ``position``, which drives to a value
            with the stiffness :data:`STIFFNESS`, critically damped.
    """
    if kind == NONE:
        return robot
    driven = driven_joints(robot.extensions)
    nodes = [_actuator(joint, kind) for joint in _free(robot) if joint.name not in driven]
    made = tuple(
        Extension(
            format="mjcf",
            place=_PLACE,
            kind=ExtensionKind.ELEMENT,
            name=kind,
            content=canonical(each, None),
        )
        for each in nodes
    )
    commands = tuple(_commands(robot)) if kind == POSITION and not driven else ()
    changed = replace(robot, extensions=(*robot.extensions, *made, *commands)) if made else robot
    return with_drives(changed, by_joints(actuators_in(made)))


def _commands(robot: Robot) -> Iterator[Extension]:
    """Yield the controls that hold a robot in its states, whose drives would pull it to zero otherwise."""
    names = [joint.name for joint in _free(robot)]
    for state in robot.states:
        values = {each.joint: each.values[0] for each in state.values if len(each.values) == 1}
        yield Extension(
            format="mjcf",
            place=f"/mujoco/keyframe/key[@name={in_quotes(state.name)}]",
            kind=ExtensionKind.ATTRIBUTE,
            name="ctrl",
            content=written_all([values.get(name, 0.0) for name in names]),
        )


def actuators_in(extensions: Iterable[Extension]) -> Iterator[Actuator]:
    """Yield the actuators that elements among the unread content of a document are, apart from their classes."""
    for each in extensions:
        if each.place == _PLACE and each.kind is ExtensionKind.ELEMENT:
            given = {str(key): str(value) for key, value in subtree(each.content, None).attrib.items()}
            if "joint" in given:
                yield actuator_of(each.name, given, given.get("name", given["joint"]), given["joint"])


def driven_joints(extensions: Iterable[Extension]) -> set[str]:
    """Return the joints with actuators among the unread content of a document."""
    own = (each.content for each in extensions if each.place == _PLACE)
    return {name for content in own for name in _DRIVEN.findall(content)}


def _free(robot: Robot) -> Iterator[Joint]:
    plan = Plan(robot)
    for link in plan.order:
        for joint in plan.row(link):
            if joint.name in plan.scalars and joint.axes[0].coupling is None:
                yield joint


def _actuator(joint: Joint, kind: str) -> Node:
    effort, bounds = effort_of(joint), range_of(joint)
    force = (-effort, effort) if effort is not None else None
    given: dict[str, Content | None] = {"name": joint.name, "joint": joint.name}
    if kind == MOTOR:
        return make(kind, {**given, "ctrlrange": force})
    return make(kind, {**given, "kp": STIFFNESS, "dampratio": 1.0, "ctrlrange": bounds, "forcerange": force})
