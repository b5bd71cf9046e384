"""Claims of placing meshes and of adapting, together: shapes that are left out give others another number."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.diagnostics import Fate, Report
from robotfmt.model.features import Feature

_SHAPES = """
<{kind} name="gone_{kind}">
  <geometry><mesh><uri>none.dae</uri><submesh><name>part</name></submesh></mesh></geometry>
</{kind}>
<{kind} name="pill_{kind}"><geometry><capsule><radius>.1</radius><length>.2</length></capsule></geometry></{kind}>
<{kind} name="box_{kind}"><geometry><box><size>1 2 3</size></box></geometry></{kind}>
<{kind} name="end_{kind}"><geometry><sphere><radius>.3</radius></sphere></geometry></{kind}>
"""
_LINK = f'<link name="l">{_SHAPES.format(kind="visual")}{_SHAPES.format(kind="collision")}</link>'
_MODEL = f'<model name="m">{_LINK}</model>'


_WORLD = f'<world name="w">{_MODEL}</world>'


@pytest.mark.parametrize(
    ("ending", "body"),
    [
        *((it, _MODEL) for it in ("robot.xml", "urdf", "dae", "xml")),
        *((it, _WORLD) for it in ("robot.xml", "dae", "xml")),
    ],
)
def test_shapes_after_one_that_is_left_out_are_reported_by_their_former_places(
    ending: str, body: str, tmp_path: Path
) -> None:
    (tmp_path / "m.sdf").write_text(f'<sdf version="1.9">{body}</sdf>')
    is_world = "<world" in body
    read = robotfmt.read_world if is_world else robotfmt.read
    whole, report = read(tmp_path / "m.sdf"), Report()
    robotfmt.write(whole, tmp_path / f"out.{ending}", report=report)
    back = read(tmp_path / f"out.{ending}")
    assert report.having("mesh.lost")
    claimed = {each.subject for each in report if each.fate in (Fate.LOST, Fate.CONVERTED, Fate.APPROXIMATED)}
    unclaimed = [
        str(each)
        for each in robotfmt.diff(whole, back)
        # The parts of a shape that is split have no order: any of them is compared with the shape.
        if _shape(each.subject) not in map(_shape, claimed)
        and each.fact.feature in (Feature.VISUALS, Feature.COLLISIONS)
    ]
    assert not unclaimed


def _shape(subject: str) -> list[str]:
    """Return the path to a shape: the link, the kind and the number."""
    path = subject.split("/")
    start = path.index("link") if "link" in path else 0
    return path[start : start + 4]


def test_a_fault_of_a_robot_in_a_world_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "m.sdf").write_text(f'<sdf version="1.9"><world name="w">{_MODEL}</world></sdf>')
    report = Report()
    robotfmt.convert(tmp_path / "m.sdf", tmp_path / "out.robot.xml", report=report)
    assert len(report.having("mesh.missing")) == 1


@pytest.mark.parametrize("ending", ["smurf", "urdf", "robot.xml", "xml", "dae"])
def test_the_shading_of_a_shape_that_is_left_out_is_reported_too(ending: str, tmp_path: Path) -> None:
    shading = "<material><diffuse>1 1 1</diffuse><specular>1 1 1</specular></material>"
    body = _MODEL.replace("</mesh></geometry>\n</visual>", f"</mesh></geometry>{shading}</visual>")
    assert shading in body
    (tmp_path / "m.sdf").write_text(f'<sdf version="1.9">{body}</sdf>')
    report = Report()
    robotfmt.convert(tmp_path / "m.sdf", tmp_path / f"out.{ending}", report=report)
    assert report.having("mesh.lost")


@pytest.mark.parametrize("ending", ["smurf", "urdf"])
def test_a_plane_after_one_that_is_left_out(ending: str, tmp_path: Path) -> None:
    """The first plane has no end, and becomes nothing; the second becomes a mesh, in the place of the first."""
    planes = '<geom type="plane" size="0 0 1"/><geom name="wall" type="plane" size="1 1 .1" pos="0 0 1"/>'
    (tmp_path / "m.xml").write_text(f"<mujoco><worldbody>{planes}<geom size='1'/></worldbody></mujoco>")
    report = Report()
    robotfmt.convert(tmp_path / "m.xml", tmp_path / f"out.{ending}", report=report)
    assert report.having("mesh.shape")
    assert report.having("urdf.no-shape")


def test_an_image_that_comes_with_a_mesh_and_that_the_format_lacks_is_lost(tmp_path: Path) -> None:
    corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0\nvt 0 1\n"
    faces = "usemtl plain\nf 1/1 3/2 2/3\nusemtl painted\nf 1/1 2/2 4/3\nf 2/1 3/2 4/3\nf 1/1 4/2 3/3\n"
    (tmp_path / "m.obj").write_text(f"mtllib m.mtl\n{corners}{faces}")
    (tmp_path / "m.mtl").write_text("newmtl plain\nKd 1 0 0\nnewmtl painted\nKd 1 1 1\nmap_Kd wood.jpg\n")
    (tmp_path / "wood.jpg").write_bytes(b"\xff\xd8\xff")
    visual = '<visual><geometry><mesh filename="m.obj"/></geometry></visual>'
    (tmp_path / "r.urdf").write_text(f'<robot name="r"><link name="l">{visual}</link></robot>')
    done = robotfmt.convert(tmp_path / "r.urdf", tmp_path / "out.xml")
    lost = done.report.having("mjcf.no-image")
    assert [each.fate for each in lost] == [Fate.LOST]
    assert "wood.jpg" in lost[0].message
    assert done.tally.lost == 1
    assert done.report.having("mesh.colors")
