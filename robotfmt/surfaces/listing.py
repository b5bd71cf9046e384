"""List the meshes of a robot: each file once, with its users, its path, and its size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..assets.files import is_file
from ..assets.resolver import Assets
from ..assets.uris import mesh_geometries
from ..context import Context
from ..diagnostics import Diagnostic, Report
from ..errors import MeshError
from ..mesh.triangles import Conventions, Triangles
from ..model import Geometry, Mesh, Purpose, Robot, Vector3
from .loading import conventions, surface

HUGE = 50.0
"""The largest plausible size of a robot's part, in metres."""


@dataclass(slots=True)
class ListedMesh:
    """A mesh that a robot refers to, with one scale."""

    uri: str
    scale: Vector3 | None
    path: Path | None = None
    """The path; None if it was not found, or is inside a document."""
    bytes: int | None = None
    triangles: int | None = None
    size: Vector3 | None = None
    """The size of the mesh's bounding box in its own frame, in metres, with its scale and its unit."""
    conventions: Conventions | None = None
    uses: dict[str, list[str]] = field(default_factory=dict)
    """The purposes for each link: ``visual``, ``collision``."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """The errors, and the searched places."""

    @property
    def is_huge(self) -> bool:
        """True if the mesh is so large that it must be in millimetres."""
        return self.size is not None and max(self.size) > HUGE


def list_meshes(robot: Robot, context: Context) -> list[ListedMesh]:
    """Return the meshes of a robot, in order of occurrence; each file is loaded once."""
    found: dict[tuple[object, ...], ListedMesh] = {}
    for link, geometry, mesh in mesh_geometries(robot):
        document = geometry.origin.document if geometry.origin is not None else None
        key = (document, mesh.uri, mesh.submesh, mesh.centered, mesh.scale)
        if key not in found:
            found[key] = _listed(geometry, mesh, document, context)
        kind = "visual" if geometry.purpose is Purpose.VISUAL else "collision"
        uses = found[key].uses.setdefault(link, [])
        uses += [kind] if kind not in uses else []
    return list(found.values())


def _listed(geometry: Geometry, mesh: Mesh, document: str | None, context: Context) -> ListedMesh:
    quiet = context.having(report=Report())
    triangles = surface(geometry, quiet)
    listed = ListedMesh(mesh.uri or "", mesh.scale, diagnostics=tuple(quiet.report))
    for path in _file(listed.uri, document, context.assets):
        listed.path, listed.bytes = path, path.stat().st_size
    if triangles is not None:
        listed.triangles, listed.size = len(triangles), _size(triangles)
        listed.conventions = conventions(geometry, quiet)
    return listed


def _file(uri: str, document: str | None, assets: Assets) -> Iterator[Path]:
    if "#" not in uri:
        try:
            path = assets.resolve(uri, document).path
        except MeshError:
            return
        if path is not None and is_file(path):
            yield path


def _size(triangles: Triangles) -> Vector3:
    corners = triangles.corners.reshape(-1, 3)
    x, y, z = (corners.max(axis=0) - corners.min(axis=0)).tolist()
    return (x, y, z)
