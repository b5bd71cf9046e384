"""Checks of names: reserved ones, and those that siblings share."""

from __future__ import annotations

from collections import Counter

from robotfmt.diagnostics import Severity
from robotfmt.documents.xml.element import Element

from ..codes import NAME
from ..document.elements import Version, defined

_NAMED = ("sensor", "light", "particle_emitter", "projector", "physics")
_UNIQUE = (*_NAMED, "actor")
"""Elements that share no name with a sibling of their kind; the readers report links, joints, frames and shapes."""
_CLOSED = ("world", "model", "link", "joint", "frame", "visual", "collision", *_NAMED)
"""Elements that may not have a reserved name; actors may."""
_OF_READERS = ("link", "joint", "frame")
"""Elements whose names with underscores are reported where they are read."""
_WITHOUT_COLONS = (1, 8)
"""The first version that has no ``::`` in names: before, models in models were one model with such names."""


def check_names(root: Element, version: Version) -> None:
    """Report names for which Gazebo refuses a document."""
    for element, _ in defined(root, version):
        name = element.peek("name") or ""
        if _is_reserved(element, name):
            _report(element, f"<{element.tag}> is called '{name}', a name that SDF reserves")
        elif "::" in name and element.tag != "plugin" and version >= _WITHOUT_COLONS:
            _report(element, f"<{element.tag} name='{name}'>: since SDF 1.8, no name has '::' in it")
        _check_siblings(element)


def _is_reserved(element: Element, name: str) -> bool:
    if element.tag not in _CLOSED:
        return False
    is_underscored = len(name) > 3 and name.startswith("__") and name.endswith("__")
    return name == "world" or (is_underscored and element.tag not in _OF_READERS)


def _check_siblings(outer: Element) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for each in outer.children:
        name = each.peek("name") or ""
        if each.tag in _UNIQUE and name:
            seen[each.tag, name] += 1
            if seen[each.tag, name] == 2:
                around = f"<{outer.tag} name='{outer.peek('name') or ''}'>"
                _report(each, f"{around} has two <{each.tag}> elements named '{name}'")


def _report(element: Element, message: str) -> None:
    element.report(NAME, f"{message}; Gazebo refuses the document", "name", severity=Severity.WARNING)
