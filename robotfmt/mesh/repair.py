"""Prepare a surface as the boundary of a solid: no duplicate faces, all faces of a part consistently oriented.

The inside of a surface is determined by its winding number, which is meaningful only if faces are consistently
oriented and unique. A flipped or duplicate face creates a phantom solid next to the surface. Nearly coincident
vertices count as one, but none is moved; valid parts stay unchanged to the last bit.

A part is a set of triangles connected by edges. It is closed if each of its edges is traversed equally often in both
directions: then it has an inside, however it meets other parts. All others are surface only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from enum import Enum

import numpy as np

from .triangles import Flags, Floats, Ints, Triangles, join

_NEAR = 1e-6
"""Vertices closer than this, relative to the diagonal of the surface's box, count as one."""
_POINT = 1e-9
"""A surface with a smaller diagonal, in metres, is a single point."""
_NO_VOLUME = 1e-9
"""The volume, relative to the cube of the diagonal, below which a part is a two-sided sheet."""


class Solidity(str, Enum):
    """The kind of solid that a surface bounds."""

    AS_READ = "as read"
    REPAIRED = "repaired"
    """A solid after removing duplicate faces, or reversing faces."""
    SURFACE_ONLY = "surface only"
    """A surface with a part that is open, or cannot be oriented."""


_BEST_FIRST = (Solidity.AS_READ, Solidity.REPAIRED, Solidity.SURFACE_ONLY)


def least_solid(found: Iterable[Solidity]) -> Solidity:
    """Return the kind of solid that several surfaces form together."""
    return max(found, key=_BEST_FIRST.index, default=Solidity.AS_READ)


@dataclass(frozen=True, slots=True)
class Faults:
    """The faults of a surface as it was read."""

    doubled: int = 0
    """The number of dropped duplicate faces."""
    turned: int = 0
    """The number of faces that point the opposite way to most of their part."""
    mixed: int = 0
    """The number of edges between two oppositely oriented faces."""
    open: int = 0
    """The number of edges with one face."""
    branching: int = 0
    """The number of edges with more than two faces."""

    def __add__(self, other: Faults) -> Faults:
        """Add the faults of two surfaces."""
        return Faults(*map(sum, zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True, slots=True, eq=False)
class Repaired:
    """A surface whose parts are consistently oriented, as far as possible."""

    triangles: Triangles
    """The repaired triangles; those of the surface itself if nothing had to be changed."""
    closed: Flags
    """An array (m,): True for triangles of a closed part."""
    parts: Ints
    """An array (m,): the index of each triangle's part; all the same if all are closed."""
    kept: Flags
    """An array (as read,): True for triangles that were kept."""
    turned: Flags
    """An array (as read,): True for triangles that were reversed."""
    faults: Faults

    @property
    def open_share(self) -> float:
        """The share of its area in parts that are not closed, from 0 to 1."""
        areas = _areas(self.triangles.corners)
        return float(areas[~self.closed].sum() / max(areas.sum(), _POINT**2))

    @property
    def solidity(self) -> Solidity:
        """The kind of solid that it bounds."""
        if not self.closed.all():
            return Solidity.SURFACE_ONLY
        return Solidity.AS_READ if self.kept.all() and not self.turned.any() else Solidity.REPAIRED


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """The edges of triangles whose corners are numbered places; degenerate triangles have none."""

    faces: Ints
    """An array (e,): the triangle of each side."""
    ups: Ints
    """An array (e,): 1 if the side leads to the higher number, else -1."""
    which: Ints
    """An array (e,): the edge of each side."""
    count: Ints
    """An array (edges,): the number of triangles."""
    balance: Ints
    """An array (edges,): the difference of upward and downward traversals."""

    @classmethod
    def of(cls, corners: Ints) -> _Edges:
        """Return the edges of triangles, (m, 3)."""
        start, end = corners.ravel(), corners[:, [1, 2, 0]].ravel()
        a, b, c = corners.T
        sides = np.repeat((a != b) & (b != c) & (c != a), 3)
        faces = np.repeat(np.arange(len(corners)), 3)[sides]
        start, end = start[sides], end[sides]
        key = np.minimum(start, end) * (int(corners.max(initial=0)) + 1) + np.maximum(start, end)
        _, which, count = np.unique(key, return_inverse=True, return_counts=True)
        ups = np.where(start < end, 1, -1)
        balance = np.bincount(which, weights=ups, minlength=len(count)).astype(np.int64)
        return cls(faces, ups, which, count, balance)

    @property
    def is_balanced(self) -> bool:
        """True if each edge is traversed equally often in both directions."""
        return not self.balance.any()

    @property
    def branching(self) -> int:
        """The number of edges with more than two triangles."""
        return int((self.count > 2).sum())

    def faults(self, doubled: int, turned: int) -> Faults:
        """Return the faults of the edges, given no duplicate triangles."""
        return Faults(
            doubled=doubled,
            turned=turned,
            mixed=int(((self.count == 2) & (self.balance != 0)).sum()),
            open=int((self.count == 1).sum()),
            branching=self.branching,
        )

    def pairs(self) -> tuple[Ints, Ints, Flags]:
        """Return the triangles on both sides of each edge with two, and whether they traverse it in opposite
        directions.
        """
        order = np.argsort(self.which, kind="stable")
        order = order[self.count[self.which[order]] == 2].reshape(-1, 2)
        one, other = self.faces[order].T
        return one, other, self.ups[order].sum(axis=1) == 0

    def parts(self, count: int) -> Ints:
        """Return (count,): the index of each triangle's part."""
        order = np.argsort(self.which, kind="stable")
        same = self.which[order[1:]] == self.which[order[:-1]]
        return connected(count, self.faces[order[:-1]][same], self.faces[order[1:]][same])

    def unbalanced(self, parts: Ints) -> Flags:
        """Return (as parts,): True for triangles of a part with an unbalanced edge."""
        bad = np.zeros(len(parts), dtype=np.bool_)
        bad[parts[self.faces[self.balance[self.which] != 0]]] = True
        found: Flags = bad[parts]
        return found


def repair(triangles: Triangles) -> Repaired:
    """Remove duplicate faces of a surface with at least one triangle, and reverse flipped ones."""
    count = len(triangles)
    corners = _places(triangles)[triangles.faces]
    edges, first = _Edges.of(corners), _first_of_each(corners)
    kept, turned = np.ones(count, dtype=np.bool_), np.zeros(count, dtype=np.bool_)
    if edges.is_balanced and first.all():
        whole = np.zeros(count, dtype=np.int64)
        return Repaired(triangles, kept, whole, kept, turned, Faults(branching=edges.branching))
    parts = edges.parts(count)
    unsound = edges.unbalanced(parts)
    broken = unsound | _any(parts, ~first)
    found = _mended(triangles, corners, first, broken)
    # Two boxes that share a wall have it twice; dropping one copy as a duplicate would open a box.
    opened = np.zeros(count, dtype=np.bool_)
    opened[found.kept] = ~found.closed
    worse = _any(parts, opened) & ~unsound & ~_without_volume(parts, triangles)
    return _mended(triangles, corners, first, broken & ~worse) if worse.any() else found


def join_repaired(parts: Sequence[Repaired]) -> Repaired:
    """Return several surfaces as one; the findings about each are kept."""

    def flags(values: list[Flags]) -> Flags:
        return np.concatenate([np.zeros(0, dtype=np.bool_), *values])

    starts = np.cumsum([0, *(len(each.parts) for each in parts)])
    numbers = [each.parts + start for each, start in zip(parts, starts[:-1], strict=True)]
    return Repaired(
        join([each.triangles for each in parts]),
        flags([each.closed for each in parts]),
        np.concatenate([np.zeros(0, dtype=np.int64), *numbers]),
        flags([each.kept for each in parts]),
        flags([each.turned for each in parts]),
        sum((each.faults for each in parts), Faults()),
    )


def _mended(triangles: Triangles, corners: Ints, first: Flags, broken: Flags) -> Repaired:
    """Remove duplicate triangles of invalid parts, and reverse flipped ones."""
    kept, turned = first | ~broken, np.zeros(len(corners), dtype=np.bool_)
    single = _Edges.of(corners[first])
    turned[first] = _against_most(single, triangles.corners[first])
    turned &= broken
    faults = single.faults(int((~kept).sum()), int(turned.sum()))
    around = turned[:, None]
    edges = _Edges.of(np.where(around, corners[:, ::-1], corners)[kept])
    parts = edges.parts(int(kept.sum()))
    closed = ~edges.unbalanced(parts)
    if kept.all() and not turned.any():
        return Repaired(triangles, closed, parts, kept, turned, faults)
    faces = np.where(around, triangles.faces[:, ::-1], triangles.faces)[kept]
    return Repaired(Triangles(triangles.vertices, faces), closed, parts, kept, turned, faults)


def _places(triangles: Triangles) -> Ints:
    """Return (n,): the index of each vertex's place."""
    used = triangles.vertices[triangles.faces.ravel()]
    low, high = used.min(axis=0), used.max(axis=0)
    near = max(float(np.linalg.norm(high - low)), _POINT) * _NEAR
    # Vertices that no triangle has may be anywhere.
    within = np.fmin(np.fmax(triangles.vertices, low), high)
    x, y, z = np.round((within - low) / near).astype(np.int64).T
    _, found = np.unique((x << 42) | (y << 21) | z, return_inverse=True)
    return found.astype(np.int64)


def _first_of_each(corners: Ints) -> Flags:
    """Return (m,): True for the first triangle with its corners, in any order."""
    low, middle, high = np.sort(corners, axis=1).T
    size = int(corners.max()) + 1
    _, pair = np.unique(low * size + middle, return_inverse=True)
    _, first = np.unique(pair.astype(np.int64) * size + high, return_index=True)
    found = np.zeros(len(corners), dtype=np.bool_)
    found[first] = True
    return found


def _against_most(edges: _Edges, corners: Floats) -> Flags:
    """Return (m,): True for triangles that point the opposite way to most of the area connected to them.

    Each triangle is entered twice, as it is and reversed, and connected to its neighbours with consistent
    orientation. If both copies are connected, the surface is one-sided, and stays unchanged.
    """
    count = len(corners)
    one, other, agree = edges.pairs()
    away = np.where(agree, 0, count)
    both = np.concatenate([one, one + count]), np.concatenate([other + away, other + count - away])
    parts = connected(2 * count, *both)
    as_is, around = parts[:count], parts[count:]
    weights = np.bincount(as_is, weights=_areas(corners), minlength=2 * count)
    least = np.minimum(as_is, around)
    found: Flags = (as_is != around) & (
        (weights[as_is] < weights[around]) | ((weights[as_is] == weights[around]) & (as_is != least))
    )
    return found


def _areas(corners: Floats) -> Floats:
    """Return (m,): twice the areas of triangles."""
    areas: Floats = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    return areas


def _without_volume(parts: Ints, triangles: Triangles) -> Flags:
    """Return (m,): True for triangles of a part without volume, because every face exists in both orientations."""
    corners = triangles.corners
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    a, b, c = (corners - (low + high) / 2).transpose(1, 0, 2)
    volumes = np.bincount(parts, weights=np.einsum("ij,ij->i", a, np.cross(b, c)))
    found: Flags = np.abs(volumes[parts]) <= _NO_VOLUME * float(np.linalg.norm(high - low)) ** 3
    return found


def _any(parts: Ints, flags: Flags) -> Flags:
    """Return (m,): True for elements of a part in which any has a flag."""
    found: Flags = np.bincount(parts, weights=flags)[parts] > 0
    return found


def connected(count: int, one: Ints, other: Ints) -> Ints:
    """Return (count,): for each element the smallest index connected to it, given connected pairs."""
    least = np.arange(count)
    while True:
        first, second = least[one], least[other]
        apart = first != second
        if not apart.any():
            return least
        one, other = one[apart], other[apart]
        first, second = first[apart], second[apart]
        np.minimum.at(least, np.maximum(first, second), np.minimum(first, second))
        while ((deeper := least[least]) != least).any():
            least = deeper
