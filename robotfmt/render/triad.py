"""The axes of a frame as three thin rods: x red, y green, z blue."""

from __future__ import annotations

import numpy as np

from ..mesh.shapes import tessellate
from ..mesh.triangles import Floats, Triangles, join
from ..model import Cylinder

_THICKNESS = 0.03
_COLORS = np.array(((0.85, 0.12, 0.12, 1.0), (0.10, 0.60, 0.10, 1.0), (0.15, 0.25, 0.90, 1.0)))


def triad(length: float) -> tuple[Triangles, Floats]:
    """Return the axes of a frame of some length in metres; and the colours of the triangles."""
    radius = _THICKNESS * length
    rod = tessellate(Cylinder(radius, length), radius)
    assert rod is not None
    rod = rod.moved(np.eye(3), (0.0, 0.0, length / 2))
    turns = np.eye(3)[[[2, 0, 1], [1, 2, 0], [0, 1, 2]]]
    return join([rod.moved(turn, (0, 0, 0)) for turn in turns]), np.repeat(_COLORS, len(rod), axis=0)
