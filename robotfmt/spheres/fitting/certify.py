"""The proof that spheres cover a surface, and the growth that makes it true (spheres.md 4.6).

A sphere is convex: it contains a triangle when it contains the corners. A triangle that no single sphere contains
is split, and so on, until the pieces are small. What is then still open names the
growth that a sphere needs. The proof is about the triangles as they are, in double precision.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...mesh.triangles import Floats, Ints
from ..arrays import Spheres
from ..compiled import compiled

SPARE = 1e-9
"""Metres that a sphere reaches beyond a corner: more than rounding can take away."""
_HOPELESS = 4.0
"""Pieces so many times as large as the smallest are not split further where no sphere may reach."""
_DEEP = 256
"""Space for pieces that wait: no more than one for each halving of an edge, and none of the three can be halved more than
60 times."""
_SLIVER = 0.5
"""A triangle whose shortest edge is a smaller part of its longest one is halved, not quartered."""
_ROUNDING = 1e-14
"""How wrong a distance can be, relative to the largest coordinate."""


def grown_to_cover(
    corners: Floats, spheres: Spheres, smallest: float, caps: Floats | None = None
) -> tuple[Spheres, Floats]:
    """The spheres, enlarged by what they need so that together they are proved to cover every triangle.

    Each open piece makes the sphere that needs least for it grow at once, so that its neighbours are mostly
    covered when their turn comes. Spheres only grow: what was proved stays so.

    Args:
        corners: (m, 3, 3): triangles, in metres.
        spheres: At least one, in the same frame.
        smallest: Pieces with no edge longer than this are not split further, in metres.
        caps: (n,): the largest radius that each sphere may get, in metres; none by default.

    Returns:
        The spheres, and the pieces that none of them may grow to contain, (k, 3, 3): none without caps.
    """
    rows = spheres.rows
    most = np.full(len(spheres), np.inf) if caps is None else np.asarray(caps, dtype=np.float64)
    left = _prove(np.ascontiguousarray(corners), rows, most, smallest, _spare(corners, rows), True)
    return Spheres(spheres.centers, rows[:, 3]), left


def is_covered(corners: Floats, spheres: Spheres, smallest: float) -> bool:
    """Whether every triangle, or else every piece of it down to a size, lies in a single sphere.

    Args:
        corners: (m, 3, 3): triangles, in metres.
        spheres: In the same frame.
        smallest: The length of edges at which the proof gives up, in metres.
    """
    if not len(spheres):
        return not len(corners)
    rows = spheres.rows
    left = _prove(
        np.ascontiguousarray(corners), rows, rows[:, 3].copy(), smallest, _spare(corners, rows), False
    )
    return not len(left)


def _spare(corners: Floats, rows: Floats) -> float:
    """What a radius must be larger than a distance, so that it is so in spite of rounding."""
    largest = max(np.abs(corners).max(initial=0.0), np.abs(rows).max(initial=0.0))
    return SPARE + _ROUNDING * float(largest)


@compiled
def _prove(
    corners: Floats, spheres: Floats, caps: Floats, smallest: float, spare: float, growing: bool
) -> Floats:
    """Grow spheres, rows of x, y, z, radius, in place; the pieces that stay open, or the first one."""
    stack, piece = np.empty((_DEEP, 3, 3)), np.empty((3, 3))
    left, found = np.empty((16, 3, 3)), 0
    near, hint = np.empty(len(spheres), np.int64), 0
    for triangle in range(len(corners)):
        _copy(corners[triangle], stack[0])
        if _farthest(stack[0], spheres, hint) + spare <= spheres[hint, 3]:
            continue
        count, waiting = _reaching(stack[0], spheres, caps, near, spare), 1
        while waiting:
            waiting -= 1
            _copy(stack[waiting], piece)
            hint, growth = _least(piece, spheres, caps, near, count, hint, spare)
            if growth <= 0:
                continue
            if _is_splittable(piece, spheres, caps, near, count, smallest):
                waiting += _split(piece, stack, waiting)
            elif growth < np.inf:
                spheres[hint, 3] += growth + spare
            else:
                if found == len(left):
                    left = _doubled(left)
                _copy(piece, left[found])
                found += 1
                if not growing:
                    return left[:found]
    return left[:found]


@compiled
def _is_splittable(
    piece: Any, spheres: Floats, caps: Floats, near: Ints, count: int, smallest: float
) -> bool:
    """Whether a piece is large enough to be split, and a part of it may lie in a sphere."""
    size = _longest(piece)
    if size <= smallest:
        return False
    return size > _HOPELESS * smallest or not _is_hopeless(piece, spheres, caps, near, count)


@compiled
def _copy(piece: Any, place: Any) -> None:
    for k in range(3):
        for axis in range(3):
            place[k, axis] = piece[k, axis]


@compiled
def _doubled(pieces: Any) -> Any:
    """The pieces, with space for as many again."""
    found = np.empty((2 * len(pieces), 3, 3))
    for i in range(len(pieces)):
        _copy(pieces[i], found[i])
    return found


@compiled
def _center(piece: Any, place: Any) -> None:
    for axis in range(3):
        place[0, axis] = (piece[0, axis] + piece[1, axis] + piece[2, axis]) / 3


@compiled
def _between(place: Any, spheres: Floats, sphere: Any) -> float:
    """How far a place is from the centre of a sphere."""
    a, b, c = (
        place[0, 0] - spheres[sphere, 0],
        place[0, 1] - spheres[sphere, 1],
        place[0, 2] - spheres[sphere, 2],
    )
    return float(np.sqrt(a * a + b * b + c * c))


@compiled
def _farthest(piece: Any, spheres: Floats, sphere: Any) -> float:
    """How far the farthest corner is from the centre of a sphere."""
    worst = 0.0
    for k in range(3):
        a, b, c = (
            piece[k, 0] - spheres[sphere, 0],
            piece[k, 1] - spheres[sphere, 1],
            piece[k, 2] - spheres[sphere, 2],
        )
        worst = max(worst, a * a + b * b + c * c)
    return float(np.sqrt(worst))


@compiled
def _reaching(piece: Any, spheres: Floats, caps: Floats, near: Ints, spare: float) -> int:
    """Which spheres may ever contain a part of a triangle that no other contains with less growth."""
    middle = np.empty((1, 4))
    _center(piece, middle)
    width, enough = _farthest(piece, middle, 0), np.inf
    for sphere in range(len(spheres)):
        needed = _farthest(piece, spheres, sphere) + 2 * spare
        if needed <= caps[sphere]:
            enough = min(enough, needed - spheres[sphere, 3])
    enough, count = max(enough, 0.0) + spare, 0
    for sphere in range(len(spheres)):
        gap = _between(middle, spheres, sphere) - width - spare
        if gap <= caps[sphere] and gap - spheres[sphere, 3] <= enough:
            near[count] = sphere
            count += 1
    return count


@compiled
def _least(
    piece: Any, spheres: Floats, caps: Floats, near: Ints, count: int, hint: int, spare: float
) -> tuple[int, float]:
    """The sphere that must grow least to contain a piece, and by how much: 0 where one does, infinite where none
    may."""
    if _farthest(piece, spheres, hint) + spare <= spheres[hint, 3]:
        return hint, 0.0
    best, least = 0, np.inf
    for k in range(count):
        sphere = near[k]
        needed = _farthest(piece, spheres, sphere) + spare
        growth = needed - spheres[sphere, 3]
        if growth <= 0:
            return sphere, 0.0
        if growth < least and needed + spare <= caps[sphere]:
            best, least = sphere, growth
    return best, least


@compiled
def _is_hopeless(piece: Any, spheres: Floats, caps: Floats, near: Ints, count: int) -> bool:
    """Whether no sphere may even contain the middle, so that splitting is of no use."""
    reached = False
    middle = np.empty((1, 4))
    _center(piece, middle)
    for k in range(count):
        reached |= _between(middle, spheres, near[k]) <= caps[near[k]]
    return not reached


@compiled
def _longest(piece: Any) -> float:
    """The length of the longest edge."""
    worst = 0.0
    for k in range(3):
        after = (k + 1) % 3
        a, b, c = (
            piece[k, 0] - piece[after, 0],
            piece[k, 1] - piece[after, 1],
            piece[k, 2] - piece[after, 2],
        )
        worst = max(worst, a * a + b * b + c * c)
    return float(np.sqrt(worst))


@compiled
def _split(piece: Any, stack: Floats, at: int) -> int:
    """Put the parts of a piece on a stack, and return how many: four, or of a sliver the halves of its longest edge.

    Quarters of a sliver are slivers again: down to a size they would be as many as the square of its length over the
    size, however small its area is.
    """
    longest, shortest, edge = -1.0, np.inf, 0
    for k in range(3):
        length = 0.0
        for axis in range(3):
            length += (piece[k, axis] - piece[(k + 1) % 3, axis]) ** 2
        shortest = min(shortest, length)
        if length > longest:
            longest, edge = length, k
    if shortest >= _SLIVER**2 * longest:
        _quarter(piece, stack, at)
        return 4
    _halve(piece, edge, stack, at)
    return 2


@compiled
def _halve(piece: Any, edge: int, stack: Floats, at: int) -> None:
    """Put the two parts of a piece, split at the middle of an edge, on a stack."""
    end, apex = (edge + 1) % 3, (edge + 2) % 3
    for axis in range(3):
        a, b, c = piece[edge, axis], piece[end, axis], piece[apex, axis]
        middle = (a + b) / 2
        stack[at, 0, axis], stack[at, 1, axis], stack[at, 2, axis] = a, middle, c
        stack[at + 1, 0, axis], stack[at + 1, 1, axis], stack[at + 1, 2, axis] = middle, b, c


@compiled
def _quarter(piece: Any, stack: Floats, at: int) -> None:
    """Put the four parts of a piece, split at the middles of its edges, on a stack."""
    for axis in range(3):
        a, b, c = piece[0, axis], piece[1, axis], piece[2, axis]
        ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
        for k, (x, y, z) in enumerate(((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))):
            stack[at + k, 0, axis], stack[at + k, 1, axis], stack[at + k, 2, axis] = x, y, z
