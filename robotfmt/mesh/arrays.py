"""Create a surface from arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..codes import USAGE
from ..errors import UsageError
from .triangles import Triangles

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def triangles_of(vertices: ArrayLike, faces: ArrayLike) -> Triangles:
    """Return the surface of vertices, (n, 3) in metres, and faces, (m, 3) indices of these.

    Raises:
        UsageError: The arrays have other shapes, there is no face, or a face has a corner that does not exist or is
            not finite.
    """
    try:
        points, corners = np.asarray(vertices, dtype=np.float64), np.asarray(faces)
    except (TypeError, ValueError) as error:
        raise UsageError(USAGE, f"vertices must be rows of three numbers: {error}") from error
    if points.ndim != 2 or points.shape[1] != 3:
        raise UsageError(USAGE, f"vertices must be rows of three numbers, not an array of shape {points.shape}")
    if corners.ndim != 2 or corners.shape[1] != 3 or corners.dtype.kind not in "iu":
        what = f"an array of {corners.dtype} of shape {corners.shape}"
        raise UsageError(USAGE, f"faces must be rows of three indices, not {what}")
    if not len(corners):
        raise UsageError(USAGE, "a surface must have at least one face")
    if corners.min() < 0 or corners.max() >= len(points):
        raise UsageError(USAGE, f"faces must refer to vertices from 0 to {len(points) - 1}")
    used = np.isfinite(points[corners]).all(axis=(1, 2))
    if not used.all():
        raise UsageError(USAGE, f"face {int(np.flatnonzero(~used)[0])} has a corner that is not finite")
    return Triangles(points, corners.astype(np.int64))
