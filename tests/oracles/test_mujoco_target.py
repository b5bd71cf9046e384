"""URDF written for MuJoCo loads there whole: links, visual geometry, meshes of one name, flat meshes, odd inertias."""

from __future__ import annotations

from pathlib import Path

from programs import oracle

import robotfmt
from robotfmt.mesh import stl_bytes, tessellate
from robotfmt.model import Box
from robotfmt.settings import Settings

DOCUMENT = """<robot name="r">
  <link name="a">
    <visual><geometry><mesh filename="one/part.stl"/></geometry></visual>
    <collision><geometry><mesh filename="two/part.obj"/></geometry></collision>
  </link>
  <link name="b">
    <inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.3"/></inertial>
    <visual><geometry><mesh filename="flat.obj"/></geometry></visual>
  </link>
  <link name="c"><visual><geometry><box size="1 1 1"/></geometry></visual></link>
  <link name="d"/>
  <joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
  <joint name="f" type="fixed"><parent link="b"/><child link="c"/></joint>
  <joint name="k" type="continuous"><parent link="a"/><child link="d"/><axis xyz="0 0 1"/></joint>
</robot>
"""


def test_mujoco_loads_urdf_written_for_mujoco(tmp_path: Path) -> None:
    mujoco = oracle("mujoco")
    box = tessellate(Box((0.1, 0.1, 0.1)), 0.01)
    assert box is not None
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    (tmp_path / "one" / "part.stl").write_bytes(b"solid".ljust(80) + stl_bytes(box)[80:])
    (tmp_path / "two" / "part.obj").write_text(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    )
    (tmp_path / "flat.obj").write_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")
    (tmp_path / "r.urdf").write_text(DOCUMENT)
    out = tmp_path / "out" / "r.urdf"
    done = robotfmt.convert(tmp_path / "r.urdf", out, settings=Settings(options={"urdf.target": "mujoco"}))
    model = mujoco.MjModel.from_xml_path(str(out))
    assert (model.nbody, model.ngeom, model.nmesh) == (5, 4, 3)
    stems = [each.stem for each in (out.parent / "r_meshes").iterdir()]
    assert len(stems) == len(set(stems)) == 3
    assert len(done.report.having("mesh.thickened")) == 1
    assert len(done.report.having("urdf.mujoco-inertia")) == 2
