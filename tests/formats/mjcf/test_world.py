"""What a document has outside of its robots: geoms of the world, keyframes of attached models, classes in use."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from programs import oracle

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import Camera, Plane, World

ROOM = """<mujoco model="room"><compiler angle="radian"/>
  <default><geom friction=".7 .1 .2" size=".1 .2 .3" solref=".01 2"/>
    <default class="pad"><geom friction=".6" size=".5"/></default>
    <default class="strong"><motor gear="7"/></default></default>
  <worldbody>
    <light pos="0 0 3"/>
    <geom name="floor" type="plane" size="2 3 1" condim="4"/>
    <geom name="wall" type="box" pos="1 0 0" friction="1"/>
    <body name="ball" pos="0 0 1"><freejoint/>
      <geom name="skin" class="pad" type="box"/><geom name="cap" class="pad" friction="2 .3" type="capsule" size=".4"/>
      <camera name="eye" resolution="640 480" sensorsize=".004 .003" focal=".002 .002"/>
      <body name="arm"><joint name="turn"/><geom/></body>
    </body>
  </worldbody>
  <actuator><motor class="strong" joint="turn"/></actuator>
</mujoco>"""
INNER = """<mujoco model="pair"><compiler angle="radian"/><worldbody>
  <body name="other"><joint name="idle"/><geom size=".1"/></body>
  <body name="base"><joint name="turn" ref=".3"/><geom size=".1"/>
    <body name="arm"><joint name="bend"/><geom size=".2"/></body></body>
</worldbody><actuator><motor joint="turn"/><motor joint="bend"/></actuator>
<keyframe><key name="k" qpos="9 1 2" qvel="6 7 8" ctrl="5 6" time="3"/><key qpos="9 .1 .2"/></keyframe></mujoco>"""
MIDDLE = """<mujoco model="middle"><asset><model name="pair" file="pair.xml"/></asset><worldbody>
  <body name="stand"><joint name="lift" type="slide"/><geom size=".1"/>
    <attach model="pair" body="base" prefix="p_"/></body>
</worldbody><keyframe><key name="up" qpos=".5 1 1"/></keyframe></mujoco>"""
OUTER = """<mujoco model="two"><asset><model name="middle" file="middle.xml"/></asset><worldbody>
  <body name="ball" pos="0 0 5" quat="1 1 0 0"><freejoint name="free"/><geom size=".1"/></body>
  <replicate count="2" offset="1 0 0" sep="-"><attach model="middle" body="stand" prefix="m_"/></replicate>
</worldbody></mujoco>"""


def models(folder: Path, source: str) -> tuple[Any, Any]:
    """MuJoCo's models of a document, and of what is written of it."""
    mujoco = oracle("mujoco")
    robotfmt.convert(folder / source, folder / "out.xml", report=Report())
    before, after = (mujoco.MjModel.from_xml_path(str(folder / each)) for each in (source, "out.xml"))
    return before, after


@pytest.fixture(name="room")
def _room(tmp_path: Path) -> World:
    (tmp_path / "room.xml").write_text(ROOM)
    return robotfmt.read_world(tmp_path / "room.xml", report=Report())


def test_geoms_of_the_world_are_a_static_robot(room: World, tmp_path: Path) -> None:
    assert [each.name for each in room.robots] == ["world", "room"]
    ground = room.robots[0].robot
    assert ground.simulation is not None
    assert ground.simulation.static
    assert [each.name for each in ground.links[0].collisions] == ["floor", "wall"]
    assert ground.links[0].collisions[0].shape == Plane(size=(4.0, 6.0))
    assert robotfmt.read(tmp_path / "room.xml", report=Report()).name == "room"


def test_friction_is_that_of_the_first_number(room: World) -> None:
    skin, cap = room.robots[1].robot.links[0].collisions
    assert [each.surface.friction for each in (skin, cap) if each.surface is not None] == [0.6, 2.0]
    kept = {
        each.place.rpartition("/")[2]: each.content
        for each in room.robots[1].robot.extensions
        if each.name == "friction"
    }
    assert kept["geom[@name='cap']"] == ".3 .2"


def test_a_lens_gives_the_field_of_view(room: World) -> None:
    data = room.robots[1].robot.sensors[0].data
    assert isinstance(data, Camera)
    assert data.horizontal_fov == pytest.approx(1.5707963267948966)


def test_mujoco_makes_the_same_of_the_room(room: World, tmp_path: Path) -> None:
    before, after = models(tmp_path, "room.xml")
    for name in (
        "geom_friction",
        "geom_rbound",
        "geom_solref",
        "geom_condim",
        "actuator_gear",
        "cam_fovy",
        "light_pos",
    ):
        assert abs(getattr(before, name) - getattr(after, name)).max() < 1e-9, name


def test_keyframes_of_attached_models(tmp_path: Path) -> None:
    for name, text in (("pair", INNER), ("middle", MIDDLE), ("two", OUTER)):
        (tmp_path / f"{name}.xml").write_text(text)
    before, after = models(tmp_path, "two.xml")
    assert before.nkey == after.nkey == 3
    # MuJoCo forgets a prefix: its second name is "p_k".
    for one, name in enumerate(("m_up", "m_p_k")):
        other = after.key(name).id
        for field in ("key_qpos", "key_qvel", "key_ctrl", "key_time"):
            assert abs(getattr(before, field)[one] - getattr(after, field)[other]).max() < 1e-9, (name, field)


def test_files_of_attached_models_are_found(tmp_path: Path) -> None:
    (tmp_path / "parts" / "images").mkdir(parents=True)
    (tmp_path / "parts" / "part.xml").write_text(
        '<mujoco model="part"><compiler texturedir="images"/><asset><texture name="t" type="2d" file="t.png"/></asset>'
        '<worldbody><body name="b"/></worldbody></mujoco>'
    )
    (tmp_path / "all.xml").write_text(
        '<mujoco><asset><model name="part" file="parts/part.xml"/></asset>'
        '<worldbody><attach model="part" prefix="p_"/></worldbody></mujoco>'
    )
    robotfmt.convert(tmp_path / "all.xml", tmp_path / "new" / "out.xml", report=Report())
    root = ElementTree.parse(tmp_path / "new" / "out.xml").getroot()
    (texture,) = root.iter("texture")
    folder = next(root.iter("compiler")).get("texturedir") or "."
    place = tmp_path / "new" / folder / (texture.get("file") or "")
    assert place.resolve() == tmp_path / "parts" / "images" / "t.png"


def test_stored_content_of_another_format_stays_with_its_robot(tmp_path: Path) -> None:
    models = "".join(
        f"<model name='{name}'><link name='base'><visual name='v'><cast_shadows>false</cast_shadows><geometry>"
        "<sphere><radius>1</radius></sphere></geometry></visual></link></model>"
        for name in ("one", "two")
    )
    (tmp_path / "w.sdf").write_text(f"<sdf version='1.9'><world name='w'>{models}</world></sdf>", encoding="utf-8")
    robotfmt.convert(tmp_path / "w.sdf", tmp_path / "w.xml", keep=True)
    back = robotfmt.read_world(tmp_path / "w.xml")
    assert [[each.name for each in placed.robot.extensions] for placed in back.robots] == [["cast_shadows"]] * 2
