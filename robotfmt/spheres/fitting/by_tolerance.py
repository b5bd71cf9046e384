"""A cover with few balls, none of which stands out further than a tolerance.

Every ball is kept within its room: the depth of its centre plus the tolerance. What the balls cannot cover so is
covered by further ones; one on the surface with the tolerance as its radius is always allowed, so that this ends.
Lengths are relative, as in :class:`robotfmt.spheres.fitting.field.Field`, but where metres are named.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...mesh.triangles import Flags, Floats
from ...model.record import replace
from ..balls import NO_BALLS, Balls, joined
from .by_count import single
from .candidates import Candidates, candidates
from .certify import grown_to_cover
from .cover import cover_within
from .depth import Depths, depths_of
from .descend import descend
from .field import Field
from .need import above
from .outside import outside_points
from .remove import remove
from .room import Room
from .samples import about, thinned
from .state import State, cloud, state_of

MOST = 1000
"""Balls for one surface."""
_MEDIAL = 2500
_SURFACE = 6000
_OUTSIDE = 12_000
_STEEP = 3.0
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
_TOLERANCES: Floats = np.geomspace(0.7, 0.003, 40)
"""Those that a number of balls is tried with, relative to the diagonal."""
_GUESSED = 1500
_FOOT = 1.0
"""What is no higher above a plane than so many tolerances need not be covered: balls may only touch the plane."""


@dataclass(frozen=True, slots=True, eq=False)
class Within:
    """Balls in metres that are proved to cover the surface, and how deep their centres are."""

    balls: Balls
    depths: Floats
    """(n,): in metres, less than 0 outside; exact, as far as the solid is what it was taken for."""


def fit_within(field: Field, need: Field, room: Room, smallest: float, random: np.random.Generator) -> Within:
    """Few balls that cover a surface, none larger than it may be.

    Where more than :data:`MOST` balls would be needed, a larger tolerance is taken.

    Args:
        field: The solid.
        need: The same with the part of the surface that is to be covered.
        room: How large balls may be.
        smallest: Size of the smallest pieces of the proof, in metres.
        random: Where to try.
    """
    need = _reachable(need, room)
    if not len(need.corners):
        return Within(NO_BALLS, np.zeros(0))
    depths, one = depths_of(field), single(need)
    alone = one.radii[0] <= room.of(_SLACK).radii(one.centers, depths.at(one.centers))[0]
    offered = candidates(field, depths, 1 if alone else _MEDIAL)
    while True:
        work = _Work(need, depths, room, smallest)
        start = one if alone else work.start(offered, random)
        found = work.completed(start, offered) if start is not None else None
        if found is not None:
            return found
        room = room.of(_WIDER)


def _reachable(need: Field, room: Room) -> Field:
    return need if room.wall is None else above(need, room.wall, _FOOT * room.tolerance)


@dataclass(frozen=True, slots=True, eq=False)
class _Work:
    """What shall be covered, and with what."""

    need: Field
    depths: Depths
    """Of the whole solid."""
    room: Room
    smallest: float

    def start(self, offered: Candidates, random: np.random.Generator) -> Balls | None:
        """A cover of the samples."""
        start = cover_within(self._points(), offered, self.room.of(_SLACK), MOST)
        return self._improved(start, random) if start is not None else None

    def _points(self) -> Floats:
        return self.need.samples.points[about(self.need.samples.points, _SURFACE)]

    def _radii(self, centers: Floats) -> Floats:
        return self.room.of(_SLACK).radii(centers, self.depths.at(centers))

    def _improved(self, start: Balls, random: np.random.Generator) -> Balls:
        """Fewer and smaller balls, still within their room."""

        def limit(centers: Floats, radii: Floats) -> Flags:
            allowed: Flags = radii <= self._radii(centers)
            return allowed

        tolerance = self.room.tolerance
        outside = outside_points(self.depths.field, _OUTSIDE, tolerance, random, _STEEP)
        state: State = state_of(cloud(self._points()), outside, start, len(start), tolerance / 4)
        rounds = _ROUNDS if len(start) < _MANY else 0
        descend(state, rounds, random, limit)
        remove(state, self._radii)
        state.steps[:] = tolerance / 8
        descend(state, rounds, random, limit)
        return state.balls

    def completed(self, balls: Balls, offered: Candidates) -> Within | None:
        """Balls added until everything is proved to be covered; depths are exact now.

        Candidates are offered once: where their depth was less than it seemed, balls on the surface end it.
        """
        need = self.need
        left, more = need.corners * need.scale + need.middle, balls
        found, caps, deep = NO_BALLS, np.zeros(0), np.zeros(0)
        for _ in range(_PASSES):
            if len(found) + len(more) > MOST:
                break
            exact = self.depths.exactly_at(more.centers)
            own = self.room.last_radii(more.centers, exact)
            more = Balls(more.centers, np.minimum(np.maximum(more.radii, self.room.least), own))
            found = joined([found, need.in_metres(more.chosen(own > 0))])
            caps = np.concatenate([caps, own[own > 0] * need.scale])
            deep = np.concatenate([deep, exact[own > 0] * need.scale])
            if len(found):
                pieces = min(self.smallest, _SMALL * self.room.tolerance * need.scale)
                found, left = grown_to_cover(left, found, pieces, caps)
            if not len(left):
                return Within(found, deep)
            more = self._added(offered, left)
            offered = offered.chosen(np.zeros(0, dtype=np.int64))
        return None

    def _added(self, offered: Candidates, left: Floats) -> Balls:
        """Balls for what is open: candidates, or balls on the open places themselves."""
        points = (left.reshape(-1, 3) - self.need.middle) / self.need.scale
        points = points[thinned(points, self.room.tolerance / 8)]
        points = points[about(points, _SURFACE)]
        added = cover_within(points, offered, self.room.of(_SLACK), MOST)
        return (
            added if added is not None else Balls(points, self.room.last_radii(points, np.zeros(len(points))))
        )


def guess_tolerance(field: Field, need: Field, room: Room, count: int) -> float:
    """About the least tolerance, in relative lengths, with which so many balls cover a surface.

    Args:
        field: The solid.
        need: The same with the part of the surface that is to be covered.
        room: How large balls may be, but for the tolerance.
        count: How many there may be.
    """
    offered = candidates(field, depths_of(field), _MEDIAL)
    best = float(_TOLERANCES[0])
    for tolerance in map(float, _TOLERANCES):
        wider = replace(room, tolerance=tolerance)
        points = _reachable(need, wider).samples.points
        if len(points) and cover_within(points[about(points, _GUESSED)], offered, wider, count) is None:
            break
        best = tolerance
    return best
