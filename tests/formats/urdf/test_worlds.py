"""Several robots in one URDF document, and documents whose links are not connected."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.diagnostics import Fate, Report
from robotfmt.errors import InputError, ModelError
from robotfmt.model import Extension, ExtensionKind
from robotfmt.settings import Settings

ARM = """<robot name="arm">
  <!-- the arm's -->
  <link name="base"/>
  <link name="hand" colour="red"/>
  <joint name="wrist" type="fixed">
    <parent link="base"/>
    <child link="hand"/>
  </joint>
</robot>
"""
CART = ARM.replace("arm", "cart").replace("wrist", "axle")
DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "scene.urdf"
    path.write_text(f"<world>\n<gravity>0 0 -9.81</gravity>\n{ARM}{CART}</world>", encoding="utf-8")
    return path


def test_a_world_has_all_robots_of_a_document(scene: Path) -> None:
    report = Report()
    world = robotfmt.read_world(scene, report=report)
    assert [placed.robot.name for placed in world.robots] == ["arm", "cart"]
    assert [placed.pose for placed in world.robots] == [None, None]
    assert [joint.name for placed in world.robots for joint in placed.robot.joints] == ["wrist", "axle"]
    (gravity,) = world.extensions
    assert (gravity.place, gravity.name) == ("/world", "gravity")
    colours = [each for placed in world.robots for each in placed.robot.extensions]
    assert [each.place for each in colours] == ["/robot/link[@name='hand']"] * 2
    assert [each.line for each in report.having("document.not-understood")] == [6, 15, 2]


def test_one_of_several_robots_must_be_chosen(scene: Path) -> None:
    with pytest.raises(ModelError) as caught:
        robotfmt.read(scene)
    assert caught.value.code.slug == "world.several-robots"
    assert "'arm', 'cart'" in str(caught.value)
    with pytest.raises(ModelError) as caught:
        robotfmt.read(scene, settings=Settings(robot="dog"))
    assert caught.value.code.slug == "world.no-robot"


def test_one_robot_becomes_a_document_of_its_own(scene: Path, tmp_path: Path) -> None:
    report = Report()
    robot = robotfmt.read(scene, settings=Settings(robot="cart"), report=report)
    assert robot.joints[0].origin is not None
    assert robot.joints[0].origin.line == 16
    robotfmt.write(robot, tmp_path / "cart.urdf")
    text = (tmp_path / "cart.urdf").read_text(encoding="utf-8")
    assert text == DECLARATION + CART


def test_properties_of_a_world_have_no_place_in_a_document_of_one_robot(scene: Path, tmp_path: Path) -> None:
    robot = robotfmt.read(scene, settings=Settings(robot="cart"))
    report = Report()
    robotfmt.write(robot, tmp_path / "cart.urdf", report=report, keep=True)
    (gone,) = report.having(Fate.STORED)
    assert "gravity" in gone.message
    (gravity,) = [each for each in robotfmt.read(tmp_path / "cart.urdf").extensions if each.name == "gravity"]
    content = "<gravity>0 0 -9.81</gravity>"
    kind = ExtensionKind.ELEMENT
    assert gravity == Extension(format="urdf", place="/world", kind=kind, name="gravity", content=content)


def test_a_robot_in_a_robot(tmp_path: Path) -> None:
    path = tmp_path / "nested.urdf"
    path.write_text(ARM.replace("</robot>", f"{CART}</robot>"), encoding="utf-8")
    world = robotfmt.read_world(path)
    assert [placed.robot.name for placed in world.robots] == ["arm", "cart"]
    robot = robotfmt.read(path, settings=Settings(robot="arm"))
    robotfmt.write(robot, tmp_path / "arm.urdf")
    assert (tmp_path / "arm.urdf").read_text(encoding="utf-8") == DECLARATION + ARM


def test_a_word_that_is_no_robot(tmp_path: Path) -> None:
    """What a plugin calls <robot> has no links."""
    path = tmp_path / "plain.urdf"
    path.write_text(ARM.replace("</robot>", "<robot>arm_1</robot></robot>"), encoding="utf-8")
    assert [each.name for each in robotfmt.read(path).extensions] == ["colour", "robot"]


def test_links_that_are_not_connected_are_one_robot(tmp_path: Path) -> None:
    path = tmp_path / "forest.urdf"
    path.write_text(ARM.replace("</robot>", '<link name="stone"/></robot>'), encoding="utf-8")
    (placed,) = robotfmt.read_world(path).robots
    assert [link.name for link in placed.robot.links] == ["base", "hand", "stone"]
    assert [each.code for each in robotfmt.validate(placed.robot)].count("robot.several-roots") == 1


def test_a_document_without_robots(tmp_path: Path) -> None:
    path = tmp_path / "empty.urdf"
    path.write_text("<world><light/></world>", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        robotfmt.read_world(path)
    assert caught.value.code.slug == "urdf.not-a-robot"
