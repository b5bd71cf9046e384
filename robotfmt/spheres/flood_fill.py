"""The part of a grid that is connected to its first cell, compiled.

``scipy.ndimage.label`` takes as long, and its import longer than the measurement of a link.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..mesh.compiled import compiled
from ..mesh.triangles import Flags


def part_of_corner(flags: Flags) -> Flags:
    """Return the true cells connected to the first one over faces; none if that is false."""
    found = np.zeros(flags.shape, dtype=np.bool_)
    found[0, 0, 0] = flags[0, 0, 0]
    # Spread in the direction of all axes, and against it, as long as that reaches new cells: few passes, unless the
    # part winds.
    while _spread(flags, found) + _spread(flags[::-1, ::-1, ::-1], found[::-1, ::-1, ::-1]):
        pass
    return found


@compiled
def _spread(flags: Any, found: Any) -> int:
    """Add the cells that can be reached from found ones in the direction of the axes; return their number."""
    count = 0
    for i in range(flags.shape[0]):
        for j in range(flags.shape[1]):
            is_near = False
            for k in range(flags.shape[2]):
                is_near = flags[i, j, k] and (
                    is_near or found[i, j, k] or (i > 0 and found[i - 1, j, k]) or (j > 0 and found[i, j - 1, k])
                )
                if is_near and not found[i, j, k]:
                    found[i, j, k] = True
                    count += 1
    return count
