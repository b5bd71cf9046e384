"""pycollada, which nobody here wrote, loads the same surfaces from the COLLADA files of real robots."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from real import FIXTURES, example_robots

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.limits import Limits
from robotfmt.mesh import load
from robotfmt.mesh.triangles import Floats

FOLDERS = {path.parent.parent for path in example_robots()}
FILES = sorted({each for folder in FOLDERS for each in folder.rglob("*.dae")})[::10]


def area(corners: Floats) -> float:
    """Of all triangles together."""
    sides = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return float(np.linalg.norm(sides, axis=1).sum()) / 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.filterwarnings("ignore")
def test_surfaces_of_real_robots(path: Path) -> None:
    collada = pytest.importorskip("collada")
    document = collada.Collada(str(path), ignore=[collada.common.DaeUnsupportedError])
    count, sum_of_areas, smooth, mapped, materials = 0, 0.0, 0, 0, set()
    for geometry in document.scene.objects("geometry"):
        for surface in geometry.primitives():
            if hasattr(surface, "triangleset") or "Triangle" in type(surface).__name__:
                part = surface.triangleset() if hasattr(surface, "triangleset") else surface
                count += len(part)
                corners = np.asarray(part.vertex, np.float64)[part.vertex_index]
                sum_of_areas += area(corners * (document.assetInfo.unitmeter or 1))
                smooth += len(part) if part.normal is not None else 0
                mapped += len(part) if part.texcoordset else 0
                materials |= {part.material.id} if part.material is not None else set()
    found = load(path.read_bytes(), ".dae", name=str(path), limits=Limits(), report=Report())
    assert len(found) == count
    assert area(found.corners) == pytest.approx(sum_of_areas, rel=1e-5)
    assert (found.normals is not None, found.texcoords is not None) == (smooth > 0, mapped > 0)
    assert len(found.materials) == len(materials)


@pytest.mark.parametrize("name", ["gripper/gripper.urdf", "mjcf/leg.xml", "sdf/picker.sdf", "smurf/leg.smurf"])
@pytest.mark.filterwarnings("ignore")
def test_pycollada_accepts_written_documents(name: str, tmp_path: Path) -> None:
    """The floor of the leg is an endless plane, which has a mesh like every other <geometry>."""
    robotfmt.convert(FIXTURES / name, tmp_path / "out.dae", report=Report(), allow=["mesh.missing"])
    collada = pytest.importorskip("collada")
    document = collada.Collada(str(tmp_path / "out.dae"), ignore=[collada.common.DaeUnsupportedError])
    assert len(list(document.scene.objects("geometry"))) > 0
