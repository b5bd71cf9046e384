"""Where other links pass: how often places around a link are occupied, in the poses in which nothing touches.

A sphere that protrudes where another link passes makes a planner refuse poses that are free; where nothing comes, its
protrusion is hardly felt. So excess volume weighs more the more often its place is occupied.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...mesh.triangles import Floats, Ints
from ...model.record import replace
from .scene import Scene

_POINTS = 300
"""The number of points on the link that passes."""
_CELLS = 48
"""The number of cells of a grid along its longest side."""
_REACH = 0.12
"""The distance from a link's box up to which places are counted, in metres: spheres seldom protrude farther."""
_SPREAD = 0.02
"""The distance in metres by which the other link counts as larger: its spheres protrude too."""
_DEARER = 400.0
"""The weight of excess volume at a place that is always occupied, relative to one that never is."""


@dataclass(frozen=True, slots=True, eq=False)
class Occupancy:
    """A grid around a link, in the frame in which its surface is fitted."""

    origin: Floats
    """The corner of the first cell, (3,), in metres."""
    pitch: float
    """The size of a cell, in metres."""
    shares: Floats
    """An array (i, j, k): the share of poses in which another link is in or near a cell."""
    pose: Floats
    """An array (4, 4): the frame of the surface in that of the grid."""

    def price(self, points: Floats) -> Floats:
        """Return (n,): the weight of excess volume at points of the surface's frame, at least 1."""
        places = points @ self.pose[:3, :3].T + self.pose[:3, 3]
        cells = np.floor((places - self.origin) / self.pitch).astype(np.int64)
        inside = ((cells >= 0) & (cells < self.shares.shape)).all(axis=1)
        found = np.ones(len(points))
        found[inside] += _DEARER * self.shares[tuple(cells[inside].T)]
        return found

    def seen_from(self, pose: Floats) -> Occupancy:
        """Return the same for a surface in another frame, whose pose (4, 4) in the present one is given."""
        return replace(self, pose=self.pose @ pose)


def occupancies_of(scene: Scene) -> dict[str, Occupancy]:
    """Return where other links pass, for each link that any comes near."""
    found: dict[str, Floats] = {}
    for link, shares in _passing(scene):
        found[link] = found[link] + shares if link in found else shares
    return {link: _occupancy(scene, link, shares) for link, shares in found.items()}


def _occupancy(scene: Scene, link: str, shares: Floats) -> Occupancy:
    from scipy.ndimage import maximum_filter  # type: ignore[import-untyped]

    low, pitch, _ = _grid(scene, link)
    near = maximum_filter(shares, size=2 * round(_SPREAD / pitch) + 1)
    return Occupancy(low, pitch, np.minimum(near, 1.0), np.eye(4))


def _passing(scene: Scene) -> Iterator[tuple[str, Floats]]:
    """Yield each link of a pair, with the share of poses in which the other one is in its cells."""
    for one, other in scene.pairs:
        rows, share = scene.near((one, other), _REACH)
        for pair in ((one, other), (other, one)) if len(rows) else ():
            low, pitch, shape = _grid(scene, pair[0])
            cells = _cells(scene.outline(pair[1], _POINTS), scene.relative(pair, rows), low, pitch, shape)
            if len(cells):
                counts = np.bincount(cells, minlength=int(np.prod(shape))).astype(np.float64)
                yield pair[0], share * counts.reshape(shape)


def _grid(scene: Scene, link: str) -> tuple[Floats, float, tuple[int, int, int]]:
    """Return the corner, the pitch and the shape of the grid of a link."""
    hull = scene.bodies[link].hull
    low, high = hull.min(axis=0) - _REACH, hull.max(axis=0) + _REACH
    pitch = float((high - low).max()) / _CELLS
    i, j, k = np.ceil((high - low) / pitch).astype(int).tolist()
    return low, pitch, (i, j, k)


def _cells(points: Floats, poses: Floats, low: Floats, pitch: float, shape: tuple[int, int, int]) -> Ints:
    """Return the cells that contain points of a link, each once for every pose."""
    places = points @ poses[:, :3, :3].transpose(0, 2, 1) + poses[:, None, :3, 3]
    cells = np.floor((places - low) / pitch).astype(np.int64)
    inside = ((cells >= 0) & (cells < np.array(shape))).all(axis=2)
    flat = (cells[..., 0] * shape[1] + cells[..., 1]) * shape[2] + cells[..., 2]
    keys = (np.arange(len(poses))[:, None] * int(np.prod(shape)) + flat)[inside]
    return np.unique(keys) % int(np.prod(shape))
