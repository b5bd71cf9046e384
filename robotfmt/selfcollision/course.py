"""The progress of work in several parts, which never goes back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with the step, the amount done, and the total."""
WHOLE = 1000
"""The total amount of work in parts."""


class Course:
    """Work in parts, of which each takes a share of what is left when it begins: so parts may be added or missing.

    Args:
        progress: Gets the amount of the whole that is done; None to show nothing.
    """

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._done, self._step = 0.0, ""

    def part(self, share: float) -> Progress:
        """Return the progress of the next part, given its share of what is left, between 0 and 1."""
        return partial(self._show, self._done, share * (1 - self._done))

    def finish(self) -> None:
        """Report that everything is done."""
        if self._progress is not None:
            self._progress(self._step, WHOLE, WHOLE)

    def _show(self, begin: float, width: float, step: str, done: int, total: int) -> None:
        self._done = max(self._done, begin + width * done / max(total, 1))
        self._step = step
        if self._progress is not None:
            self._progress(step, min(int(WHOLE * self._done), WHOLE - 1), WHOLE)
