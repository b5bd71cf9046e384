"""Measure spheres against a surface in arrays, without a robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...codes import USAGE
from ...errors import UsageError
from ...mesh.arrays import triangles_of
from ...surfaces.loading import diagonal
from ..lengths import Length, metres, refuse_too_long
from .links import LinkMeasure, measure_surface

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def measure_mesh(
    vertices: ArrayLike,
    faces: ArrayLike,
    spheres: ArrayLike,
    *,
    samples: int = 20000,
    seed: int = 0,
    fill: Length | None = None,
) -> LinkMeasure:
    """Measure spheres against a surface that does not belong to a robot.

    Args:
        vertices: (n, 3), in metres.
        faces: (m, 3), indices of vertices.
        spheres: (k, 4): centres and radii; those that are not finite or have hardly any radius are ignored.
        samples: The number of points on the surface, which determines the others.
        seed: The start of the samples in their sequence.
        fill: As for :func:`.links.measure`.

    Raises:
        UsageError: The arrays are not a surface or spheres, ``samples`` is not positive, or ``fill`` is more than
            half of the surface's diagonal.
    """
    rows = np.asarray(spheres, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] != 4:
        raise UsageError(USAGE, f"spheres are rows of x, y, z, radius, not an array of shape {rows.shape}")
    if samples < 1:
        raise UsageError(USAGE, f"samples cannot be {samples}")
    triangles = triangles_of(vertices, faces)
    width = metres("fill", fill)
    refuse_too_long("fill", width, {"": diagonal(triangles)})
    return measure_surface(triangles, rows, samples, seed, width)
