"""Documents for Drake have meshes that it reads: it takes OBJ, and neither STL nor COLLADA."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from programs import oracle

import robotfmt
from robotfmt.mesh import stl_bytes, tessellate
from robotfmt.model import Box
from robotfmt.settings import Settings

FORMATS = {".urdf": "urdf", ".sdf": "sdf", ".xml": "mjcf"}
DOCUMENT = """<robot name="r"><link name="a">
  <inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  <visual><geometry><mesh filename="part.stl"/></geometry></visual>
  <collision><geometry><mesh filename="part.stl"/></geometry></collision>
</link></robot>"""


@pytest.mark.parametrize("suffix", [".urdf", ".sdf", ".xml"])
def test_drake_has_the_meshes(suffix: str, tmp_path: Path) -> None:
    plants: Any = oracle("pydrake.multibody.plant")
    parsing: Any = oracle("pydrake.multibody.parsing")
    geometry: Any = oracle("pydrake.geometry")
    box = tessellate(Box((0.1, 0.2, 0.3)), 0.01)
    assert box is not None
    (tmp_path / "part.stl").write_bytes(stl_bytes(box))
    (tmp_path / "r.urdf").write_text(DOCUMENT)
    made = tmp_path / f"made{suffix}"
    robotfmt.convert(tmp_path / "r.urdf", made, settings=Settings(options={f"{FORMATS[suffix]}.target": "drake"}))
    plant, scene = plants.MultibodyPlant(0.0), geometry.SceneGraph()
    plant.RegisterAsSourceForSceneGraph(scene)
    parsing.Parser(plant).AddModels(str(made))
    plant.Finalize()
    body = plant.GetBodyByName("a")
    meshes = [plant.GetVisualGeometriesForBody(body), plant.GetCollisionGeometriesForBody(body)]
    assert [len(each) for each in meshes] == [1, 1]
    names = [type(scene.model_inspector().GetShape(each[0])).__name__ for each in meshes]
    assert set(names) <= {"Mesh", "Convex"}
