"""What a mesh has at the corners of its faces: normals and places in an image (UsdGeomMesh, UsdGeomPrimvar).

A value belongs to a corner, a point, a face or the whole mesh, as its interpolation has it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from robotfmt.mesh import Triangles
from robotfmt.mesh.triangles import Floats, Ints, Singles, unit_rows

from ..document.stage import Prim
from ..document.usda import Spec

_NORMALS = ("primvars:normals", "normals")
_PLACES = ("primvars:st", "primvars:st0", "primvars:UVMap")
"""The names that programs give to the places of corners in an image."""
_DIGITS = 5


class Corners(NamedTuple):
    """The corners of triangles, which are parts of polygons; all arrays have a row for each triangle."""

    places: Ints
    """The three corners, as places among those of all polygons."""
    points: Ints
    """The three points."""
    owners: Ints
    """The polygon."""


Numbers = Callable[[str], Any]
"""Returns the numbers of an attribute."""


def normals_of(prim: Prim, numbers: Numbers, corners: Corners) -> Singles | None:
    """Return the normals of a mesh at the corners of triangles, (m, 3, 3); None if it has none.

    A surface that is subdivided has other ones (UsdGeomMesh, "Normals").
    """
    if prim.peek("subdivisionScheme") != "none":
        return None
    found = _at_corners(prim, numbers, _NORMALS, 3, corners)
    return unit_rows(found) if found is not None else None


def texcoords_of(prim: Prim, numbers: Numbers, corners: Corners) -> Singles | None:
    """Return the places in an image of the corners of triangles, (m, 3, 2); None if a mesh has none."""
    found = _at_corners(prim, numbers, _PLACES, 2, corners)
    return found.astype(np.float32) if found is not None else None


def _at_corners(prim: Prim, numbers: Numbers, names: tuple[str, ...], width: int, corners: Corners) -> Floats | None:
    for name in names:
        values = np.asarray(numbers(name), dtype=np.float64)
        if values.ndim != 2 or values.shape[1] != width:
            continue
        indices = np.asarray(numbers(f"{name}:indices"), dtype=np.int64).ravel()
        if len(indices):
            values = values[indices] if indices.min() >= 0 and indices.max() < len(values) else values[:0]
        which = _which(prim.interpolation(name), corners)
        if len(values) and (not which.size or which.max() < len(values)):
            found: Floats = values[which]
            return found
    return None


def _which(interpolation: str, corners: Corners) -> Ints:
    """Return the index of the value of each corner."""
    if interpolation == "faceVarying":
        return corners.places
    if interpolation in ("vertex", "varying"):
        return corners.points
    if interpolation == "uniform":
        return np.repeat(corners.owners[:, None], 3, axis=1)
    return np.zeros_like(corners.points)


def put_normals(spec: Spec, triangles: Triangles) -> None:
    """Add the normals of a surface: those of its file, else those of its triangles.

    Renderers invent others where there are none, and NVIDIA's validator (VG.027) asks for them.
    """
    flat = _of_faces(triangles)
    corners = np.repeat(flat[:, None], 3, axis=1) if triangles.normals is None else triangles.normals
    corners = np.where(np.isfinite(corners).all(axis=2, keepdims=True), corners, flat[:, None])
    values, interpolation = _shared(np.round(corners.astype(np.float32), _DIGITS) + np.float32(0), triangles)
    spec.values.append(("normal3f[] normals", values))
    spec.metadata_of["normals"] = {"interpolation": interpolation}


def _of_faces(triangles: Triangles) -> Singles:
    """Return the normals of triangles; one without an area has any."""
    first, second, third = (triangles.vertices[triangles.faces[:, each]] for each in range(3))
    found = unit_rows(np.cross(second - first, third - first))
    upwards = np.array([0, 0, 1], dtype=np.float32)
    return np.where(np.isfinite(found), found, upwards)


def _shared(corners: Singles, triangles: Triangles) -> tuple[Singles, str]:
    """Return normals once for each face or each point, where its corners have the same; and their interpolation."""
    if (corners == corners[:, :1]).all():
        return corners[:, 0], "uniform"
    points = np.zeros((len(triangles.vertices), 3), dtype=np.float32)
    points[:, 2] = 1  # of points that no triangle has
    points[triangles.faces.ravel()] = corners.reshape(-1, 3)
    if (points[triangles.faces] == corners).all():
        return points, "vertex"
    return corners.reshape(-1, 3), "faceVarying"
