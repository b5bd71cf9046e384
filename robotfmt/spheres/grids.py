"""The functions of scipy in use, with types: nearest points, and convolutions of grids.

Scipy is imported by the functions that use it: that takes 0.4 CPU seconds, which measures of spheres do not need.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..mesh.triangles import Floats, Ints

_LEAF = 64
"""The number of points in a leaf of a tree: from the middle of a link many points are almost equally near."""


class PointIndex:
    """A search tree of points."""

    def __init__(self, points: Floats) -> None:
        from scipy.spatial import KDTree  # type: ignore[import-untyped]

        self.points = points
        self._tree = KDTree(points, leafsize=_LEAF, balanced_tree=False)

    def nearest(self, queries: Floats, within: float = np.inf, spare: float = 0.0) -> tuple[Floats, Ints]:
        """Return the distance and index of the nearest point to each query; infinite and no index beyond ``within``.

        Args:
            queries: (n, 3).
            within: The distance beyond which no point is looked for.
            spare: The share by which the distance of the point may exceed that of the nearest one.
        """
        gaps, which = self._tree.query(queries, distance_upper_bound=within, eps=spare)
        return np.asarray(gaps, dtype=np.float64), np.asarray(which, dtype=np.int64)


def folded(values: Sequence[NDArray[np.float32]], kernels: Sequence[NDArray[np.float32]]) -> Floats:
    """Return the sum of the convolutions of some grids with a kernel each, with the size of the grids."""
    from scipy.fft import irfftn, next_fast_len, rfftn  # type: ignore[import-untyped]

    # As scipy.signal.fftconvolve, whose module takes 0.7 CPU seconds to import.
    shapes = zip(values[0].shape, kernels[0].shape, strict=True)
    sizes = [next_fast_len(size + more - 1, True) for size, more in shapes]
    pairs = zip(values, kernels, strict=True)
    folds = [np.asarray(rfftn(grid, sizes)) * np.asarray(rfftn(kernel, sizes)) for grid, kernel in pairs]
    whole = np.asarray(irfftn(sum(folds), sizes))
    begins = [(more - 1) // 2 for more in kernels[0].shape]
    place = tuple(slice(begin, begin + size) for begin, size in zip(begins, values[0].shape, strict=True))
    return np.asarray(whole[place], dtype=np.float64)
