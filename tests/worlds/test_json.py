"""Worlds in JSON: what is read, what is wrong, and the documents that they name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import robotfmt
from robotfmt import Limits, Report, Settings, World, formats
from robotfmt.context import Context
from robotfmt.errors import InputError, LimitError, UsageError
from robotfmt.model import (
    Axis,
    FormulaCoupling,
    Joint,
    JointType,
    Link,
    Number,
    PlacedRobot,
    Pose,
    Quaternion,
    Robot,
    WorldJoint,
)
from robotfmt.model.features import Feature
from robotfmt.testing import featured as samples

ARM = '<robot name="arm"><link name="base"/></robot>'


def laid(folder: Path, **fields: Any) -> Path:
    """A world of one arm, with more in it."""
    (folder / "arm.urdf").write_text(ARM)
    robots = [{"name": "left", "file": "arm.urdf", "position": [1, 2, 3], "quaternion": [0, 0, 0, 1]}]
    path = folder / "cell.world.json"
    path.write_text(json.dumps({"world": "robotfmt-world/1", "robots": robots} | fields))
    return path


def test_every_key_of_a_world(tmp_path: Path) -> None:
    light = {"name": "sun", "type": "spot", "position": [0, 0, 5], "outer_angle": 0.5, "on": False}
    frame = {"name": "tip", "robot": "left", "parent": "base", "position": [0, 0, 1]}
    world = robotfmt.read_world(laid(tmp_path, name="cell", gravity=[0, 0, -1.6], lights=[light], frames=[frame]))
    (left,) = world.robots
    assert (world.name, world.gravity) == ("cell", (0, 0, -1.6))
    assert (left.name, left.robot.name) == ("left", "arm")
    assert left.pose == Pose((1, 2, 3), Quaternion(0, 0, 0, 1))
    assert (world.frames[0].robot, world.frames[0].pose) == ("left", Pose((0, 0, 1)))
    assert (world.lights[0].outer_angle, world.lights[0].on) == (0.5, False)


def test_a_robot_is_written_once_however_often_it_is_placed(tmp_path: Path) -> None:
    path = laid(tmp_path)
    whole = json.loads(path.read_text())
    whole["robots"] += [{"name": f"r{n}", "file": "arm.urdf", "position": [n, 0, 0]} for n in range(20)]
    path.write_text(json.dumps(whole))
    world = robotfmt.read_world(path)
    assert len({id(each.robot) for each in world.robots}) == 1
    out = tmp_path / "out"
    robotfmt.convert(path, out / "cell.world.json")
    assert len(list(out.glob("*.urdf"))) == 1
    assert robotfmt.diff(world, robotfmt.read_world(out / "cell.world.json")) == []


def test_unknown_keys_are_kept(tmp_path: Path) -> None:
    report = Report()
    path = laid(tmp_path, colour="blue")
    world = robotfmt.read_world(path, report=report)
    assert [each.name for each in world.extensions] == ["colour"]
    robotfmt.write(world, tmp_path / "again.world.json", overwrite=True)
    assert robotfmt.diff(world, robotfmt.read_world(tmp_path / "again.world.json")) == []


def test_bad_values_are_reported(tmp_path: Path) -> None:
    report = Report()
    joint = {
        "name": "j",
        "type": "glued",
        "parent_robot": "left",
        "parent": "base",
        "axes": [{"hard": {"lower": "x"}}],
    }
    world = robotfmt.read_world(laid(tmp_path, joints=[joint, 5], lights=[{"on": "maybe"}]), report=report)
    assert world.joints[0].joint.type is None
    assert len(report.having("world.bad-value")) == 3
    assert len(report.having("number.bad")) == 1


@pytest.mark.parametrize("text", ["[]", "{}", '{"world": "robotfmt-world/2"}', "{", "[" * 100_000])
def test_a_document_that_is_no_world_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "cell.world.json"
    path.write_text(text)
    with pytest.raises(InputError):
        robotfmt.read_world(path)


def test_a_document_in_a_ring(tmp_path: Path) -> None:
    with pytest.raises(InputError) as found:
        robotfmt.read_world(laid(tmp_path, robots=[{"name": "me", "file": "cell.world.json"}]))
    assert found.value.diagnostic.code == "document.cycle"


@pytest.mark.parametrize("file", ["../../../../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "no.urdf"])
def test_a_document_that_may_not_be_opened(file: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as found:
        robotfmt.read_world(laid(tmp_path, robots=[{"name": "me", "file": file}]))
    assert found.value.diagnostic.code == "document.not-found"


def test_too_many_documents(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}.urdf").write_text(ARM)
    robots = [{"name": f"r{number}", "file": f"{number}.urdf"} for number in range(4)]
    path = laid(tmp_path, robots=robots)
    assert len(robotfmt.read_world(path).robots) == 4
    with pytest.raises(LimitError):
        robotfmt.read_world(path, settings=Settings(limits=Limits(includes=3)))


def test_a_robot_of_a_document_that_holds_several(tmp_path: Path) -> None:
    (tmp_path / "two.sdf").write_text(
        '<sdf version="1.9"><world name="w"><model name="a"><pose>1 0 0 0 0 0</pose><link name="l"/></model>'
        '<model name="b"><link name="k"/></model></world></sdf>'
    )
    path = laid(tmp_path, robots=[{"name": "me", "file": "two.sdf", "robot": "a", "position": [0, 1, 0]}])
    (me,) = robotfmt.read_world(path).robots
    assert me.robot.links[0].name == "l"
    assert me.pose is not None
    assert me.pose.xyz == (1, 1, 0)


def test_a_reader_that_is_called_alone_reads_no_other_document(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as found:
        Context().read("arm.urdf", None)
    assert found.value.diagnostic.code == "document.alone"
    with pytest.raises(UsageError):
        Context().write(Robot(), "arm.urdf", "urdf")


def test_a_formula_between_robots_is_lost(tmp_path: Path) -> None:
    axis = Axis(coupling=FormulaCoupling(expression=Number(1.0)))
    joint = Joint(name="j", type=JointType.REVOLUTE, parent="a", child="a", axes=(axis,))
    robot, report = Robot(name="r", links=(Link(name="a"),)), Report()
    world = World(
        robots=(PlacedRobot(name="one", robot=robot), PlacedRobot(name="two", robot=robot)),
        joints=(WorldJoint(joint=joint, parent_robot="one", child_robot="two"),),
    )
    robotfmt.write(world, tmp_path / "cell.world.json", report=report)
    assert [each.subject for each in report.having("world.formula-lost")] == ["joint/j/formula"]


def test_joints_of_every_kind_survive(tmp_path: Path) -> None:
    robots = samples.robots.WITHOUT_FILES
    joints = {
        each.name: each
        for feature in (
            Feature.SPECIAL_JOINTS,
            Feature.SOFT_LIMITS,
            Feature.DYNAMICS,
            Feature.CALIBRATION,
            Feature.MIMIC,
        )
        for each in robots[feature].joints
    }
    robot = Robot(name="r", links=tuple(Link(name=each) for each in ("body", "arm", "hand", "tool", "ball", "rod")))
    world = World(
        name="cell",
        robots=(PlacedRobot(name="one", robot=robot), PlacedRobot(name="two", robot=robot)),
        joints=tuple(WorldJoint(joint=each, parent_robot="one", child_robot="two") for each in joints.values()),
    )
    path = tmp_path / "cell.world.json"
    robotfmt.write(world, path)
    assert robotfmt.diff(world, robotfmt.read_world(path)) == []


def test_a_world_of_sdf_has_the_newest_version_of_its_robots(tmp_path: Path) -> None:
    """Inertia that is computed from shapes is new in 1.11; the JSON of the world declares no version of SDF."""
    model = (
        '<sdf version="1.11"><world name="w"><model name="m"><link name="l"><inertial auto="true"/><collision name="c">'
        "<density>10</density><geometry><sphere><radius>1</radius></sphere></geometry></collision></link>"
        "</model></world></sdf>"
    )
    (tmp_path / "in.sdf").write_text(model)
    world = robotfmt.read_world(tmp_path / "in.sdf")
    in_sdf = robotfmt.Settings(options={"world.robots": "sdf"})
    robotfmt.write(world, tmp_path / "cell.world.json", settings=in_sdf)
    robotfmt.write(robotfmt.read_world(tmp_path / "cell.world.json"), tmp_path / "out.sdf")
    assert robotfmt.diff(world, robotfmt.read_world(tmp_path / "out.sdf")) == []
    assert '<sdf version="1.11">' in (tmp_path / "out.sdf").read_text()


def test_robots_may_be_in_every_format_that_is_written() -> None:
    (option,) = formats.find("world").options
    able = {each.name for each in formats.all_formats() if each.write is not None and not each.overlay}
    assert able <= set(option.choices)
