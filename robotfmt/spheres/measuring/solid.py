"""The inside of a surface that may be open, intersect itself and have several parts (spheres.md 1.1).

A point is inside if the winding number of the closed parts exceeds one half in either direction, or if a sphere of 1 %
of the surface's diagonal, the probe, cannot reach it from outside. The winding number of open parts is not used: the
volume that they surround without enclosing it is outside, and spheres there protrude from the surface. But a surface
has no volume, so for volumes the winding number of open parts is included. The probe moves on a grid of 1/160 of the
diagonal; whether a cell has room for it is decided by the exact distance of the cell's centre.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...mesh.compiled import compiled
from ...mesh.repair import Repaired, Solidity
from ...mesh.triangles import Flags, Floats, Ints
from .cells import NARROW, cells_at, near_cells, near_surface, part_of_corner, steps_to_false
from .distance import FAN, WAITING, BoxTree, away, build, cross, distances, dot

# Winding numbers
#
# Triangles count by their exact solid angle (Van Oosterom and Strackee 1983); a node of the tree that is at least
# ``FAR`` of its radii away is one dipole. On ten meshes of robots the total error is at most 0.05: sufficient to
# distinguish inside (1) from outside (0) at one half.

FAR = 2.5
_SMALL, _TERMS = 0.4, 8
"""The largest tangent of half a solid angle that is added by multiplication, and how many are: less than a turn."""


def winding_numbers(points: Floats, tree: BoxTree) -> Floats:
    """Return (n,): the winding number of the surface around each point; 1 inside a closed surface that faces
    outwards.
    """
    nodes = tree.nodes
    places = np.ascontiguousarray(points, dtype=np.float64)
    corners = tree.corners[: tree.real]
    found: Floats = _winding(places, tree.starts, nodes.center, nodes.normal, nodes.radius, corners)
    return found


@compiled
def _winding(points: Floats, starts: Ints, centers: Floats, normals: Floats, radii: Floats, corners: Floats) -> Floats:
    """Return (n,): the winding numbers, given the nodes by level, the first node of each level, and the triangles.

    Small solid angles are added as the arguments of complex numbers, by multiplying these: one arc tangent is for many.
    """
    found, waiting = np.zeros(len(points)), np.zeros((WAITING, 2), np.int64)
    for p in range(len(points)):
        count, whole, product, terms = 1, 0.0, complex(1.0, 0.0), 0
        waiting[0] = 0
        while count:
            count -= 1
            level, node = waiting[count]
            at = starts[level] + node
            there = away(points[p], centers[at])
            gap = np.sqrt(dot(there, there))
            if gap > FAR * radii[at]:
                whole += dot(normals[at], there) / gap**3
                continue
            is_last = level + 2 == len(starts)
            below = len(corners) if is_last else starts[level + 2] - starts[level + 1]
            for child in range(FAN * node, min(FAN * node + FAN, below)):
                if not is_last:
                    waiting[count] = level + 1, child
                    count += 1
                    continue
                half = _half_angle(points[p], corners[child])
                if abs(half.imag) > _SMALL * half.real:
                    whole += 2 * np.arctan2(half.imag, half.real)
                    continue
                product *= complex(1.0, half.imag / half.real)
                terms += 1
                if terms == _TERMS:
                    whole += 2 * np.arctan2(product.imag, product.real)
                    product, terms = complex(1.0, 0.0), 0
        found[p] = whole + 2 * np.arctan2(product.imag, product.real)
    return found / (4 * np.pi)


@compiled
def _half_angle(point: Any, corners: Any) -> complex:
    """Return a number whose argument is half the solid angle of a triangle."""
    a, b, c = away(point, corners[0]), away(point, corners[1]), away(point, corners[2])
    la, lb, lc = np.sqrt(dot(a, a)), np.sqrt(dot(b, b)), np.sqrt(dot(c, c))
    volume = dot(a, cross(b, c))
    below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb
    return complex(below, volume)


# Solids

CELLS = 160
"""The number of cells along the diagonal."""
_PROBE = 1.6
"""The radius of the probe, in cells."""
_MARGIN = 6
_COARSE = 2
"""The number of cells in a coarse cell, along each axis."""
_DOUBT = 0.87
"""The half diagonal of a cell, in cells: the surface in a cell is at most this far from the cell's centre."""
_POINT = 1e-9
"""A surface with a smaller diagonal, in metres, is a single point."""


@dataclass(frozen=True, eq=False)
class Solid:
    """A surface, and the grid of the places that the probe can reach."""

    tree: BoxTree
    wound: BoxTree | None
    """The tree of the closed parts."""
    corners: Floats
    """An array (m, 3, 3): the triangles of the surface, in its order."""
    low: Floats
    """The lower corner of the surface's box."""
    high: Floats
    origin: Floats
    pitch: float
    filled: Flags
    """An array (i, j, k): True for cells that the probe did not reach."""
    beside: Flags
    """An array (i, j, k): True for cells that the probe reached with its side, but not with its centre: they may
    contain the surface too.
    """
    solidity: Solidity
    """The kind of solid that the surface bounds."""

    @property
    def diagonal(self) -> float:
        """The diagonal of the surface's box."""
        return float(np.linalg.norm(self.high - self.low))

    def inside(self, points: Floats) -> Flags:
        """Return (n,): True for points inside."""
        found = self.filled_at(points)
        if self.wound is not None:
            beside = np.flatnonzero(self._at(self.beside, points))
            found[beside] = np.abs(winding_numbers(points[beside], self.wound)) > 0.5
        return found

    def surrounds(self, points: Floats) -> Flags:
        """Return (n,): True for points inside, or surrounded by open parts."""
        found = self.inside(points)
        if self.solidity is Solidity.SURFACE_ONLY:
            rest = np.flatnonzero(~found)
            found[rest] = np.abs(winding_numbers(points[rest], self.tree)) > 0.5
        return found

    def filled_at(self, points: Floats) -> Flags:
        """Return (n,): True for points in a cell that the probe did not reach."""
        return self._at(self.filled, points)

    @property
    def filled_volume(self) -> float:
        """The volume of the cells that the probe did not reach, within the box of the surface, in m^3."""
        edges = [self.origin[k] + self.pitch * np.arange(self.filled.shape[k] + 1) for k in range(3)]
        x, y, z = (np.diff(each.clip(low, high)) for each, low, high in zip(edges, self.low, self.high, strict=True))
        return float(np.einsum("ijk,i,j,k", self.filled, x, y, z))

    def heights(self, points: Floats) -> Floats:
        """Return (n,): the distances of outside points from the inside.

        That is the distance to the surface, except over an opening without surface, where it is the distance to the
        cells inside, too large by at most the width of the cells.
        """
        exact = distances(points, self.tree)
        grid = self._coarse_heights
        pitch = _COARSE * self.pitch
        cells = np.floor((points - self.origin) / pitch).astype(np.int64)
        near = np.clip(cells, 0, np.array(grid.shape) - 1)
        beyond = np.linalg.norm(points - (self.origin + (near + 0.5) * pitch), axis=1) * (cells != near).any(axis=1)
        i, j, k = near.T
        found: Floats = np.minimum(exact, grid[i, j, k] * pitch + beyond + _DOUBT * pitch)
        return found

    @cached_property
    def _coarse_heights(self) -> NDArray[np.float32]:
        """Return for each coarse cell the distance in cells to the nearest one inside."""
        return steps_to_false(~self.filled[::_COARSE, ::_COARSE, ::_COARSE])

    def _at(self, grid: Flags, points: Floats) -> Flags:
        """Return (n,): the values of a grid at points; False beyond it."""
        found: Flags = cells_at(grid, points, self.origin, self.pitch)
        return found


def solid_of(repaired: Repaired, fill: float = 0.0) -> Solid:
    """Return the solid of a surface with at least one triangle.

    Args:
        repaired: The surface.
        fill: The width of openings that the probe must not pass, in metres; at least 2 % of the diagonal.
    """
    corners = repaired.triangles.corners
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    pitch = max(float(np.linalg.norm(high - low)), _POINT) / CELLS
    probe = max(_PROBE, min(fill / 2 / pitch, CELLS / 2))  # no opening is wider than the diagonal
    margin = max(_MARGIN, math.ceil(probe) + 3)
    origin = low - margin * pitch
    shape = np.ceil((high - low) / pitch).astype(np.int64) + 2 * margin
    tree = build(corners)
    free = _free(tree, origin, pitch, shape, probe)
    reached = near_cells(part_of_corner(free), 1.01 * probe)
    closed = corners[repaired.closed]
    wound = (tree if len(closed) == len(corners) else build(closed)) if len(closed) else None
    return Solid(tree, wound, corners, low, high, origin, pitch, ~reached, reached & ~free, repaired.solidity)


def _free(tree: BoxTree, origin: Floats, pitch: float, shape: Ints, probe: float) -> Flags:
    """Return the cells whose centre is farther from the surface than the probe's radius."""
    if probe <= NARROW:
        return ~near_surface(tree.corners, origin, pitch, shape, probe)
    steps = steps_to_false(~near_surface(tree.corners, origin, pitch, shape, _DOUBT), probe + _DOUBT)
    free: Flags = steps > probe + _DOUBT
    doubtful = np.argwhere(~free & (steps > probe - _DOUBT))
    centers = origin + (doubtful + 0.5) * pitch
    i, j, k = doubtful[distances(centers, tree) > probe * pitch].T
    free[i, j, k] = True
    return free


# A sequence of points that fills a cube more evenly than random ones
#
# The sequence is the additive recurrence with the generalised golden ratio, the root of x^(d+1) = x + 1 (M. Roberts,
# "The Unreasonable Effectiveness of Quasirandom Sequences", 2018). It takes a few multiplications, so a program in
# another language can compute the same points: ``robotfmt/viewer/web/figures.js`` does.

_STARTS = 1 << 20
"""The number of places at which the sequence of a seed can begin."""


def spread(count: int, dimensions: int, seed: int) -> Floats:
    """Return (count, dimensions): points from 0 to 1, from a different part of the sequence for each seed."""
    root = 2.0
    for _ in range(40):
        root = (1 + root) ** (1 / (dimensions + 1))
    steps = root ** -np.arange(1.0, dimensions + 1)
    places = np.arange(1.0, count + 1) + seed % _STARTS
    points: Floats = 0.5 + places[:, None] * steps
    points -= np.floor(points)
    return points
