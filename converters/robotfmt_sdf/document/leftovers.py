"""Unread content, each piece with its place in a document that is written."""

from __future__ import annotations

from robotfmt.documents.xml.document import Document
from robotfmt.model import Extension, ExtensionKind

from .tree import Included, Tree


def left_of(tree: Tree, document: Document) -> list[Extension]:
    """Return the unread content of a document, and of those that it includes."""
    if document.root.tag == "gazebo":
        tree.moved["/gazebo"] = "/sdf"
    found = [_moved(each, tree.moved) if tree.moved else each for each in document.leftovers()]
    for each in tree.included:
        found += _left_of_included(each)
    return found


def _left_of_included(included: Included) -> list[Extension]:
    """Return unread content of the model of an included document; content next to the model is not included."""
    found: list[Extension] = []
    for each in included.document.leftovers():
        moved = _moved(each, included.places)
        if moved is not each and not _is_of_the_model(each, included):
            found.append(moved)
    return found


def _is_of_the_model(extension: Extension, included: Included) -> bool:
    """Return True for an attribute of the model itself, which the include may override."""
    return extension.kind is not ExtensionKind.ELEMENT and extension.place in included.places


def _moved(extension: Extension, places: dict[str, str]) -> Extension:
    """Return an extension at the place that the longest matching part of its path maps to."""
    place = extension.place
    end = len(place)
    while end > 0 and place[:end] not in places:
        end = place.rfind("/", 0, end)
    if end <= 0:
        return extension
    return Extension(
        origin=extension.origin,
        format=extension.format,
        place=places[place[:end]] + place[end:],
        kind=extension.kind,
        name=extension.name,
        content=extension.content,
    )
