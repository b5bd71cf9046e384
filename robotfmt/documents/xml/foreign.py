"""Extensions of other formats, passed through an XML format in separate elements."""

from __future__ import annotations

from ...model import Extension, ExtensionKind
from . import nodes as xml
from .element import Element

SLOT = "extension"
"""The element in which an XML format keeps content of another format, or content that has lost its place."""


def foreign_extensions(slot: Element, tag: str = SLOT) -> list[Extension]:
    """Take the content of the slot: every child with a tag that a writer creates."""
    return [_read_foreign(item) for item in slot.children if item.tag == tag and _is_foreign(item)]


def foreign_node(extension: Extension, tag: str = SLOT) -> xml.Node:
    """Return the element that contains an extension."""
    return xml.make(
        tag,
        {
            "format": extension.format,
            "kind": extension.kind.value,
            "name": extension.name or None,
            "place": extension.place,
        },
        text=extension.content,
    )


def _is_foreign(item: Element) -> bool:
    kinds = [each.value for each in ExtensionKind]
    is_described = item.peek("format") is not None and item.peek("place") is not None
    return is_described and item.peek("kind") in kinds and not item.children


def _read_foreign(item: Element) -> Extension:
    content = item.text
    item.take_text()
    return Extension(
        origin=item.origin,
        format=item.attribute("format") or "",
        place=item.attribute("place") or "",
        kind=ExtensionKind(item.attribute("kind")),
        name=item.attribute("name") or "",
        content=content,
    )
