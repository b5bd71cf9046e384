"""What is written, and what is reported of robots that OpenRAVE's XML cannot hold as they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES, some

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.facts.difference import diff
from robotfmt.model import (
    Axis,
    Frame,
    Joint,
    JointType,
    Limits,
    Link,
    PlacedRobot,
    Pose,
    Robot,
    World,
)

from .readings import data_path, laid, readings
from .second_reading import read_bodies

HERE = FIXTURES / "openrave_xml"
NONE = pytest.mark.skipif(not readings(), reason="the corpus with OpenRAVE's readings is not there")


def hinge(name: str, parent: str, child: str, kind: JointType = JointType.REVOLUTE) -> Joint:
    axis = Axis(direction=(0.0, 0.0, 1.0), hard=Limits(lower=-1.0, upper=1.0))
    return Joint(name=name, type=kind, parent=parent, child=child, axes=(axis,))


def test_numbers(tmp_path: Path) -> None:
    axis = Axis(direction=(0.0, 2.0, 0.0), hard=Limits(lower=-0.5, upper=1.5, velocity=2.0, effort=3.0))
    joint = Joint(
        name="j",
        type=JointType.REVOLUTE,
        parent="a",
        child="b",
        pose_in_parent=Pose((1.0, 0.0, 0.5)),
        pose_in_child=Pose((0.25, 0.0, 0.0)),
        axes=(axis,),
    )
    robot = Robot(
        name="r", pose=Pose((0.0, 0.0, 3.0)), links=(Link(name="a"), Link(name="b")), joints=(joint,)
    )
    robotfmt.write(robot, tmp_path / "r.robot.xml")
    body = read_bodies(tmp_path / "r.robot.xml")["r"]
    assert body.links["b"][:3, 3] == pytest.approx((0.75, 0, 3.5))
    assert body.joints["j"].anchor == pytest.approx((1, 0, 3.5))
    assert body.joints["j"].axis == pytest.approx((0, 1, 0))
    assert (body.joints["j"].lower, body.joints["j"].upper) == (-0.5, 1.5)
    assert body.masses == {"a": 0, "b": 0}


def test_a_joint_without_limits(tmp_path: Path) -> None:
    joint = Joint(
        name="j", type=JointType.PRISMATIC, parent="a", child="b", axes=(Axis(direction=(1.0, 0.0, 0.0)),)
    )
    robot = Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(joint,))
    report = Report()
    robotfmt.write(robot, tmp_path / "r.robot.xml", report=report)
    found = {each.subject for each in report.having("openrave.assumed-limits")}
    assert found == {"joint/j/lower", "joint/j/upper"}
    assert read_bodies(tmp_path / "r.robot.xml")["r"].joints["j"].lower == -10


def test_a_joint_on_a_frame(tmp_path: Path) -> None:
    frame = Frame(name="mount", parent="a", pose=Pose((0.0, 0.0, 0.1)))
    robot = Robot(
        name="r", links=(Link(name="a"), Link(name="b")), joints=(hinge("j", "mount", "b"),), frames=(frame,)
    )
    report = Report()
    robotfmt.write(robot, tmp_path / "r.robot.xml", report=report)
    assert {each.subject for each in report.having("openrave.frame-end")} == {
        "joint/j/parent",
        "joint/j/position",
    }
    assert read_bodies(tmp_path / "r.robot.xml")["r"].links["b"][2, 3] == pytest.approx(0.1)


def test_a_loop_with_which_openrave_finds_another_tree(tmp_path: Path) -> None:
    links = tuple(Link(name=name) for name in "abcd")
    joints = (hinge("ab", "a", "b"), hinge("bc", "b", "c"), hinge("cd", "c", "d"))
    report = Report()
    robot = Robot(name="r", links=links, joints=joints, loops=(hinge("ad", "a", "d"),))
    robotfmt.write(robot, tmp_path / "r.robot.xml", report=report)
    assert any(each.subject == "loop/ad" for each in report.having("openrave.open-loop"))
    assert robotfmt.read(tmp_path / "r.robot.xml").loops == ()


def test_a_loop_that_stays(tmp_path: Path) -> None:
    links = tuple(Link(name=name) for name in "abc")
    joints = (hinge("ab", "a", "b"), hinge("ac", "a", "c"))
    robot = Robot(name="r", links=links, joints=joints, loops=(hinge("bc", "b", "c"),))
    robotfmt.write(robot, tmp_path / "r.robot.xml")
    assert [each.name for each in robotfmt.read(tmp_path / "r.robot.xml").loops] == ["bc"]


def test_a_robot_has_one_name_in_a_scene(tmp_path: Path) -> None:
    robot = Robot(name="arm", links=(Link(name="a"),))
    world = World(robots=(PlacedRobot(name="left", robot=robot), PlacedRobot(name="right", robot=robot)))
    report = Report()
    robotfmt.write(world, tmp_path / "cell.env.xml", report=report)
    assert {each.subject for each in report.having("openrave.scene-name")} == {
        "robot/left/name",
        "robot/right/name",
    }
    assert [each.robot.name for each in robotfmt.read_world(tmp_path / "cell.env.xml").robots] == [
        "left",
        "right",
    ]


@pytest.mark.parametrize("name", ["arm.robot.xml", "gripper.robot.xml"])
def test_through_collada(name: str, tmp_path: Path) -> None:
    robot = robotfmt.read(HERE / name)
    robotfmt.write(robot, tmp_path / "r.dae")
    found = diff(robot, robotfmt.read(tmp_path / "r.dae"))
    assert {each.path[0] for each in found if "mesh" not in each.path} <= {"spheres"}


def test_a_scene_through_sdf(tmp_path: Path) -> None:
    """Only the weights of planning and OpenRAVE's own are not there again."""
    world = robotfmt.read_world(HERE / "kitchen.env.xml")
    robotfmt.write(world, tmp_path / "kitchen.sdf")
    back = robotfmt.read_world(tmp_path / "kitchen.sdf")
    robotfmt.write(back, tmp_path / "kitchen.env.xml")
    again = robotfmt.read_world(tmp_path / "kitchen.env.xml")
    assert [each.name for each in again.robots] == [each.name for each in world.robots]
    assert again.gravity == world.gravity
    lost = ("manipulator", "ignored pair", "scene position", "interface", "simulation", "sensor", "visual")
    words = ("static", "resolution", "active", "mesh")
    found = [each for each in diff(world, again) if not any(word in each.path for word in (*lost, *words))]
    assert not found


def test_urdf_and_srdf_are_accepted(tmp_path: Path) -> None:
    pinocchio = pytest.importorskip("pinocchio")
    report = Report()
    outputs = [tmp_path / "gripper.urdf", tmp_path / "gripper.srdf"]
    robotfmt.convert([HERE / "gripper.robot.xml"], outputs, report=report)
    model = pinocchio.buildModelFromUrdf(str(outputs[0]))
    pinocchio.loadReferenceConfigurations(model, str(outputs[1]), False)
    assert model.nq >= 5
    assert report.having("convert.no-place")


@NONE
@pytest.mark.parametrize("name", some(sorted(n for n, it in readings().items() if it.get("ok")), 24))
def test_documents_of_others_through_collada(name: str, tmp_path: Path) -> None:
    from robotfmt.assets.resolver import Assets
    from robotfmt.settings import Settings

    folder = laid(tmp_path)
    settings = Settings(assets=Assets(environment={"OPENRAVE_DATA": data_path(folder)}))
    world = robotfmt.read_world(folder / name, settings=settings)
    if not world.robots:
        pytest.skip("no body")
    written = (folder / name).with_name("written.dae")
    robotfmt.write(world, written, settings=settings)
    back = robotfmt.read_world(written, settings=settings)
    assert not [each for each in diff(world, back) if not {"mesh", "spheres"} & set(each.path)]
