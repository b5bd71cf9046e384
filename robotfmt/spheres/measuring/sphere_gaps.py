"""Points and the spheres around them, compiled."""

from __future__ import annotations

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Floats, Ints


@compiled
def sphere_gaps(points: Floats, spheres: Floats) -> Floats:
    """Return (n,): the distance of each point from the nearest sphere; negative inside, infinite without spheres."""
    found = np.full(len(points), np.inf)
    for p in range(len(points)):
        for s in range(len(spheres)):
            x, y, z = points[p, 0] - spheres[s, 0], points[p, 1] - spheres[s, 1], points[p, 2] - spheres[s, 2]
            found[p] = min(found[p], np.sqrt(x * x + y * y + z * z) - spheres[s, 3])
    return found


@compiled
def containing(points: Floats, spheres: Floats) -> Ints:
    """Return (n,): the number of spheres that contain each point."""
    found = np.zeros(len(points), np.int64)
    for p in range(len(points)):
        for s in range(len(spheres)):
            x, y, z = points[p, 0] - spheres[s, 0], points[p, 1] - spheres[s, 1], points[p, 2] - spheres[s, 2]
            found[p] += x * x + y * y + z * z <= spheres[s, 3] ** 2
    return found
