"""Drake's elements in URDF and SDF: the same ones, with the value as an attribute in URDF and as the text in SDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..documents.xml.nodes import Node, canonical, is_element, subtree
from ..model import Extension

URI = "http://drake.mit.edu"
PREFIX = f"{{{URI}}}"
FILTER, ACCELERATION = f"{PREFIX}collision_filter_group", f"{PREFIX}acceleration"
OF_ACTUATORS = frozenset(f"{PREFIX}{name}" for name in ("gear_ratio", "rotor_inertia", "controller_gains"))
"""Elements of an actuator in URDF, and of a joint in SDF."""
_ATTRIBUTES = {"member": "link", "ignored_collision_filter_group": "name", "member_group": "name"}
"""The attributes that have the value in URDF, by the name of the element; ``value`` for all others."""


def is_drakes(extension: Extension) -> bool:
    """Return True for an element or an attribute of Drake."""
    return extension.name.startswith(PREFIX)


def namespaces(extensions: Iterable[Extension]) -> dict[str, str]:
    """Return the prefix that a document with some unrecognised content has to declare for Drake."""
    is_used = any(is_drakes(each) or URI in each.content or URI in each.place for each in extensions)
    return {"drake": URI} if is_used else {}


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
