"""Classes and defaults of a new document: what its geoms, joints and meshes have in common is written once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from robotfmt.documents.xml.nodes import Node, make

_SHARED = {
    "geom": ("type", "contype", "conaffinity", "group", "friction", "mass", "density"),
    "joint": ("damping", "frictionloss", "armature", "stiffness"),
    "mesh": ("scale", "inertia"),
}
"""The attributes that elements of a kind often have in common."""
_FEW = 2
"""The number of elements from which on a default is shorter."""


def with_defaults(root: Node, alone: bool) -> Node:
    """Return a document whose visual and collision geoms have classes, and whose joints and meshes have defaults.

    Args:
        root: The document, without classes; it is changed.
        alone: True if no other elements will be added, for which defaults without a class would be in force.
    """
    rows = [*(_mains(root) if alone else ()), *_classes(root)]
    if rows:
        root.insert(1, make("default", None, *rows))  # after the options of the compiler
    return root


def _classes(root: Node) -> Iterator[Node]:
    """Yield the classes of geoms; their elements get them."""
    geoms = list(root.iterfind("worldbody//geom"))
    for name, group, touches in (("visual", "2", False), ("collision", "3", True)):
        members = [it for it in geoms if it.get("group") == group and (it.get("contype") != "0") is touches]
        common = _common(members)
        if common:
            for each in members:
                _put_class(each, name, common)
            yield make("default", {"class": name}, make("geom", common))


def _mains(root: Node) -> Iterator[Node]:
    """Yield the defaults of all joints and all meshes, which no longer have them."""
    for tag, place in (("joint", "worldbody//joint"), ("mesh", "asset/mesh")):
        elements = list(root.iterfind(place))
        common = _common(elements)
        if common:
            for each in elements:
                _remove(each, common)
            yield make(tag, common)


def _common(nodes: Sequence[Node]) -> dict[str, str]:
    """Return the attributes that elements have in common; none of a few."""
    if len(nodes) < _FEW:
        return {}
    first = nodes[0]
    names = (name for name in _SHARED[str(first.tag)] if first.get(name) is not None)
    return {name: str(first.get(name)) for name in names if all(each.get(name) == first.get(name) for each in nodes)}


def _put_class(node: Node, name: str, common: Iterable[str]) -> None:
    """Give an element a class, in place of the attributes that the class has; it is written after the name."""
    _remove(node, common)
    others = dict(node.attrib)
    node.attrib.clear()
    first = {key: others.pop(key) for key in ("name",) if key in others}
    for key, value in {**first, "class": name, **others}.items():
        node.set(key, value)


def _remove(node: Node, names: Iterable[str]) -> None:
    for name in names:
        del node.attrib[name]
