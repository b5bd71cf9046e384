"""How work grows with its size, counted in calls of functions: unlike seconds, the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

LINEAR = 2.5
"""Above the growth of work of which each part costs the same, and well below that of work that looks at all pairs."""


def growth(work: Callable[[int], object], size: int) -> float:
    """By what factor the calls grow where the size doubles: 2 where each part costs the same, 4 for all pairs."""
    return _calls(work, 2 * size) / _calls(work, size)


def _calls(work: Callable[[int], object], size: int) -> int:
    count = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work(size)
    finally:
        sys.setprofile(before)
    return count
