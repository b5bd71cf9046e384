"""Compose a YAML document: a writer's tree, unrecognised content at its place, the source's order.

The writer creates mappings and lists of plain values, in its own order. This module puts extensions of the same
format back in their places, sorts keys into the order of the source, and restores its comments. The output is ASCII,
with decimal points in floats and quotes around names, so that readers of YAML 1.1 and 1.2 agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ...diagnostics import Report
from ...errors import InputError
from ...limits import Limits
from ...model import Extension, ExtensionKind, LayoutItem, Robot
from . import document as yaml
from .lines import NULL, Node, comment, flow, joined, lines, number


class Word(str):
    """A keyword of the format, written without quotes."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Item:
    """A part of the tree with more than its value."""

    value: Tree
    before: tuple[str, ...] = ()
    """Comments on lines of their own."""
    beside: str = ""
    """A comment after the value."""
    optional: bool = False
    """True if the item is omitted while it is empty; until then it is a place for extensions."""
    default: bool = False
    """True if the item is only a default, which an extension replaces."""


Tree: TypeAlias = "Mapping[str, Tree] | Sequence[Tree] | Item | str | float | bool | None"
"""A writer's tree. A key with the value None is omitted; None in a list is ``null``."""


def compose(tree: Tree, robot: Robot, *, format: str) -> tuple[bytes, list[Extension]]:
    """Return the bytes of a document, and the extensions of its format without a place.

    Args:
        tree: The writer's tree of the robot.
        robot: The robot with the extensions and the layout to use.
        format: The name of the format.
    """
    root, left = whole(tree, robot, format=format)
    layout = robot.layout(format)
    if layout is not None:
        _arrange(root, layout.items)
    return "".join(f"{line}\n" for line in lines(root)).encode("ascii"), left


def whole(tree: Tree, robot: Robot, *, format: str) -> tuple[Node, list[Extension]]:
    """Return the node for :func:`compose`, in the writer's own order, and the extensions without a place."""
    root = as_node(tree)
    left = _restore(root, robot.extensions, format)
    _prune(root)
    return root, left


def unplaced(tree: Tree, robot: Robot, *, format: str) -> list[Extension]:
    """Return the extensions of a format for which :func:`compose` finds no place."""
    return _restore(as_node(tree), robot.extensions, format)


# Nodes of the writer's tree, and of the text of an extension


def as_node(tree: Tree) -> Node:
    """Return a writer's tree as nodes to write."""
    if tree is None or isinstance(tree, str | float | int):  # most are; matching a Mapping takes longer than the rest
        return Node(literal=_literal(tree))
    if isinstance(tree, list | tuple):
        return Node(items=[as_node(value) for value in tree])
    if isinstance(tree, Item):
        return _with_comments(as_node(tree.value), tree)
    if isinstance(tree, Mapping):
        return Node(entries={key: as_node(value) for key, value in tree.items() if value is not None})
    raise TypeError(f"{type(tree).__name__} cannot be part of a document")


def _with_comments(node: Node, item: Item) -> Node:
    node.before = [comment(f" {line}") for text in item.before for line in text.splitlines()]
    node.beside = comment(f" {item.beside}") if item.beside else ""
    node.optional = item.optional
    node.default = item.default
    return node


def _literal(value: str | float | bool | None) -> str:
    match value:
        case None:
            return NULL
        case bool():
            return "true" if value else "false"
        case Word():
            return str(value)
        case str():
            return flow(value)
    return number(value)


def parsed(content: str) -> yaml.Value | None:
    """Return the content of an extension, or None if it is not YAML."""
    data = content.encode("utf-8", "replace")
    limits = Limits(yaml_bytes=len(data), yaml_line=len(data))
    try:
        return yaml.parse_document(data, name="", format="", report=Report(), limits=limits).root
    except InputError:
        return None


def _copied(value: yaml.Value) -> Node:
    if isinstance(value, yaml.Scalar):
        return Node(literal=yaml.literal(value))
    if isinstance(value, yaml.Sequence):
        return Node(items=[_copied(item) for item in value.items])
    assert isinstance(value, yaml.Mapping)
    if len({entry.key for entry in value.entries}) < len(value.entries):
        return Node(literal=yaml.canonical(value))
    return Node(entries={entry.key: _copied(entry.value) for entry in value.entries})


# Extensions


def _restore(root: Node, extensions: Iterable[Extension], format: str) -> list[Extension]:
    """Put extensions of a format back in their places; return those without a place."""
    of_format = sorted((each for each in extensions if each.format == format), key=_order)
    opened = {steps[:end] for each in of_format for steps in [_steps(each.place)] for end in range(len(steps) + 1)}
    # Of a duplicate key one entry was understood; unrecognised content of the other must not replace it.
    return [each for each in of_format if (*_steps(each.place), each.name) in opened or not _put(root, each)]


def _order(extension: Extension) -> tuple[int, str, int]:
    """Return the sort key that fills lists from the front, before deeper places."""
    index = int(extension.name) if _is_index(extension.name) else 0
    return len(_steps(extension.place)), extension.place, index


def _put(root: Node, extension: Extension) -> bool:
    value = parsed(extension.content) if extension.kind is ExtensionKind.ENTRY else None
    container = _container(root, extension) if value is not None else None
    if value is None or container is None:
        return False
    content = _copied(value)
    if container.entries is not None:
        known = container.entries.get(extension.name)
        if known is not None and not known.is_empty and not known.default:
            return False
        container.entries[extension.name] = content
        return True
    assert container.items is not None
    return _put_in_list(container.items, extension.name, content)


def _put_in_list(items: list[Node], name: str, content: Node) -> bool:
    """Insert an item at its index, in place of a ``null``, a placeholder; return False if the list is too short."""
    if not _is_index(name) or int(name) > len(items):
        return False
    index = int(name)
    if index < len(items) and items[index].literal == NULL:
        items[index] = content
    else:
        items.insert(index, content)
    return True


def _container(root: Node, extension: Extension) -> Node | None:
    """Return the mapping or list that contained an extension; a missing mapping is created."""
    node = root
    steps = _steps(extension.place)
    for depth, step in enumerate(steps):
        inner = _child(node, step)
        if inner is None:
            missing = (*steps[depth:], extension.name)
            if node.entries is None or any(map(_is_index, missing)):
                return None
            inner = node.entries[step] = Node(entries={})
        node = inner
    if node.items is None and node.entries is None:
        return None
    return node


def _child(node: Node, step: str) -> Node | None:
    if node.entries is not None:
        return node.entries.get(step)
    if node.items is not None and _is_index(step) and int(step) < len(node.items):
        return node.items[int(step)]
    return None


def _steps(place: str) -> tuple[str, ...]:
    return tuple(map(yaml.unescape, place[1:].split("/"))) if place not in ("", "/") else ()


def _is_index(step: str) -> bool:
    return step.isascii() and step.isdecimal() and len(step) < 10


def _prune(node: Node) -> None:
    """Remove optional empty parts."""
    for inner in (*(node.items or ()), *(node.entries or {}).values()):
        _prune(inner)
    if node.entries is not None:
        kept = {key: each for key, each in node.entries.items() if not (each.optional and each.is_empty)}
        node.entries = kept


# The source's order


def _arrange(node: Node, items: tuple[LayoutItem, ...]) -> None:
    """Sort keys as in the layout, and restore its comments."""
    comments: list[str] = []
    followers = _followers(node, items)
    order = dict.fromkeys(followers.get(None, []))
    for item in items:
        if item.kind == "trailing":
            node.beside = joined(node.beside, comment(item.step))
        elif item.kind != "key":
            comments.append(comment(item.step) if item.kind == "comment" else "")
        else:
            step = yaml.unescape(item.step)
            inner = _child(node, step)
            if inner is None or step in order:
                continue
            _arrange(inner, item.items)
            inner.before[:0] = comments
            comments = []
            order |= dict.fromkeys([step, *followers.get(step, [])])
    while comments and not comments[-1]:
        comments.pop()
    node.after += comments
    if node.entries is not None:
        node.entries = {step: node.entries[step] for step in order}


def _followers(node: Node, items: tuple[LayoutItem, ...]) -> dict[str | None, list[str]]:
    """Return the keys that are not in the layout, by the key before them in the writer's order."""
    placed = {yaml.unescape(item.step) for item in items if item.kind == "key"}
    found: dict[str | None, list[str]] = {}
    anchor: str | None = None
    for key in node.entries or {}:
        if key in placed:
            anchor = key
        else:
            found.setdefault(anchor, []).append(key)
    return found
