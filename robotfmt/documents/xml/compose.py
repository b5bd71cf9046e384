"""Compose an XML document: a writer's tree, unrecognised content at its place, the source's order.

The writer creates the elements of the model, in its own order. This module puts extensions of the same format back in
their places, sorts children and attributes into the order of the source, and restores its comments.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping

from ...model import Extension, ExtensionKind, Layout, LayoutItem, Robot, World
from ...model.record import Record, field
from ..tokens import yes_or_no
from . import nodes as xml
from .document import Document, Keys
from .element import Element

_STEP = re.compile(r"""/((?:[^/\[{]|\{[^}]*\})+(?:\[@[\w:]+=(?:'[^']*'|"[^"]*")\])*(?:\[\d+\])?)""")
_KEY = re.compile(r"""\[@[\w:]+=(?:'[^']*'|"[^"]*")\]|\[\d+\]""")
_VALUE = re.compile(r"""\[@([\w:]+)=('[^']*'|"[^"]*")\]""")


class Draft(Document):
    """A writer's tree, in the form of a document."""

    def __init__(self, root: xml.Node, keys: Keys) -> None:
        self.keys = keys
        self.nodes: dict[Element, xml.Node] = {}
        """Every element, with the writer's node for it."""
        self._elements, self._top = [self.add(root)], 0

    def add(self, node: xml.Node) -> Element:
        """Return a new element for a writer's node."""
        element = Element(str(node.tag), _attributes(node))
        element.document, element.index, element.taken, element.text = self, len(self.nodes), None, ""
        self.nodes[element] = node
        return element


def draft_of(root: xml.Node, keys: Keys) -> Draft:
    """Return a tree as a document, with an element for each of its nodes."""
    draft = Draft(root, keys)
    pending = [draft.root]
    while pending:
        element = pending.pop()
        for node in filter(xml.is_element, draft.nodes[element]):
            element.append(draft.add(node))
        pending.extend(reversed(element.children))
    return draft


def _attributes(node: xml.Node) -> dict[str, str]:
    return {str(name): str(value) for name, value in node.attrib.items()}


class Style(Record):
    """The style of a format's documents."""

    format: str
    keys: Keys
    """The attributes that identify elements among their siblings, in paths."""
    home: str | None = None
    """The namespace of the document."""
    names_last: bool = True
    """True if the keys are names that a writer keeps. Then parents are created for an extension whose place is
    missing. Otherwise the only element with the same tags in its path is its place.
    """
    namespaces: Mapping[str, str] = field(default_factory=dict)
    """Namespaces to declare on the root, by prefix, unless the source declared them otherwise."""
    remade: frozenset[str] = frozenset()
    """The tags of pure container elements: one is created again with its keys for an extension in it, even if several
    had the name.
    """
    anchors: frozenset[str] = frozenset()
    """Tags of elements with unique names: their content stays in them, even if the elements around them were renamed.
    """
    parts: frozenset[str] = frozenset()
    """The tags of elements that are parts of the robot: none is created only for an extension in it."""
    as_spelt: bool = False
    """True if boolean texts are written as the source spells them."""
    order: Mapping[str, int] = field(default_factory=dict)
    """The position of an element among its siblings, by tag, for formats with a fixed order; others come last."""
    implied: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Default values by tag and attribute, which are omitted if the source did."""
    finish: Callable[[xml.Node], Mapping[str, str]] | None = None
    """Changes the whole tree in the end, and returns further namespaces to declare, by prefix."""


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
    own = declared.pop("", None)
    return xml.put_in_namespace(root, home or own, declared) if home or own or declared else root


def _restore(
    root: xml.Node,
    extensions: Collection[Extension],
    layout: Layout | None,
    style: Style,
    restored: set[xml.Node],
) -> None:
    """Put extensions of the document's format back in their places."""
    own = [extension for extension in extensions if extension.format == style.format]
    if not own:
        return
    places = {element.path: node for element, node in draft_of(root, style.keys).nodes.items()}
    alike: dict[str, xml.Node] = {}
    if not style.names_last:
        several = _several(layout)
        unique = _unique(places, lambda place: _KEY.sub("", place))
        alike = {place: node for place, node in unique.items() if place not in several}
    anchored = _unique(places, lambda place: _from_anchor(place, style.anchors)) if style.anchors else {}
    for extension in own:
        node = places.get(extension.place, alike.get(_KEY.sub("", extension.place)))
        node = node if node is not None else anchored.get(_from_anchor(extension.place, style.anchors))
        if node is None and style.names_last:
            node = _create(places, extension.place, style)
        if node is not None:
            _put(node, extension, style.order, restored)


def _unique(places: dict[str, xml.Node], seen: Callable[[str], str]) -> dict[str, xml.Node]:
    """Return the elements with a unique place, given a function that makes equal places equal."""
    counts = Counter(map(seen, places))
    return {way: node for place, node in places.items() if counts[way := seen(place)] == 1}


def _several(layout: Layout | None) -> set[str]:
    """Return the places without keys that occurred several times in the document: any of them may be the remaining
    one.
    """
    counts: Counter[str] = Counter()
    pending = [("", item) for item in (layout.items if layout is not None else ())]
    while pending:
        above, item = pending.pop()
        if item.kind == "element":
            place = f"{above}/{_KEY.sub('', item.step)}"
            counts[place] += 1
            pending += ((place, each) for each in item.items)
    return {place for place, count in counts.items() if count > 1}


def _from_anchor(place: str, anchors: frozenset[str]) -> str:
    """Return a place with keys only from the last anchor on; an empty text without an anchor."""
    steps = _STEP.findall(place)
    above = next((n for n in range(len(steps) - 1, -1, -1) if _KEY.sub("", steps[n]) in anchors), None)
    if above is None:
        return ""
    return "".join(f"/{step}" for step in (*(_KEY.sub("", each) for each in steps[:above]), *steps[above:]))


def _create(places: dict[str, xml.Node], place: str, style: Style) -> xml.Node | None:
    """Create missing elements of a place, if its steps describe them completely."""
    steps = _STEP.findall(place)
    if "".join(f"/{step}" for step in steps) != place:
        return None
    path = ""
    node: xml.Node | None = None
    for step in steps:
        path += f"/{step}"
        known = places.get(path)
        if known is None:
            tag = _KEY.sub("", step)
            if node is None or "{" in tag or tag in style.parts or (tag != step and tag not in style.remade):
                return None
            known = xml.make(tag, {name: value[1:-1] for name, value in _VALUE.findall(step)})
            node.append(known)
            places[path] = known
        node = known
    return node


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
            target.append(_loose_node(item))
    return prolog, epilog


def _arrange_root(draft: Draft, item: LayoutItem, style: Style, restored: set[xml.Node]) -> None:
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
            order.append(_loose_node(item))
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


def _loose_node(item: LayoutItem) -> xml.Node:
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
