"""Prove that spheres cover a surface, and grow them until they do (spheres.md 2.4); the parts that are to be covered.

A sphere is convex: it contains a triangle if it contains the corners. A triangle that no single sphere contains is
split repeatedly, until the pieces are small. Pieces that are still open determine the necessary growth of a sphere. The
proof uses the original triangles, in double precision.

A piece is four rows: three corners, and an offset. The offset is zero for a triangle. A strip is an edge, with its end
repeated, and all points within the length of its offset from the edge. It replaces a triangle of small height, because
an edge has only as many parts as its length over their size, and a thin triangle has many more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...mesh.compiled import compiled
from ...mesh.triangles import Flags, Floats, Ints
from ...model.record import replace
from ..arrays import Spheres
from .depth import Wall
from .region import PITCH
from .samples import about
from .surface_field import SurfaceField

SPARE = 1e-9
"""The length in metres by which a sphere must exceed a corner: larger than rounding errors."""
_HOPELESS = 4.0
"""Pieces up to this many times the smallest size are not split further where no sphere may reach."""
_DEEP = 256
"""The size of the stack of pieces: three for each halving of the edges, and no edge can be halved more than 60 times.
"""
_SLIVER = 0.25
"""A triangle whose height is a smaller share of its longest edge is halved, not quartered."""
_THIN = 0.25
"""A triangle is a strip if its height is a smaller share of the smallest piece size."""
_ROUNDING = 1e-14
"""The error of a distance, relative to the largest coordinate."""


def grown_to_cover(
    corners: Floats, spheres: Spheres, smallest: float, caps: Floats | None = None
) -> tuple[Spheres, Floats]:
    """Return the spheres, enlarged as necessary so that together they are proved to cover every triangle.

    Each open piece grows the sphere that needs least growth for it, so its neighbours are mostly covered when their
    turn comes. Spheres only grow, so earlier proofs stay valid.

    Args:
        corners: (m, 3, 3): triangles, in metres.
        spheres: At least one sphere, in the same frame.
        smallest: The edge length in metres below which pieces are not split further.
        caps: (n,): the largest allowed radius of each sphere, in metres; by default unlimited.

    Returns:
        The spheres, and the pieces that none of them may grow to contain, (k, 3, 3): none without caps.
    """
    rows = spheres.rows
    most = np.full(len(spheres), np.inf) if caps is None else np.asarray(caps, dtype=np.float64)
    left = _prove(np.ascontiguousarray(corners), rows, most, smallest, _spare(corners, rows), True)
    return Spheres(spheres.centers, rows[:, 3]), left


def is_covered(corners: Floats, spheres: Spheres, smallest: float) -> bool:
    """Return True if every triangle, or else every piece of it down to a size, is in a single sphere.

    Args:
        corners: (m, 3, 3): triangles, in metres.
        spheres: The spheres, in the same frame.
        smallest: The edge length at which the proof gives up, in metres.
    """
    if not len(spheres):
        return not len(corners)
    rows = spheres.rows
    left = _prove(np.ascontiguousarray(corners), rows, rows[:, 3].copy(), smallest, _spare(corners, rows), False)
    return not len(left)


def _spare(corners: Floats, rows: Floats) -> float:
    """Return the amount by which a radius must exceed a distance to be larger despite rounding."""
    largest = max(np.abs(corners).max(initial=0.0), np.abs(rows).max(initial=0.0))
    return SPARE + _ROUNDING * float(largest)


@compiled
def _prove(corners: Floats, spheres: Floats, caps: Floats, smallest: float, spare: float, growing: bool) -> Floats:
    """Grow spheres, rows of x, y, z, radius, in place; return the pieces that stay open, or the first one."""
    stack, piece = np.zeros((_DEEP, 4, 3)), np.empty((4, 3))
    left, found = np.empty((16, 3, 3)), 0
    near, hint = np.empty(len(spheres), np.int64), 0
    for triangle in range(len(corners)):
        _copy(corners[triangle], stack[0], 3)
        for axis in range(3):
            stack[0, 3, axis] = 0.0
        if _farthest(stack[0], spheres, hint) + spare <= spheres[hint, 3]:
            continue
        count, waiting = _reaching(stack[0], spheres, caps, near, spare), 1
        while waiting:
            waiting -= 1
            _copy(stack[waiting], piece, 4)
            margin = spare + np.sqrt(piece[3, 0] ** 2 + piece[3, 1] ** 2 + piece[3, 2] ** 2)
            hint, growth = _least(piece, spheres, caps, near, count, hint, margin)
            if growth <= 0:
                continue
            if _is_splittable(piece, spheres, caps, near, count, smallest):
                waiting += _split(piece, stack, waiting, _THIN * smallest)
            elif growth < np.inf:
                spheres[hint, 3] += growth + spare
            else:
                left, found = _kept(piece, left, found)
                if not growing:
                    return left[:found]
    return left[:found]


@compiled
def _is_splittable(piece: Any, spheres: Floats, caps: Floats, near: Ints, count: int, smallest: float) -> bool:
    """Return True if a piece is large enough to be split, and a part of it may be in a sphere."""
    size = np.sqrt(_longest_edge(piece)[1])
    if size <= smallest:
        return False
    return size > _HOPELESS * smallest or not _is_hopeless(piece, spheres, caps, near, count)


@compiled
def _copy(rows: Any, found: Any, count: int) -> None:
    """Copy the first rows of a piece; assigning slices takes seconds to compile."""
    for row in range(count):
        for axis in range(3):
            found[row, axis] = rows[row, axis]


@compiled
def _kept(piece: Any, left: Floats, found: int) -> tuple[Floats, int]:
    """Return the open pieces with one more: a triangle, or the two triangles of a strip."""
    if found + 2 > len(left):
        more = np.empty((2 * len(left), 3, 3))
        for known in range(found):
            _copy(left[known], more[known], 3)
        left = more
    _copy(piece, left[found], 3)
    if piece[3, 0] == 0 and piece[3, 1] == 0 and piece[3, 2] == 0:
        return left, found + 1
    for axis in range(3):
        left[found, 2, axis] += piece[3, axis]
        left[found + 1, 0, axis], left[found + 1, 1, axis] = piece[0, axis], left[found, 2, axis]
        left[found + 1, 2, axis] = piece[0, axis] + piece[3, axis]
    return left, found + 2


@compiled
def _center(piece: Any, place: Any) -> None:
    for axis in range(3):
        place[0, axis] = (piece[0, axis] + piece[1, axis] + piece[2, axis]) / 3


@compiled
def _between(place: Any, spheres: Floats, sphere: Any) -> float:
    """Return the distance of a place from the centre of a sphere."""
    a, b, c = (
        place[0, 0] - spheres[sphere, 0],
        place[0, 1] - spheres[sphere, 1],
        place[0, 2] - spheres[sphere, 2],
    )
    return float(np.sqrt(a * a + b * b + c * c))


@compiled
def _farthest(piece: Any, spheres: Floats, sphere: Any) -> float:
    """Return the distance of the farthest corner from the centre of a sphere."""
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
    """Return the spheres that may contain a part of a triangle that no other contains with less growth."""
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
    """Return the sphere that needs least growth to contain a piece, and the growth: 0 if one contains it, infinite if
    none may.
    """
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
    """Return True if no sphere may contain even the middle, so that splitting is useless."""
    reached = False
    middle = np.empty((1, 4))
    _center(piece, middle)
    for k in range(count):
        reached |= _between(middle, spheres, near[k]) <= caps[near[k]]
    return not reached


@compiled
def _longest_edge(piece: Any) -> tuple[int, float]:
    """Return the start of the longest edge, and its squared length."""
    first, longest = 0, -1.0
    for k in range(3):
        length = 0.0
        for axis in range(3):
            length += (piece[k, axis] - piece[(k + 1) % 3, axis]) ** 2
        if length > longest:
            first, longest = k, length
    return first, longest


@compiled
def _split(piece: Any, stack: Floats, at: int, thin: float) -> int:
    """Push the parts of a piece on a stack, and return their number.

    Quarters of a sliver are slivers again: their number would grow with the square of its length over the size,
    however small its area. So a sliver is halved at its longest edge, and a thin one becomes strips.
    """
    first, longest = _longest_edge(piece)
    start, end, apex = first, (first + 1) % 3, (first + 2) % 3
    along, square = 0.0, 0.0
    for axis in range(3):
        along += (piece[end, axis] - piece[start, axis]) * (piece[apex, axis] - piece[start, axis])
    share = along / longest
    for axis in range(3):
        square += _height(piece, start, end, apex, share, axis) ** 2
    if square > _SLIVER**2 * longest:
        _quarter(piece, stack, at)
        return 4
    for axis in range(3):
        a, b, c = piece[start, axis], piece[end, axis], piece[apex, axis]
        middle, offset = (a + b) / 2, 0.0
        last = c, c
        if square <= thin**2:
            offset = piece[3, axis] + _height(piece, start, end, apex, share, axis)
            last = middle, b
        stack[at, 0, axis], stack[at, 1, axis], stack[at, 2, axis], stack[at, 3, axis] = (
            a,
            middle,
            last[0],
            offset,
        )
        stack[at + 1, 0, axis], stack[at + 1, 1, axis], stack[at + 1, 2, axis] = middle, b, last[1]
        stack[at + 1, 3, axis] = offset
    return 2


@compiled
def _height(piece: Any, start: int, end: int, apex: int, share: float, axis: int) -> float:
    """Return a coordinate of the height of a triangle above one of its edges."""
    return float(piece[apex, axis] - piece[start, axis] - (piece[end, axis] - piece[start, axis]) * share)


@compiled
def _quarter(piece: Any, stack: Floats, at: int) -> None:
    """Push the four parts of a triangle, split at the middles of its edges, on a stack."""
    for axis in range(3):
        a, b, c = piece[0, axis], piece[1, axis], piece[2, axis]
        ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
        for k, (x, y, z) in enumerate(((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))):
            stack[at + k, 0, axis], stack[at + k, 1, axis], stack[at + k, 2, axis] = x, y, z
            stack[at + k, 3, axis] = 0.0


# The parts to cover

_INSIDE_BY = 2 * PITCH
"""The minimum depth of points inside, which keeps them below the surface."""
_INSIDE = 4000
"""The approximate number of points inside to cover."""


def above(surface_field: SurfaceField, wall: Wall, height: float) -> SurfaceField:
    """Return a surface field with only the samples and triangles above a height over a plane, and the same solid."""
    samples = surface_field.samples.chosen(wall.heights(surface_field.samples.points) > height)
    return replace(surface_field, samples=samples, corners=_cut(surface_field.corners, wall, height))


def uncovered(surface_field: SurfaceField, spheres: Spheres) -> SurfaceField:
    """Return a surface field without the parts inside some spheres: triangles, or pieces of them, and samples."""
    if not len(spheres):
        return surface_field
    _, left = grown_to_cover(surface_field.corners, spheres, PITCH, spheres.radii)
    is_open = _is_open(surface_field.samples.points, spheres)
    return replace(surface_field, samples=surface_field.samples.chosen(is_open), corners=left)


def with_inside(surface_field: SurfaceField, spheres: Spheres) -> SurfaceField:
    """Return a surface field that also has the points inside that no sphere contains, as triangles of no size.

    Spheres that cover a surface hardly ever leave a hole inside. If they do, the proof finds it like an open part of
    the surface.
    """
    region = surface_field.region
    inside = region.centers(np.argwhere(region.depths >= _INSIDE_BY))
    inside = inside[_is_open(inside, spheres)]
    inside = inside[about(inside, _INSIDE)] if len(inside) else inside
    return replace(
        surface_field, corners=np.concatenate([surface_field.corners, np.repeat(inside[:, None], 3, axis=1)])
    )


def _is_open(points: Floats, spheres: Spheres) -> Flags:
    """Return (n,): True for points in no sphere."""
    found = np.ones(len(points), dtype=np.bool_)
    for center, radius in zip(spheres.centers, spheres.radii, strict=True):
        found &= np.linalg.norm(points - center, axis=1) > radius
    return found


def _cut(corners: Floats, wall: Wall, height: float) -> Floats:
    """Return the triangles above a plane, with intersected ones cut."""
    heights = wall.heights(corners.reshape(-1, 3)).reshape(-1, 3) - height
    over = heights > 0
    count = over.sum(axis=1)
    found = [corners[count == 3]]
    for number in (1, 2):
        some = count == number
        # The corner that is alone on its side comes first.
        first = (over[some] if number == 1 else ~over[some]).argmax(axis=1)
        turn = (first[:, None] + np.arange(3)) % 3
        a, b, c = np.take_along_axis(corners[some], turn[:, :, None], axis=1).transpose(1, 0, 2)
        p, q, r = np.take_along_axis(heights[some], turn, axis=1).T
        ab, ac = a + (p / (p - q))[:, None] * (b - a), a + (p / (p - r))[:, None] * (c - a)
        pieces = [(a, ab, ac)] if number == 1 else [(ab, b, c), (ab, c, ac)]
        found += [np.stack(each, axis=1) for each in pieces]
    return np.concatenate(found)
