"""Spheres inside others, which planners check in vain."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ..model import Vector3

Placed: TypeAlias = tuple[Vector3, float]
"""A centre and a radius, in metres."""
# In metres: a sphere that touches another one from inside is contained in it, in spite of rounding errors.
_SLACK = 1e-9


def nested(spheres: Sequence[Placed]) -> Iterator[tuple[int, int]]:
    """Yield, by index, each sphere inside a larger one, with the largest that contains it and is in no other.

    Of equal spheres the first one is treated as the larger.
    """
    order = sorted(range(len(spheres)), key=lambda place: (-spheres[place][1], place))
    outer: list[int] = []
    left: list[float] = []  # the centres of these along x, where only those that are near enough can contain another
    for inner in order:
        center, radius = spheres[inner]
        reach = spheres[order[0]][1] - radius + _SLACK
        near = outer[bisect_left(left, center[0] - reach) : bisect_right(left, center[0] + reach)]
        around = [it for it in near if math.dist(center, spheres[it][0]) + radius <= spheres[it][1] + _SLACK]
        if around:
            yield inner, max(around, key=lambda it: spheres[it][1])
        else:
            place = bisect_left(left, center[0])
            left.insert(place, center[0])
            outer.insert(place, inner)
