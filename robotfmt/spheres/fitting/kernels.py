"""The inner loops of :mod:`robotfmt.spheres.fitting.anneal`, in machine code.

Balls are rows of x, y, z, radius; points are columns, in single precision, in the order of a space-filling
curve, so that blocks of them lie together and are skipped together. Weights are whole numbers: their sums do not
depend on the order, which lets the compiler add several at once without changing a result.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..compiled import compiled

Singles: TypeAlias = NDArray[np.float32]
BLOCK = 32
SPARE = 1e-6
"""Added to radii: more than what single precision loses, relative to the surface's diagonal."""
SMALLEST = 0.002
"""No ball that is on gets a smaller radius, relative to the diagonal."""
_WIDER = 1.5
"""Balls made of parts of a ball reach at most so many of its radii from its centre."""
_ROUNDS = 30
"""Of the search for the centre of the least ball around points."""
_TRIALS = 3
"""So many balls are looked at, and the worst of them is split."""


class Cloud(NamedTuple):
    """Points, and by how many balls each is covered."""

    points: Singles
    """(3, n)."""
    weights: NDArray[np.int32]
    blocks: Singles
    """(4, m): for each block of points the middle of its box and the farthest of them from there."""
    counts: NDArray[np.int16]


class Found(NamedTuple):
    """Room for some of the points of a cloud."""

    points: Singles
    weights: NDArray[np.int32]


@compiled
def count(cloud: Cloud, ball: Any, by: int) -> None:
    """Count the points in a ball once more, or once less."""
    x, y, z, r = ball[0], ball[1], ball[2], ball[3]
    points, blocks, counts = cloud.points, cloud.blocks, cloud.counts
    square, step = r * r, np.int16(by)
    for block in range(blocks.shape[1]):
        a, b, c, d = blocks[0, block] - x, blocks[1, block] - y, blocks[2, block] - z, blocks[3, block] + r
        if a * a + b * b + c * c > d * d:
            continue
        for j in range(block * BLOCK, min(block * BLOCK + BLOCK, points.shape[1])):
            a, b, c = points[0, j] - x, points[1, j] - y, points[2, j] - z
            if a * a + b * b + c * c <= square:
                counts[j] += step


@compiled
def gather(cloud: Cloud, ball: Any, reach: float, found: Found) -> int:
    """The points that only this ball covers, and those within reach that none does; how many there are."""
    x, y, z, r = ball[0], ball[1], ball[2], ball[3]
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
def farthest(points: Singles, k: int, x: float, y: float, z: float) -> tuple[int, float]:
    """Which of the first k points is the farthest from a place, and how far it is, and a little more."""
    a, b, c = np.float32(x), np.float32(y), np.float32(z)
    far, at = np.float32(-1.0), 0
    for j in range(k):
        u, v, w = points[0, j] - a, points[1, j] - b, points[2, j] - c
        square = u * u + v * v + w * w
        if square > far:
            far, at = square, j
    return at, np.sqrt(far) + SPARE


@compiled
def weigh(found: Found, k: int, x: float, y: float, z: float, r: float) -> int:
    """What the first k points weigh that are in a ball."""
    a, b, c, square = np.float32(x), np.float32(y), np.float32(z), np.float32(r * r)
    points, total = found.points, np.int64(0)
    for j in range(k):
        u, v, w = points[0, j] - a, points[1, j] - b, points[2, j] - c
        total += found.weights[j] if u * u + v * v + w * w <= square else np.int32(0)
    return total


@compiled
def enclose(points: Singles, k: int, ball: Any) -> None:
    """Nearly the least ball around the first k points: steps towards the farthest (Badoiu and Clarkson)."""
    x, y, z = points[0, 0], points[1, 0], points[2, 0]
    for i in range(_ROUNDS):
        at, _ = farthest(points, k, x, y, z)
        x += (points[0, at] - x) / np.float32(i + 2)
        y += (points[1, at] - y) / np.float32(i + 2)
        z += (points[2, at] - z) / np.float32(i + 2)
    ball[0], ball[1], ball[2] = x, y, z
    ball[3] = max(farthest(points, k, x, y, z)[1], SMALLEST)


@compiled
def halve(points: Singles, k: int, one: Any, other: Any) -> bool:
    """Two balls around parts of the first k points, each part what is nearer to one of two far points."""
    at = np.random.randint(k)
    start, _ = farthest(points, k, points[0, at], points[1, at], points[2, at])
    end, _ = farthest(points, k, points[0, start], points[1, start], points[2, start])
    share = 0.3 + 0.4 * np.random.random()
    first, second = np.empty((3, k), np.float32), np.empty((3, k), np.float32)
    m, n = 0, 0
    for j in range(k):
        a, b = np.float32(0.0), np.float32(0.0)
        for axis in range(3):
            a += (points[axis, j] - points[axis, start]) ** 2
            b += (points[axis, j] - points[axis, end]) ** 2
        if np.sqrt(a) * (1 - share) < np.sqrt(b) * share:
            first[:, m] = points[:, j]
            m += 1
        else:
            second[:, n] = points[:, j]
            n += 1
    if m == 0 or n == 0:
        return False
    enclose(first, m, one)
    enclose(second, n, other)
    return True


@compiled
def put(surface: Cloud, outside: Cloud, ball: Any, x: float, y: float, z: float, r: float) -> None:
    """Move a ball, or turn it on or off: off is a radius of 0."""
    if ball[3] > 0:
        count(surface, ball, -1)
        count(outside, ball, -1)
    ball[0], ball[1], ball[2], ball[3] = x, y, z, r
    if r > 0:
        count(surface, ball, 1)
        count(outside, ball, 1)


@compiled
def worst(outside: Cloud, balls: Any, rest: Found) -> tuple[int, int]:
    """Of a few balls that are on the one with most weight of its own, and this weight; -1 where none is on."""
    heaviest, at = np.int64(-1), -1
    for _ in range(_TRIALS):
        j = np.random.randint(len(balls))
        if balls[j, 3] <= 0:
            continue
        k = gather(outside, balls[j], 0.0, rest)
        weight = weigh(rest, k, balls[j, 0], balls[j, 1], balls[j, 2], balls[j, 3])
        if weight > heaviest:
            heaviest, at = weight, j
    return at, heaviest


@compiled
def within(ball: Any, home: Any, reach: float) -> bool:
    """Whether a ball lies in the one around the centre of another."""
    a, b, c = ball[0] - home[0], ball[1] - home[1], ball[2] - home[2]
    return bool(np.sqrt(a * a + b * b + c * c) + ball[3] <= reach)


@compiled
def split(
    surface: Cloud, outside: Cloud, balls: Any, i: int, heat: float, must: Found, rest: Found
) -> tuple[int, int]:
    """Share what a bad ball covers with ball i, which is off; which ball that was, and what weight it adds."""
    j, weight = worst(outside, balls, rest)
    if j < 0:
        return -1, 0
    home = balls[j].copy()
    k = gather(surface, home, 0.0, must)
    one, other = np.empty(4, np.float32), np.empty(4, np.float32)
    if k < 2 or not halve(must.points, k, one, other):
        return -1, 0
    reach = _WIDER * home[3]
    if not (within(one, home, reach) and within(other, home, reach)):
        return -1, 0
    k = gather(outside, home, reach, rest)
    added = weigh(rest, k, one[0], one[1], one[2], one[3]) - weight
    put(surface, outside, balls[j], one[0], one[1], one[2], one[3])
    balls[i, :3] = other[:3]
    k = gather(outside, balls[i], other[3], rest)
    added += weigh(rest, k, other[0], other[1], other[2], other[3])
    if added > 0 and np.random.random() >= np.exp(-added / heat):
        put(surface, outside, balls[j], home[0], home[1], home[2], home[3])
        return -1, 0
    put(surface, outside, balls[i], other[0], other[1], other[2], other[3])
    return j, added


@compiled
def propose(must: Found, k: int, x: float, y: float, z: float, step: float) -> tuple[float, float, float, float]:
    """Another place for a ball, and a radius with which it keeps what it must."""
    if np.random.random() < 0.3:
        at, _ = farthest(must.points, k, x, y, z)
        share = 0.3 * np.random.random()
        x += share * (must.points[0, at] - x)
        y += share * (must.points[1, at] - y)
        z += share * (must.points[2, at] - z)
    else:
        x += step * np.random.normal()
        y += step * np.random.normal()
        z += step * np.random.normal()
    r = max(farthest(must.points, k, x, y, z)[1], SMALLEST)
    if np.random.random() < 0.5:  # a larger ball relieves its neighbours
        r += step * np.random.random()
    return x, y, z, r


@compiled
def walk(
    home: Any, must: Found, k: int, rest: Found, m: int, reach: float, step: float, heat: float, tries: int
) -> tuple[float, float, float, float, int, float]:
    """Where a ball gets by some steps at random, what weight that adds, and how long its steps are then."""
    hx, hy, hz = float(home[0]), float(home[1]), float(home[2])
    x, y, z, r = hx, hy, hz, float(home[3])
    first = weigh(rest, m, x, y, z, r)
    now = first
    for _ in range(tries):
        a, b, c, s = propose(must, k, x, y, z, step)
        if np.sqrt((a - hx) ** 2 + (b - hy) ** 2 + (c - hz) ** 2) + s > reach:
            continue
        then = weigh(rest, m, a, b, c, s)
        if then <= now or np.random.random() < np.exp((now - then) / heat):
            x, y, z, r, now = a, b, c, s, then
            step = min(1.05 * step, 0.2)
        else:
            step = max(0.98 * step, 1e-4)
    return x, y, z, r, now - first, step


@compiled
def anneal(
    surface: Cloud, outside: Cloud, balls: Any, steps: Any, visits: int, tries: int, hot: float, cold: float,
    seed: int,
) -> Any:
    """Visit balls at random and let each walk; the balls that were best. All samples are covered, and stay so."""
    np.random.seed(seed)
    must = Found(np.empty_like(surface.points), np.empty_like(surface.weights))
    rest = Found(np.empty_like(outside.points), np.empty_like(outside.weights))
    total, least, best = np.int64(0), np.int64(0), balls.copy()
    for visit in range(visits):
        heat = hot * (cold / hot) ** (visit / visits)
        i = np.random.randint(len(balls))
        k = gather(surface, balls[i], 0.0, must) if balls[i, 3] > 0 else 0
        if k == 0:
            if balls[i, 3] > 0:
                m = gather(outside, balls[i], 0.0, rest)
                total -= weigh(rest, m, balls[i, 0], balls[i, 1], balls[i, 2], balls[i, 3])
                put(surface, outside, balls[i], balls[i, 0], balls[i, 1], balls[i, 2], 0.0)
            j, added = split(surface, outside, balls, i, heat, must, rest)
            if j >= 0:
                steps[i] = steps[j] = max(steps[j], 0.1 * balls[j, 3])
        else:
            reach = balls[i, 3] + 6 * steps[i] + 0.005
            m = gather(outside, balls[i], reach, rest)
            x, y, z, r, added, steps[i] = walk(balls[i], must, k, rest, m, reach, steps[i], heat, tries)
            if r != balls[i, 3] or x != balls[i, 0]:
                put(surface, outside, balls[i], x, y, z, r)
        total += added
        if total < least:
            least, best = total, balls.copy()
    return best
