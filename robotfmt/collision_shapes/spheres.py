"""Collision spheres as collision shapes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from ..context import Context
from ..mesh.shapes import tessellate
from ..mesh.triangles import Floats, join
from ..model import Mesh, Pose, Robot, Sphere
from ..model.record import replace
from ..spheres import fit
from ..spheres.arrays import spheres_of_links
from ..spheres.measuring.distance import sphere_gaps
from .making import Piece
from .measure import Body

_SET = "robotfmt.collisions"
_FINE = 0.02
"""The largest deviation of the triangles of a sphere from it, relative to its radius."""


def spheres_by_link(
    robot: Robot, links: Collection[str], options: Mapping[str, Any], context: Context
) -> dict[str, list[Piece]]:
    """Return for each link the spheres that are fitted to its meshes, in its frame.

    Args:
        robot: The robot; other shapes of its links are left out.
        links: The links with meshes.
        options: Those of :func:`robotfmt.spheres.fit`.
        context: Loads the meshes, and gets the report of the fit.
    """
    bare = replace(
        robot,
        links=tuple(
            replace(link, collisions=tuple(each for each in link.collisions if isinstance(each.shape, Mesh)))
            for link in robot.links
        ),
    )
    given: dict[str, Any] = {**options, "links": links, "name": _SET}
    fitted = fit(bare, context=context, **given)
    found = spheres_of_links(fitted, _SET)
    return {link: [_piece(row) for row in found.get(link, ())] for link in links}


def _piece(sphere: Floats) -> Piece:
    x, y, z, radius = (float(each) for each in sphere)
    shape = Sphere(radius)
    surface = tessellate(shape, _FINE * radius)
    row = np.array([sphere], dtype=np.float64)
    return Piece(
        Body(
            (surface if surface is not None else join([])).moved(np.eye(3), (x, y, z)),
            lambda points: np.maximum(sphere_gaps(points, row), 0.0),
        ),
        shape,
        Pose((x, y, z)),
    )
