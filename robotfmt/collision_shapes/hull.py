"""Convex hulls, and hulls with fewer faces: greedily from inside by corners, or from outside by planes; and convex
pieces of a mesh, by CoACD.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from ..mesh.hull import convex_hull, hull_of_points
from ..mesh.repair import repair
from ..mesh.triangles import Floats, Ints, Triangles
from .measure import Convex, convex_deviation
from .options import ShapeOptions
from .simplify import simplified

# Hulls

_BATCH = 1 / 40
"""The share of the corners, or planes, that a step adds."""
_SLACK = 1e-6
"""How much farther outside a containing hull is, relative to its diagonal: single precision keeps it outside."""


def hull_within(surface: Triangles, options: ShapeOptions) -> tuple[Triangles | None, str]:
    """Return the hull of a surface, or one with fewer faces; None and the reason if there is none.

    Args:
        surface: The surface.
        options: ``within`` bounds the distance between the hull and the one with fewer faces, ``faces`` their number;
            with neither, it is the hull itself. It has some of the corners of the hull, and nothing of it is outside
            the hull; with ``outside`` it has some of its planes, and contains the surface.
    """
    whole = convex_hull(surface)
    if whole is None:
        return None, "it is flat, and has no hull with a volume"
    faces, within = options.faces, options.within
    if (faces is None and within is None) or (faces is not None and len(whole) <= faces):
        return whole, ""
    body = Convex(whole)
    made = _grown(_by_planes if options.outside else _by_corners, body, faces, within or 0.0)
    if made is None:
        return None, f"no hull with {faces} faces or fewer was found"
    gap = convex_deviation(Convex(made), body)
    if within is not None and gap > within:
        return None, f"its hull with {faces} faces is {1000 * gap:.3g} mm off"
    return made, ""


def _grown(
    step: Callable[[Convex, Ints, int], tuple[Triangles | None, Ints, float]],
    body: Convex,
    faces: int | None,
    within: float,
) -> Triangles | None:
    """Return the hull after the steps that the bounds allow; the body itself if no fewer faces are enough."""
    best: Triangles | None = None
    chosen = np.zeros(0, dtype=np.int64)
    while True:
        # A corner adds two faces and a plane at least two: the last steps are taken one by one.
        room = len(chosen) if faces is None else (faces - (len(best) if best is not None else 0)) // 8
        before = len(chosen)
        made, chosen, gap = step(body, chosen, max(1, min(round(_BATCH * before), room)))
        if len(chosen) == before:
            return best if faces is not None else body.triangles
        if made is not None and faces is not None and len(made) > faces:
            return best
        best = made if made is not None else best
        if made is not None and gap <= within and convex_deviation(Convex(made), body) <= within:
            return made if len(made) < len(body.triangles) else body.triangles
        if faces is None and made is not None and len(made) >= len(body.triangles):
            return body.triangles


def _by_corners(body: Convex, chosen: Ints, count: int) -> tuple[Triangles | None, Ints, float]:
    """Add the corners of a body that are farthest outside the hull of the chosen ones.

    Returns the hull of all of them, None if the chosen ones were in a plane; their indices; and the largest distance of
    a corner from the hull before.
    """
    points = body.triangles.vertices
    if not len(chosen):
        ends = np.concatenate([points.argmin(axis=0), points.argmax(axis=0)])
        chosen = np.unique(ends)
    made = hull_of_points(points[chosen])
    if made is None:  # the first corners are in a plane
        normal = np.linalg.svd(points[chosen] - points[chosen].mean(axis=0))[2][-1]
        heights = np.abs((points - points[chosen[0]]) @ normal)
        return None, np.union1d(chosen, [int(heights.argmax())]), np.inf
    heights, which = _excess(points, Convex(made).planes)
    chosen = np.union1d(chosen, _worst(heights, which, count))
    return hull_of_points(points[chosen]), chosen, float(heights.max())


def _by_planes(body: Convex, chosen: Ints, count: int) -> tuple[Triangles | None, Ints, float]:
    """Return the body between some planes and those that cut the farthest corners off it; and the last distance."""
    planes = body.planes
    if not len(chosen):
        axes = np.concatenate([np.eye(3), -np.eye(3)])
        chosen = np.unique((axes @ planes[:, :3].T).argmax(axis=1))
    corners = _between(planes[chosen], body)
    if corners is None:  # the first planes enclose nothing
        away = (planes[:, :3] @ planes[chosen, :3].T).max(axis=1)
        return None, np.union1d(chosen, [int(away.argmin())]), np.inf
    heights, which = _excess(corners, planes)
    worst = np.argsort(-heights)[:count]
    chosen = np.union1d(chosen, which[worst])
    corners = _between(planes[chosen], body)
    return (hull_of_points(corners) if corners is not None else None), chosen, float(heights.max())


def _excess(points: Floats, planes: Floats) -> tuple[Floats, Ints]:
    """Return (n,): how far each point is above the plane that it is farthest above, and that plane."""
    heights, which = np.full(len(points), -np.inf), np.zeros(len(points), dtype=np.int64)
    for start in range(0, len(planes), 256):  # blocks, so that memory stays small
        part = planes[start : start + 256]
        above = points @ part[:, :3].T - part[:, 3]
        best = above.argmax(axis=1)
        highest = above[np.arange(len(points)), best]
        which = np.where(highest > heights, start + best, which)
        heights = np.maximum(heights, highest)
    return heights, which


def _worst(heights: Floats, which: Ints, count: int) -> Ints:
    """Return the highest points, at most one above each plane."""
    order = np.argsort(-heights)
    _, first = np.unique(which[order], return_index=True)
    return order[np.sort(first)[:count]]


def _between(planes: Floats, body: Convex) -> Floats | None:
    """Return the corners of the space between planes, a little outwards; None if it is not bounded."""
    from scipy.spatial import HalfspaceIntersection, QhullError  # type: ignore[import-untyped]

    points = body.triangles.vertices
    size = float(np.linalg.norm(np.ptp(points, axis=0)))
    offsets = planes[:, 3] + _SLACK * size
    try:
        between = HalfspaceIntersection(np.concatenate([planes[:, :3], -offsets[:, None]], axis=1), points.mean(axis=0))
    except (QhullError, ValueError):
        return None
    corners: Floats = between.intersections
    is_bounded = np.isfinite(corners).all() and np.abs(corners - points.mean(axis=0)).max() < 100 * size
    return corners if is_bounded else None


# Convex pieces

_SEED = 0
_SEARCH = {"mcts_iterations": 20, "mcts_nodes": 8, "mcts_max_depth": 2, "resolution": 1000}
"""The extent of the search for cuts, much less than CoACD's own (docs/decisions.md)."""
_CONCAVITY = 0.08
"""The concavity that is left in a piece by default, relative to the size. With CoACD's 0.05, a UR5 takes three
times as long, and has twice as many."""
_MANY = 5_000
"""The number of triangles above which a closed mesh is simplified first."""
_COARSE, _PART = 0.0025, 0.1
"""How far the simpler mesh may be off: relative to the diagonal, and to the bound."""


def pieces(surface: Triangles, options: ShapeOptions) -> tuple[list[Triangles], str]:
    """Return the convex pieces of a surface; none, and the reason, if there are none.

    Args:
        surface: The surface; CoACD makes a closed one of an open one first, with cells of 1/50 of its size. A closed
            one with many triangles is simplified first, within 0.25 % of its diagonal and a tenth of ``within``.
        options: ``within`` is the concavity that is left in a piece, in metres; 8 % of the size without it.
            ``faces`` bounds the number of triangles of each piece.
    """
    library: Any = import_module("coacd")
    library.set_log_level("error")
    whole = _bounded(surface, options.within).welded()
    mesh = library.Mesh(np.ascontiguousarray(whole.vertices), whole.faces.astype(np.int32))
    bound: dict[str, Any] = (
        {"threshold": _CONCAVITY} if options.within is None else {"threshold": options.within, "real_metric": True}
    )
    found = [
        hull_of_points(np.asarray(points, dtype=np.float64))
        for points, _ in library.run_coacd(mesh, seed=_SEED, **_SEARCH, **bound)
    ]
    whole_pieces = [each for each in found if each is not None]
    if options.faces is not None:
        fewer = [hull_within(each, ShapeOptions(kind="hull", faces=options.faces))[0] for each in whole_pieces]
        whole_pieces = [each for each in fewer if each is not None]
    return whole_pieces, "" if whole_pieces else "it has no pieces with a volume"


def _bounded(surface: Triangles, within: float | None) -> Triangles:
    """Return a surface without faults that can be corrected; a closed one with a limited number of triangles."""
    whole = repair(surface)
    if not whole.closed.all() or len(surface) <= _MANY:
        return whole.triangles
    near = _COARSE * float(np.linalg.norm(np.ptp(surface.corners.reshape(-1, 3), axis=0)))
    bound = near if within is None else min(near, _PART * within)
    simpler, _ = simplified(whole.triangles, ShapeOptions(kind="simplify", within=bound))
    return simpler if simpler is not None and repair(simpler).closed.all() else whole.triangles
