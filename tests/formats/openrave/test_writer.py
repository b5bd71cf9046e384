"""What is written, and what is reported of robots that OpenRAVE's XML cannot hold as they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from openrave_readings import MALFORMED, OK, data_path, laid, names_of_readings
from pure import has_private_words
from real import FIXTURES, fixtures, some

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.diagnostics import Report
from robotfmt.kinematics.tree import base_of
from robotfmt.model import (
    Axis,
    Base,
    Box,
    Frame,
    Geometry,
    Inertia,
    Inertial,
    InterfaceType,
    Joint,
    JointType,
    Limits,
    Link,
    Manipulator,
    Material,
    Parameter,
    PlacedRobot,
    Pose,
    Robot,
    Rpy,
    Sensor,
    World,
)
from robotfmt.model.record import replace
from robotfmt.settings import Settings

from .second_reading import read_bodies

pytestmark = pytest.mark.slow
HERE = FIXTURES / "openrave_xml"
NONE = pytest.mark.skipif(not names_of_readings(), reason="the corpus with OpenRAVE's readings is not there")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return laid(tmp_path_factory.mktemp("writer"))


def settings_of(folder: Path) -> Settings:
    return Settings(assets=Assets(environment={"OPENRAVE_DATA": data_path(folder)}))


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
    robot = Robot(name="r", pose=Pose((0.0, 0.0, 3.0)), links=(Link(name="a"), Link(name="b")), joints=(joint,))
    robotfmt.write(robot, tmp_path / "r.robot.xml")
    body = read_bodies(tmp_path / "r.robot.xml")["r"]
    assert body.links["b"][:3, 3] == pytest.approx((0.75, 0, 3.5))
    assert body.joints["j"].anchor == pytest.approx((1, 0, 3.5))
    assert body.joints["j"].axis == pytest.approx((0, 1, 0))
    assert (body.joints["j"].lower, body.joints["j"].upper) == (-0.5, 1.5)
    assert body.masses == {"a": 0, "b": 0}


def test_a_joint_without_limits(tmp_path: Path) -> None:
    joint = Joint(name="j", type=JointType.PRISMATIC, parent="a", child="b", axes=(Axis(direction=(1.0, 0.0, 0.0)),))
    robot = Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(joint,))
    report = Report()
    robotfmt.write(robot, tmp_path / "r.robot.xml", report=report)
    found = {each.subject for each in report.having("openrave.assumed-limits")}
    assert found == {"joint/j/lower", "joint/j/upper"}
    assert read_bodies(tmp_path / "r.robot.xml")["r"].joints["j"].lower == -10


def test_a_joint_without_a_given_axis_turns_about_x(tmp_path: Path) -> None:
    joint = replace(hinge("j", "a", "b"), axes=(Axis(hard=Limits(lower=-1.0, upper=1.0)),))
    robot = Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(joint,))
    robotfmt.write(robot, tmp_path / "r.robot.xml")
    assert robotfmt.read(tmp_path / "r.robot.xml").joint("j").axes[0].direction == (1.0, 0.0, 0.0)


def test_sensors_with_one_name_are_numbered(tmp_path: Path) -> None:
    sensors = tuple(Sensor(name="eye", type="base_camera", link=link) for link in ("a", "b"))
    robot = Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(hinge("j", "a", "b"),), sensors=sensors)
    report = Report()
    robotfmt.write(robot, tmp_path / "r.robot.xml", report=report)
    assert report.having("openrave.renamed")
    assert len({each.name for each in robotfmt.read(tmp_path / "r.robot.xml").sensors}) == 2


def test_a_joint_on_a_frame(tmp_path: Path) -> None:
    frame = Frame(name="mount", parent="a", pose=Pose((0.0, 0.0, 0.1)))
    robot = Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(hinge("j", "mount", "b"),), frames=(frame,))
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


def test_a_manipulator_without_a_direction(tmp_path: Path) -> None:
    """OpenRAVE assumes z of the tool; without --keep the direction is an assumption."""
    tool = Manipulator(name="m", base="a", tip="b")
    robot = Robot(
        name="r", links=(Link(name="a"), Link(name="b")), joints=(hinge("j", "a", "b"),), manipulators=(tool,)
    )
    report = Report()
    robotfmt.write(robot, tmp_path / "r.robot.xml", report=report, keep=True)
    assert [each.subject for each in report.having("openrave.assumed-direction")] == ["manipulator/m/direction"]
    (tmp_path / "alone.robot.xml").write_bytes((tmp_path / "r.robot.xml").read_bytes())
    assert robotfmt.read(tmp_path / "alone.robot.xml").manipulators[0].direction == (0.0, 0.0, 1.0)
    assert robotfmt.read(tmp_path / "r.robot.xml").manipulators[0].direction is None


@pytest.mark.parametrize(("base", "static"), [(Base.FIXED, True), (Base.FLOATING, None), (None, None)])
def test_a_fixed_base_is_a_static_root(base: Base | None, static: bool | None, tmp_path: Path) -> None:
    robot = Robot(name="r", base=base, links=(Link(name="a"), Link(name="b")), joints=(hinge("j", "a", "b"),))
    report = Report()
    robotfmt.write(robot, tmp_path / "r.robot.xml", report=report)
    back = robotfmt.read(tmp_path / "r.robot.xml")
    assert (back.links[0].static, base_of(back)) == (static, Base.FIXED if static else None)
    assert bool(report.having("openrave.not-held")) is (base is Base.FLOATING)


@pytest.mark.parametrize(
    "path", sorted([*HERE.glob("*.xml"), *fixtures(".urdf", ".dae", ".sdf")]), ids=lambda it: it.name
)
def test_only_words_of_openrave_are_written(path: Path, tmp_path: Path) -> None:
    robotfmt.convert(path, tmp_path / "r.env.xml")
    assert not has_private_words((tmp_path / "r.env.xml").read_bytes())


@pytest.mark.parametrize("path", sorted(fixtures(".urdf", ".dae")), ids=lambda it: it.name)
def test_the_way_back_is_lossless_with_the_sidecar(path: Path, tmp_path: Path) -> None:
    robot = robotfmt.read(path)
    robotfmt.write(robot, tmp_path / "r.robot.xml", keep=True)
    assert not robotfmt.diff(robot, robotfmt.read(tmp_path / "r.robot.xml"))


@pytest.mark.parametrize("name", ["arm.robot.xml", "gripper.robot.xml"])
def test_robots_survive_collada(name: str, tmp_path: Path) -> None:
    robot = robotfmt.read(HERE / name)
    robotfmt.write(robot, tmp_path / "r.dae", keep=True)
    assert not robotfmt.diff(robot, robotfmt.read(tmp_path / "r.dae"))


def test_a_scene_through_sdf(tmp_path: Path) -> None:
    """All is there again, with manipulators, pairs and values."""
    world = robotfmt.read_world(HERE / "kitchen.env.xml")
    back = through_sdf(world, tmp_path / "kitchen")
    assert not robotfmt.diff(world, back)


def test_facts_without_words_in_sdf_are_kept(tmp_path: Path) -> None:
    """Flags, planning values, parameters of a sensor with their kinds, and colours without an ambient one."""
    red = Geometry(name="v", shape=Box((1.0, 1.0, 1.0)), material=Material(color=(1.0, 0.0, 0.0, 1.0)))
    axis = Axis(direction=(0.0, 0.0, 1.0), planning_weight=2.0, resolution=0.25, active=False)
    sensor = Sensor(
        name="ir",
        type="IR",
        link="a",
        parameters=(
            Parameter(name="power", values=(1.5, 2.0)),
            Parameter(name="count", values=(3,)),
            Parameter(name="mesh", values="cone.dae", attributes=(("unit", "m"),)),
        ),
    )
    robot = Robot(
        name="r",
        links=(Link(name="a", static=True, visuals=(red,)), Link(name="b", visible=False)),
        joints=(replace(hinge("j", "a", "b"), axes=(axis,)),),
        sensors=(sensor,),
        interfaces=(InterfaceType(name="fast", type="robot", plugin="quick"),),
    )
    robotfmt.write(robot, tmp_path / "r.sdf", keep=True)
    back = robotfmt.read(tmp_path / "r.sdf")
    assert not robotfmt.diff(robot, back)
    assert back.sensors[0].parameters == sensor.parameters
    assert back.interfaces == robot.interfaces


def through_sdf(world: World, path: Path, settings: Settings | None = None) -> World:
    """Return the environment of the SDF world of an environment; the SDF and its sidecar have all of it."""
    robotfmt.write(world, path.with_suffix(".sdf"), settings=settings, keep=True)
    back = robotfmt.read_world(path.with_suffix(".sdf"), settings=settings)
    assert not robotfmt.diff(world, back, settings=settings)
    robotfmt.write(back, path.with_suffix(".env.xml"), settings=settings, keep=True)
    return robotfmt.read_world(path.with_suffix(".env.xml"), settings=settings)


@NONE
@pytest.mark.parametrize("name", some([each for each in names_of_readings() if each.endswith(".env.xml")], 8))
def test_environments_of_others_through_sdf(name: str, folder: Path, tmp_path: Path) -> None:
    settings = settings_of(folder)
    if name.endswith(MALFORMED):
        pytest.skip("its tags do not match")
    world = robotfmt.read_world(folder / name, settings=settings)
    if not world.robots:
        pytest.skip("no body")
    back = through_sdf(world, (folder / name).with_name(tmp_path.name), settings)
    assert not robotfmt.diff(world, back, settings=settings)


def test_urdf_and_srdf_are_accepted(tmp_path: Path) -> None:
    pinocchio = pytest.importorskip("pinocchio")
    report = Report()
    outputs = [tmp_path / "gripper.urdf", tmp_path / "gripper.srdf"]
    robotfmt.convert(HERE / "gripper.robot.xml", *outputs, report=report)
    model = pinocchio.buildModelFromUrdf(str(outputs[0]))
    pinocchio.loadReferenceConfigurations(model, str(outputs[1]), False)
    assert model.nq >= 5
    assert report.having("convert.no-place")


@NONE
@pytest.mark.parametrize("name", some(names_of_readings(OK), 24))
def test_documents_of_others_through_collada(name: str, folder: Path, tmp_path: Path) -> None:
    settings = settings_of(folder)
    world = robotfmt.read_world(folder / name, settings=settings)
    if not world.robots:
        pytest.skip("no body")
    written = (folder / name).with_name(f"{tmp_path.name}.dae")
    robotfmt.write(world, written, settings=settings, keep=True)
    assert not robotfmt.diff(world, robotfmt.read_world(written, settings=settings), settings=settings)


def test_a_turned_tensor_is_symmetric(tmp_path: Path) -> None:
    tensor = Inertia(ixx=0.0716565, ixy=0.0, ixz=0.0, iyy=0.0630105, iyz=0.0, izz=0.0168101)
    inertial = Inertial(mass=5.2, inertia=tensor, pose=Pose(None, Rpy(1.0, 2.0, 3.0)))
    path, report = tmp_path / "r.robot.xml", Report()
    robotfmt.write(Robot(name="r", links=(Link(name="a", inertial=inertial),)), path)
    robotfmt.read(path, report=report)
    assert not report.having("openrave.mass")
