"""The mass of meshes, with the volume that MuJoCo computes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.inertia.solids import Solid
from robotfmt.model import Mesh

from .assets import Assets
from .geoms import Geom

if TYPE_CHECKING:
    from robotfmt.mesh import Triangles
    from robotfmt.mesh.triangles import Floats


class Weigher:
    """Weighs the meshes of a document, each file once."""

    def __init__(self, context: Context, document: str) -> None:
        self.context = context
        self.document = document
        self._known: dict[tuple[str, object], Triangles | None] = {}

    def of_geom(self, geom: Geom, assets: Assets) -> Solid | None:
        """Return the solid of a geom that is a mesh; None if its file is missing."""
        asset = assets.mesh(geom.part.view.peek("mesh") or "")
        triangles = self._triangles(asset.mesh) if asset is not None else None
        if asset is None or triangles is None:
            return None
        return solid_inside(triangles, asset.inertia)

    def _triangles(self, mesh: Mesh) -> Triangles | None:
        key = (mesh.uri or "", mesh.scale)
        if key not in self._known:
            self._known[key] = self._load(mesh)
        return self._known[key]

    def _load(self, mesh: Mesh) -> Triangles | None:
        from robotfmt.mesh import load

        if not mesh.uri or mesh.uri.startswith("#"):
            return None
        limits = self.context.limits
        try:
            path, data = self.context.assets.load(mesh.uri, self.document)
            found = load(data, path.suffix, name=str(path), limits=limits, report=Report(), appearance=False)
        except (RobotfmtError, OSError):
            return None
        return found.scaled(mesh.scale) if mesh.scale is not None else found


def solid_inside(triangles: Triangles, inertia: str | None) -> Solid | None:
    """Return the solid that MuJoCo uses for a mesh; None for a shell, and for a surface without a volume.

    Args:
        triangles: The surface.
        inertia: The attribute ``inertia`` of the asset.
    """
    import numpy as np

    from robotfmt.inertia.meshes import inertia_about, second_moments

    if inertia == "shell":
        return None
    corners = triangles.corners
    if inertia == "convex":
        from robotfmt.mesh.hull import convex_hull

        made = convex_hull(triangles)
        if made is None:
            return None
        corners = made.corners
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    middle = (areas[:, None] * (a + b + c) / 3).sum(0) / areas.sum()
    volumes = _volumes(corners - middle, inertia)
    volume = float(volumes.sum())
    if volume <= 0:
        return None
    center = middle + (volumes[:, None] * (corners - middle).sum(axis=1) / 4).sum(0) / volume
    # Counted anew from the centre of mass: where a surface has holes, the tetrahedra are others.
    corners = corners - center
    volumes = _volumes(corners, inertia)
    x, y, z = (float(each) for each in center)
    return Solid(float(volumes.sum()), (x, y, z), inertia_about(second_moments(corners, volumes)))


def _volumes(corners: Floats, inertia: str | None) -> Floats:
    """Return the volumes of the tetrahedra between triangles (n, 3, 3) and the origin."""
    import numpy as np

    from robotfmt.inertia.meshes import volumes_of

    found = volumes_of(corners)
    return np.abs(found) if inertia == "legacy" else found
