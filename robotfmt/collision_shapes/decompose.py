"""Convex pieces of a mesh, by CoACD (X. Wei et al., "Approximate Convex Decomposition for 3D Meshes with
Collision-Aware Concavity and Tree Search", 2022): the only module that uses it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from ..mesh.hull import hull_of_points
from ..mesh.repair import repair
from ..mesh.triangles import Triangles
from .hull import hull_within
from .options import ShapeOptions
from .simplify import simplified

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
