"""Compose an XML document: a writer's tree, unrecognised content at its place, the source's order.

The writer creates the elements of the model, in its own order. This module puts extensions of the same format back in
their places, sorts children and attributes into the order of the source, and restores its comments.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import cached_property

from ...model import Extension, ExtensionKind, Layout, LayoutItem, Robot, World
from ..tokens import yes_or_no
from . import nodes as xml
from .draft import Draft, Style, draft_of
from .element import Element

# Places

_STEP = re.compile(r"""/((?:[^/\[{]|\{[^}]*\})+(?:\[@[\w:]+=(?:'[^']*'|"[^"]*")\])*(?:\[\d+\])?)""")
_KEY = re.compile(r"""\[@[\w:]+=(?:'[^']*'|"[^"]*")\]|\[\d+\]""")
_VALUE = re.compile(r"""\[@([\w:]+)=('[^']*'|"[^"]*")\]""")


class Places:
    """The elements of a writer's tree, by the places of content for them."""

    def __init__(self, draft: Draft, layout: Layout | None, style: Style) -> None:
        self._draft = draft
        self._layout = layout
        self._style = style
        self._made: dict[str, xml.Node] = {}

    def find(self, place: str) -> xml.Node | None:
        """Return the element for content at a place, which is created if the style allows it."""
        node = self._exact(place)
        if node is None and not self._style.names_last:
            node = self._alike.get(_without_keys(place))
        if node is None and self._style.anchors:
            node = self._anchored.get(_from_anchor(place, self._style.anchors))
        return self._created(place) if node is None and self._style.names_last else node

    def _exact(self, place: str) -> xml.Node | None:
        """Return the element with a path; the paths of all elements take longer than most trees to be written."""
        if place in self._made:
            return self._made[place]
        steps = _steps(place)
        if steps is None:
            return self._every.get(place)
        element, below = None, [self._draft.root]
        for step in steps:
            element = next((each for each in below if each.step == step), None)
            if element is None:
                return None
            below = element.children
        return self._draft.nodes[element] if element is not None else None

    @cached_property
    def _every(self) -> dict[str, xml.Node]:
        return {element.path: node for element, node in self._draft.nodes.items()}

    @cached_property
    def _alike(self) -> dict[str, xml.Node]:
        """The elements whose place without keys is unique, here and in the source."""
        several = _several(self._layout)
        return {place: node for place, node in self._unique(_without_keys).items() if place not in several}

    @cached_property
    def _anchored(self) -> dict[str, xml.Node]:
        return self._unique(lambda place: _from_anchor(place, self._style.anchors))

    def _unique(self, seen: Callable[[str], str]) -> dict[str, xml.Node]:
        """Return the elements with a unique place, given a function that makes equal places equal."""
        counts = Counter(map(seen, self._every))
        return {written: node for place, node in self._every.items() if counts[written := seen(place)] == 1}

    def _created(self, place: str) -> xml.Node | None:
        """Create missing elements of a place, if its steps describe them completely."""
        path = ""
        node: xml.Node | None = None
        for step in _steps(place) or ():
            path += f"/{step}"
            known = self._exact(path)
            if known is None:
                known = self._made_of(step)
                if node is None or known is None:
                    return None
                node.append(known)
                self._made[path] = known
            node = known
        return node

    def _made_of(self, step: str) -> xml.Node | None:
        tag, style = _without_keys(step), self._style
        if "{" in tag or tag in style.parts or (tag != step and tag not in style.remade):
            return None
        return xml.make(tag, {name: value[1:-1] for name, value in _VALUE.findall(step)})


def _steps(place: str) -> list[str] | None:
    """Return the steps of a place, or None if it has others."""
    steps = _STEP.findall(place)
    return steps if "".join(f"/{step}" for step in steps) == place else None


def _without_keys(place: str) -> str:
    return _KEY.sub("", place)


def _several(layout: Layout | None) -> set[str]:
    """Return the places without keys that occurred several times in the document: any of them may be the remaining
    one.
    """
    counts: Counter[str] = Counter()
    pending = [("", item) for item in (layout.items if layout is not None else ())]
    while pending:
        above, item = pending.pop()
        if item.kind == "element":
            place = f"{above}/{_without_keys(item.step)}"
            counts[place] += 1
            pending += ((place, each) for each in item.items)
    return {place for place, count in counts.items() if count > 1}


def _from_anchor(place: str, anchors: frozenset[str]) -> str:
    """Return a place with keys only from the last anchor on; an empty text without an anchor."""
    steps = _STEP.findall(place)
    above = next((n for n in range(len(steps) - 1, -1, -1) if _without_keys(steps[n]) in anchors), None)
    if above is None:
        return ""
    return "".join(f"/{step}" for step in (*map(_without_keys, steps[:above]), *steps[above:]))


# Composition


def compose(root: xml.Node, robot: Robot | World, style: Style) -> bytes:
    """Return the bytes of a document. Unrecognised content of its format that has no place in it is left out.

    Args:
        root: The tree of the writer, without namespaces.
        robot: The robot or the world whose extensions and layout are written.
        style: The style of the format.
    """
    layout = robot.layout(style.format)
    restored: set[xml.Node] = set()
    _restore(root, robot.extensions, layout, style, restored)
    prolog, epilog = _arrange(root, layout, style, restored) if layout is not None else ([], [])
    _indent(root, restored)
    further = style.finish(root) if style.finish is not None else {}
    declared = {**style.namespaces, **further, **dict(layout.namespaces if layout is not None else ())}
    return xml.serialize(prolog, _in_namespaces(root, style.home, declared), epilog)


def _in_namespaces(root: xml.Node, home: str | None, declared: dict[str, str]) -> xml.Node:
    """Return the tree in its namespace: the given one, or else that of the source."""
    default = declared.pop("", None)
    return xml.put_in_namespace(root, home or default, declared) if home or default or declared else root


def _restore(
    root: xml.Node,
    extensions: Collection[Extension],
    layout: Layout | None,
    style: Style,
    restored: set[xml.Node],
) -> None:
    """Put extensions of the document's format back in their places."""
    of_format = [extension for extension in extensions if extension.format == style.format]
    if not of_format:
        return
    places = Places(draft_of(root, style.keys), layout, style)
    for extension in of_format:
        node = places.find(extension.place)
        if node is not None:
            _put(node, extension, style.order, restored)


def _put(node: xml.Node, extension: Extension, order: Mapping[str, int], restored: set[xml.Node]) -> None:
    match extension.kind:
        case ExtensionKind.ATTRIBUTE if node.get(extension.name) is None:
            node.set(extension.name, extension.content)
        case ExtensionKind.TEXT if not node.text:
            node.text = extension.content
        case ExtensionKind.ELEMENT:
            child = xml.subtree(extension.content, None)
            _insert(node, child, order)
            restored.add(child)


def _insert(node: xml.Node, child: xml.Node, order: Mapping[str, int]) -> None:
    """Insert a child before the first one that belongs after it."""
    last = len(order)
    here = order.get(str(child.tag), last)
    behind = (place for place, each in enumerate(node) if order.get(str(each.tag), last) > here)
    node.insert(next(behind, len(node)), child)


def _arrange(
    root: xml.Node, layout: Layout, style: Style, restored: set[xml.Node]
) -> tuple[list[xml.Node], list[xml.Node]]:
    """Sort everything as in the layout; return the content before and after the root."""
    prolog: list[xml.Node] = []
    epilog: list[xml.Node] = []
    target = prolog
    for item in layout.items:
        if item.kind == "element":
            _arrange_root(draft_of(root, style.keys), item, style, restored)
            target = epilog
        else:
            target.append(_remark(item))
    return prolog, epilog


def _arrange_root(draft: Draft, item: LayoutItem, style: Style, restored: set[xml.Node]) -> None:
    """Give attributes and elements the order of the source's layout, down to elements that were restored."""
    pending = [(draft.root, item)]
    while pending:
        element, wanted = pending.pop()
        node = draft.nodes[element]
        if node in restored:
            continue
        _arrange_attributes(node, wanted.attributes, style.implied.get(element.tag, {}))
        word = wanted.spelling if style.as_spelt else None
        if word is not None and yes_or_no(node.text or "") is yes_or_no(word):
            node.text = word
        known = {child.step: child for child in element.children}
        pending.extend(
            (known[each.step], each) for each in wanted.items if each.kind == "element" and each.step in known
        )
        order = _merged(draft, element, wanted, known)
        if order:
            node[:] = order


def _merged(draft: Draft, element: Element, wanted: LayoutItem, known: dict[str, Element]) -> list[xml.Node]:
    """Return the children in the layout's order with its comments; new ones follow their neighbour in the writer's
    order.
    """
    placed = {item.step for item in wanted.items if item.kind == "element"}
    followers: dict[str | None, list[xml.Node]] = {}
    anchor: str | None = None
    for child in element.children:
        if child.step in placed:
            anchor = child.step
        else:
            followers.setdefault(anchor, []).append(draft.nodes[child])
    order = followers.get(None, [])
    for item in wanted.items:
        if item.kind != "element":
            order.append(_remark(item))
        elif item.step in known:
            order.append(draft.nodes[known[item.step]])
            order.extend(followers.get(item.step, []))
    return order


def _arrange_attributes(node: xml.Node, order: tuple[str, ...], implied: Mapping[str, str]) -> None:
    values = {
        name: value
        for name, value in node.attrib.items()
        if name in order or name not in implied or implied[name] != value
    }
    names = [name for name in order if name in values]
    names += [name for name in values if name not in names]
    if names != list(node.attrib):
        node.attrib.clear()
        for name in names:
            node.set(name, values[name])


def _remark(item: LayoutItem) -> xml.Node:
    return xml.make_comment(item.step) if item.kind == "comment" else xml.make_instruction(item.step)


def _indent(root: xml.Node, verbatim: set[xml.Node]) -> None:
    """Indent by two spaces per level, except inside verbatim content."""
    pending = [(root, "\n")]
    while pending:
        node, margin = pending.pop()
        if node in verbatim or not len(node):
            continue
        inner = margin + "  "
        node.text = (node.text or "").rstrip() + inner
        for child in node:
            child.tail = inner
            if xml.is_element(child):
                pending.append((child, inner))
        node[-1].tail = margin
