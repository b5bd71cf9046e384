"""Load the triangles of a robot's geometries: from files, documents and shapes.

Everything is loaded once: the content of a URI is kept in ``context.assets.memo`` together with its diagnostics, so
that every report for the URI gets them, once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from ..codes import MESH_EMPTY, MESH_FORMAT, MESH_MISSING, SHAPE_LEFT_OUT
from ..context import Context
from ..diagnostics import Diagnostic, Report, Severity, diagnose, quoted
from ..documents.source import Source
from ..errors import MeshError, RobotfmtError
from ..mesh.digest import digest
from ..mesh.load import load, valid
from ..mesh.repair import Repaired, join_repaired, repair
from ..mesh.shapes import tessellate
from ..mesh.triangles import Conventions, Triangles, join
from ..model import (
    Box,
    Cage,
    CalibrationBoard,
    Capsule,
    Cone,
    Container,
    Cylinder,
    Ellipsoid,
    Geometry,
    Heightmap,
    Link,
    Mesh,
    Origin,
    Plane,
    Purpose,
    Robot,
    Shape,
    Sphere,
)
from ..model.record import replace

if TYPE_CHECKING:
    from ..model import MeshDigest

FINENESS = 1e-3
"""The largest deviation of a tessellation from its shape, relative to the shape's size."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    triangles: Triangles | None
    diagnostics: tuple[Diagnostic, ...]
    appearance: bool
    """True if the mesh was loaded with its appearance."""


def surface(
    geometry: Geometry, context: Context, tolerance: float | None = None, *, appearance: bool = False
) -> Triangles | None:
    """Return the triangles of a geometry in the geometry's own frame, in metres, with the mesh's scale.

    Args:
        geometry: A mesh, or a shape that is tessellated.
        context: Its assets load the mesh; its report gets errors once for each URI.
        tolerance: The largest deviation of a tessellation from its shape, in metres; by default 1/1000 of its size.
        appearance: True to load the normals, texture coordinates and materials of a mesh too, which are most of its
            data.

    Returns:
        None if the mesh cannot be loaded, or the shape has no surface.
    """
    shape = geometry.shape
    if isinstance(shape, Mesh):
        return _mesh(shape, geometry.origin, context, appearance)
    if shape is None:
        return None
    triangles = tessellate(shape, tolerance if tolerance is not None else FINENESS * shape_size(shape))
    if triangles is None and isinstance(shape, Heightmap | Plane):
        _report_left_out(shape, geometry, context)
    return triangles


def _report_left_out(shape: Heightmap | Plane, geometry: Geometry, context: Context) -> None:
    what = "an infinite plane" if isinstance(shape, Plane) else f"the heightmap {quoted(shape.image.uri or '')}"
    found = diagnose(SHAPE_LEFT_OUT, f"{what} has no triangles; it is left out", geometry.origin)
    context.report.add_new([found])


def conventions(geometry: Geometry, context: Context) -> Conventions | None:
    """Return the unit and axes that the file of a mesh declares; None if it declares none, or cannot be loaded."""
    mesh = geometry.shape
    if not isinstance(mesh, Mesh):
        return None
    triangles = _loaded(mesh, geometry.origin, context).triangles
    return triangles.conventions if triangles is not None else None


def shape_size(shape: Shape) -> float:
    """Return the largest size of a shape in metres; 0 if it has none."""
    match shape:
        case Box(measures) | Ellipsoid(measures):
            return max(measures or (0.0,))
        case Sphere(radius):
            return radius or 0.0
        case Cylinder(radius, length) | Capsule(radius, length) | Cone(radius, length):
            return max(radius or 0.0, length or 0.0)
        case Plane(size=size):
            return max(size or (0.0,))
        case Container(outer=measures) | Cage(base=measures) | CalibrationBoard(size=measures):
            return max(measures or (0.0,))
    return 0.0


def link_surface(
    link: Link,
    context: Context,
    purposes: Collection[Purpose] | None = None,
    tolerance: float | None = None,
) -> Triangles:
    """Return the triangles of a link in the link's frame, in metres; unreadable parts are missing and reported.

    Args:
        link: The link; its collision geometry is used, or its visual geometry if there is no other.
        context: As for :func:`surface`.
        purposes: The purposes of geometries to use; by default all.
        tolerance: As for :func:`surface`.
    """
    parts: list[Triangles] = []
    for geometry in link.geometries:
        if purposes is None or geometry.purpose in purposes:
            triangles = surface(geometry, context, tolerance)
            if triangles is not None:
                parts.append(placed(triangles, geometry))
    return join(parts)


def diagonal(triangles: Triangles) -> float:
    """Return the diagonal of the box around a surface, in metres; 0 without triangles."""
    corners = triangles.corners.reshape(-1, 3)
    return float(np.linalg.norm(np.ptp(corners, axis=0))) if len(corners) else 0.0


def diagonals(links: Iterable[Link], context: Context) -> dict[str, float]:
    """Return the diagonals of the links that have a surface, in metres, by name. Unreadable meshes are not reported."""
    quiet = context.having(report=Report())
    found = {link.name: diagonal(link_surface(link, quiet)) for link in links}
    return {name: size for name, size in found.items() if size > 0}


def link_boundary(link: Link, context: Context) -> Repaired:
    """Return the surface of a link, each geometry repaired as the boundary of a solid."""
    parts: list[Repaired] = []
    for geometry in link.geometries:
        found = boundary(geometry, context)
        if found is not None:
            parts.append(replace(found, triangles=placed(found.triangles, geometry)))
    return join_repaired(parts)


def boundary(geometry: Geometry, context: Context, tolerance: float | None = None) -> Repaired | None:
    """Return the surface of a geometry, as by :func:`surface`, repaired as the boundary of a solid; None without
    triangles.
    """
    triangles = surface(geometry, context, tolerance)
    if triangles is None or not len(triangles):
        return None
    mesh, memo = geometry.shape, context.assets.memo
    if not isinstance(mesh, Mesh):
        return repair(triangles)
    key = ("robotfmt.mesh.repaired", *_key(mesh, geometry.origin), mesh.scale, mesh.stretch)
    if key not in memo:
        memo[key] = repair(triangles)
    found: Repaired = memo[key]  # type: ignore[assignment]
    return found


def placed(triangles: Triangles, geometry: Geometry) -> Triangles:
    """Return a surface moved from its geometry's frame into the link's."""
    pose = geometry.pose
    return triangles if pose is None else triangles.moved(pose.matrix, pose.xyz)


def with_digests(robot: Robot, context: Context) -> Robot:
    """Return the robot with the digest of every mesh that can be loaded; the others are reported."""
    return replace(robot, links=tuple(_digested(link, context) for link in robot.links))


def _digested(link: Link, context: Context) -> Link:
    return replace(
        link,
        visuals=tuple(_with_digest(each, context) for each in link.visuals),
        collisions=tuple(_with_digest(each, context) for each in link.collisions),
    )


def _with_digest(geometry: Geometry, context: Context) -> Geometry:
    if not isinstance(geometry.shape, Mesh):
        return geometry
    found = _digest(geometry, geometry.shape, context)
    if found is None:
        return geometry
    return replace(geometry, shape=replace(geometry.shape, digest=found))


def _digest(geometry: Geometry, mesh: Mesh, context: Context) -> MeshDigest | None:
    memo = context.assets.memo
    key = ("robotfmt.mesh.digest", *_key(mesh, geometry.origin), mesh.scale, mesh.stretch)
    triangles = surface(geometry, context)
    if triangles is None:
        return None
    if key not in memo:
        memo[key] = digest(triangles)
    found: MeshDigest = memo[key]  # type: ignore[assignment]
    return found


def _loaded(mesh: Mesh, origin: Origin | None, context: Context, appearance: bool = False) -> _Loaded:
    """Return the loaded mesh, which may include an appearance that is not needed."""
    held = context.assets.held.get(_key(mesh, origin))
    if isinstance(held, _Loaded):
        return held
    memo = context.assets.memo
    key = ("robotfmt.surfaces.loading", *_key(mesh, origin))
    loaded = memo.get(key)
    if not isinstance(loaded, _Loaded) or (appearance and not loaded.appearance):
        loaded = memo[key] = _load(mesh, origin, context.having(report=Report(), appearance=appearance))
    return loaded


def hold(mesh: Mesh, origin: Origin, triangles: Triangles, context: Context) -> None:
    """Keep the surface of a mesh that is in no file, but only in a document that is being written."""
    context.assets.held[_key(mesh, origin)] = _Loaded(triangles, (), True)


def is_held(mesh: Mesh, origin: Origin | None, context: Context) -> bool:
    """Return True for a mesh that is in no file."""
    return _key(mesh, origin) in context.assets.held


def _mesh(mesh: Mesh, origin: Origin | None, context: Context, appearance: bool) -> Triangles | None:
    loaded = _loaded(mesh, origin, context, appearance)
    context.report.add_new(loaded.diagnostics)
    triangles = loaded.triangles
    if triangles is not None and mesh.stretch is not None:
        triangles = triangles.moved(mesh.stretch, 0.0)
    if triangles is None or mesh.scale is None or mesh.source is not None:
        return triangles
    return triangles.scaled(mesh.scale)


def _key(mesh: Mesh, origin: Origin | None) -> tuple[object, ...]:
    """Return the key of a loaded file: one URI means the same file in all documents of a folder, ignoring fragments."""
    document = origin.document if origin is not None else None
    if document is not None and not (mesh.uri or "").startswith("#"):
        document = str(PurePath(document).parent)
    return document, mesh.uri, mesh.submesh, mesh.centered


def _load(mesh: Mesh, origin: Origin | None, context: Context) -> _Loaded:
    """Return the loaded mesh, and all its diagnostics, as warnings."""
    try:
        triangles = _read(mesh, origin, context)
    except RobotfmtError as error:
        context.report.diagnostics.append(replace(error.diagnostic, severity=Severity.WARNING))
        triangles = None
    return _Loaded(triangles, tuple(context.report), context.appearance)


def _read(mesh: Mesh, origin: Origin | None, context: Context) -> Triangles:
    """Return the triangles of a mesh: from its file, or from the part of a document after ``#``."""
    document = origin.document if origin is not None else None
    if mesh.uri is None:
        raise MeshError(MESH_MISSING, "a mesh has no URI", origin)
    outside, mark, _ = mesh.uri.partition("#")
    if mark:
        return _read_inside(mesh, outside, document, context)
    path, data = context.assets.load(mesh.uri, document)
    suffix, name = path.suffix, str(path)

    def opened(owner: str, reference: str) -> tuple[str, bytes]:
        where, found = context.assets.load(reference, owner)
        return str(where), found

    triangles = load(
        data,
        suffix,
        name=name,
        limits=context.limits,
        report=context.report,
        appearance=context.appearance,
        files=opened,
        part=mesh.submesh,
    )
    return triangles.centered() if mesh.centered else triangles


def _read_inside(mesh: Mesh, outside: str, document: str | None, context: Context) -> Triangles:
    """Return a mesh inside a document, read by the document's format."""
    from .. import formats  # slow to import, and needed only here

    name = _document_name(outside, document, context)
    data = context.assets.document(name)
    format = formats.of_input(name, data)
    if format.read_mesh is None:
        message = f"'{mesh.uri}' is a {format.title} document, which cannot contain meshes"
        raise MeshError(MESH_FORMAT, message, Origin(name))
    triangles = format.read_mesh(Source(name, data), mesh, context)
    if not len(triangles):
        raise MeshError(MESH_EMPTY, f"'{mesh.uri}' has no triangles", Origin(name))
    return valid(triangles, name, context.report)


def _document_name(outside: str, document: str | None, context: Context) -> str:
    """Return the name of the document in a URI before its fragment; confined like every URI."""
    if not outside:
        if document is None:
            raise MeshError(MESH_MISSING, "a mesh inside a document does not name its document")
        return document
    beside = str(PurePath(document).parent / outside) if document is not None else outside
    if context.assets.knows(beside):
        return beside
    path = context.assets.resolve(outside, document).path
    return str(path) if path is not None else beside
