"""What one mesh becomes: the shapes in its place, or the reason why it stays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from ..mesh.repair import repair
from ..mesh.shapes import tessellate
from ..mesh.triangles import Triangles
from ..model import Pose, Shape
from ..spheres.measuring.solid import solid_of
from .decompose import pieces
from .hull import hull_within
from .measure import Body, convex_body, mesh_body, protrusion
from .options import ShapeOptions
from .primitives import fitted, gaps
from .simplify import simplified

_FINE = 1e-4
"""The largest deviation of a tessellation from its shape, relative to the shape's size."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A shape in the place of a mesh, in the mesh's frame."""

    body: Body
    shape: Shape | None = None
    """None for a mesh, whose triangles are those of the body."""
    pose: Pose | None = None

    @property
    def faces(self) -> int:
        """The number of triangles of a mesh; 0 for other shapes."""
        return len(self.body.surface) if self.shape is None else 0


def made(surface: Triangles, options: ShapeOptions) -> tuple[list[Piece], str]:
    """Return the pieces that a mesh becomes; none, and the reason, if it stays."""
    if options.kind == "primitives":
        return _primitive(surface, options.within or 0.0)
    if options.kind == "decompose":
        found, why = pieces(surface, options)
        return [Piece(convex_body(each)) for each in found], why
    if options.kind == "hull":
        hull, why = hull_within(surface, options)
        return [Piece(convex_body(hull))] if hull is not None else [], why
    simpler, why = simplified(surface, options)
    return [Piece(mesh_body(simpler))] if simpler is not None else [], why


def _primitive(surface: Triangles, within: float) -> tuple[list[Piece], str]:
    """Return the smallest shape that protrudes from a surface by at most a bound."""
    solid, least = solid_of(repair(surface)), np.inf
    nearest = ""
    for each in fitted(surface):
        size = float(np.ptp(surface.vertices, axis=0).max())
        triangles = tessellate(each.shape, _FINE * size)
        if triangles is None:
            continue
        placed = triangles.moved(each.pose.matrix, each.pose.xyz)
        height = protrusion(solid, placed)
        if height <= within:
            return [Piece(Body(placed, partial(gaps, each)), each.shape, each.pose)], ""
        if height < least:
            least, nearest = height, type(each.shape).__name__.lower()
    if not nearest:
        return [], "it is flat, and no shape with a volume fits"
    return [], f"the best shape around it, a {nearest}, protrudes by {1000 * least:.3g} mm"
