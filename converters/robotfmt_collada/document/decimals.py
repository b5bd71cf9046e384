"""Round the numbers of a finished document."""

from __future__ import annotations

from robotfmt.documents import tokens
from robotfmt.documents.xml.nodes import Node, local_name

OFF = "off"
_TAGS = ("translate", "rotate", "axis", "min", "max", "float", "direction", "cn")
_NOT_IN = ("library_geometries", "library_physics_models", "library_effects")


def round_numbers(root: Node, digits: int) -> None:
    """Round the numbers of a document before it is written."""
    for library in root:
        if local_name(library) not in _NOT_IN:
            for element in library.iter():
                if isinstance(element.tag, str) and local_name(element) in _TAGS and element.text:
                    element.text = _rounded(element.text, digits)


def _rounded(text: str, digits: int) -> str:
    try:
        # The sum makes 0 of -0.
        return tokens.written_all([round(value, digits) + 0.0 for value in tokens.reals(text)])
    except tokens.BadToken:
        return text
