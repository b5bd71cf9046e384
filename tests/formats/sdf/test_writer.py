"""SDF that is written: its words, by version and option, and what stays as it was."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pure import has_private_words
from real import FIXTURES

import robotfmt
from robotfmt import edit
from robotfmt.diagnostics import Fate, Report
from robotfmt.facts.difference import diff
from robotfmt.model import (
    Axis,
    Box,
    Geometry,
    Inertial,
    Joint,
    JointType,
    Link,
    Motion,
    Pose,
    Robot,
    RobotSimulation,
    Rpy,
    Sphere,
)
from robotfmt.model.record import replace
from robotfmt.settings import Settings

SDF = FIXTURES / "sdf"
SHAPES = (Geometry(shape=Box((1.0, 2.0, 3.0))), Geometry(shape=Sphere(0.5)))
ARM = Robot(
    name="arm",
    links=(
        Link(
            name="base",
            inertial=Inertial(mass=1.0),
            visuals=(Geometry(shape=Box((1.0, 2.0, 3.0))), Geometry(shape=Sphere(0.5))),
        ),
        Link(name="upper"),
    ),
    joints=(
        Joint(
            name="shoulder",
            type=JointType.FIXED,
            parent="base",
            child="upper",
            pose_in_parent=Pose((0.1, 0.2, 0.3), Rpy(0.0, 1.5707963267948966, 0.5)),
        ),
    ),
)


def written(robot: Robot, path: Path, version: str = "", **options: str) -> str:
    """The text of a robot."""
    settings = Settings(
        target_format=f"sdf@{version}" if version else None,
        options={f"sdf.{name}": value for name, value in options.items()},
    )
    output = path / f"{len(list(path.iterdir()))}.sdf"
    robotfmt.write(robot, output, report=Report(), settings=settings)
    return output.read_text(encoding="utf-8")


def test_a_written_document_as_a_whole(tmp_path: Path) -> None:
    text = written(ARM, tmp_path)
    assert '<sdf version="1.9">' in text
    assert '<pose relative_to="base">0.1 0.2 0.3 0 1.5707963267948966 0.5</pose>' in text
    assert '<pose relative_to="shoulder">0 0 0 0 0 0</pose>' in text
    assert "<size>1 2 3</size>" in text
    # The names that Gazebo's import of URDF gives.
    assert re.findall('<visual name="(.*?)">', text) == ["base_visual", "base_visual_2"]


def test_poses_in_the_model(tmp_path: Path) -> None:
    text = written(ARM, tmp_path, poses="model")
    assert re.findall("relative_to='(.*?)'|relative_to=\"(.*?)\"", text) == [("", "__model__")]
    assert re.findall("<pose>(.*?)</pose>", text)[-1] == "0.1 0.2 0.3 0 1.5707963267948966 0.5"
    written(ARM, tmp_path)
    assert diff(robotfmt.read(tmp_path / "0.sdf"), robotfmt.read(tmp_path / "1.sdf")) == []


@pytest.mark.parametrize("name", ["picker.sdf", "cell.world", "cart-1_4.sdf"])
@pytest.mark.parametrize("poses", ["as-read", "relative", "model"])
@pytest.mark.parametrize("version", ["1.7", "1.9", "1.11"])
def test_any_version_and_way_is_the_same_robot(name: str, poses: str, version: str, tmp_path: Path) -> None:
    robot = robotfmt.read(SDF / name, report=Report())
    assert f'version="{version}"' in written(robot, tmp_path, version, poses=poses)
    lost = {each.path for each in diff(robot, robotfmt.read(tmp_path / "0.sdf", report=Report()))}
    # SDF has mimic joints since 1.11.
    assert lost == ({("joint", "swing", "mimic")} if name == "picker.sdf" and version != "1.11" else set())


def test_unchanged_poses_keep_their_notation(tmp_path: Path) -> None:
    text = written(robotfmt.read(SDF / "picker.sdf"), tmp_path)
    before = (SDF / "picker.sdf").read_text(encoding="utf-8")
    assert re.findall("<!--.*?-->", text) == re.findall("<!--.*?-->", before)
    assert re.findall("<pose.*?</pose>", text) == re.findall("<pose.*?</pose>", before)
    assert re.findall("<xyz.*?</xyz>", text) == re.findall("<xyz.*?</xyz>", before)
    assert re.findall("<(?:link|joint|frame|model) .*?>", text) == re.findall(
        "<(?:link|joint|frame|model) .*?>", before
    )
    assert "<lower>-1e16</lower>" in text
    assert "<effort>-1</effort>" in text


def test_a_world_stays_a_world(tmp_path: Path) -> None:
    text = written(robotfmt.read(SDF / "cell.world"), tmp_path)
    for part in (
        '<world name="hall">',
        '<light name="lamp" type="point">',
        "<max_step_size>",
        "One robot in a hall",
    ):
        assert part in text


def test_a_changed_pose_is_written_in_its_old_frame(tmp_path: Path) -> None:
    robot = robotfmt.read(SDF / "picker.sdf")
    moved = replace(robot.joint_by_name["slide"], pose_in_parent=Pose((0.7, 0.0, 0.1), Rpy(0.0, 0.0, 0.0)))
    changed = replace(robot, joints=tuple(moved if each.name == "slide" else each for each in robot.joints))
    text = written(changed, tmp_path)
    assert '<pose relative_to="rail">0.7 0 0.1 0 0 0</pose>' in text
    assert diff(changed, robotfmt.read(tmp_path / "0.sdf")) == []


def test_a_renamed_robot_has_its_frames_where_they_were(tmp_path: Path) -> None:
    robot = edit.prefix(robotfmt.read(SDF / "picker.sdf"), "left_")
    written(robot, tmp_path)
    assert diff(robot, robotfmt.read(tmp_path / "0.sdf", report=Report())) == []


def test_names_that_sdf_reserves(tmp_path: Path) -> None:
    links = (Link(name="base"), Link(name="arm"), Link(name="__x__"))
    joints = (
        Joint(name="arm", type=JointType.FIXED, parent="base", child="arm"),
        Joint(name="world", type=JointType.FIXED, parent="arm", child="__x__"),
    )
    robot = Robot(name="world", links=links, joints=joints)
    report = Report()
    robotfmt.write(robot, tmp_path / "0.sdf", report=report)
    text = (tmp_path / "0.sdf").read_text()
    assert '<joint name="arm_joint" type="fixed">' in text
    assert '<link name="link_x">' in text
    assert {each.fate for each in report.having("sdf.renamed")} == {Fate.CONVERTED}
    subjects = {each.subject for each in report.having("sdf.renamed")}
    assert subjects >= {"name", "joint/arm", "link/__x__"}
    assert "link '__x__' is called 'link_x'" in {each.message for each in report}
    robotfmt.write(robot, tmp_path / "kept.sdf", keep=True)
    assert (tmp_path / "kept.sdf").read_text() == text
    assert diff(robot, robotfmt.read(tmp_path / "kept.sdf")) == []


def test_only_given_axes_of_ball_joints_are_written(tmp_path: Path) -> None:
    """A ball turns about all axes: only a document that gave one gets it back, and that is no property of the robot."""
    source, text = tmp_path / "in.sdf", '<joint name="j" type="ball"><parent>a</parent><child>b</child>{}</joint>'
    links = '<link name="a"/><link name="b"/>'
    axis = text.format("<axis><xyz>0 0 1</xyz></axis>")
    source.write_text(f'<sdf version="1.9"><model name="m">{links}{axis}</model></sdf>')
    robot = robotfmt.read(source)
    robotfmt.write(robot, tmp_path / "again.sdf")
    assert diff(robot, robotfmt.read(tmp_path / "again.sdf")) == []
    report = Report()
    robotfmt.write(replace(robot, layouts=()), tmp_path / "new.sdf", report=report)
    assert "<axis>" not in (tmp_path / "new.sdf").read_text()
    assert not report.having("sdf.not-held")


def test_floating_joints_are_links_without_a_joint(tmp_path: Path) -> None:
    links = (Link(name="base"), Link(name="arm"), Link(name="stone"))
    joints = (
        Joint(name="fix", type=JointType.FIXED, parent="base", child="arm"),
        Joint(
            name="drop",
            type=JointType.FLOATING,
            parent="arm",
            child="stone",
            pose_in_parent=Pose((0.0, 0.0, 1.0)),
        ),
    )
    robot = Robot(name="r", links=links, joints=joints)
    report = Report()
    robotfmt.write(robot, tmp_path / "0.sdf", report=report, keep=True)
    assert '<joint name="drop"' not in (tmp_path / "0.sdf").read_text()
    assert {"joint/drop", "joint/drop/parent"} <= {each.subject for each in report.having("sdf.hung")}
    assert not report.having(Fate.LOST)
    assert diff(robot, robotfmt.read(tmp_path / "0.sdf")) == []


def test_nothing_moves_in_a_static_model(tmp_path: Path) -> None:
    loose = Joint(
        name="stone_free",
        type=JointType.FIXED,
        parent="base",
        child="stone",
        pose_in_parent=Pose((1.0, 0.0, 0.0)),
    )
    robot = Robot(
        name="r",
        links=(Link(name="base"), Link(name="stone")),
        joints=(loose,),
        simulation=RobotSimulation(static=True),
    )
    assert "<joint" not in written(robot, tmp_path)
    back = robotfmt.read(tmp_path / "0.sdf")
    assert (back.joints[0].name, back.joints[0].type) == ("stone_free", JointType.FIXED)
    assert back.simulation == RobotSimulation(static=True)


def test_content_for_other_formats_is_lost_or_stored(tmp_path: Path) -> None:
    arm = robotfmt.read(FIXTURES / "arm6" / "arm6.urdf", report=Report())
    foreign = [each for each in arm.extensions if each.format == "urdf" and not each.place.startswith("/robot/gazebo")]
    assert foreign
    report = Report()
    robotfmt.write(arm, tmp_path / "0.sdf", report=report)
    assert len([each for each in report.having(Fate.LOST) if each.subject.startswith("extension/urdf")]) == len(foreign)
    assert not has_private_words((tmp_path / "0.sdf").read_bytes())
    robotfmt.write(arm, tmp_path / "1.sdf", keep=True)
    assert set(robotfmt.read(tmp_path / "1.sdf").extensions) == set(arm.extensions)


def test_content_of_a_removed_link_is_lost_and_reported(tmp_path: Path) -> None:
    robot = robotfmt.read(SDF / "picker.sdf", report=Report())
    links = tuple(each for each in robot.links if each.name != "boom")
    joints = tuple(each for each in robot.joints if "boom" not in (each.parent, each.child))
    sensors = tuple(each for each in robot.sensors if each.link in ("rail",))
    place = "/sdf/model[@name='picker']/link[@name='boom']"
    gone = replace(robot.extensions[0], place=place)
    assert gone.name
    report = Report()
    robotfmt.write(
        replace(robot, links=links, joints=joints, sensors=sensors, extensions=(gone,)),
        tmp_path / "0.sdf",
        report=report,
    )
    assert [each.fate for each in report.having("convert.place-gone")] == [Fate.LOST]
    assert [each for each in robotfmt.read(tmp_path / "0.sdf").extensions if each.name == gone.name] == []


def test_places_in_nested_models_follow_a_rename(tmp_path: Path) -> None:
    source = tmp_path / "source.sdf"
    text = (SDF / "picker.sdf").read_text(encoding="utf-8")
    added = "<must_be_base_link>true</must_be_base_link>"
    source.write_text(text.replace('<link name="palm">', f'<link name="palm">{added}'))
    report = Report()
    robotfmt.write(edit.prefix(robotfmt.read(source), "left_"), tmp_path / "0.sdf", report=report)
    assert not report.having("convert.place-gone")
    said = (tmp_path / "0.sdf").read_text()
    assert said.index('<link name="palm">') < said.index(added) < said.index('<link name="finger">')


def test_a_floating_joint_named_like_its_link_and_a_loop_that_turns_and_slides(tmp_path: Path) -> None:
    links = tuple(Link(name=name) for name in ("base", "ball", "arm"))
    slide = Axis(motion=Motion.SLIDE, direction=(0.0, 0.0, 1.0))
    joints = (
        Joint(name="ball", type=JointType.FLOATING, parent="base", child="ball"),
        Joint(name="hinge", type=JointType.REVOLUTE, parent="base", child="arm", axes=(Axis(),)),
    )
    piston = Joint(name="piston", type=JointType.CYLINDRICAL, parent="base", child="arm", axes=(Axis(), slide))
    robot = Robot(name="r", links=links, joints=joints, loops=(piston,))
    robotfmt.write(robot, tmp_path / "r.sdf", keep=True)
    assert "piston_axis2" in (tmp_path / "r.sdf").read_text()
    assert robotfmt.diff(robot, robotfmt.read(tmp_path / "r.sdf")) == []
