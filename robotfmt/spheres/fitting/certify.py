"""The proof that balls cover a surface, and the growth that makes it true (spheres.md 4.6).

A ball is convex: it contains a triangle when it contains the corners. A triangle that no single ball contains
is split at the middles of its edges, and so on, until the pieces are small. What is then still open names the
growth that a ball needs. The proof is about the triangles as they are, in double precision.
"""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Floats, Ints
from ..balls import Balls

SPARE = 1e-9
"""Metres that a ball reaches beyond a corner: more than rounding can take away."""
_ROUNDING = 1e-14
"""How wrong a squared distance by the cosine rule can be, relative to the square of the largest length."""
_CHUNK = 1 << 16
"""Numbers in one table of distances, small enough for the cache, and for one thread of BLAS."""


def grown_to_cover(
    corners: Floats, balls: Balls, smallest: float, caps: Floats | None = None
) -> tuple[Balls, Floats]:
    """The balls, enlarged by what they need so that together they are proved to cover every triangle.

    Each open piece makes the ball that needs least for it grow at once, so that its neighbours are mostly
    covered when their turn comes. Balls only grow: what was proved stays so.

    Args:
        corners: (m, 3, 3): triangles, in metres.
        balls: At least one, in the same frame.
        smallest: Pieces with no edge longer than this are not split further, in metres.
        caps: (n,): the largest radius that each ball may get, in metres; none by default.

    Returns:
        The balls, and the pieces that none of them may grow to contain, (k, 3, 3): none without caps.
    """
    found: list[Floats] = [np.zeros((0, 3, 3))]
    step = max(_CHUNK // (3 * len(balls)), 1)
    pending = [corners[i : i + step] for i in range(0, len(corners), step)]
    while pending:
        part = pending.pop()
        nearest, growth = _needs(part, balls, caps)
        open_ = growth > 0
        part, nearest, growth = part[open_], nearest[open_], growth[open_]
        small = _longest(part) <= smallest**2
        able = small & np.isfinite(growth)
        if able.any():
            balls = _grown(balls, nearest[able], growth[able])
        found.append(part[small & ~able])
        pieces = _split(part[~small])
        pending.extend(pieces[i : i + step] for i in range(0, len(pieces), step))
    return balls, np.concatenate(found)


def is_covered(corners: Floats, balls: Balls, smallest: float) -> bool:
    """Whether every triangle, or else every piece of it down to a size, lies in a single ball.

    Args:
        corners: (m, 3, 3): triangles, in metres.
        balls: In the same frame.
        smallest: The length of edges at which the proof gives up, in metres.
    """
    if not len(balls):
        return not len(corners)
    step = max(_CHUNK // (3 * len(balls)), 1)
    pending = [corners[i : i + step] for i in range(0, len(corners), step)]
    while pending:
        part = pending.pop()
        part = part[_needs(part, balls, None)[1] > 0]
        if (_longest(part) <= smallest**2).any():
            return False
        pieces = _split(part)
        pending.extend(pieces[i : i + step] for i in range(0, len(pieces), step))
    return True


def _grown(balls: Balls, which: Ints, growth: Floats) -> Balls:
    more = np.zeros(len(balls))
    np.maximum.at(more, which, growth + 2 * SPARE)
    return balls.grown(more)


def _needs(corners: Floats, balls: Balls, caps: Floats | None) -> tuple[Ints, Floats]:
    """For each triangle the ball that must grow least to contain it, and by how much; 0 where one does.

    With caps only balls count that may grow so much; where none may, the growth is infinite.
    """
    middle = balls.centers.mean(axis=0)
    points, centers = corners.reshape(-1, 3) - middle, balls.centers - middle
    sizes, lengths = np.einsum("ij,ij->i", points, points), np.einsum("ij,ij->i", centers, centers)
    squared = sizes[:, None] - 2 * (points @ centers.T) + lengths
    error = _ROUNDING * float(max(sizes.max(initial=0.0), lengths.max()))
    farthest = squared.reshape(len(corners), 3, len(balls)).max(axis=1) + error
    reach = np.sqrt(np.maximum(farthest, 0.0)) - (balls.radii - SPARE)
    if caps is not None:
        reach[(reach > 0) & (reach + balls.radii + 4 * SPARE > caps)] = np.inf
    nearest = reach.argmin(axis=1)
    return nearest, np.maximum(reach[np.arange(len(reach)), nearest], 0.0)


def _longest(corners: Floats) -> Floats:
    """(m,): the squared length of the longest edge."""
    edges = corners - corners[:, [1, 2, 0]]
    longest: Floats = np.einsum("ijk,ijk->ij", edges, edges).max(axis=1, initial=0.0)
    return longest


def _split(corners: Floats) -> Floats:
    """Four triangles of each, at the middles of the edges."""
    together = np.concatenate([corners, (corners + corners[:, [1, 2, 0]]) / 2], axis=1)
    return np.concatenate([together[:, each] for each in ((0, 3, 5), (3, 1, 4), (5, 4, 2), (3, 4, 5))])
