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

_SEED = 0


def pieces(surface: Triangles, options: ShapeOptions) -> tuple[list[Triangles], str]:
    """Return the convex pieces of a surface; none, and the reason, if there are none.

    Args:
        surface: The surface; CoACD makes a closed one of an open one first, with cells of 1/50 of its size.
        options: ``within`` is the concavity that is left in a piece, in metres; CoACD's 5 % of the size without it.
            ``faces`` bounds the number of triangles of each piece.
    """
    library: Any = import_module("coacd")
    library.set_log_level("error")
    whole = repair(surface).triangles.welded()
    mesh = library.Mesh(np.ascontiguousarray(whole.vertices), whole.faces.astype(np.int32))
    bound: dict[str, Any] = (
        {} if options.within is None else {"threshold": options.within, "real_metric": True}
    )
    found = [
        hull_of_points(np.asarray(points, dtype=np.float64))
        for points, _ in library.run_coacd(mesh, seed=_SEED, **bound)
    ]
    whole_pieces = [each for each in found if each is not None]
    if options.faces is not None:
        fewer = [
            hull_within(each, ShapeOptions(kind="hull", faces=options.faces))[0] for each in whole_pieces
        ]
        whole_pieces = [each for each in fewer if each is not None]
    return whole_pieces, "" if whole_pieces else "it has no pieces with a volume"
