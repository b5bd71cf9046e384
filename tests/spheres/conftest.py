"""Links made of surfaces, for the tests of fitting."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from robotfmt.mesh import Triangles, stl_bytes
from robotfmt.model import Geometry, Mesh, Origin, Purpose, Vector3

MeshOf = Callable[..., Geometry]


@pytest.fixture
def mesh_of(tmp_path: Path) -> MeshOf:
    """Puts a surface into a file and gives the geometry that names it."""
    numbers = count()

    def made(triangles: Triangles, scale: Vector3 | None = None) -> Geometry:
        name = f"{next(numbers)}.stl"
        (tmp_path / name).write_bytes(stl_bytes(triangles))
        origin = Origin(str(tmp_path / "robot.urdf"))
        return Geometry(shape=Mesh(name, scale=scale), purpose=Purpose.COLLISION, origin=origin)

    return made
