"""The inner loops of approximation, in machine code (spheres.md 3.8).

Lengths are cells, places are relative to the middle of the first cell. A grid has the share of each cell that is
inside, and the number of spheres around each cell's middle. A sphere is a row of x, y, z, radius; one with a negative
radius contains nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...mesh.compiled import compiled
from ...mesh.triangles import Floats, Ints

_COOL = 0.8
"""The share of a walk after which the best spheres are kept."""
_NARROW = 2.0
"""The largest and the smallest step differ by this power of e."""


class Walk(NamedTuple):
    """How a walk proceeds."""

    moves: int
    favour: float
    """The weight of volume inside that is left out, relative to volume outside."""
    heat: float
    """The loss that a move may have at first; at the end a hundredth of it."""
    jumps: float
    """The share of moves that put a sphere somewhere else."""
    smallest: float
    """The smallest radius."""
    seed: int


class Grid(NamedTuple):
    """The cells of a solid and its surroundings."""

    shares: NDArray[np.float32]
    """An array (i, j, k): the share of each cell that is inside."""
    counts: NDArray[np.int16]
    """An array (i, j, k): the number of spheres that contain the middle of each cell."""
    spots: Ints
    """An array (n, 3): the cells whose middles are inside."""
    depths: Floats
    """An array (n,): their depths."""
    plane: Floats
    """An array (4,): a normal and an offset; no sphere is below. Zeros and infinity for none."""


@compiled
def likeness(volume: float, cells: float, total: float, favour: float) -> float:
    """Return the shared volume over itself, what is left out, weighted, and what is outside (Tversky 1977)."""
    return volume / (volume + favour * (total - volume) + cells - volume)


@compiled
def change(grid: Any, old: Any, new: Any, step: int) -> tuple[float, int]:
    """Return how much more volume inside, and how many more cells, spheres contain if one of them moves.

    Args:
        grid: The cells; with a step of 1 their counts are changed, with 0 they stay.
        old: The sphere before.
        new: The sphere after.
        step: 0 or 1.
    """
    volume, cells = 0.0, 0
    first = int(np.ceil(min(old[0] - old[3], new[0] - new[3])))
    last = int(np.floor(max(old[0] + old[3], new[0] + new[3])))
    for i in range(first, last + 1):
        before, after = _rest(old[3] * abs(old[3]), i - old[0]), _rest(new[3] * abs(new[3]), i - new[0])
        low, high = _either(_span(old[1], before), _span(new[1], after))
        for j in range(low, high):
            one, two = _span(old[2], _rest(before, j - old[1])), _span(new[2], _rest(after, j - new[1]))
            if one == two:
                continue
            shares, counts = grid.shares[i, j], grid.counts[i, j]
            gained = _passed(shares, counts, two, one, 0, step)
            lost = _passed(shares, counts, one, two, 1, -step)
            volume += gained[0] - lost[0]
            cells += gained[1] - lost[1]
    return volume, cells


@compiled
def _rest(square: float, away: float) -> float:
    return square - away * away


@compiled
def _span(middle: float, square: float) -> tuple[int, int]:
    """Return the first cell of a line in a sphere, and the one after the last; (0, 0) if there is none."""
    if square < 0:
        return 0, 0
    half = np.sqrt(square)
    start, end = int(np.ceil(middle - half)), int(np.floor(middle + half)) + 1
    return (start, end) if start < end else (0, 0)


@compiled
def _either(one: Any, two: Any) -> tuple[int, int]:
    """Return the range around two ranges, each of which may be empty."""
    if one[0] == one[1]:
        return two[0], two[1]
    if two[0] == two[1]:
        return one[0], one[1]
    return min(one[0], two[0]), max(one[1], two[1])


@compiled
def _passed(shares: Any, counts: Any, some: Any, without: Any, known: int, step: int) -> tuple[float, int]:
    """Change the counts of the cells in one range and not in another; return the volume inside and the number of those
    that had a count.
    """
    volume, cells = 0.0, 0
    middle, end = (without[0], without[1]) if without[0] < without[1] else (some[1], some[1])
    for k in range(some[0], min(some[1], middle)):
        if counts[k] == known:
            volume += shares[k]
            cells += 1
        if step:
            counts[k] += step
    for k in range(max(some[0], end), some[1]):
        if counts[k] == known:
            volume += shares[k]
            cells += 1
        if step:
            counts[k] += step
    return volume, cells


@compiled
def best(sums: Floats, places: Floats, radii: Floats, order: Ints, gains: Floats) -> tuple[int, int]:
    """Return the place and the size of the sphere that is worth most.

    Args:
        sums: What the cells of each line are worth, from :func:`add_up`.
        places: (n, 3): the centres on offer.
        radii: (n, m): the radii on offer for each.
        order: The places, those that may be worth most first.
        gains: (n,): what each place may be worth at most; those that are tried become exact.
    """
    top, found, size = -np.inf, 0, 0
    for place in order:
        if gains[place] <= top:
            break
        gains[place] = -np.inf
        for each in range(radii.shape[1]):
            gain = _gain(sums, places[place], radii[place, each])
            gains[place] = max(gains[place], gain)
            if gain > top:
                top, found, size = gain, place, each
    return found, size


@compiled
def add_up(grid: Any, sums: Floats, price: float) -> None:
    """Sum up along each line what cells in no sphere are worth."""
    for i in range(sums.shape[0]):
        for j in range(sums.shape[1]):
            total = 0.0
            for k in range(sums.shape[2] - 1):
                if grid.counts[i, j, k] == 0:
                    total += grid.shares[i, j, k] * (1 + price) - price
                sums[i, j, k + 1] = total


@compiled
def _gain(sums: Floats, place: Any, radius: float) -> float:
    """Return the sum of the weights of the cells in a sphere, from running sums along each row."""
    total, square = 0.0, radius * radius
    for i in range(int(np.ceil(place[0] - radius)), int(np.floor(place[0] + radius)) + 1):
        rest = _rest(square, i - place[0])
        low, high = _span(place[1], rest)
        for j in range(low, high):
            start, end = _span(place[2], _rest(rest, j - place[1]))
            total += sums[i, j, end] - sums[i, j, start]
    return total


@compiled
def walk(grid: Any, rows: Floats, volume: float, cells: float, total: float, plan: Any) -> Floats:
    """Return spheres after random moves, of which those that lose something are accepted ever less often.

    Args:
        grid: The cells, with the counts of these spheres and of those that stay.
        rows: (n, 4): the spheres; they are moved.
        volume: The volume inside that all spheres contain.
        cells: The number of cells that they contain.
        total: The volume inside.
        plan: How to proceed.
    """
    np.random.seed(plan.seed)
    now = likeness(volume, cells, total, plan.favour)
    most, found, trial = now, np.empty_like(rows), np.zeros(4)
    _copy(rows, found)
    for move in range(plan.moves):
        progress = move / plan.moves
        at = np.random.randint(len(rows))
        if np.random.random() >= plan.jumps:
            _step(rows[at], 0.5 * 0.1**progress, trial)
        elif not _jump(grid, trial):
            continue
        trial[3] = max(trial[3], plan.smallest)
        if not _is_allowed(grid, trial):
            continue
        more, further = change(grid, rows[at], trial, 0)
        then = likeness(volume + more, cells + further, total, plan.favour)
        heat = plan.heat * 0.01**progress
        if then < now and np.random.random() >= np.exp((then - now) / heat):
            continue
        change(grid, rows[at], trial, 1)
        volume, cells, now = volume + more, cells + further, then
        for axis in range(4):
            rows[at, axis] = trial[axis]
        if now > most and progress > _COOL:
            most = now
            _copy(rows, found)
    return found if most >= now else rows


@compiled
def _copy(rows: Floats, found: Floats) -> None:
    """Copy rows; slices take seconds to compile."""
    for row in range(len(rows)):
        for axis in range(4):
            found[row, axis] = rows[row, axis]


@compiled
def _step(sphere: Any, width: float, trial: Any) -> None:
    """Move and resize a sphere a little, relative to its radius."""
    length = width * np.exp(-_NARROW * np.random.random()) * sphere[3]
    for axis in range(4):
        trial[axis] = sphere[axis] + length * np.random.normal()


@compiled
def _jump(grid: Any, trial: Any) -> bool:
    """Write a random sphere inside into ``trial``; return False if a sphere is already there."""
    spot = np.random.randint(len(grid.spots))
    i, j, k = grid.spots[spot]
    for axis in range(3):
        trial[axis] = grid.spots[spot, axis] + np.random.random() - 0.5
    trial[3] = grid.depths[spot] * (1 + 0.5 * np.random.random())
    return bool(grid.counts[i, j, k] == 0)


@compiled
def _is_allowed(grid: Any, sphere: Any) -> bool:
    """Return True if a sphere is within the grid and above the plane."""
    height = grid.plane[3]
    for axis in range(3):
        height += grid.plane[axis] * sphere[axis]
        if not (sphere[axis] >= sphere[3] and sphere[axis] + sphere[3] <= grid.shares.shape[axis] - 1):
            return False
    return bool(sphere[3] > 0 and height >= sphere[3])
