"""The surfaces of geometries in a document."""

from __future__ import annotations

from robotfmt.codes import MESH_MISSING
from robotfmt.context import Context
from robotfmt.documents.archive import unpacked
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import parse_document
from robotfmt.errors import MeshError
from robotfmt.mesh import Triangles, join
from robotfmt.mesh.dae_geometry import geometry_surfaces
from robotfmt.model import Mesh, Origin

from ..document.addresses import Index
from .shapes import read_info


def read_mesh(source: Source, mesh: Mesh, context: Context) -> Triangles:
    """Return the surface of a geometry of a document in the frame of the shape, in metres.

    Raises:
        MeshError: The geometry does not exist, or is damaged.
    """
    index = _opened(source, context)
    name = (mesh.uri or "").rpartition("#")[2]
    element = index.url(f"#{name}", index.document.root, "geometry")
    if element is None or element.tag != "geometry":
        raise MeshError(MESH_MISSING, f"the document has no geometry '{name}'", Origin(source.name))
    symbols = set(mesh.submesh.split(" ")) if mesh.submesh is not None else None
    appearance = context.appearance
    surfaces = geometry_surfaces(element, index.url, source.name, context.report, symbols, appearance=appearance)
    triangles = join([each.with_material(None) for _, each in surfaces])
    triangles = triangles.scaled([index.unit(element)] * 3)
    pose = read_info(index, element).pose
    if pose is not None:
        turn = [list(row) for row in zip(*pose.matrix, strict=True)]
        offset = [-sum(row[i] * pose.xyz[i] for i in range(3)) for row in turn]
        triangles = triangles.moved(turn, offset)
    return triangles


def remember(index: Index, source: Source, context: Context) -> None:
    """Keep a document for the meshes inside it."""
    context.assets.memo["collada", source.name] = source.data, index


def _opened(source: Source, context: Context) -> Index:
    match context.assets.memo.get(("collada", source.name)):
        case (data, Index() as known) if data == source.data:  # which is at once to be seen if they are one object
            return known
    document = parse_document(
        unpacked(source.data, source.name, context.limits, context.report),
        name=source.name,
        format="collada",
        report=context.report,
        limits=context.limits,
        keys={},
    )
    index = Index(document)
    remember(index, source, context)
    return index
