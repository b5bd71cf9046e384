"""``<mujoco>`` blocks of URDF: MuJoCo has the same of the MJCF that is written as of the URDF, and the reverse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from programs import oracle

import robotfmt
from robotfmt.diagnostics import Fate, Report

URDF = """<robot name="r">
  <mujoco>{}</mujoco>
  <link name="base"/>
  <joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
  <link name="arm">
    <inertial><mass value="0.5"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="{}"/></inertial>
    {}
  </link>
  <joint name="tip_turn" type="continuous"><parent link="arm"/><child link="tip"/><axis xyz="0 1 0"/></joint>
  <link name="tip">
    <inertial><mass value="0.001"/><inertia ixx="1e-8" ixy="0" ixz="0" iyy="1e-8" iyz="0" izz="1e-8"/></inertial>
  </link>
</robot>
"""
OBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"


def model_of(path: Path) -> Any:
    return oracle("mujoco").MjModel.from_xml_path(str(path))


def masses(model: Any) -> list[list[float]]:
    rows = zip(model.body_mass[1:], model.body_inertia[1:], strict=True)
    heavy = [(mass, *sorted(moments)) for mass, moments in rows if mass > 0]
    return [[round(float(each), 9) for each in row] for row in heavy]


READINGS: dict[str, Callable[[Any], object]] = {
    "gravity": lambda model: model.opt.gravity.tolist(),
    "timestep": lambda model: model.opt.timestep,
    "flags": lambda model: int(model.opt.disableflags),
    "integrator": lambda model: int(model.opt.integrator),
    "memory": lambda model: int(model.narena),
    "masses": masses,
}
BLOCKS = {
    "gravity": ('<option gravity="0 0 -1.60"/>', "gravity"),
    "timestep": ('<option timestep="0.001"/>', "timestep"),
    "integrator": ('<option integrator="implicit" timestep="0.003"/>', "integrator"),
    "flags": ('<option><flag contact="disable" gravity="disable"/></option>', "flags"),
    "memory": ('<size memory="3M"/>', "memory"),
    "boundmass": ('<compiler boundmass="0.01"/>', "masses"),
    "boundinertia": ('<compiler boundinertia="0.0001"/>', "masses"),
    "both bounds": ('<compiler boundmass="0.02" boundinertia="0.001"/>', "masses"),
    "settotalmass": ('<compiler settotalmass="2"/>', "masses"),
}


@pytest.mark.parametrize(("block", "what"), BLOCKS.values(), ids=BLOCKS)
def test_mujoco_has_the_same_of_the_mjcf(block: str, what: str, tmp_path: Path) -> None:
    source, plain, output = tmp_path / "r.urdf", tmp_path / "plain.urdf", tmp_path / "r.xml"
    source.write_text(URDF.format(block, "0.15", ""), encoding="utf-8")
    plain.write_text(URDF.format("", "0.15", ""), encoding="utf-8")
    report, read = Report(), READINGS[what]
    robotfmt.convert(source, output, report=report)
    assert read(model_of(output)) == read(model_of(source)) != read(model_of(plain))
    assert not [each for each in report.having(Fate.LOST) if each.subject.startswith("extension")]


def test_an_inertia_is_balanced_as_mujoco_does(tmp_path: Path) -> None:
    source, output = tmp_path / "r.urdf", tmp_path / "r.xml"
    source.write_text(URDF.format('<compiler balanceinertia="true"/>', "0.3", ""), encoding="utf-8")
    robotfmt.convert(source, output, report=Report())
    assert masses(model_of(output)) == masses(model_of(source))


@pytest.mark.parametrize(
    ("options", "file"),
    [
        ('meshdir="parts"', "parts/shapes/arm.obj"),
        ('meshdir="parts" strippath="true"', "parts/arm.obj"),
        ('meshdir="parts" strippath="false"', "parts/shapes/arm.obj"),
        ('assetdir="parts" strippath="true"', "parts/arm.obj"),
        ('strippath="true"', "arm.obj"),
    ],
)
def test_meshes_are_where_mujoco_finds_them(options: str, file: str, tmp_path: Path) -> None:
    mesh = '<visual><geometry><mesh filename="shapes/arm.obj"/></geometry></visual>'
    source, output = tmp_path / "r.urdf", tmp_path / "r.xml"
    source.write_text(URDF.format(f'<compiler discardvisual="false" {options}/>', "0.15", mesh), encoding="utf-8")
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(OBJ, encoding="utf-8")
    report = Report()
    robotfmt.convert(source, output, report=report)
    one, other = model_of(source), model_of(output)
    assert one.nmesh == other.nmesh == 1
    assert not report.having("mesh.missing")


def test_a_package_that_is_nowhere_is_searched_by_name(tmp_path: Path) -> None:
    mesh = '<visual><geometry><mesh filename="package://here/shapes/arm.obj"/></geometry></visual>'
    source, output, report = tmp_path / "r.urdf", tmp_path / "r.xml", Report()
    compiler = '<compiler discardvisual="false" meshdir="parts" strippath="true"/>'
    source.write_text(URDF.format(compiler, "0.15", mesh), encoding="utf-8")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "arm.obj").write_text(OBJ, encoding="utf-8")
    robotfmt.convert(source, output, report=report)
    assert model_of(source).nmesh == model_of(output).nmesh == 1


def test_without_the_option_a_mesh_is_missing(tmp_path: Path) -> None:
    mesh = '<visual><geometry><mesh filename="shapes/arm.obj"/></geometry></visual>'
    source, report = tmp_path / "r.urdf", Report()
    source.write_text(URDF.format("", "0.15", mesh), encoding="utf-8")
    (tmp_path / "arm.obj").write_text(OBJ, encoding="utf-8")
    robotfmt.convert(source, tmp_path / "r.xml", report=report)
    assert report.having("mesh.missing")


def test_a_mesh_outside_of_the_package_of_the_document_is_not_opened(tmp_path: Path) -> None:
    mesh = '<visual><geometry><mesh filename="shapes/arm.obj"/></geometry></visual>'
    (tmp_path / "arm.obj").write_text(OBJ, encoding="utf-8")
    source, report = tmp_path / "deep" / "robot" / "urdf" / "r.urdf", Report()
    source.parent.mkdir(parents=True)
    source.write_text(URDF.format('<compiler meshdir="../../.."/>', "0.15", mesh), encoding="utf-8")
    robotfmt.convert(source, tmp_path / "r.xml", report=report)
    assert report.having("mesh.missing")


MJCF = """<mujoco model="r">
  {}
  <worldbody><body name="base"><body name="arm"><joint name="turn" axis="0 0 1"/>
    <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body></body></worldbody>
</mujoco>
"""


@pytest.mark.parametrize("name", ["gravity", "timestep", "integrator", "flags", "memory"])
@pytest.mark.parametrize("target", ["portable", "mujoco"])
def test_mujoco_has_the_options_of_the_mjcf_in_the_urdf(name: str, target: str, tmp_path: Path) -> None:
    section, what = BLOCKS[name]
    source, there, back = tmp_path / "r.xml", tmp_path / "r.urdf", tmp_path / "back.xml"
    source.write_text(MJCF.format(section), encoding="utf-8")
    report = Report()
    settings = robotfmt.Settings(options={"urdf.target": target})
    robotfmt.convert(source, there, report=report, settings=settings)
    robotfmt.convert(there, back, report=Report())
    read = READINGS[what]
    assert read(model_of(there)) == read(model_of(back)) == read(model_of(source))
    assert not [each for each in report.having(Fate.LOST) if each.subject.startswith("extension")]
