"""Checks of elements that SDF does not have at their place or under their name, as found in real documents."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.documents.vendors import program_of
from robotfmt.documents.xml.element import Element

from ..codes import MISSPELT
from ..document.elements import Kind, Version, kinds

_FRAME_ID = (1, 12)
"""The version that has ``frame_id`` of sensors. Before it Gazebo's own words are the only ones."""
_OF_GAZEBO = ("gz_frame_id", "ignition_frame_id")
_RIGHT = {
    **dict.fromkeys((("sensor", each) for each in _OF_GAZEBO), "<frame_id> (SDF 1.12)"),
    ("collision", "material"): "<material> in a <visual>",
    ("mesh", "filename"): "<uri>",
}
"""What is meant, by the parent and the name of an element, where it is not found by the words."""
_ALIKE = 0.79
"""The least similarity of two spellings of one word; ``mu1`` and ``mu`` have 0.8."""


def check_words(root: Element, version: Version) -> None:
    """Report elements that neither a version of SDF nor a newer one has at their place, if it has what is meant."""
    pending = [(root, kinds()[0], kinds()[0])]
    while pending:
        element, kind, outer = pending.pop()
        for child in element.children:
            if child.tag == "include" or (child.tag in _OF_GAZEBO and version < _FRAME_ID):
                continue
            inner = kind.inner(child.tag, version)
            if inner is None:
                _check(element, child, next(_meant(element, child, kind, outer, version), None))
            elif not inner.is_free:
                pending.append((child, inner, kind))


def _check(element: Element, child: Element, right: str | None) -> None:
    if right is not None and program_of(element.path, child.tag) in (None, "Gazebo"):
        message = f"<{child.tag}> in <{element.tag}> is not an element of SDF; expected {right}"
        child.report(MISSPELT, message)


def _meant(element: Element, child: Element, kind: Kind, outer: Kind, version: Version) -> Iterator[str]:
    """Yield what an element can mean, the most likely first: another word, or its word at another place."""
    from difflib import get_close_matches  # few documents have such an element

    if (element.tag, child.tag) in _RIGHT:
        yield _RIGHT[element.tag, child.tag]
    words = {each.replace("_", ""): each for each in kind.elements if kind.inner(each, version) is not None}
    for each in get_close_matches(child.tag.lower().replace("_", ""), words, 1, _ALIKE):
        yield f"<{words[each]}>"
    if outer is not kind and outer.inner(child.tag, version) is not None:
        yield f"<{child.tag}> next to <{element.tag}>"
    there = {each.tag for each in element.children}
    for name in sorted(kind.elements, key=lambda name: name not in there):
        below = kind.inner(name, version)
        if below is not None and below.inner(child.tag, version) is not None:
            yield f"<{name}><{child.tag}>"
