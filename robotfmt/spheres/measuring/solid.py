"""What counts as inside a surface that may be open, intersect itself and have several parts (spheres.md 1.1).

A point is inside if the winding number of the parts that are closed says so (more than one half, either way around), or
if a sphere of 1 % of the surface's diagonal, the probe, cannot get to it from outside. Of a part that is open the
winding number does not count: what it surrounds without closing it off is outside, and spheres there protrude from the
surface. But a surface has no volume: where volumes are asked for, what it surrounds by its winding number belongs to
it. The probe moves on a grid of 1/160 of the diagonal. Where distances to samples of the surface leave it open whether
a cell has room for the probe, the exact distance tells.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...mesh.repair import Repaired, Solidity
from ...mesh.triangles import Flags, Floats, Ints
from ..grids import PointIndex, part_of_corner, steps_to_false
from .box_tree import BoxTree, build
from .distance import distances
from .winding import winding_numbers

CELLS = 160
"""Along the diagonal."""
_PROBE = 1.6
"""Radius of the probe, in cells."""
_MARGIN = 6
_COARSE = 2
"""Cells that are one coarse cell, along each axis."""
_DOUBT = 0.87
"""The half diagonal of a cell: how far a sample can be from its cell's centre, in cells."""
_POINT = 1e-9
"""A surface with a smaller diagonal, in metres, is one point."""
_SPACING = 0.6
"""Longest edge of the pieces whose corners are the samples, in cells."""
_MISSED = 0.08
"""By how much the distance to the nearest sample is too large at most where the probe just has room, in cells: a point
of the surface is no farther than 0.48 from a sample, and sqrt(1.6^2 + 0.48^2) - 1.6 is less."""


@dataclass(frozen=True, eq=False)
class Solid:
    """A surface, and the grid that knows where the probe could go."""

    tree: BoxTree
    wound: BoxTree | None
    """Of the parts that are closed."""
    corners: Floats
    """(m, 3, 3): of the triangles of the surface, in its order."""
    low: Floats
    """The corners of the surface's box."""
    high: Floats
    origin: Floats
    pitch: float
    filled: Flags
    """(i, j, k): cells that the probe did not reach."""
    beside: Flags
    """(i, j, k): cells that the probe reached with its side, not with its centre: the surface may be in them, too."""
    solidity: Solidity
    """What kind of solid the surface makes."""

    @property
    def diagonal(self) -> float:
        """Of the surface's box."""
        return float(np.linalg.norm(self.high - self.low))

    def inside(self, points: Floats) -> Flags:
        """(n,): whether each point is inside."""
        found = self.filled_at(points)
        if self.wound is not None:
            beside = np.flatnonzero(self._at(self.beside, points))
            found[beside] = np.abs(winding_numbers(points[beside], self.wound)) > 0.5
        return found

    def surrounds(self, points: Floats) -> Flags:
        """(n,): whether each point is inside, or surrounded by parts that are open."""
        found = self.inside(points)
        if self.solidity is Solidity.SURFACE_ONLY:
            rest = np.flatnonzero(~found)
            found[rest] = np.abs(winding_numbers(points[rest], self.tree)) > 0.5
        return found

    def filled_at(self, points: Floats) -> Flags:
        """(n,): whether each point is in a cell that the probe did not reach."""
        return self._at(self.filled, points)

    @property
    def filled_volume(self) -> float:
        """Of the cells that the probe did not reach, as far as they are in the box of the surface, in m^3."""
        edges = [self.origin[k] + self.pitch * np.arange(self.filled.shape[k] + 1) for k in range(3)]
        x, y, z = (
            np.diff(each.clip(low, high)) for each, low, high in zip(edges, self.low, self.high, strict=True)
        )
        return float(np.einsum("ijk,i,j,k", self.filled, x, y, z))

    def heights(self, points: Floats) -> Floats:
        """(n,): how far points outside are from the inside.

        That is the distance to the surface, but over an opening: nothing of the surface is there, and it is the
        distance to the cells inside, a little too large for the width of the cells.
        """
        exact = distances(points, self.tree)
        grid = self._coarse_heights
        pitch = _COARSE * self.pitch
        cells = np.floor((points - self.origin) / pitch).astype(np.int64)
        near = np.clip(cells, 0, np.array(grid.shape) - 1)
        beyond = np.linalg.norm(points - (self.origin + (near + 0.5) * pitch), axis=1) * (cells != near).any(
            axis=1
        )
        i, j, k = near.T
        found: Floats = np.minimum(exact, grid[i, j, k] * pitch + beyond + _DOUBT * pitch)
        return found

    @cached_property
    def _coarse_heights(self) -> NDArray[np.float32]:
        """For each coarse cell how many cells the nearest one inside is away."""
        return steps_to_false(~self.filled[::_COARSE, ::_COARSE, ::_COARSE])

    def _at(self, grid: Flags, points: Floats) -> Flags:
        """(n,): the values of a grid where points are; false beyond it."""
        cells = np.floor((points - self.origin) / self.pitch).astype(np.int64)
        within = ((cells >= 0) & (cells < grid.shape)).all(axis=1)
        found = np.zeros(len(points), dtype=np.bool_)
        i, j, k = cells[within].T
        found[within] = grid[i, j, k]
        return found


def solid_of(repaired: Repaired, fill: float = 0.0) -> Solid:
    """Return the solid of a surface with at least one triangle.

    Args:
        repaired: The surface.
        fill: The width of openings that the probe shall not pass, in metres; never less than 2 % of the diagonal.
    """
    corners = repaired.triangles.corners
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    pitch = max(float(np.linalg.norm(high - low)), _POINT) / CELLS
    probe = max(_PROBE, min(fill / 2 / pitch, CELLS / 2))  # no opening is wider than the diagonal
    margin = max(_MARGIN, math.ceil(probe) + 3)
    origin = low - margin * pitch
    shape = np.ceil((high - low) / pitch).astype(np.int64) + 2 * margin
    tree = build(corners)
    free = _free(_samples(corners, _SPACING * pitch), tree, origin, pitch, shape, probe)
    filled: Flags = steps_to_false(~part_of_corner(free)) > 1.01 * probe
    closed = corners[repaired.closed]
    wound = (tree if len(closed) == len(corners) else build(closed)) if len(closed) else None
    return Solid(tree, wound, corners, low, high, origin, pitch, filled, ~(filled | free), repaired.solidity)


def _free(samples: Floats, tree: BoxTree, origin: Floats, pitch: float, shape: Ints, probe: float) -> Flags:
    """Cells whose centre is farther from the surface than the probe's radius."""
    hit = np.zeros(shape, dtype=np.bool_)
    i, j, k = np.floor((samples - origin) / pitch).astype(np.int64).T
    hit[i, j, k] = True
    steps = steps_to_false(~hit)
    free: Flags = steps > probe + _DOUBT + _MISSED
    doubtful = np.argwhere(~free & (steps > probe - _DOUBT))
    centers = origin + (doubtful + 0.5) * pitch
    gaps, _ = PointIndex(samples).nearest(centers, (probe + _MISSED) * pitch)
    near = np.flatnonzero(np.isfinite(gaps) & (gaps > probe * pitch))
    has_room = np.isinf(gaps)
    has_room[near] = distances(centers[near], tree) > probe * pitch
    i, j, k = doubtful[has_room].T
    free[i, j, k] = True
    return free


def _samples(corners: Floats, longest: float) -> Floats:
    """Return the corners of pieces with no edge longer than this: halves of halves of the triangles."""
    done: list[Floats] = []
    rest = corners
    while len(rest):
        edges = np.linalg.norm(rest - rest[:, [1, 2, 0]], axis=2)
        small = edges.max(axis=1) <= longest
        done.append(rest[small].reshape(-1, 3))
        rest, edges = rest[~small], edges[~small]
        turn = (edges.argmax(axis=1)[:, None] + np.arange(3)) % 3
        a, b, c = np.take_along_axis(rest, turn[:, :, None], axis=1).transpose(1, 0, 2)
        middle = (a + b) / 2
        rest = np.concatenate([np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)])
    points = np.concatenate(done)
    cells = np.floor((points - points.min(axis=0)) / (longest / 8)).astype(np.int64)
    key = (cells[:, 0] * 0x1FFFFF + cells[:, 1]) * 0x1FFFFF + cells[:, 2]
    _, first = np.unique(key, return_index=True)
    return points[first]
