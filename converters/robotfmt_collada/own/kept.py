"""Collision spheres and their use, as JSON in robotfmt's technique: neither COLLADA nor OpenRAVE has a place for them.

::

    <kept property="sphere_sets">[{"is": "SphereSet", "name": "cover", "frames": [...]}]</kept>
"""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.context import Context
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Robot
from robotfmt.model.completion import BadRecord, completed, parsed_value, text_of
from robotfmt.model.fields import fields_said
from robotfmt.model.json import to_object

from ..codes import BAD_KEPT, KEPT

TAG = "kept"
_FIELDS = ("sphere_sets", "world_collision", "self_collision")
"""The fields of a robot that are kept."""


def write_kept(robot: Robot) -> Iterator[Node]:
    """Yield an element for each field that has a value."""
    for name, value in fields_said(robot):
        if name in _FIELDS:
            yield make(TAG, {"property": name}, text=text_of(to_object(value)))


def read_kept(robot: Robot, element: Element) -> Robot:
    """Return the robot with the field of an element; an invalid one is reported, and stays in the ledger."""
    name = element.peek("property") or ""
    try:
        if name not in _FIELDS:
            raise BadRecord("is no property that is kept")
        made: Robot = completed(robot, {name: parsed_value(element.text)}, element.origin)
    except BadRecord as error:
        element.report(BAD_KEPT, f"'{name}' of robotfmt's technique {error}; it is kept verbatim")
        return robot
    element.attribute("property")
    element.take_text()
    return made


def report_kept(robot: Robot, context: Context) -> None:
    """Report that OpenRAVE will not see the robot's spheres."""
    if not robot.sphere_sets:
        return
    names = ", ".join(f"'{each.name}'" for each in robot.sphere_sets)
    message = f"OpenRAVE has no collision spheres; these are kept where only robotfmt reads them: {names}"
    context.report.add(KEPT, message, robot.sphere_sets[0].origin)
