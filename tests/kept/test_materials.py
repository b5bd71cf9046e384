"""A sidecar has the whole material of a visual that names one which another visual defines."""

from __future__ import annotations

from pathlib import Path

import robotfmt

_ROBOT = """<robot name="r">
  <link name="a"><visual><geometry><box size="0.1 1 1"/></geometry>
    <material name="white"><color rgba="1 1 1 1"/></material></visual></link>
  <link name="b"><visual><geometry><mesh filename="package://x/b.obj"/></geometry>
    <material name="white"/></visual></link>
  <joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
</robot>"""


def test_a_visual_without_a_mesh_file_keeps_the_color_that_another_visual_defines(tmp_path: Path) -> None:
    (source := tmp_path / "r.urdf").write_text(_ROBOT)
    written = tmp_path / "r.robot.xml"
    robotfmt.convert(source, written, keep=True)
    back = robotfmt.read(written)
    (visual,) = back.link("b").visuals
    assert visual.material is not None
    assert back.resolved(visual.material).color == (1.0, 1.0, 1.0, 1.0)
    assert robotfmt.diff(robotfmt.read(source), back) == []
