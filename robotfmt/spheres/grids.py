"""The few functions of scipy that are used here, with types: nearest points, and distances and parts of grids."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage  # type: ignore[import-untyped]
from scipy.signal import fftconvolve  # type: ignore[import-untyped]
from scipy.spatial import KDTree  # type: ignore[import-untyped]

from ..mesh.triangles import Flags, Floats, Ints

_LEAF = 64
"""Points in a leaf of a tree: from the middle of a link a great many are almost equally near."""


class PointIndex:
    """Points that are asked for the nearest."""

    def __init__(self, points: Floats) -> None:
        self.points = points
        self._tree = KDTree(points, leafsize=_LEAF, balanced_tree=False)

    def nearest(self, queries: Floats, within: float = np.inf) -> tuple[Floats, Ints]:
        """Return how far the nearest point is from each query, and which it is; infinite and none beyond ``within``."""
        gaps, which = self._tree.query(queries, distance_upper_bound=within)
        return np.asarray(gaps, dtype=np.float64), np.asarray(which, dtype=np.int64)


def steps_to_false(flags: Flags) -> NDArray[np.float32]:
    """For each cell how far the nearest false cell is, in cells."""
    return np.asarray(ndimage.distance_transform_edt(flags), dtype=np.float32)


def part_of_corner(flags: Flags) -> Flags:
    """Return the true cells that are connected to the first one over faces of cells."""
    labels, _ = ndimage.label(flags)  # pyright: ignore[reportGeneralTypeIssues]
    labels = np.asarray(labels)
    part: Flags = labels == labels.flat[0]
    return part


def folded(values: Floats, kernel: Floats) -> Floats:
    """Return the convolution of a grid with a kernel, as large as the grid."""
    return np.asarray(fftconvolve(values, kernel, mode="same"), dtype=np.float64)
