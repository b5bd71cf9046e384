"""Collision spheres for a surface in arrays, without a robot around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...codes import USAGE
from ...errors import UsageError
from ...mesh.arrays import triangles_of
from ...mesh.repair import Solidity, repair
from ...mesh.triangles import Floats
from ...model.lookup import refuse_unknown
from ...model.record import replace
from ...surfaces.loading import diagonal
from ..arrays import Spheres, from_rows
from .job import ROUNDING, fit_job, job_of
from .lengths import refuse_long
from .options import FitOptions, GivenOptions, overridden

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from typing_extensions import Unpack


@dataclass(frozen=True, slots=True, eq=False)
class MeshSpheres:
    """The spheres of a surface, and what is proved of them; lengths in metres."""

    spheres: Floats
    """(n, 4): centres and radii, the largest first."""
    depth: float | None
    """How deep the surface lies outside of them at most, 0 where they cover it; None where nothing is proved."""
    protrusion: float
    """How far they protrude from the solid at most; what is inside an opening that counts as closed is inside."""
    hollow: bool
    """Whether the surface is open, with free space on both sides: the spheres follow it as a wall."""
    solid: Solidity
    """What they are proved against: the solid as it was read, one whose surface was repaired, or a surface only."""


def fit_mesh(
    vertices: ArrayLike, faces: ArrayLike, *, pinned: ArrayLike | None = None, **given: Unpack[GivenOptions]
) -> MeshSpheres:
    """Fit spheres to a surface that are proved to cover it.

    Args:
        vertices: (n, 3), in metres.
        faces: (m, 3), indices of vertices. The surface may be open, have several parts, and touch itself.
        pinned: (k, 4), centres and radii of spheres that there are already: others are added for what these do not
            cover. They are not among the result, but count among the number that is asked for.
        given: The fields of :class:`.options.FitOptions`, as for :func:`.robot.fit`; ``per_link`` is how many spheres
            there may be. Lengths are metres, or texts such as ``5mm``. By default nothing protrudes further than
            0.01 m.

    Raises:
        TypeError: A keyword is unknown.
        UsageError: What is asked contradicts itself, the arrays are no surface, or a length without a unit is more than
            half of the diagonal of the surface.
    """
    refuse_unknown("fit_mesh", given, ("pinned", *GivenOptions.__annotations__))
    options = overridden(FitOptions(), given)
    kept = _spheres(pinned)
    if options.count is not None and len(kept) >= options.count:
        raise UsageError(
            USAGE, f"{len(kept)} spheres are pinned: a count of {options.count} leaves none for the rest"
        )
    if options.count is not None:
        options = replace(options, count=options.count - len(kept))
    triangles = triangles_of(vertices, faces)
    refuse_long(given, {"": diagonal(triangles)})
    surface = repair(triangles)
    found = fit_job(job_of(surface, options, pinned=kept))
    order = np.lexsort((*found.spheres.centers.T[::-1], -found.spheres.radii))
    rows = found.spheres.rows[order]
    protrusion = max(found.protrusion + ROUNDING, 0.0)
    return MeshSpheres(rows, found.depth, protrusion, found.hollow, surface.solidity)


def _spheres(rows: ArrayLike | None) -> Spheres:
    values = np.asarray(rows if rows is not None else np.zeros((0, 4)), dtype=np.float64)
    if values.ndim != 2 or values.shape[1] != 4 or not np.isfinite(values).all() or (values[:, 3] <= 0).any():
        raise UsageError(USAGE, "spheres must be rows of x, y, z and a radius above 0")
    return from_rows(values)
