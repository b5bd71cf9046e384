"""The inner loops of annealing, in machine code.

Spheres are rows of x, y, z, radius; points are columns, in single precision, in the order of a space-filling curve,
so that blocks of neighbours can be skipped at once. Weights are whole numbers: their sums do not depend on the order,
so the compiler can vectorise them without changing a result.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...mesh.compiled import compiled

Singles: TypeAlias = NDArray[np.float32]
Whole: TypeAlias = Any
"""An int for type checkers; a constant has the type of a variable, so that functions are compiled only once."""
BLOCK = 32
"""The number of points per block."""
TRIES = 8
"""The number of steps of a sphere per visit: more are cheaper, but the neighbours do not move meanwhile."""
SPARE = 1e-6
"""The length added to radii, relative to the surface's diagonal: larger than the error of single precision."""
SMALLEST = 0.002
"""The smallest radius of an active sphere, relative to the diagonal."""
_WIDER = 1.5
"""The largest reach of the parts of a split sphere from its centre, in its radii."""
_ROUNDS = 30
"""The number of rounds of the search for the smallest enclosing sphere of points."""
MORE, LESS = np.int16(1), np.int16(-1)
_TRIALS = 3
"""The number of spheres to compare; the worst of them is split."""


class Points(NamedTuple):
    """Points, with the number of spheres that cover each."""

    points: Singles
    """An array (3, n)."""
    weights: NDArray[np.int32]
    blocks: Singles
    """An array (4, m): for each block of points the middle of its box and the largest distance of a point from it."""
    counts: NDArray[np.int16]


class Found(NamedTuple):
    """A buffer that is as large as the cloud, for any of its points and their weights."""

    points: Singles
    weights: NDArray[np.int32]


@compiled
def count(cloud: Points, sphere: Any, step: np.int16) -> None:
    """Add or subtract one from the counts of the points in a sphere."""
    x, y, z, r = sphere[0], sphere[1], sphere[2], sphere[3]
    points, blocks, counts = cloud.points, cloud.blocks, cloud.counts
    square = r * r
    for block in range(blocks.shape[1]):
        a, b, c, d = blocks[0, block] - x, blocks[1, block] - y, blocks[2, block] - z, blocks[3, block] + r
        if a * a + b * b + c * c > d * d:
            continue
        for j in range(block * BLOCK, min(block * BLOCK + BLOCK, points.shape[1])):
            a, b, c = points[0, j] - x, points[1, j] - y, points[2, j] - z
            if a * a + b * b + c * c <= square:
                counts[j] += step


@compiled
def gather(cloud: Points, sphere: Any, reach: float, found: Found) -> int:
    """Copy points that only this sphere covers, and uncovered ones in reach, to ``found``; return their number."""
    x, y, z, r = sphere[0], sphere[1], sphere[2], sphere[3]
    points, blocks, counts = cloud.points, cloud.blocks, cloud.counts
    square, limit, k = r * r, np.float32(max(reach, 0.0)), 0
    radius, limit = max(r, limit), limit * limit
    for block in range(blocks.shape[1]):
        a, b, c = blocks[0, block] - x, blocks[1, block] - y, blocks[2, block] - z
        d = blocks[3, block] + radius
        if a * a + b * b + c * c > d * d:
            continue
        for j in range(block * BLOCK, min(block * BLOCK + BLOCK, points.shape[1])):
            if counts[j] <= 1:
                a, b, c = points[0, j] - x, points[1, j] - y, points[2, j] - z
                d = a * a + b * b + c * c
                if d <= (square if counts[j] == 1 else limit):
                    found.points[0, k], found.points[1, k] = points[0, j], points[1, j]
                    found.points[2, k], found.weights[k] = points[2, j], cloud.weights[j]
                    k += 1
    return k


@compiled
def farthest(points: Singles, k: int, place: Any) -> tuple[int, float]:
    """Return the index of the first k points that is farthest from a place, and its distance, slightly enlarged."""
    a, b, c = place[0], place[1], place[2]
    far = np.float32(-1.0)
    at: Whole = np.int64(0)
    for j in range(k):
        u, v, w = points[0, j] - a, points[1, j] - b, points[2, j] - c
        square = u * u + v * v + w * w
        if square > far:
            far, at = square, j
    return at, np.sqrt(far) + SPARE


@compiled
def weigh(found: Found, k: int, sphere: Any) -> Whole:
    """Return the weight of the first k points in a sphere."""
    a, b, c, square = sphere[0], sphere[1], sphere[2], sphere[3] * sphere[3]
    points = found.points
    total: Whole = np.int64(0)
    for j in range(k):
        u, v, w = points[0, j] - a, points[1, j] - b, points[2, j] - c
        total += found.weights[j] if u * u + v * v + w * w <= square else np.int32(0)
    return total


@compiled
def enclose(points: Singles, k: int, sphere: Any) -> None:
    """Make ``sphere`` nearly the smallest one around the first k points, by steps towards the farthest (Badoiu and
    Clarkson).
    """
    start: Whole = np.int64(0)
    pick(points, start, sphere)
    for i in range(_ROUNDS):
        at, _ = farthest(points, k, sphere)
        for axis in range(3):
            sphere[axis] += (points[axis, at] - sphere[axis]) / np.float32(i + 2)
    sphere[3] = max(farthest(points, k, sphere)[1], SMALLEST)


@compiled
def halve(points: Singles, k: int, one: Any, other: Any) -> bool:
    """Make two spheres around two parts of the first k points, divided by the nearer of two far ones; return False if a
    part is empty.
    """
    pick(points, np.random.randint(k), one)
    start, _ = farthest(points, k, one)
    pick(points, start, one)
    end, _ = farthest(points, k, one)
    share = 0.3 + 0.4 * np.random.random()
    first, second = np.empty((3, k), np.float32), np.empty((3, k), np.float32)
    m, n = 0, 0
    for j in range(k):
        a, b = np.float32(0.0), np.float32(0.0)
        for axis in range(3):
            a += (points[axis, j] - points[axis, start]) ** 2
            b += (points[axis, j] - points[axis, end]) ** 2
        if np.sqrt(a) * (1 - share) < np.sqrt(b) * share:
            for axis in range(3):
                first[axis, m] = points[axis, j]
            m += 1
        else:
            for axis in range(3):
                second[axis, n] = points[axis, j]
            n += 1
    if m == 0 or n == 0:
        return False
    enclose(first, m, one)
    enclose(second, n, other)
    return True


@compiled
def copy(sphere: Any, place: Any) -> None:
    """Make a sphere equal to another; a slice would take a second more to compile."""
    for axis in range(4):
        sphere[axis] = place[axis]


@compiled
def shift(must: Found, k: int, sphere: Any, step: float, trial: Any) -> None:
    """Write a new centre for a sphere into ``trial``: towards the farthest of the first k points, or a random one."""
    if np.random.random() < 0.3:
        at, _ = farthest(must.points, k, sphere)
        part = 0.3 * np.random.random()
        for axis in range(3):
            trial[axis] = sphere[axis] + part * (must.points[axis, at] - sphere[axis])
    else:
        for axis in range(3):
            trial[axis] = sphere[axis] + step * np.random.normal()


@compiled
def accepted(now: float, then: float, heat: float) -> bool:
    """Return True if a sphere is moved, given the change of cost (Metropolis)."""
    return bool(then <= now or np.random.random() < np.exp((now - then) / heat))


@compiled
def paced(step: float, taken: bool) -> float:
    """Return the length of the next step: longer if the last one was accepted."""
    return min(1.05 * step, 0.2) if taken else max(0.98 * step, 1e-4)


@compiled
def pick(points: Singles, j: int, sphere: Any) -> None:
    """Set the centre of a sphere to a point."""
    for axis in range(3):
        sphere[axis] = points[axis, j]


@compiled
def put(surface: Points, outside: Points, sphere: Any, place: Any) -> None:
    """Move a sphere to another place, or switch it on or off: off is a radius of 0."""
    if sphere[3] > 0:
        count(surface, sphere, LESS)
        count(outside, sphere, LESS)
    copy(sphere, place)
    if sphere[3] > 0:
        count(surface, sphere, MORE)
        count(outside, sphere, MORE)


@compiled
def worst(outside: Points, spheres: Any, rest: Found) -> tuple[int, int]:
    """Return the sphere with the largest exclusive weight among a few active ones, and this weight; -1 if none is
    active.
    """
    heaviest: Whole = np.int64(-1)
    at = -1
    for _ in range(_TRIALS):
        j = np.random.randint(len(spheres))
        if spheres[j, 3] <= 0:
            continue
        k = gather(outside, spheres[j], 0.0, rest)
        weight = weigh(rest, k, spheres[j])
        if weight > heaviest:
            heaviest, at = weight, j
    return at, heaviest


@compiled
def within(sphere: Any, start: Any, reach: float) -> bool:
    """Return True if a sphere is inside the one around the centre of another."""
    a, b, c = sphere[0] - start[0], sphere[1] - start[1], sphere[2] - start[2]
    return bool(np.sqrt(a * a + b * b + c * c) + sphere[3] <= reach)


@compiled
def split(surface: Points, outside: Points, spheres: Any, i: int, heat: float, must: Found, rest: Found) -> int:
    """Split a bad sphere with the inactive sphere i; return the index of the bad one, or -1."""
    j, weight = worst(outside, spheres, rest)
    if j < 0:
        return -1
    start = spheres[j].copy()
    k = gather(surface, start, 0.0, must)
    one, other = np.empty(4, np.float32), np.empty(4, np.float32)
    if k < 2 or not halve(must.points, k, one, other):
        return -1
    reach = _WIDER * float(start[3])
    if not (within(one, start, reach) and within(other, start, reach)):
        return -1
    k = gather(outside, start, reach, rest)
    added = weigh(rest, k, one) - weight
    put(surface, outside, spheres[j], one)
    for axis in range(3):
        spheres[i, axis] = other[axis]
    k = gather(outside, spheres[i], float(other[3]), rest)
    added += weigh(rest, k, other)
    if added > 0 and np.random.random() >= np.exp(-added / heat):
        put(surface, outside, spheres[j], start)
        return -1
    put(surface, outside, spheres[i], other)
    return j


@compiled
def share(
    surface: Points, outside: Points, spheres: Any, steps: Any, i: int, heat: float, must: Found, rest: Found
) -> None:
    """Let a sphere without exclusive samples take half of a bad one."""
    put(surface, outside, spheres[i], np.zeros(4, np.float32))
    j = split(surface, outside, spheres, i, heat, must, rest)
    if j >= 0:
        steps[i] = steps[j] = max(steps[j], 0.1 * spheres[j, 3])


@compiled
def buffer_for(cloud: Points) -> Found:
    """Return a buffer large enough for all points of a cloud."""
    return Found(np.empty_like(cloud.points), np.empty_like(cloud.weights))
