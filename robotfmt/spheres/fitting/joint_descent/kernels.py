"""The shares, exposed areas and open parts of spheres: loops over points, in machine code.

Spheres are rows of x, y, z, radius.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....mesh.compiled import compiled
from ....mesh.triangles import Floats, Ints
from ..covering import BLOCK, SPARE, Blocks, depth, reaching, squared, surely

_SHARES = 6.0
"""A sphere has a share of a sample whose depth in it is at most this many smoothing lengths below the maximum."""
_CLOSE = 0.03
"""The size of pieces from which on only the spheres that reach them are considered for their parts."""
_WAITING = 128
"""The size of the stack of pieces: one for each halving."""
_CUBES, _PROBES = 131_071, 16
"""The number of slots for seen cubes, and the number of slots tried for a cube; then it replaces another."""
_EMPTY = -(1 << 62)


@compiled
def weigh_own(points: Any, weights: Any, rows: Floats) -> Floats:
    """Return (spheres,): the weight of the points in a sphere and in no other."""
    found = np.zeros(len(rows))
    for p in range(len(points)):
        owner, owners = 0, 0
        for i in range(len(rows)):
            if depth(points, p, rows, i) >= 0:
                owner, owners = i, owners + 1
                if owners > 1:
                    break
        if owners == 1:
            found[owner] += weights[p]
    return found


@compiled
def stand_in(points: Any, rows: Floats) -> Floats:
    """Return (spheres, spheres): the necessary growth of the second if the first is removed."""
    found = np.zeros((len(rows), len(rows)))
    for p in range(len(points)):
        first, second, best, next_best = 0, 0, -np.inf, -np.inf
        for i in range(len(rows)):
            inside = depth(points, p, rows, i)
            if inside > best:
                second, next_best = first, best
                first, best = i, inside
            elif inside > next_best:
                second, next_best = i, inside
        if next_best < 0:
            found[first, second] = max(found[first, second], -next_best)
    return found


@compiled
def exposed(rows: Floats, count: int, directions: Floats) -> tuple[Floats, Ints, Ints]:
    """Return points on the first spheres that no other sphere contains, their spheres, and their directions."""
    size = count * len(directions)
    points, owners, ways = np.empty((size, 3)), np.empty(size, np.int64), np.empty(size, np.int64)
    found, near = 0, np.empty(len(rows), np.int64)
    for i in range(count):
        touching = _touching(rows, i, near)
        for k in range(len(directions)):
            for axis in range(3):
                points[found, axis] = rows[i, axis] + rows[i, 3] * directions[k, axis]
            owners[found], ways[found] = i, k
            if not _is_hidden(points, found, rows, near[:touching]):
                found += 1
    return points[:found], owners[:found], ways[:found]


@compiled
def _touching(rows: Floats, own: int, found: Ints) -> int:
    """Return the other spheres that touch a sphere, and their number."""
    count = 0
    for i in range(len(rows)):
        reach = rows[i, 3] + rows[own, 3] + SPARE
        found[count] = i
        count += (i != own) & (reach > 0) & (squared(rows, i, rows, own) <= reach * reach)
    return count


@compiled
def _is_hidden(points: Floats, p: int, rows: Floats, near: Any) -> bool:
    for k in range(len(near)):
        radius = rows[near[k], 3]
        if radius >= 0 and squared(points, p, rows, near[k]) <= radius * radius:
            return True
    return False


@compiled
def shares(cloud: Blocks, rows: Floats, softness: float, reach: float) -> tuple[Ints, Ints, Ints, Floats, Floats]:
    """Return how the smoothed maximum depth of samples depends on spheres: T log sum exp(depth / T), and its
    derivatives.

    Only samples within the reach are included.

    Returns:
        Which samples these are, (samples,); for each where its entries begin, (samples + 1,); for each entry its
        sphere, (entries,), and what moving and growing the sphere adds to the depth, (entries, 4); for each sample its
        soft depth, (samples,).
    """
    points, near = cloud.points, np.empty(len(rows), np.int64)
    which, soft = np.empty(len(points), np.int64), np.empty(len(points))
    starts, found, entries = np.zeros(len(points) + 1, np.int64), 0, 0
    owners, slopes = np.empty(4096, np.int64), np.empty((4096, 4))
    depths, tops = np.empty((len(rows), BLOCK)), np.empty(BLOCK)
    for block in range(len(cloud.around)):
        sure = surely(cloud.around, block, rows)
        if sure > reach:
            continue
        count = reaching(cloud.around, block, rows, sure - _SHARES * softness, near)
        first, last = block * BLOCK, min(block * BLOCK + BLOCK, len(points))
        _depths(points, first, last, rows, near[:count], depths, tops)
        while entries + count * BLOCK > len(owners):
            owners, slopes = _doubled(owners, slopes)
        for p in range(first, last):
            top = tops[p - first]
            if top > reach:
                continue
            after, total = _put(
                owners, slopes, entries, points, p, rows, near[:count], depths[:, p - first], top, softness
            )
            for e in range(entries, after):
                for column in range(4):
                    slopes[e, column] /= total
            entries = after
            which[found], soft[found] = p, top + softness * np.log(total)
            found += 1
            starts[found] = entries
    return which[:found], starts[: found + 1], owners[:entries], slopes[:entries], soft[:found]


@compiled
def _depths(points: Any, first: int, last: int, rows: Floats, near: Any, depths: Floats, tops: Floats) -> None:
    """Compute the depths of the points of a block in each of some spheres, and in their union; several points at
    once.
    """
    tops[:] = -np.inf
    for k in range(len(near)):
        for p in range(first, last):
            depths[k, p - first] = depth(points, p, rows, near[k])
            tops[p - first] = max(tops[p - first], depths[k, p - first])


@compiled
def _put(
    owners: Ints,
    slopes: Floats,
    entries: int,
    points: Any,
    p: int,
    rows: Floats,
    near: Any,
    own: Any,
    top: float,
    softness: float,
) -> tuple[int, float]:
    """Enter the spheres with shares of a sample; return the number of entries, and the sum of the shares."""
    total = 0.0
    for k in range(len(near)):
        if own[k] <= top - _SHARES * softness:
            continue
        i, share = near[k], np.exp((own[k] - top) / softness)
        gap = max(rows[i, 3] - own[k], 1e-12)
        for axis in range(3):
            slopes[entries, axis] = share * (points[p, axis] - rows[i, axis]) / gap
        owners[entries], slopes[entries, 3] = i, share
        total += share
        entries += 1
    return entries, total


@compiled
def _doubled(owners: Ints, slopes: Floats) -> tuple[Ints, Floats]:
    more, wider = np.empty(2 * len(owners), np.int64), np.empty((2 * len(owners), 4))
    for e in range(len(owners)):
        more[e] = owners[e]
        for column in range(4):
            wider[e, column] = slopes[e, column]
    return more, wider


@compiled
def shallow(corners: Floats, rows: Floats, size: float, band: float) -> Floats:
    """Return the middles of pieces of triangles, no longer than a size, whose depth in a sphere is within a band.

    A piece whose corners are all deep in one sphere has no shallow point: it is not cut further. There is about one
    middle in each cube of this size, however many triangles are in it.
    """
    found, count = np.empty((1024, 3)), 0
    seen, near = np.full((_CUBES, 3), _EMPTY), np.arange(len(rows))
    stack = np.empty((_WAITING, 3, 3))
    for triangle in range(len(corners)):
        for k in range(3):
            for axis in range(3):
                stack[0, k, axis] = corners[triangle, k, axis]
        waiting, base, some = 1, -1, 0
        while waiting:
            waiting -= 1
            longest, edge = _longest(stack[waiting])
            if waiting < base or base < 0:
                some = _holders(stack[waiting], rows, band, near)
                base = waiting if longest <= _CLOSE else -1
            if _is_deep(stack[waiting], rows, near[:some], band):
                continue
            if longest > size and waiting + 2 < _WAITING:
                _halve(stack, waiting, edge)
                waiting += 2
                continue
            if count == len(found):
                found = _lengthened(found)
            for axis in range(3):
                found[count, axis] = (stack[waiting, 0, axis] + stack[waiting, 1, axis] + stack[waiting, 2, axis]) / 3
            count += _is_new(seen, found[count], size)
    return found[:count]


@compiled
def _holders(piece: Any, rows: Floats, band: float, near: Ints) -> int:
    """Return the spheres in which parts of a piece may be deeper than a band, and their number."""
    middle, width, count = np.empty((1, 3)), 0.0, 0
    for axis in range(3):
        middle[0, axis] = (piece[0, axis] + piece[1, axis] + piece[2, axis]) / 3
    for k in range(3):
        square = 0.0
        for axis in range(3):
            square += (piece[k, axis] - middle[0, axis]) ** 2
        width = max(width, np.sqrt(square))
    for i in range(len(rows)):
        if depth(middle, 0, rows, i) + width + SPARE >= band:
            near[count] = i
            count += 1
    return count


@compiled
def _is_new(seen: Ints, point: Any, size: float) -> bool:
    """Return True if a point's cube was not seen before, or only long ago.

    Cubes are distinguished by their places in a table (Teschner and others, Vision, Modeling, and Visualization 2003).
    """
    i, j, k = int(np.floor(point[0] / size)), int(np.floor(point[1] / size)), int(np.floor(point[2] / size))
    first = (i * 73856093) ^ (j * 19349663) ^ (k * 83492791)
    place = first % len(seen)
    for step in range(_PROBES):
        at = (first + step) % len(seen)
        if seen[at, 0] == i and seen[at, 1] == j and seen[at, 2] == k:
            return False
        if seen[at, 0] == _EMPTY:
            place = at
            break
    seen[place, 0], seen[place, 1], seen[place, 2] = i, j, k
    return True


@compiled
def _is_deep(piece: Any, rows: Floats, near: Any, band: float) -> bool:
    """Return True if all corners of a piece are deeper than a band in one of some spheres.

    That sphere becomes the first of them, because the next piece is a neighbour.
    """
    for k in range(len(near)):
        i, spare = near[k], rows[near[k], 3] - band
        most = spare * abs(spare)
        if max(squared(piece, 0, rows, i), squared(piece, 1, rows, i), squared(piece, 2, rows, i)) <= most:
            near[0], near[k] = near[k], near[0]
            return True
    return False


@compiled
def _longest(piece: Any) -> tuple[float, int]:
    """Return the length of the longest edge, and the corner where it begins."""
    best, which = -1.0, 0
    for k in range(3):
        after, length = (k + 1) % 3, 0.0
        for axis in range(3):
            length += (piece[k, axis] - piece[after, axis]) ** 2
        if length > best:
            best, which = length, k
    return np.sqrt(best), which


@compiled
def _halve(stack: Floats, at: int, edge: int) -> None:
    """Replace a piece by its halves, cut across an edge, in its place and the next one."""
    after = (edge + 1) % 3
    for axis in range(3):
        middle = (stack[at, edge, axis] + stack[at, after, axis]) / 2
        for k in range(3):
            stack[at + 1, k, axis] = stack[at, k, axis]
        stack[at, edge, axis] = middle
        stack[at + 1, after, axis] = middle


@compiled
def _lengthened(found: Floats) -> Floats:
    more = np.empty((2 * len(found), 3))
    for row in range(len(found)):
        for axis in range(3):
            more[row, axis] = found[row, axis]
    return more
