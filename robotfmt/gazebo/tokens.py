"""The notation of values in elements of Gazebo."""

from __future__ import annotations

from ..diagnostics import Severity
from ..documents.tokens import BadToken, boolean, reals, written_all
from ..model import Rgba
from ..words.notations import Notation


def _flag(text: str) -> bool:
    return boolean(text.lower())


def _rgba(text: str) -> Rgba:
    """Read a colour; without the fourth number it is opaque."""
    values = reals(text)
    if len(values) not in (3, 4):
        raise BadToken(f"has {len(values)} numbers; expected four", "four numbers separated by spaces")
    return (values[0], values[1], values[2], values[3] if len(values) == 4 else 1.0)


FLAG = Notation(_flag, lambda value: "true" if value else "false")
"""A boolean, in upper or lower case."""
RGBA = Notation(_rgba, written_all, severity=Severity.WARNING)
