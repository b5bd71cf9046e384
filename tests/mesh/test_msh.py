"""The MSH meshes of MuJoCo: counts, then numbers; whatever does not fit its counts is refused."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from robotfmt.diagnostics import Report
from robotfmt.errors import MeshError
from robotfmt.limits import Limits
from robotfmt.mesh import Triangles, load

CORNERS = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
FACES = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))


def msh(counts: tuple[int, int, int, int] = (4, 0, 4, 4)) -> bytes:
    """A tetrahedron with texture coordinates."""
    drawn = [number for x, y, _ in CORNERS for number in (x, y)]
    numbers = [number for corner in CORNERS for number in corner] + drawn
    rows = [index for face in FACES for index in face]
    return struct.pack("<4i", *counts) + struct.pack("<20f", *numbers) + struct.pack("<12i", *rows)


def read(data: bytes) -> Triangles:
    return load(data, ".msh", name="t.msh", limits=Limits(), report=Report())


def test_a_tetrahedron_is_read() -> None:
    found = read(msh())
    assert np.array_equal(found.vertices, CORNERS)
    assert np.array_equal(found.faces, FACES)
    assert found.texcoords is not None
    assert np.array_equal(found.texcoords[1], ((0, 0), (1, 0), (0, 0)))
    assert found.normals is None


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "four counts"),
        (msh((4, 0, 4, -4)), "four counts"),
        (msh()[:-1], "require 144 bytes, but it has 143"),
        (msh((4, 0, 4, 5)), "require 156 bytes"),
        (b"$MeshFormat\n4.1 0 8\n$EndMeshFormat\n", "Gmsh"),
        (msh().replace(struct.pack("<i", 3), struct.pack("<i", 9)), "outside of its 4 vertices"),
        (msh((4, 0, 4, 2**30)), "mesh_triangles"),
    ],
)
def test_damage_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(MeshError, match=reason):
        read(data)
