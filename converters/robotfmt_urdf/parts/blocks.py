"""Blocks next to links and joints in ``<robot>``: transmissions, hardware, sensors, Gazebo's blocks.

No two programs read these blocks alike, and much in them is meant for a single program. Supported children are taken
one by one; the rest stays in the ledger. If there are several notations for a property, the layout records the one in
the document.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node
from robotfmt.model import Robot
from robotfmt.model.record import replace

from .control import read_controllers, write_controllers
from .gazebo import read_gazebo, write_gazebo
from .transmissions import read_transmissions, write_transmissions


def read_blocks(robot: Robot, root: Element) -> dict[str, Any]:
    """Return the properties of a robot that its blocks give: fields with their values."""
    given: dict[str, Any] = {
        "transmissions": read_transmissions(root),
        "controllers": read_controllers(root),
        **read_gazebo(robot, root),
    }
    parts = {child.tag for block in (root, *root.children) for child in block.children}
    if "light" in parts:
        from .sensor_blocks import read_lights

        robot = replace(robot, links=given.get("links", robot.links))
        given["links"] = read_lights(robot, root)
    if "sensor" in parts:
        from .sensors import read_sensors

        given["sensors"] = read_sensors(robot, root)
    return given


def write_blocks(robot: Robot) -> list[Node]:
    """Return the ``<gazebo>`` blocks of a robot, with its sensors and lights."""
    nodes = list(_write_blocks(robot))
    is_lit = any(link.lights for link in robot.links)
    if not robot.sensors and not is_lit:
        return nodes
    from .sensor_blocks import Blocks

    blocks = Blocks(robot, nodes)
    if robot.sensors:
        from .sensors import write_sensors

        write_sensors(robot, blocks)
    if is_lit:
        from .sensor_blocks import write_lights

        write_lights(robot, blocks)
    return blocks.finished()


def _write_blocks(robot: Robot) -> Iterator[Node]:
    layout = robot.layout("urdf")
    items = layout.items if layout is not None else ()
    places = {child.step: child for item in items if item.kind == "element" for child in item.items}
    yield from write_transmissions(robot.transmissions, places)
    yield from write_controllers(robot.controllers)
    yield from write_gazebo(robot, places)
