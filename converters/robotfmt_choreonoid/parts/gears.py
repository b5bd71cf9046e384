"""Gear ratios: the model has only the inertia of a rotor behind its gear, so the ratio is passed through."""

from __future__ import annotations

from robotfmt.documents import tokens
from robotfmt.model import Extension

from ..document.mappings import Part, number
from ..document.spelling import snake


def gear_ratio(part: Part) -> float:
    """Return the gear ratio without taking it; 1 if none is given."""
    value = part.get("gear_ratio")
    found = number(value) if value is not None else None
    if value is not None:
        value.taken = False
    return 1.0 if found is None else found


def is_ratio(extension: Extension) -> bool:
    """Return True if unrecognised content is the gear ratio of a joint."""
    return extension.format == "choreonoid" and snake(extension.name) == "gear_ratio"


def ratio_of(content: str | None) -> float:
    """Return the ratio; 1 if there is none, or none that is a number."""
    try:
        return tokens.real(content) if content is not None else 1.0
    except tokens.BadToken:
        return 1.0
