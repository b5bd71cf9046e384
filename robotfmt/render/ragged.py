"""Rows of different lengths in one array, for loops that numpy lacks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..mesh.triangles import Ints


def ragged(counts: Ints) -> tuple[Ints, Ints]:
    """Return, for rows of the given lengths, the row of every element, and its index in the row."""
    rows = np.repeat(np.arange(len(counts)), counts)
    starts = np.cumsum(counts) - counts
    return rows, np.arange(len(rows)) - starts[rows]


def chunks(counts: Ints, most: int) -> Iterator[slice]:
    """Yield ranges of consecutive rows with at most this many elements, but at least one row."""
    ends = np.cumsum(counts)
    start, done = 0, 0
    while start < len(counts):
        stop = max(int(np.searchsorted(ends, done + most, side="right")), start + 1)
        yield slice(start, stop)
        start, done = stop, int(ends[stop - 1])
