"""A tree of boxes over cells, in the frame of their link."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...mesh.triangles import Floats, Ints
from .supports import bounds

DEEPEST = 64
"""More than the depth of a tree, whose branches are halves."""


class Tree(NamedTuple):
    """Cells, and boxes around them and around all below."""

    kinds: Ints
    """An array (n,)."""
    cells: Floats
    """An array (n, 15)."""
    boxes: Floats
    """An array (2 n - 1, 6): the middle and half the size of each node's box; the first node is the root."""
    children: Ints
    """An array (2 n - 1, 2): the nodes below; or -1 and the cell."""


def tree(kinds: Ints, cells: Floats) -> Tree:
    """Return the tree over cells, of which there must be one at least: halves at the median of the longest side."""
    around = bounds(kinds, cells)
    order, starts = np.arange(len(cells)), np.zeros(1, dtype=np.int64)
    boxes: list[Floats] = []
    children: list[Ints] = []
    used = 1
    while len(order):
        low = np.minimum.reduceat(around[order, :3], starts)
        high = np.maximum.reduceat(around[order, 3:], starts)
        boxes.append(np.concatenate([low + high, high - low], axis=1) / 2)
        sizes = np.diff(np.append(starts, len(order)))
        divides = sizes > 1
        down = np.stack([np.full(len(starts), -1), order[starts]], axis=1)
        down[divides] = used + np.arange(2 * int(divides.sum())).reshape(-1, 2)
        children.append(down)
        used += 2 * int(divides.sum())
        longest = np.repeat((high - low).argmax(axis=1), sizes)[np.repeat(divides, sizes)]
        order, starts = _halved(order[np.repeat(divides, sizes)], sizes[divides], longest, around)
    return Tree(kinds, cells, np.concatenate(boxes), np.concatenate(children))


def _halved(order: Ints, sizes: Ints, along: Ints, around: Floats) -> tuple[Ints, Ints]:
    """Return the cells of some nodes, sorted in each along an axis, and the starts of the halves.

    Args:
        order: The cells, node by node.
        sizes: The number of cells of each node.
        along: The axis for each cell.
        around: The boxes around all cells.
    """
    middles = around[order, along] + around[order, 3 + along]
    sorted_cells = order[np.lexsort((middles, np.repeat(np.arange(len(sizes)), sizes)))]
    firsts = np.cumsum(sizes) - sizes
    return sorted_cells, np.stack([firsts, firsts + sizes // 2], axis=1).ravel()
