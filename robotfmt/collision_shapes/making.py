"""What one mesh becomes: the shapes in its place, collision spheres too, or the reason why it stays."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import Any

import numpy as np

from ..assets.resolver import Assets
from ..context import Context
from ..mesh.companions import Images
from ..mesh.dae_written import dae_bytes
from ..mesh.repair import repair
from ..mesh.shapes import tessellate
from ..mesh.triangles import Floats, Triangles, join
from ..model import Geometry, Mesh, Pose, Robot, Shape, Sphere
from ..model.record import replace
from ..settings import Settings
from ..spheres import fit
from ..spheres.arrays import spheres_of_links
from ..spheres.measuring.distance import sphere_gaps
from ..spheres.measuring.solid import solid_of
from .hull import hull_within, pieces
from .measure import Body, convex_body, mesh_body, protrusion
from .options import ShapeOptions
from .primitives import fitted, gaps
from .simplify import simplified

# Shapes

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
    """Return the smallest shape that protrudes from a surface by at most a bound; else none, and the reason."""
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


# Meshes made here


class EmbeddedMeshes:
    """Gives made meshes their documents.

    Args:
        assets: Keeps the documents.
        kind: What the meshes are, the end of their names.
    """

    def __init__(self, assets: Assets, kind: str) -> None:
        self._assets, self._kind = assets, kind
        self._names: set[str] = set()

    def mesh(self, surface: Triangles, link: str, near: Geometry) -> Mesh:
        """Return a mesh with a surface, named after its link, for a geometry from the same document as another one."""
        name = self._name(link)
        document = f"{name}.dae"
        beside = str(PurePath(near.origin.document).parent / document) if near.origin is not None else document
        self._assets.provide(beside, dae_bytes(surface, Images(), name))
        return Mesh(uri=f"{document}#{name}")

    def _name(self, link: str) -> str:
        """Return a new name that is an id of XML, and part of a URI."""
        plain = unicodedata.normalize("NFKD", link).encode("ascii", "ignore").decode()
        stem = re.sub(r"[^A-Za-z0-9_-]", "_", plain)
        stem = f"{stem if stem[:1].isalpha() else f'_{stem}'}_{self._kind}"
        name, number = stem, 2
        while name in self._names:
            name, number = f"{stem}_{number}", number + 1
        self._names.add(name)
        return name


# Spheres

_SET = "robotfmt.collisions"
_FINE_SPHERES = 0.02
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
    settings = Settings(limits=context.limits, assets=context.assets)
    fitted = fit(bare, report=context.report, settings=settings, **given)
    found = spheres_of_links(fitted, _SET)
    return {link: [piece_of(row) for row in found.get(link, ())] for link in links}


def piece_of(sphere: Floats) -> Piece:
    """Return a sphere as a piece: x, y, z, radius."""
    x, y, z, radius = (float(each) for each in sphere)
    shape = Sphere(radius)
    surface = tessellate(shape, _FINE_SPHERES * radius)
    row = np.array([sphere], dtype=np.float64)
    return Piece(
        Body(
            (surface if surface is not None else join([])).moved(np.eye(3), (x, y, z)),
            lambda points: np.maximum(sphere_gaps(points, row), 0.0),
        ),
        shape,
        Pose((x, y, z)),
    )
