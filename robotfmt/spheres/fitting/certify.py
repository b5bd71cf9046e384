"""The proof that balls cover a surface, and the growth that makes it true (spheres.md 4.6).

A ball is convex: it contains a triangle when it contains the corners. A triangle that no single ball contains
is split at the middles of its edges, and so on, until the pieces are small. What is then still open names the
growth that a ball needs. The proof is about the triangles as they are, in double precision.
"""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Flags, Floats, Ints
from ..balls import Balls
from .pieces import longest, quartered

SPARE = 1e-9
"""Metres that a ball reaches beyond a corner: more than rounding can take away."""
_ROUNDING = 1e-14
"""How wrong a squared distance by the cosine rule can be, relative to the square of the largest length."""
_CHUNK = 512
"""Triangles that are looked at together, those that are near to each other."""
_HOPELESS = 4.0
"""Pieces so many times as large as the smallest are not split further where no ball may reach."""


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
    pending = [corners[i : i + _CHUNK] for i in range(0, len(corners), _CHUNK)]
    while pending:
        part = pending.pop()
        nearest, growth = _needs(part, balls, caps)
        open_ = growth > 0
        part, nearest, growth = part[open_], nearest[open_], growth[open_]
        lengths = longest(part)
        small = lengths <= smallest**2
        if caps is not None:
            small |= (lengths <= (_HOPELESS * smallest) ** 2) & _out_of_reach(part, balls, caps)
        able = small & np.isfinite(growth)
        if able.any():
            balls = _grown(balls, nearest[able], growth[able])
        found.append(part[small & ~able])
        pieces = quartered(part[~small])
        pending.extend(pieces[i : i + _CHUNK] for i in range(0, len(pieces), _CHUNK))
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
    pending = [corners[i : i + _CHUNK] for i in range(0, len(corners), _CHUNK)]
    while pending:
        part = pending.pop()
        part = part[_needs(part, balls, None)[1] > 0]
        if (longest(part) <= smallest**2).any():
            return False
        pieces = quartered(part)
        pending.extend(pieces[i : i + _CHUNK] for i in range(0, len(pieces), _CHUNK))
    return True


def _out_of_reach(corners: Floats, balls: Balls, caps: Floats) -> Flags:
    """(m,): whether no ball may even contain the middle, so that splitting is of no use."""
    middles = corners.mean(axis=1, keepdims=True).repeat(3, axis=1)
    return np.isinf(_needs(middles, balls, caps)[1]) if len(corners) else np.zeros(0, dtype=np.bool_)


def _grown(balls: Balls, which: Ints, growth: Floats) -> Balls:
    more = np.zeros(len(balls))
    np.maximum.at(more, which, growth + 2 * SPARE)
    return balls.grown(more)


def _needs(corners: Floats, balls: Balls, caps: Floats | None) -> tuple[Ints, Floats]:
    """For each triangle the ball that must grow least to contain it, and by how much; 0 where one does.

    With caps only balls count that may grow so much; where none may, the growth is infinite.
    """
    near = _near(corners.reshape(-1, 3), balls, caps)
    if not len(near):
        return np.zeros(len(corners), dtype=np.int64), np.full(len(corners), np.inf)
    few = balls.chosen(near)
    reach = _farthest(corners, few.centers) - (few.radii - SPARE)
    if caps is not None:
        reach[(reach > 0) & (reach + few.radii + 4 * SPARE > caps[near])] = np.inf
    nearest = reach.argmin(axis=1)
    return near[nearest], np.maximum(reach[np.arange(len(reach)), nearest], 0.0)


def _near(points: Floats, balls: Balls, caps: Floats | None) -> Ints:
    """The balls that can be the ones to contain any of some points, by the box of the points."""
    low, high = points.min(axis=0), points.max(axis=0)
    gaps = np.linalg.norm(np.maximum(np.maximum(low - balls.centers, balls.centers - high), 0.0), axis=1)
    if caps is not None:
        return np.flatnonzero(gaps <= caps)
    far = np.linalg.norm(np.maximum(balls.centers - low, high - balls.centers), axis=1)
    return np.flatnonzero(gaps <= balls.radii + max(float((far - balls.radii).min()), 0.0) + SPARE)


def _farthest(corners: Floats, centers: Floats) -> Floats:
    """(triangles, centers): how far the farthest corner is, at least."""
    middle = centers.mean(axis=0)
    points, centers = corners.reshape(-1, 3) - middle, centers - middle
    sizes, lengths = np.einsum("ij,ij->i", points, points), np.einsum("ij,ij->i", centers, centers)
    squared = sizes[:, None] - 2 * (points @ centers.T) + lengths
    error = _ROUNDING * float(max(sizes.max(), lengths.max()))
    farthest = squared.reshape(len(corners), 3, len(centers)).max(axis=1) + error
    found: Floats = np.sqrt(np.maximum(farthest, 0.0))
    return found
