"""The mass of meshes, as MuJoCo counts their volume."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.model import Mesh, Pose

from .assets import Assets, MeshAsset
from .geoms import Geom
from .masses import DENSITY, Mass, peeked

if TYPE_CHECKING:
    from robotfmt.mesh import Triangles
    from robotfmt.mesh.triangles import Floats


class Weigher:
    """Weighs the meshes of a document, each file once."""

    def __init__(self, context: Context, document: str) -> None:
        self.context = context
        self.document = document
        self._known: dict[tuple[str, object], Triangles | None] = {}

    def of_geom(self, geom: Geom, assets: Assets) -> Mass | None:
        """Return the mass of a geom that is a mesh; None where the file is not there."""
        asset = assets.mesh(geom.part.view.peek("mesh") or "")
        triangles = self._triangles(asset.mesh) if asset is not None else None
        if asset is None or triangles is None:
            return None
        return weighed(triangles, geom, asset)

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


def weighed(triangles: Triangles, geom: Geom, asset: MeshAsset) -> Mass | None:
    """Return the mass of a surface full of one material: by its volume, or by its area as a shell."""
    import numpy as np

    corners = triangles.corners
    if asset.inertia == "convex":
        from robotfmt.mesh.hull import convex_hull

        made = convex_hull(triangles)
        if made is None:
            return None
        corners = made.corners
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    crossed = np.cross(b - a, c - a)
    areas = np.linalg.norm(crossed, axis=1) / 2
    middle = (areas[:, None] * (a + b + c) / 3).sum(0) / areas.sum()
    if asset.inertia == "shell":
        return None
    a, b, c = a - middle, b - middle, c - middle
    volumes = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
    if asset.inertia == "legacy":
        volumes = np.abs(volumes)
    volume = float(volumes.sum())
    if volume <= 0:
        return None
    center = (volumes[:, None] * (a + b + c) / 4).sum(0) / volume
    # Counted anew from the centre of mass: where a surface has holes, the tetrahedra are others.
    a, b, c = a - center, b - center, c - center
    volumes = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
    if asset.inertia == "legacy":
        volumes = np.abs(volumes)
    second = _second_moments(a, b, c, volumes)
    return _placed(geom, float(volumes.sum()), center + middle, np.trace(second) * np.eye(3) - second)


def _placed(geom: Geom, volume: float, center: Floats, tensor: Floats) -> Mass:
    """Return the mass of a volume in the place of its geom, by its tensor for a density of 1."""
    import numpy as np

    mass, density = peeked(geom, "mass"), peeked(geom, "density")
    factor = mass / volume if mass is not None else (density if density is not None else DENSITY)
    pose = geom.geometry.pose or Pose()
    turn = np.array(pose.matrix)
    x, y, z = (float(each) for each in np.array(pose.xyz) + turn @ center)
    a, b, c = ((float(row[0]), float(row[1]), float(row[2])) for row in turn @ (factor * tensor) @ turn.T)
    return Mass(factor * volume, (x, y, z), (a, b, c))


def _second_moments(a: Floats, b: Floats, c: Floats, volumes: Floats) -> Floats:
    """Return the integral of x x^T over tetrahedra with a corner at the origin."""
    import numpy as np

    total = a + b + c
    outer = np.einsum("n,ni,nj->ij", volumes, total, total)
    for each in (a, b, c):
        outer = outer + np.einsum("n,ni,nj->ij", volumes, each, each)
    found: Floats = outer / 20
    return found
