"""Drake's elements in URDF and SDF: the same ones, with the value as an attribute in URDF and as the text in SDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ..documents.xml.nodes import Node, canonical, indent, is_element, make, subtree
from ..model import Extension, ExtensionKind, Robot
from ..model.renaming import free_name

URI = "http://drake.mit.edu"
PREFIX = f"{{{URI}}}"
FILTER, ACCELERATION = f"{PREFIX}collision_filter_group", f"{PREFIX}acceleration"
OF_ACTUATORS = frozenset(f"{PREFIX}{name}" for name in ("gear_ratio", "rotor_inertia", "controller_gains"))
"""Elements of an actuator in URDF, and of a joint in SDF."""
_ATTRIBUTES = {"member": "link", "ignored_collision_filter_group": "name", "member_group": "name"}
"""The attributes that have the value in URDF, by the name of the element; ``value`` for all others."""


def filter_groups(robot: Robot, depth: int) -> list[Extension]:
    """Return groups of URDF that let ignored pairs of links pass through each other in Drake: a group for each link.

    Args:
        robot: The robot.
        depth: The number of elements around the groups, for their indentation.

    Returns:
        The groups; their places are for the caller to set.
    """
    others: dict[str, dict[str, None]] = {}
    for pair in robot.ignored_pairs:
        others.setdefault(pair.first, {})[pair.second] = None
        others.setdefault(pair.second, {})
    taken = {*robot.frame_names, *(each.name for each in robot.all_joints)}  # in SDF all share one scope
    names: dict[str, str] = {}
    for link in others:
        names[link] = free_name(f"{link}_filter", taken | {*names.values()})
    return [_group(link, names, ignored, depth) for link, ignored in others.items()]


def _group(link: str, names: Mapping[str, str], ignored: Iterable[str], depth: int) -> Extension:
    node = subtree(f'<drake:collision_filter_group xmlns:drake="{URI}"/>', None)
    node.set("name", names[link])
    node.append(make(f"{PREFIX}member", {"link": link}))
    node.extend([make(f"{PREFIX}ignored_collision_filter_group", {"name": names[each]}) for each in ignored])
    indent(node, depth)
    return Extension(format="urdf", place="", kind=ExtensionKind.ELEMENT, name=FILTER, content=canonical(node, None))


def is_drakes(extension: Extension) -> bool:
    """Return True for an element or an attribute of Drake."""
    return extension.name.startswith(PREFIX)


def as_sdf(content: str) -> str:
    """Return an element of a URDF as SDF has it."""
    return _changed(content, _with_text)


def as_urdf(content: str) -> str:
    """Return an element of an SDF as URDF has it."""
    return _changed(content, _with_attribute)


def _changed(content: str, change: Callable[[Node, str], None]) -> str:
    root = subtree(content, None)
    for node in filter(is_element, root.iter()):
        name = str(node.tag)
        if name.startswith(PREFIX) and not len(node):
            change(node, _ATTRIBUTES.get(name.removeprefix(PREFIX), "value"))
    return canonical(root, None)


def _with_text(node: Node, attribute: str) -> None:
    if list(node.attrib) == [attribute]:
        node.text = node.attrib.pop(attribute)


def _with_attribute(node: Node, attribute: str) -> None:
    text = (node.text or "").strip()
    if text and not node.attrib:
        node.set(attribute, text)
        node.text = None
