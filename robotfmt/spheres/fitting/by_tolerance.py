"""A cover with few balls, none of which stands out further than a tolerance.

Every ball is kept within its cap: the depth of its centre plus the tolerance. What the capped balls cannot
cover is covered by further ones; one on the surface with the tolerance as its radius is always allowed, so
that this ends. Lengths are relative, as in :class:`robotfmt.spheres.field.Field`, but where metres are named.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...mesh.triangles import Flags, Floats
from ..balls import Balls, joined
from .candidates import Candidates, candidates
from .certify import grown_to_cover
from .cover import cover_with, cover_within
from .depth import Depths, depths_of
from .descend import descend
from .field import Field
from .outside import outside_points
from .samples import about, thinned
from .search import remove
from .state import State, cloud, state_of

MOST = 1000
"""Balls for one surface."""
_MEDIAL = 2500
_SURFACE = 6000
_OUTSIDE = 12_000
_ROUNDS = 16
_SLACK = 0.97
"""Of the tolerance for the first cover: the proof has to add a little."""
_PASSES = 12
_SMALL = 0.1
"""Pieces of the proof are smaller than this part of the tolerance."""


@dataclass(frozen=True, slots=True, eq=False)
class Within:
    """Balls in metres that are proved to cover the surface, and how far they stand out at most."""

    balls: Balls
    protrusion: float
    """In metres; a bound that is proved too, as far as the solid is what it was taken for."""


def fit_within(field: Field, tolerance: float, smallest: float, random: np.random.Generator) -> Within | None:
    """Few balls that cover a surface, none standing out further than a tolerance.

    Args:
        field: The surface.
        tolerance: In metres.
        smallest: Size of the smallest pieces of the proof, in metres.
        random: Where to try.

    Returns:
        None where more than :data:`MOST` balls would be needed.
    """
    depths = depths_of(field)
    relative = tolerance / field.scale
    offered = candidates(field, depths, _MEDIAL)
    points = field.samples.points[about(field.samples.points, _SURFACE)]
    start = cover_within(points, offered, _SLACK * relative, MOST)
    if start is None:
        return None
    improved = _improved(field, depths, points, start, relative, random)
    size = min(smallest, _SMALL * tolerance)
    return _completed(field, depths, offered, improved, tolerance, size)


def fit_most(field: Field) -> Balls:
    """As many balls as are made, with the least tolerance they allow; relative."""
    offered = candidates(field, depths_of(field), _MEDIAL)
    points = field.samples.points[about(field.samples.points, _SURFACE)]
    return cover_with(points, offered, MOST)[0]


def _improved(
    field: Field, depths: Depths, points: Floats, start: Balls, tolerance: float, random: np.random.Generator
) -> Balls:
    """Fewer and smaller balls, still within their caps."""

    def limit(centers: Floats, radii: Floats) -> Flags:
        allowed: Flags = radii <= depths.at(centers) + _SLACK * tolerance
        return allowed

    outside = outside_points(field, _OUTSIDE, tolerance, random)
    state: State = state_of(cloud(points), outside, start, len(start), tolerance / 4)
    descend(state, _ROUNDS, random, limit)
    remove(state, lambda centers: depths.at(centers) + _SLACK * tolerance)
    state.steps[:] = tolerance / 8
    descend(state, _ROUNDS, random, limit)
    return state.balls


def _completed(
    field: Field, depths: Depths, offered: Candidates, balls: Balls, tolerance: float, size: float
) -> Within | None:
    """Balls added until everything is proved to be covered; caps are exact now."""
    corners = field.corners * field.scale + field.middle
    pieces, found = corners, field.in_metres(balls)
    for _ in range(_PASSES):
        caps = _caps(field, depths, found, tolerance)
        found = Balls(found.centers, np.minimum(found.radii, caps))
        kept = found.radii > 0
        found, caps = found.chosen(kept), caps[kept]
        found, pieces = grown_to_cover(corners, found, size, caps)
        if not len(pieces) or len(found) > MOST:
            break
        found = joined([found, _added(field, offered, pieces, tolerance)])
    if len(pieces) or len(found) > MOST:
        return None
    depth = depths.exactly_at(field.relative(found).centers) * field.scale
    return Within(found, float((found.radii - depth).max()))


def _caps(field: Field, depths: Depths, balls: Balls, tolerance: float) -> Floats:
    """(n,): the largest radii, in metres."""
    exact = depths.exactly_at(field.relative(balls).centers)
    caps: Floats = exact * field.scale + tolerance
    return caps


def _added(field: Field, offered: Candidates, pieces: Floats, tolerance: float) -> Balls:
    """Balls for what is open: candidates, or balls on the open places themselves."""
    points = (pieces.reshape(-1, 3) - field.middle) / field.scale
    relative = tolerance / field.scale
    points = points[thinned(points, relative / 8)]
    points = points[about(points, _SURFACE)]
    own = Candidates(points, np.zeros(len(points)))
    both = Candidates(
        np.concatenate([offered.centers, own.centers]), np.concatenate([offered.depths, own.depths])
    )
    added = cover_within(points, both, _SLACK * relative, MOST)
    return field.in_metres(added if added is not None else Balls(points, np.full(len(points), relative)))
