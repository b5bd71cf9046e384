"""The tree of a writer, with the paths that its elements have in a document."""

from __future__ import annotations

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
