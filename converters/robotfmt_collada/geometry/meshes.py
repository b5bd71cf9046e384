"""The surfaces of geometries in a document."""

from __future__ import annotations

from robotfmt.codes import MESH_MISSING
from robotfmt.context import Context
from robotfmt.documents.archive import unpacked
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import parse_document
from robotfmt.documents.xml.element import Element
from robotfmt.errors import MeshError
from robotfmt.mesh import Triangles, join
from robotfmt.mesh.dae_geometry import geometry_surfaces
from robotfmt.mesh.dae_materials import MaterialReader
from robotfmt.model import Material, Mesh, Origin

from ..addresses.index import Index
from ..own.extension import PROFILE
from .shapes import read_info

OWN = "own"
"""The words by which a geometry marks its materials as the mesh's own."""


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
    materials = _own_materials(index, element) if appearance and has_own_materials(element) else {}
    triangles = join([each.wearing(materials.get(symbol)) for symbol, each in surfaces])
    triangles = triangles.scaled([index.unit(element)] * 3)
    pose = read_info(index, element).pose
    if pose is not None:
        turn = [list(row) for row in zip(*pose.matrix, strict=True)]
        offset = [-sum(row[i] * pose.xyz[i] for i in range(3)) for row in turn]
        triangles = triangles.moved(turn, offset)
    return triangles


def has_own_materials(geometry: Element) -> bool:
    """Return True if the materials of a geometry are the mesh's own: they came with it, and form a single visual."""
    given = (each for extra in geometry.children if extra.tag == "extra" for each in extra.iter())
    return any(
        each.tag == "mesh" and each.peek("materials") == OWN and each.parent.peek("profile") == PROFILE
        for each in given
        if each.parent is not None
    )


def _own_materials(index: Index, geometry: Element) -> dict[str, Material]:
    reader = MaterialReader(index.url)
    for instance in index.all("instance_geometry"):
        if index.instanced(instance) is geometry:
            return {symbol: reader.read(element) for symbol, element in reader.bound(instance).items()}
    return {}


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
