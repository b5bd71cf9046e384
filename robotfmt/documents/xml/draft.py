"""The tree of a writer, with the paths that its elements have in a document, and the style of a format's documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...model.record import Record, field
from . import nodes as xml
from .document import Document, Keys
from .element import Element


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


# Style


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
