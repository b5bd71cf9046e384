"""The exact Euclidean distance transform of a grid, compiled (Felzenszwalb and Huttenlocher 2012)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..mesh.compiled import compiled
from ..mesh.triangles import Flags

_FAR = 1 << 30
"""The squared distance, in cells, of a cell in a line without false ones; above that of any grid in memory."""


def steps_to_false(flags: Flags, most: float = np.inf) -> NDArray[np.float32]:
    """Return for each cell the distance to the nearest false cell, in cells; infinite without one.

    Args:
        flags: The cells.
        most: The distance beyond which cells are infinitely far, which saves time if it is small.
    """
    farthest = int(min(most**2, _FAR - 1))
    squared = _along_lines(np.ascontiguousarray(flags), farthest)
    for axis in (1, 0):
        _transform(np.moveaxis(squared, axis, 2), farthest)
    found: NDArray[np.float32] = _roots(squared)
    return found


@compiled
def _along_lines(flags: Any, farthest: int) -> Any:
    """Return the squared distances to the nearest false cell of the same line of the last axis."""
    squared = np.empty(flags.shape, np.int32)
    count = flags.shape[2]
    for i in range(flags.shape[0]):
        for j in range(flags.shape[1]):
            line, gap = squared[i, j], _FAR
            for k in range(count):
                gap = min(gap + 1, _FAR) if flags[i, j, k] else 0
                line[k] = gap
            gap = _FAR
            for k in range(count - 1, -1, -1):
                gap = min(gap + 1, line[k])
                line[k] = gap * gap if gap * gap <= farthest else _FAR
    return squared


@compiled
def _transform(squared: Any, farthest: int) -> None:
    """Replace each value by the lowest one of the parabolas that stand on the values of its line."""
    count = squared.shape[2]
    line, feet, starts = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count + 1)
    for i in range(squared.shape[0]):
        for j in range(squared.shape[1]):
            last = _envelope(squared[i, j], line, feet, starts)
            at = 0
            if last < 0:
                continue
            for k in range(count):
                while at < last and starts[at + 1] < k:
                    at += 1
                value = (k - feet[at]) ** 2 + line[feet[at]]
                squared[i, j, k] = value if value <= farthest else _FAR


@compiled
def _envelope(values: Any, line: Any, feet: Any, starts: Any) -> int:
    """Keep the values of a line, and the parabolas that are lowest somewhere; return the last one's number.

    A line of zeros needs none: -1 is returned for it, and for a line without a false cell.
    """
    last, highest = -1, 0
    for k in range(len(values)):
        line[k] = values[k]
        highest = max(highest, line[k])
    if highest == 0:
        return -1
    for k in range(len(values)):
        if line[k] >= _FAR:
            continue
        start = -np.inf
        while last >= 0:
            foot = feet[last]
            start = (line[k] + k * k - line[foot] - foot * foot) / (2 * (k - foot))
            if start > starts[last]:
                break
            last -= 1
        last += 1
        feet[last] = k
        starts[last] = start if last else -np.inf
    return last


@compiled
def _roots(squared: Any) -> Any:
    """Return the square roots of squared distances; infinite for far ones."""
    found = np.empty(squared.shape, np.float32)
    for i in range(squared.shape[0]):
        for j in range(squared.shape[1]):
            for k in range(squared.shape[2]):
                value = squared[i, j, k]
                found[i, j, k] = np.sqrt(value) if value < _FAR else np.inf
    return found
