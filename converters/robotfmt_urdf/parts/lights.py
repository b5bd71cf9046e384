"""Lights on links, in Gazebo's blocks about them."""

from __future__ import annotations

from robotfmt.documents.xml.element import Element
from robotfmt.gazebo.lights import read_light, write_light
from robotfmt.model import Light, Link, Robot
from robotfmt.model.record import replace

from .sensor_blocks import Blocks, pose_of, put_pose, read_blocks


def read_lights(robot: Robot, root: Element) -> tuple[Link, ...]:
    """Return the links of a robot with their lights, which are taken."""
    blocks = read_blocks(root, "light")
    lights: dict[str, list[Light]] = {}
    for block in root.children:
        reference = block.peek("reference") or ""
        if block in blocks and reference in robot.link_by_name:
            found = (read_light(each, pose_of(each)) for each in block.children_of("light"))
            lights.setdefault(reference, []).extend(found)
    return tuple(replace(each, lights=tuple(lights.get(each.name, ()))) for each in robot.links)


def write_lights(robot: Robot, blocks: Blocks) -> None:
    """Write the lights of links into the blocks that they were read from, or new ones."""
    for link in robot.links:
        for light in link.lights:
            blocks.at(link.name, light.origin).append(put_pose(write_light(light), light.pose))
