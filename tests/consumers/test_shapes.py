"""Shapes that a format lacks do not cost the others of their link."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from programs import oracle

import robotfmt

_SDF = """<sdf version="1.9"><model name="a"><link name="l"><inertial><mass>1</mass></inertial>
  <collision name="none"><geometry><empty/></geometry></collision>
  <collision name="outline"><geometry><polyline>
    <point>0 0</point><point>1 0</point><point>0 1</point><height>.3</height></polyline></geometry></collision>
  <collision name="box"><geometry><box><size>1 1 1</size></box></geometry></collision>
  <visual name="none"><geometry><empty/></geometry></visual>
  <visual name="cone"><geometry><cone><radius>.1</radius><length>.2</length></cone></geometry></visual>
</link></model></sdf>"""


@pytest.mark.parametrize("suffix", [".urdf", ".xml"])
def test_a_shape_that_is_empty_is_left_out_alone(suffix: str, tmp_path: Path) -> None:
    (tmp_path / "a.sdf").write_text(_SDF)
    robotfmt.convert(tmp_path / "a.sdf", made := tmp_path / f"a{suffix}")
    assert _shapes(made) == (1, 2)


def _shapes(path: Path) -> tuple[int, int]:
    """Return how many shapes of the link are seen, and how many can be touched, in pinocchio and in MuJoCo."""
    if path.suffix == ".urdf":
        pinocchio: Any = oracle("pinocchio")
        model = pinocchio.buildModelFromUrdf(str(path))
        kinds = (pinocchio.GeometryType.VISUAL, pinocchio.GeometryType.COLLISION)
        seen, touched = (
            pinocchio.buildGeomFromUrdf(model, str(path), kind, package_dirs=[str(path.parent)]) for kind in kinds
        )
        return seen.ngeoms, touched.ngeoms
    mujoco: Any = oracle("mujoco")
    compiled = mujoco.MjModel.from_xml_path(str(path))
    touching = int((compiled.geom_contype != 0).sum())
    return compiled.ngeom - touching, touching
