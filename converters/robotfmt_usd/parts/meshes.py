"""The surfaces of Mesh prims (UsdGeomMesh)."""

from __future__ import annotations

from functools import partial

import numpy as np

from robotfmt.codes import MESH_MISSING
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.errors import MeshError
from robotfmt.mesh import Triangles
from robotfmt.mesh.triangles import Ints
from robotfmt.model import Material, Mesh, Origin

from ..codes import MESH
from ..document.opening import stage_of_meshes
from ..document.stage import Prim, Stage
from .appearance import Appearance
from .arrays import array
from .corners import Corners, normals_of, texcoords_of


def read_mesh(source: Source, mesh: Mesh, context: Context) -> Triangles:
    """Return the surface of a Mesh prim, in the units of its stage: the scale of the mesh has them.

    Raises:
        MeshError: The prim does not exist, or its counts do not fit.
    """
    stage = stage_of_meshes(source, context)
    path = (mesh.uri or "").rpartition("#")[2]
    prim = stage.prim(path)
    if prim is None or prim.type != "Mesh":
        raise MeshError(MESH_MISSING, f"the stage has no mesh '{path}'", Origin(source.name))
    return _surface(stage, prim, context.appearance)


def _surface(stage: Stage, prim: Prim, appearance: bool) -> Triangles:
    points = array(stage, prim, "points").astype(np.float64).reshape(-1, 3)
    counts = array(stage, prim, "faceVertexCounts").astype(np.int64).ravel()
    indices = array(stage, prim, "faceVertexIndices").astype(np.int64).ravel()
    if counts.sum() != len(indices) or (counts < 0).any():
        raise _broken(prim, f"faceVertexCounts sum to {counts.sum()}, but there are {len(indices)} indices")
    if len(indices) and (indices.min() < 0 or indices.max() >= len(points)):
        raise _broken(prim, f"an index is not below the number of points, {len(points)}")
    places, owners = _fans(counts)
    if prim.peek("orientation") == "leftHanded":
        places = places[:, ::-1]
    corners = Corners(places, indices[places], owners)
    if not appearance:
        return Triangles(vertices=points, faces=corners.points)
    materials, chosen = _materials(stage, prim, len(counts))
    numbers = partial(array, stage, prim)
    return Triangles(
        vertices=points,
        faces=corners.points,
        normals=normals_of(prim, numbers, corners),
        texcoords=texcoords_of(prim, numbers, corners),
        materials=materials,
        material_indices=chosen[owners] if chosen is not None else None,
    )


def _fans(counts: Ints) -> tuple[Ints, Ints]:
    """Return the triangles of polygons as places among their corners, and the polygon of each."""
    starts = np.concatenate(([0], np.cumsum(counts)[:-1])) if len(counts) else np.zeros(0, dtype=np.int64)
    fans = np.maximum(counts - 2, 0)
    owners = np.repeat(np.arange(len(counts)), fans)
    steps = np.arange(fans.sum()) - np.repeat(np.cumsum(fans) - fans, fans)
    first = starts[owners]
    return np.stack((first, first + steps + 1, first + steps + 2), axis=1), owners


def _materials(stage: Stage, prim: Prim, count: int) -> tuple[tuple[Material, ...], Ints | None]:
    """Return the materials of the subsets of a mesh, and the material of each face; -1 for that of the whole."""
    found: list[Material] = []
    chosen = np.full(count, -1, dtype=np.int64)
    looks = Appearance(stage)
    for subset in stage.children.get(prim.path, ()):
        if subset.type == "GeomSubset":
            material = looks.bound(subset.material)
            faces = array(stage, subset, "indices").astype(np.int64).ravel()
            if material is not None:
                chosen[faces[(faces >= 0) & (faces < count)]] = len(found)
                found.append(material)
    return tuple(found), chosen if found else None


def _broken(prim: Prim, what: str) -> MeshError:
    return MeshError(MESH, f"mesh '{prim.path}': {what}", prim.origin)
