"""The names that shapes and materials without one get, and that are no names when they are read."""

from __future__ import annotations

import re

_NUMBERED = re.compile(r"(visual|collision|material)_\d+")


def is_numbered(name: str) -> bool:
    """Return True for the name of a prim that the writer made."""
    return _NUMBERED.fullmatch(name) is not None
