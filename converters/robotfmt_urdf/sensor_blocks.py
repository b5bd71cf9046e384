"""The blocks that sensors stand in: ``<gazebo reference="...">``, several of which may be about the same thing.

Which of them it is counts for whatever stands in it beside what is understood, and has the block in its place.
"""

from __future__ import annotations

import re
from collections import defaultdict

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Origin, Robot

_BLOCK = re.compile(r"""/robot/gazebo\[@reference=(?:'([^']*)'|"([^"]*)")\](?:\[(\d+)\])?(?=/|$)""")


def read_blocks(root: Element) -> set[Element]:
    """Take the blocks about what has a block with a sensor.

    All of them, so that they count alike when they are written; but for empty ones behind, which nothing counts on.
    """
    blocks = [each for each in root.children if each.tag == "gazebo" and each.peek("reference") is not None]
    wanted = {
        each.peek("reference") for each in blocks if any(child.tag == "sensor" for child in each.children)
    }
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
    """The blocks of a document, made as they are needed, in order with what stands between them.

    Args:
        robot: Whose extensions stand in some of them.
        nodes: What is there already, blocks among it.
    """

    def __init__(self, robot: Robot, nodes: list[Node]) -> None:
        self._nodes = list(nodes)
        self._made: set[Node] = set()
        self._of: dict[str, list[Node]] = defaultdict(list)
        for node in nodes:
            if node.tag == "gazebo" and node.get("reference") is not None:
                self._of[str(node.get("reference"))].append(node)
        self._reserved: dict[str, int] = {}
        """How many the robot's extensions count on, about each link or joint."""
        for extension in robot.extensions:
            found = _block(extension.place) if extension.format == "urdf" else None
            if found is not None:
                self._reserved[found[0]] = max(self._reserved.get(found[0], 0), found[1])

    def append(self, node: Node) -> None:
        """Put a node that is no block behind those that are there."""
        self._nodes.append(node)

    def at(self, reference: str, origin: Origin | None) -> Node:
        """Return the block about something that was read from there, whatever that was called there, or a new one."""
        found = _block(origin.path) if origin is not None else None
        if found is not None:
            return self._nth(reference, found[1])
        return self._nth(reference, max(self._reserved.get(reference, 0), len(self._of[reference])) + 1)

    def finished(self) -> list[Node]:
        """Return all nodes, with the blocks that only extensions need, and without those that nothing does."""
        for reference, count in self._reserved.items():
            self._nth(reference, count)
        return [node for node in self._nodes if node not in self._made or len(node) or self._is_needed(node)]

    def _is_needed(self, block: Node) -> bool:
        return block.get("reference") in self._reserved

    def _nth(self, reference: str, number: int) -> Node:
        its = self._of[reference]
        while len(its) < number:
            its.append(make("gazebo", {"reference": reference}))
            self._nodes.append(its[-1])
            self._made.add(its[-1])
        return its[number - 1]


def _block(place: str) -> tuple[str, int] | None:
    """Return the part that the block around a place is about, and its number among the blocks about that part."""
    found = _BLOCK.match(place)
    return (found[1] or found[2] or "", int(found[3] or 1)) if found is not None else None
