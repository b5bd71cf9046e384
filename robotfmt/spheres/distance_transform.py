"""The exact Euclidean distance transform of a grid, compiled (Felzenszwalb and Huttenlocher 2012)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..mesh.compiled import compiled
from ..mesh.triangles import Flags

_FAR = np.int64(1) << 40
"""The squared distance, in cells, of a cell in a line without false ones; above that of any grid in memory."""


def steps_to_false(flags: Flags) -> NDArray[np.float32]:
    """Return for each cell the distance to the nearest false cell, in cells; infinite without one."""
    squared = np.where(flags, _FAR, np.int64(0))
    for axis in range(3):
        _transform(np.moveaxis(squared, axis, 2))
    found: NDArray[np.float32] = np.sqrt(squared).astype(np.float32)
    found[squared >= _FAR] = np.inf
    return found


@compiled
def _transform(squared: Any) -> None:
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
                squared[i, j, k] = (k - feet[at]) ** 2 + line[feet[at]]


@compiled
def _envelope(values: Any, line: Any, feet: Any, starts: Any) -> int:
    """Keep the values of a line, and the parabolas that are lowest somewhere; return the last one's number."""
    last = -1
    for k in range(len(values)):
        line[k] = values[k]
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
