"""The triangles of a geometry: out of a document, and into one."""

from __future__ import annotations

from robotfmt.codes import MESH_MISSING
from robotfmt.context import Context, Source
from robotfmt.documents.archive import unpacked
from robotfmt.documents.document import Document
from robotfmt.documents.xml import Node, make
from robotfmt.errors import MeshError
from robotfmt.mesh import Triangles
from robotfmt.model import Mesh, Origin

from .index import Index
from .shapes import read_info


def read_mesh(source: Source, mesh: Mesh, context: Context) -> Triangles:
    """The triangles of a geometry of a document in the frame of the shape, in metres.

    Raises:
        MeshError: There is no such geometry, or it is damaged.
    """
    from .triangles import geometry_triangles

    index = _opened(source, context)
    name = (mesh.uri or "").rpartition("#")[2]
    element = index.url(f"#{name}", index.document.root, "geometry")
    if element is None or element.tag != "geometry":
        raise MeshError(MESH_MISSING, f"the document has no geometry '{name}'", Origin(source.name))
    symbols = set(mesh.submesh.split(" ")) if mesh.submesh is not None else None
    triangles = geometry_triangles(element.node, source.name, context.report, symbols)
    triangles = triangles.scaled([index.unit(element)] * 3)
    pose = read_info(index, element).pose
    if pose is not None:
        turn = [list(row) for row in zip(*pose.matrix, strict=True)]
        offset = [-sum(row[i] * pose.xyz[i] for i in range(3)) for row in turn]
        triangles = triangles.moved(turn, offset)
    return triangles


def _opened(source: Source, context: Context) -> Index:
    key = ("collada", source.name, hash(source.data))
    known = context.assets.memo.get(key)
    if isinstance(known, Index):
        return known
    document = Document(
        unpacked(source.data, source.name, context.limits, context.report),
        name=source.name,
        format="collada",
        report=context.report,
        limits=context.limits,
        keys={},
    )
    index = Index(document)
    context.assets.memo[key] = index
    return index


def write_mesh(name: str, triangles: Triangles, symbol: str | None) -> Node:
    """Triangles with shared corners; nine digits hold what a float32 does."""
    import numpy as np

    vertices, inverse = np.unique(triangles.vertices, axis=0, return_inverse=True)
    faces = inverse.reshape(-1)[triangles.faces]
    numbers = " ".join(map("{:.9g}".format, (vertices + 0.0).ravel().tolist()))
    array = make("float_array", {"id": f"{name}_positions-array", "count": str(vertices.size)}, text=numbers)
    accessor = make(
        "accessor",
        {"count": str(len(vertices)), "source": f"#{name}_positions-array", "stride": "3"},
        *(make("param", {"name": axis, "type": "float"}) for axis in "XYZ"),
    )
    common = make("technique_common", None, accessor)
    return make(
        "mesh",
        None,
        make("source", {"id": f"{name}_positions"}, array, common),
        make(
            "vertices",
            {"id": f"{name}_vertices"},
            make("input", {"semantic": "POSITION", "source": f"#{name}_positions"}),
        ),
        make(
            "triangles",
            {"count": str(len(faces)), "material": symbol},
            make("input", {"semantic": "VERTEX", "source": f"#{name}_vertices", "offset": "0"}),
            make("p", text=" ".join(map(str, faces.ravel().tolist()))),
        ),
    )
