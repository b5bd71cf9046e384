"""Links of a robot pass through each other in Gazebo unless SDF says otherwise, and collide in MuJoCo."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from programs import oracle

import robotfmt
from robotfmt.diagnostics import Report

_LINK = """<link name='{name}'><pose>{x} 0 {z} 0 0 0</pose>
  <inertial><mass>1</mass><inertia><ixx>.1</ixx><iyy>.1</iyy><izz>.1</izz></inertia></inertial>
  <collision name='c'><geometry><box><size>.3 .3 .3</size></box></geometry>{mask}</collision></link>"""
_JOINT = """<joint name='{child}_joint' type='revolute'><parent>{parent}</parent><child>{child}</child>
  <axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint>"""
_MASK = "<surface><contact><collide_bitmask>3</collide_bitmask></contact></surface>"


def _model(name: str = "arm", said: str = "", mask: str = "", x: float = 0.0) -> str:
    """Three links that overlap; the last one is no neighbour of the first."""
    names = ("first", "second", "third")
    links = "".join(_LINK.format(name=each, x=x + 0.1 * at, z=1, mask=mask) for at, each in enumerate(names))
    joints = "".join(_JOINT.format(parent=a, child=b) for a, b in pairwise(names))
    return f"<model name='{name}'>{said}{links}{joints}</model>"


def _contacts(path: Path) -> list[tuple[str, str]]:
    """Return the pairs of bodies that touch in MuJoCo, by their names."""
    mujoco: Any = oracle("mujoco")
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    geoms = ([model.geom_bodyid[each] for each in data.contact[at].geom] for at in range(data.ncon))
    return sorted({(model.body(min(pair)).name, model.body(max(pair)).name) for pair in geoms})


def _converted(text: str, path: Path, to: str) -> Path:
    path.write_text(f"<sdf version='1.9'>{text}</sdf>")
    robotfmt.convert(path, made := path.with_name(f"made{to}"))
    return made


@pytest.mark.parametrize(
    ("said", "mask", "touching"),
    [
        ("", "", []),
        ("<self_collide>false</self_collide>", "", []),
        ("<self_collide>true</self_collide>", "", [("first", "third")]),
        ("", _MASK, []),
    ],
)
def test_links_touch_in_mujoco_as_in_gazebo(
    said: str, mask: str, touching: list[tuple[str, str]], tmp_path: Path
) -> None:
    assert _contacts(_converted(_model(said=said, mask=mask), tmp_path / "arm.sdf", ".xml")) == touching


def test_robots_of_a_world_touch_each_other_and_the_ground_but_not_themselves(tmp_path: Path) -> None:
    ground = """<model name='ground'><static>true</static><link name='slab'><pose>0 0 0.9 0 0 0</pose>
      <collision name='c'><geometry><box><size>9 9 .2</size></box></geometry></collision></link></model>"""
    both = f"<world name='w'>{_model('a')}{_model('b', x=0.35)}{ground}</world>"
    found = _contacts(_converted(both, tmp_path / "world.sdf", ".xml"))
    models = {tuple(each.partition("/")[0] for each in pair) for pair in found}
    assert models == {("a", "b"), ("a", "slab"), ("b", "slab")}


def test_self_collision_that_is_off_reads_back_from_the_document(tmp_path: Path) -> None:
    made = _converted(_model(), tmp_path / "arm.sdf", ".xml")
    robot = robotfmt.read(made)
    assert robot.simulation is not None
    assert robot.simulation.self_collide is False
    assert {each.collision_mask for link in robot.links for each in link.collisions} == {None}
    robotfmt.convert(made, back := tmp_path / "back.sdf")
    assert b"self_collide" not in back.read_bytes()


@pytest.mark.parametrize("suffix", [".xml", ".dae"])
def test_a_robot_of_another_format_collides_with_itself_in_gazebo(suffix: str, tmp_path: Path) -> None:
    source = _converted(_model(said="<self_collide>true</self_collide>"), tmp_path / "arm.sdf", suffix)
    report = Report()
    robotfmt.convert(source, made := tmp_path / "again.sdf", report=report)
    assert etree.parse(made).findtext(".//model/self_collide") == "true"
    assert bool(report.having("sdf.self-collide"))


def test_a_format_that_cannot_let_links_pass_loses_it(tmp_path: Path) -> None:
    report = Report()
    (tmp_path / "arm.sdf").write_text(f"<sdf version='1.9'>{_model()}</sdf>")
    robotfmt.convert(tmp_path / "arm.sdf", tmp_path / "arm.dae", report=report)
    assert any("self-collision is lost" in each.message for each in report)


def test_a_base_in_the_world_does_not_touch_the_link_that_it_carries(tmp_path: Path) -> None:
    """MuJoCo tests bodies against parents that are fixed to the world; Gazebo tests no links that a joint connects."""
    held = "<joint name='hold' type='fixed'><parent>world</parent><child>first</child></joint>"
    text = _model(said="<self_collide>true</self_collide>").replace("</model>", f"{held}</model>")
    assert _contacts(_converted(text, tmp_path / "arm.sdf", ".xml")) == [("first", "third")]
