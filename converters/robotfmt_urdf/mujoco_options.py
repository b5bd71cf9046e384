"""The options of an MJCF in a block ``<mujoco>`` of a URDF."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.context import Context
from robotfmt.documents.xml.nodes import Node, canonical, make, subtree
from robotfmt.hub.twins import Moved, with_twins
from robotfmt.model import Extension, ExtensionKind, Robot

from . import FORMAT
from .codes import MUJOCO_OPTIONS

_SECTIONS = ("compiler", "option")
_PLACE, _BLOCK = "/robot", "mujoco"


def with_options(robot: Robot, context: Context) -> Robot:
    """Return a robot with the options of its MJCF in a block, which MuJoCo's reader of URDF obeys."""
    pieces = list(_options(robot))
    if not pieces or any(each.format == "urdf" and each.name == _BLOCK for each in robot.extensions):
        return robot
    nodes = {tag: make(tag) for tag in _SECTIONS}
    sizes = [_put(each, nodes) for each in pieces]
    children = (*(node for node in nodes.values() if len(node) or node.attrib), *sizes)
    content = canonical(make(_BLOCK, None, *children), None)
    block = Extension(format="urdf", place=_PLACE, kind=ExtensionKind.ELEMENT, name=_BLOCK, content=content)
    moved = [Moved(each, (block,) if each is pieces[0] else ()) for each in pieces]
    return with_twins(robot, moved, FORMAT, MUJOCO_OPTIONS, "is in a <mujoco> block", context)


def _options(robot: Robot) -> Iterator[Extension]:
    """Yield the options of an MJCF that MuJoCo's reader of URDF has, too."""
    for each in robot.extensions:
        root, _, section = each.place.removeprefix("/").partition("/")
        is_whole = not section and each.kind is ExtensionKind.ELEMENT and each.name in (*_SECTIONS, "size")
        if each.format == "mjcf" and root == "mujoco" and (section in _SECTIONS or is_whole):
            yield each


def _put(piece: Extension, nodes: dict[str, Node]) -> Node | None:
    """Put a piece into its section; return an element that is no part of a section."""
    if piece.kind is ExtensionKind.ATTRIBUTE:
        nodes[piece.place.rpartition("/")[2]].set(piece.name, piece.content)
        return None
    node = subtree(piece.content, None)
    section = nodes.get(piece.place.rpartition("/")[2])
    if section is None:
        return node
    section.append(node)
    return None
