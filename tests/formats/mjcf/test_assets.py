"""Meshes among the assets, and classes: what a document has twice stays apart, and what it gives late comes late."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from programs import oracle
from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Fate, Report

TWICE = """
<mujoco model="twice">
  <compiler meshdir="meshes"/>
  <asset>
    <mesh name="left" file="cube.stl"/>
    <mesh name="right" file="cube.stl"/>
    <mesh name="small" file="cube.stl" scale=".5 .5 .5"/>
    <mesh name="idle" file="cube.stl"/>
  </asset>
  <worldbody>
    <geom type="mesh" mesh="right"/>
    <body name="a"><joint name="j"/>
      <geom type="mesh" mesh="right" contype="0" conaffinity="0"/>
      <geom size=".1"/>
      <geom type="mesh" mesh="left" group="3"/>
      <geom type="mesh" mesh="small" group="3"/>
    </body>
  </worldbody>
</mujoco>
"""
LATE = """
<mujoco>
  <default><default class="early"><geom type="box"/></default></default>
  <default><geom friction="1 .5 .01" margin=".003"/><default class="late"><geom friction=".3"/></default></default>
  <worldbody>
    <body name="a"><freejoint/>
      <geom class="early" size="1 1 1"/><geom size="1"/><geom class="late" size="1"/>
    </body>
  </worldbody>
</mujoco>
"""
"""MuJoCo 4.0 reads the frictions (1, .005, .0001), (1, .5, .01) and (.3, .5, .01) and the margins 0, .003 and .003."""
SEEN = 'contype="0" conaffinity="0"'
GIVEN = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'


def written(text: str, folder: Path) -> ElementTree.Element:
    (folder / "in.xml").write_text(text)
    report = Report()
    robotfmt.convert(folder / "in.xml", folder / "out.xml", report=report)
    assert not [each for each in report if each.fate is Fate.LOST]
    return ElementTree.parse(folder / "out.xml").getroot()


def test_two_meshes_of_one_file_stay_apart(tmp_path: Path) -> None:
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "cube.stl").write_bytes((FIXTURES / "arm6" / "meshes" / "base.stl").read_bytes())
    root = written(TWICE, tmp_path)
    assert sorted(str(each.get("name")) for each in root.iter("mesh")) == ["idle", "left", "right", "small"]
    used = [each.get("mesh") for each in root.iter("geom") if each.get("type") == "mesh"]
    assert used == ["right", "right", "left", "small"]


def test_meshes_whose_files_have_one_name_keep_their_names(tmp_path: Path) -> None:
    for folder, link in (("seen", "base"), ("touched", "upper_arm")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "part.stl").write_bytes((FIXTURES / "arm6" / "meshes" / f"{link}.stl").read_bytes())
    meshes = "".join(f'<mesh name="{each}_part" file="{each}/part.stl"/>' for each in ("touched", "seen"))
    geoms = f'<geom type="mesh" mesh="seen_part" {SEEN}/><geom type="mesh" mesh="touched_part"/>'
    body = f'<worldbody><body name="a"><freejoint/>{GIVEN}{geoms}</body></worldbody>'
    root = written(f"<mujoco><asset>{meshes}</asset>{body}</mujoco>", tmp_path)
    assert [each.get("name") for each in root.iter("mesh")] == ["touched_part", "seen_part"]
    assert len({each.get("file") for each in root.iter("mesh")}) == 2


@pytest.mark.parametrize(
    ("faces", "masks", "is_kept"),
    [((123, 134), SEEN, True), ((123, 134), "", False), ((123,), SEEN, False)],
    ids=["seen", "touching", "one triangle"],
)
def test_a_flat_mesh_is_thickened_only_if_mujoco_refuses_it(
    faces: tuple[int, ...], masks: str, is_kept: bool, tmp_path: Path
) -> None:
    corners = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"[: 32 if len(faces) > 1 else 24]
    (tmp_path / "flat.obj").write_text(corners + "".join(f"f {' '.join(str(each))}\n" for each in faces))
    body = f'<body name="a"><freejoint/>{GIVEN}<geom type="mesh" mesh="m" {masks}/></body>'
    asset = '<asset><mesh name="m" file="flat.obj" inertia="shell"/></asset>'
    (tmp_path / "in.xml").write_text(f"<mujoco>{asset}<worldbody>{body}</worldbody></mujoco>")
    report = Report()
    robotfmt.convert(tmp_path / "in.xml", tmp_path / "out.xml", report=report)
    assert bool(report.having("mesh.thickened")) is not is_kept
    assert oracle("mujoco").MjModel.from_xml_path(str(tmp_path / "out.xml")).nmesh == 1


def test_a_class_is_a_copy_of_what_its_parent_has_so_far(tmp_path: Path) -> None:
    root = written(LATE, tmp_path)
    geoms = [(each.get("friction"), each.get("margin")) for each in root.iter("geom") if each.get("size")]
    assert geoms == [(None, None), ("1 .5 .01", ".003"), ("0.3 .5 .01", ".003")]
    assert root.find("default") is None


METAL = """
<mujoco><default><material roughness=".25"/></default>
  <asset><material name="steel" rgba=".6 .6 .6 1" metallic=".75"/><material name="odd" metallic="-2"/></asset>
  <worldbody><body name="a"><freejoint/><geom size=".1" material="steel"/></body></worldbody>
</mujoco>
"""


def test_metal_is_metal_in_other_formats(tmp_path: Path) -> None:
    root = written(METAL, tmp_path)
    steel, odd = root.iter("material")
    assert (steel.get("metallic"), steel.get("roughness"), root.find("custom")) == ("0.75", "0.25", None)
    assert (odd.get("metallic"), odd.get("roughness")) == ("-2", "0.25")
    robot = robotfmt.read(tmp_path / "out.xml")
    assert [(each.metalness, each.roughness) for each in robot.materials] == [(0.75, 0.25), (None, 0.25)]
    robotfmt.convert(tmp_path / "out.xml", tmp_path / "out.sdf")
    metal = ElementTree.parse(tmp_path / "out.sdf").find(".//pbr/metal")
    assert metal is not None
    assert (metal.findtext("metalness"), metal.findtext("roughness")) == ("0.75", "0.25")


def test_content_of_a_coloured_geom_returns_from_urdf_with_a_sidecar(tmp_path: Path) -> None:
    (tmp_path / "in.xml").write_text(
        "<mujoco><worldbody><body name='base'><geom name='box' type='box' size='.1 .1 .1' rgba='1 0 0 1' contype='0' "
        "conaffinity='0' group='1'/></body></worldbody></mujoco>"
    )
    robotfmt.convert(tmp_path / "in.xml", tmp_path / "robot.urdf", keep=True)
    robotfmt.convert(tmp_path / "robot.urdf", tmp_path / "out.xml")
    (geom,) = ElementTree.parse(tmp_path / "out.xml").iter("geom")
    assert geom.get("group") == "1"
