"""A cover with few balls, none of which stands out further than a tolerance.

Every ball is kept within its cap: the depth of its centre plus the tolerance. What the capped balls cannot
cover is covered by further ones; one on the surface with the tolerance as its radius is always allowed, so
that this ends. Lengths are relative, as in :class:`robotfmt.spheres.field.Field`, but where metres are named.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...mesh.triangles import Flags, Floats
from ..balls import NO_BALLS, Balls, joined
from .by_count import single
from .candidates import Candidates, candidates
from .certify import grown_to_cover
from .cover import cover_within
from .depth import Depths, depths_of
from .descend import descend
from .field import Field
from .outside import outside_points
from .remove import remove
from .samples import about, thinned
from .state import State, cloud, state_of

MOST = 1000
"""Balls for one surface."""
_MEDIAL = 2500
_SURFACE = 6000
_OUTSIDE = 12_000
_ROUNDS = 2
_MANY = 300
"""So many balls are not moved: that takes long, and what it gains with 240 is 0.3 % of the solid's volume."""
_SLACK = 0.97
"""Of the tolerance for the first cover: the proof has to add a little."""
_PASSES = 12
_WIDER = 1.5
"""So many times the tolerance is tried next, where it needs too many balls."""
_SMALL = 0.1
"""Pieces of the proof are smaller than this part of the tolerance."""


@dataclass(frozen=True, slots=True, eq=False)
class Within:
    """Balls in metres that are proved to cover the surface, and how far they stand out at most."""

    balls: Balls
    protrusion: float
    """In metres; a bound that is proved too, as far as the solid is what it was taken for."""


def fit_within(field: Field, tolerance: float, smallest: float, random: np.random.Generator) -> Within:
    """Few balls that cover a surface, none standing out further than a tolerance.

    Where more than :data:`MOST` balls would be needed, a larger tolerance is taken.

    Args:
        field: The surface.
        tolerance: In metres.
        smallest: Size of the smallest pieces of the proof, in metres.
        random: Where to try.
    """
    depths, one = depths_of(field), single(field)
    alone = one.radii[0] - depths.at(one.centers)[0] <= _SLACK * tolerance / field.scale
    offered = candidates(field, depths, 1 if alone else _MEDIAL)
    while True:
        relative = tolerance / field.scale
        start = one if alone else _start(field, depths, offered, relative, random)
        if start is not None:
            found = _completed(field, depths, offered, start, tolerance, smallest)
            if found is not None:
                return found
        tolerance *= _WIDER


def _start(
    field: Field, depths: Depths, offered: Candidates, tolerance: float, random: np.random.Generator
) -> Balls | None:
    """A cover of the samples."""
    start = cover_within(_points(field), offered, _SLACK * tolerance, MOST)
    return _improved(field, depths, start, tolerance, random) if start is not None else None


def _points(field: Field) -> Floats:
    return field.samples.points[about(field.samples.points, _SURFACE)]


def _improved(
    field: Field, depths: Depths, start: Balls, tolerance: float, random: np.random.Generator
) -> Balls:
    """Fewer and smaller balls, still within their caps."""

    def limit(centers: Floats, radii: Floats) -> Flags:
        allowed: Flags = radii <= depths.at(centers) + _SLACK * tolerance
        return allowed

    outside = outside_points(field, _OUTSIDE, tolerance, random)
    state: State = state_of(cloud(_points(field)), outside, start, len(start), tolerance / 4)
    rounds = _ROUNDS if len(start) < _MANY else 0
    descend(state, rounds, random, limit)
    remove(state, lambda centers: depths.at(centers) + _SLACK * tolerance)
    state.steps[:] = tolerance / 8
    descend(state, rounds, random, limit)
    return state.balls


def _completed(
    field: Field, depths: Depths, offered: Candidates, balls: Balls, tolerance: float, smallest: float
) -> Within | None:
    """Balls added until everything is proved to be covered; caps are exact now.

    Candidates are offered once: where their depth was less than it seemed, balls on the surface end it.
    """
    left, more = field.corners * field.scale + field.middle, field.in_metres(balls)
    found, caps = NO_BALLS, np.zeros(0)
    for _ in range(_PASSES):
        if len(found) + len(more) > MOST:
            break
        own = depths.exactly_at(field.relative(more).centers) * field.scale + tolerance
        more = Balls(more.centers, np.minimum(more.radii, own)).chosen(own > 0)
        found, caps = joined([found, more]), np.concatenate([caps, own[own > 0]])
        if len(found):
            found, left = grown_to_cover(left, found, min(smallest, _SMALL * tolerance), caps)
        if not len(left):
            return Within(found, tolerance + float((found.radii - caps).max()))
        more = _added(field, offered, left, tolerance)
        offered = offered.chosen(np.zeros(0, dtype=np.int64))
    return None


def _added(field: Field, offered: Candidates, left: Floats, tolerance: float) -> Balls:
    """Balls for what is open: candidates, or balls on the open places themselves."""
    points = (left.reshape(-1, 3) - field.middle) / field.scale
    relative = tolerance / field.scale
    points = points[thinned(points, relative / 8)]
    points = points[about(points, _SURFACE)]
    added = cover_within(points, offered, _SLACK * relative, MOST)
    return field.in_metres(added if added is not None else Balls(points, np.full(len(points), relative)))
