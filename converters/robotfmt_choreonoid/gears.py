"""Gear ratios: the model has only the inertia of a rotor behind its gear, so the ratio is passed through."""

from __future__ import annotations

from robotfmt.documents import tokens
from robotfmt.model import Extension

from .spelling import snake


def is_ratio(extension: Extension) -> bool:
    """Return True if unrecognised content is the gear ratio of a joint."""
    return extension.format == "choreonoid" and snake(extension.name) == "gear_ratio"


def ratio_of(content: str | None) -> float:
    """Return the ratio; 1 if there is none, or none that is a number."""
    try:
        return tokens.real(content) if content is not None else 1.0
    except tokens.BadToken:
        return 1.0
