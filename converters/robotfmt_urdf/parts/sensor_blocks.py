"""The blocks with sensors and lights: ``<gazebo reference="...">``, of which several may have the same reference.

The index of the block matters for unrecognised content in it, whose place includes the block.
"""

from __future__ import annotations

import re
from collections import defaultdict

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.gazebo.blocks import Place, place_in_block
from robotfmt.gazebo.lights import read_light, write_light
from robotfmt.model import Light, Link, Pose, Robot, Sensor
from robotfmt.model.record import replace
from robotfmt.words.elements import One, read_parts
from robotfmt.words.notations import POSE

_SENSOR = re.compile(r"/sensor\[@name='([^']*)'\]")
_POSE = One("pose", "pose", POSE)


def pose_of(element: Element) -> Pose | None:
    """Take the pose of a sensor or a light in a block."""
    pose: Pose | None = read_parts(element, (_POSE,)).get("pose")
    return pose


def put_pose(node: Node, pose: Pose | None) -> Node:
    """Return an element with its ``<pose>`` as the first child."""
    if pose is not None:
        place = make("pose")
        POSE.put(place, None, pose)
        node.insert(0, place)
    return node


def read_blocks(root: Element, tag: str) -> set[Element]:
    """Take the blocks of the parts that have a block with an element of a kind.

    All blocks of such a part are taken, so that their indices stay valid on writing; empty blocks at its end are not.
    """
    blocks = [each for each in root.children if each.tag == "gazebo" and each.peek("reference") is not None]
    wanted = {each.peek("reference") for each in blocks if any(child.tag == tag for child in each.children)}
    taken: set[Element] = set()
    filled: set[str | None] = set()
    for block in reversed(blocks):
        reference = block.peek("reference")
        if reference in wanted and (block.children or reference in filled):
            block.attribute("reference")
            filled.add(reference)
            taken.add(block)
    return taken


class Blocks:
    """The blocks of a document, created on demand, in order with the elements between them.

    Args:
        robot: The robot whose extensions are in some of them.
        nodes: The existing nodes, including blocks.
    """

    def __init__(self, robot: Robot, nodes: list[Node]) -> None:
        self._nodes = list(nodes)
        self._made: set[Node] = set()
        self._of: dict[str, list[Node]] = defaultdict(list)
        for node in nodes:
            if node.tag == "gazebo" and node.get("reference") is not None:
                self._of[str(node.get("reference"))].append(node)
        self._reserved: dict[str, int] = {}
        """The number of blocks that the robot's extensions need beside sensors, for each link or joint."""
        self._homes: dict[tuple[str, str], int] = {}
        """The blocks of sensors that the robot's extensions are in, by links or joints, and names of sensors."""
        for extension in robot.extensions:
            found = _block(extension.place) if extension.format == "urdf" else None
            if found is None:
                continue
            reference, sensor = found.reference or "", _SENSOR.match(found.inside)
            if sensor is not None:
                self._homes.setdefault((reference, sensor[1]), found.number)
            elif not found.inside.startswith("/sensor"):
                self._reserved[reference] = max(self._reserved.get(reference, 0), found.number)

    def append(self, node: Node) -> None:
        """Append a node that is not a block."""
        self._nodes.append(node)

    def at(self, reference: str, part: Sensor | Light) -> Node:
        """Return the block that a part was read from, even if the part was renamed since, or a new one.

        A sensor from a sidecar belongs into the block in which an extension has its place.
        """
        found = _block(part.origin.path) if part.origin is not None else None
        if found is not None:
            return self._nth(reference, found.number)
        if isinstance(part, Sensor) and (reference, part.name) in self._homes:
            return self._nth(reference, self._homes[reference, part.name])
        return self._nth(reference, max(self._reserved.get(reference, 0), len(self._of[reference])) + 1)

    def finished(self) -> list[Node]:
        """Return all nodes, with blocks that only extensions need, and without unused ones."""
        for reference, count in self._reserved.items():
            self._nth(reference, count)
        return [node for node in self._nodes if node not in self._made or len(node) or self._is_needed(node)]

    def _is_needed(self, block: Node) -> bool:
        return block.get("reference") in self._reserved

    def _nth(self, reference: str, number: int) -> Node:
        blocks = self._of[reference]
        while len(blocks) < number:
            blocks.append(make("gazebo", {"reference": reference}))
            self._nodes.append(blocks[-1])
            self._made.add(blocks[-1])
        return blocks[number - 1]


def _block(place: str) -> Place | None:
    """Return the place in a block about a link or a joint; None for other places."""
    found = place_in_block(place)
    return found if found is not None and found.reference is not None else None


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
            blocks.at(link.name, light).append(put_pose(write_light(light), light.pose))
