"""Checks of attributes and words: what SDF requires, and words that it does not have."""

from __future__ import annotations

from collections.abc import Collection

from robotfmt.codes import BAD_WORD, MISSING_VALUE
from robotfmt.documents.xml.element import Element

from ..document.elements import Kind, Version, defined
from ..parts.sensors import TYPES

_REFUSED = "Gazebo refuses the document"
_FLAGS = ("true", "false", "1", "0")
_WORDS: dict[tuple[str, str], Collection[str]] = {
    ("sensor", "type"): TYPES,
    ("light", "type"): ("point", "spot", "directional"),
    ("pose", "rotation_format"): ("euler_rpy", "quat_xyzw"),
    ("noise", "type"): ("none", "gaussian", "gaussian_quantized"),
    ("particle_emitter", "type"): ("point", "box", "cylinder", "ellipsoid"),
}
"""The words of attributes, by element and attribute."""
_OF_READERS = frozenset(
    {
        *(("sdf", "version"), ("world", "name"), ("joint", "type")),
        *((tag, "name") for tag in ("model", "link", "joint", "frame")),
    }
)
"""Attributes whose absence has a code of its own, or that readers report."""


def check_values(root: Element, version: Version) -> None:
    """Report missing attributes, and words that SDF does not have at their place."""
    for element, kind in defined(root, version):
        _require(element, kind)
        for name in element.attributes:
            if name in kind.flags:
                _expect(element, name, _FLAGS)
            elif (element.tag, name) in _WORDS:
                _expect(element, name, _WORDS[element.tag, name])
        if kind.is_flag:
            _expect(element, None, _FLAGS)


def _require(element: Element, kind: Kind) -> None:
    for name in sorted(kind.required):
        value = element.peek(name)
        # What became an attribute was an element in older versions.
        is_given = bool(value) or element.find(name) is not None
        if not is_given and (element.tag, name) not in _OF_READERS:
            message = f"{_spoken(element)} has no attribute '{name}'; {_REFUSED}"
            element.report(MISSING_VALUE, message, None if value is None else name)


def _expect(element: Element, attribute: str | None, words: Collection[str]) -> None:
    value = element.text.strip() if attribute is None else element.peek(attribute) or ""
    is_exact = words is not _FLAGS and element.tag != "noise"
    if value and (value if is_exact else value.strip().lower()) not in words:
        expected = "'true' or 'false'" if words is _FLAGS else ", ".join(sorted(words))
        where = f"the attribute '{attribute}' of {_spoken(element)}" if attribute else _spoken(element)
        message = f"{where} is '{value}'; expected {expected}; {_REFUSED}"
        element.report(BAD_WORD, message, attribute)


def _spoken(element: Element) -> str:
    """Return an element with its name, or with the name of the element around it."""
    name, outer = element.peek("name"), element.parent
    if name:
        return f"<{element.tag} name='{name}'>"
    above = outer.peek("name") if outer is not None else None
    around = f" in <{outer.tag} name='{above}'>" if outer is not None and above else ""
    return f"<{element.tag}>{around}"
