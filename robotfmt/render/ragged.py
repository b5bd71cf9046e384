"""Rows of different lengths, one behind the other: what numpy has no loop for."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..mesh.triangles import Ints


def ragged(counts: Ints) -> tuple[Ints, Ints]:
    """For rows of these lengths: the row of every element, and the element's place in its row."""
    rows = np.repeat(np.arange(len(counts)), counts)
    starts = np.cumsum(counts) - counts
    return rows, np.arange(len(rows)) - starts[rows]


def chunks(counts: Ints, most: int) -> Iterator[slice]:
    """Neighbouring rows, as many as have no more elements together than this, but at least one."""
    ends = np.cumsum(counts)
    start, done = 0, 0
    while start < len(counts):
        stop = max(int(np.searchsorted(ends, done + most, side="right")), start + 1)
        yield slice(start, stop)
        start, done = stop, int(ends[stop - 1])
