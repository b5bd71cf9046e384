"""A depth buffer: the nearest object at each pixel, for any drawing order; and rows of different lengths in one array,
for loops that numpy lacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..mesh.triangles import Floats, Ints

Keys: TypeAlias = NDArray[np.uint64]
_NOTHING = np.uint64(2**64 - 1)
_LOWER = np.uint64(2**32 - 1)
_SHIFT = np.uint64(32)
FARTHEST = 2**32 - 2
"""Depths are whole numbers from 0 to this."""


@dataclass(slots=True, eq=False)
class Buffer:
    """One number for each pixel: its depth in the upper half, the object in the lower half."""

    width: int
    height: int
    keys: Keys = field(init=False)

    def __post_init__(self) -> None:
        self.keys = np.full(self.width * self.height, _NOTHING, dtype=np.uint64)

    def offer(self, pixels: Ints, depths: Floats, owners: Ints) -> None:
        """Offer objects at pixels, with depths from 0 to 1; the nearest stays, of equally near ones the first."""
        whole = (np.clip(depths, 0.0, 1.0) * FARTHEST).astype(np.uint64)
        np.minimum.at(self.keys, pixels, whole << _SHIFT | owners.astype(np.uint64))

    def seen(self) -> tuple[Ints, Ints, Ints]:
        """Return the covered pixels, with their depths and objects."""
        pixels = np.flatnonzero(self.keys != _NOTHING)
        keys = self.keys[pixels]
        return pixels, (keys >> _SHIFT).astype(np.int64), (keys & _LOWER).astype(np.int64)


# Rows of different lengths


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
