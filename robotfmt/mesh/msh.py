"""Read the MSH of MuJoCo, a binary file of vertices and triangles; Gmsh has another format with this suffix.

Four 32-bit integers give the numbers of vertices, normals, texture coordinates and triangles; single-precision
coordinates and 32-bit vertex indices follow. Normals and texture coordinates belong to the vertices, in their order.
"""

from __future__ import annotations

import numpy as np

from ..diagnostics import Report
from ..limits import Limits
from .problems import check_triangles, refuse
from .triangles import Ints, Singles, Triangles

_HEADER = 16
"""The length of the four numbers at the start, in bytes."""


def read_msh(data: bytes, name: str, limits: Limits, report: Report, appearance: bool) -> Triangles:
    """Return the triangles of an MSH file of MuJoCo.

    Raises:
        MeshError: The file is of Gmsh, has another length than its counts require, or has too many triangles.
    """
    if data.startswith(b"$MeshFormat"):
        refuse(name, "it is the MSH of Gmsh; export the surface as STL or OBJ")
    counts = [int(each) for each in np.frombuffer(data[:_HEADER], "<i4")] if len(data) >= _HEADER else []
    if len(counts) != 4 or min(counts) < 0:
        refuse(name, "it does not begin with the four counts of an MSH file of MuJoCo")
    vertices, normals, texcoords, faces = counts
    check_triangles(faces, name, limits)
    sizes = (3 * vertices, 3 * normals, 2 * texcoords, 3 * faces)
    expected = _HEADER + 4 * sum(sizes)
    if len(data) != expected:
        refuse(name, f"its counts require {expected} bytes, but it has {len(data)}")
    starts = [_HEADER + 4 * sum(sizes[:index]) for index in range(4)]
    points, turned, drawn = (
        np.frombuffer(data, "<f4", size, start) for size, start in zip(sizes[:3], starts[:3], strict=True)
    )
    corners = np.frombuffer(data, "<i4", sizes[3], starts[3]).reshape(-1, 3).astype(np.int64)
    return Triangles(
        points.reshape(-1, 3).astype(np.float64),
        corners,
        normals=_at_corners(turned.reshape(-1, 3), corners, vertices) if appearance else None,
        texcoords=_at_corners(drawn.reshape(-1, 2), corners, vertices) if appearance else None,
    )


def _at_corners(rows: Singles, corners: Ints, vertices: int) -> Singles | None:
    """Return the row of each corner's vertex; None if the file has none, or not one for each vertex."""
    if len(rows) != vertices or not len(corners) or corners.min() < 0 or corners.max() >= vertices:
        return None
    return np.asarray(rows[corners], dtype=np.float32)
