"""Two robots compared: what differs, told from what only was written differently."""

from __future__ import annotations

import json
import re
from math import hypot, pi
from pathlib import Path

import numpy as np
import pytest
from real import FIXTURES, fixtures

import robotfmt
from robotfmt.cli import main
from robotfmt.cli.console import short
from robotfmt.compare.motion import Movement
from robotfmt.edit import reroot
from robotfmt.kinematics.frames import with_link_frames
from robotfmt.model import Pose, Robot, Rpy
from robotfmt.model.record import replace

ARM = FIXTURES / "arm6" / "arm6.urdf"
OFFSET = Pose((0.01, -0.02, 0.03), Rpy(0.1, 0.2, pi / 2))


def text(old: str, new: str, tmp_path: Path) -> Path:
    """The arm with one thing changed."""
    given = ARM.read_text(encoding="utf-8")
    assert given.count(old) == 1
    path = tmp_path / "other.urdf"
    path.write_text(given.replace(old, new).replace("meshes/", f"{ARM.parent}/meshes/"), encoding="utf-8")
    return path


@pytest.mark.parametrize("path", fixtures(".urdf", ".dae"), ids=lambda path: path.name)
def test_a_robot_does_not_differ_from_itself(path: Path) -> None:
    robot = robotfmt.read(path)
    done = robotfmt.compare_robots(robot, robot)
    assert done.differences == ()
    assert done.same_motion
    assert {each.movement for each in done.movements} == {Movement.SAME}


@pytest.mark.parametrize("name", ["shoulder", "forearm", "base_link"])
def test_another_frame_on_a_link_is_no_other_motion(name: str) -> None:
    robot = robotfmt.read(ARM)
    other = with_link_frames(robot, {name: OFFSET})
    assert robotfmt.diff(robot, other) != []
    done = robotfmt.compare_robots(robot, other)
    assert done.same_motion
    assert [each.link for each in done.having(Movement.MOVED_FRAME)] == [name]
    assert done.having(Movement.SHIFTED) == []
    (moved,) = done.having(Movement.MOVED_FRAME)
    assert moved.distance == pytest.approx(hypot(0.01, 0.02, 0.03))
    assert done.differences == ()


def test_a_link_that_is_moved_with_its_shapes_has_another_pose() -> None:
    robot = robotfmt.read(ARM)
    last = robot.joint_by_name["joint_6"]
    assert last.pose_in_parent is not None
    assert last.axis is not None
    x, y, z = last.pose_in_parent.xyz
    assert last.axis.direction_or_x == (0, 0, 1)
    pose = replace(last.pose_in_parent, position=(x, y, z + 0.01))
    moved = replace(last, pose_in_parent=pose)
    other = replace(robot, joints=tuple(moved if each is last else each for each in robot.joints))
    done = robotfmt.compare_robots(robot, other)
    assert [each.link for each in done.having(Movement.SHIFTED)] == ["flange", "tool0"]
    assert [each.subject for each in done.differences] == ["joint/joint_6/position"]


def test_another_axis_moves_everything_that_hangs_on_it() -> None:
    robot = robotfmt.read(ARM)
    joint = robot.joint_by_name["joint_3"]
    assert joint.axis is not None
    turned = replace(joint, axes=(replace(joint.axis, direction=(1.0, 0.0, 0.0)),))
    other = replace(robot, joints=tuple(turned if each is joint else each for each in robot.joints))
    done = robotfmt.compare_robots(robot, other)
    assert not done.same_motion
    assert done.movements[0].movement is Movement.SAME
    assert done.having(Movement.DIFFERENT)[0].link == joint.child
    assert [each.subject for each in done.differences] == ["joint/joint_3/axis"]


def test_differences_are_printed_in_a_line_each_and_summed_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    robot = robotfmt.read(ARM)
    changed = robot.with_limits("joint_2", upper=2.0, velocity=1.5)
    shown = str(robotfmt.diff(robot, changed))
    assert shown.splitlines() == [
        "joint 'joint_2': upper limit 2.2 -> 2 rad",
        "joint 'joint_2': velocity limit 2 -> 1.5 rad/s",
        "2 differences",
    ]
    robotfmt.write(changed, tmp_path / "changed.urdf")
    main(["diff", str(ARM), str(tmp_path / "changed.urdf")])
    assert shown.splitlines()[:2] == capsys.readouterr().out.splitlines()
    one = robotfmt.diff(robot, robot.with_limits("joint_2", upper=2.0))
    assert (str(one).splitlines()[-1], repr(one)) == ("1 difference", "<1 difference>")
    assert str(robotfmt.diff(robot, robot)) == "no difference"


def test_a_comparison_is_shown_in_one_line() -> None:
    robot = robotfmt.read(ARM)
    moved = robot.with_joint(replace(robot.joint("joint_6"), pose_in_parent=None))
    shown = repr(robotfmt.compare_robots(robot, moved))
    assert shown == "<Comparison: 8 links (6 same, 2 shifted), 1 difference of facts>"
    assert repr(robotfmt.compare_robots(Robot(), Robot())) == "<Comparison: no links, 0 differences of facts>"


def test_diff_prints_a_changed_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = text('upper="2.2"', 'upper="2.1"', tmp_path)
    assert main(["diff", str(ARM), str(other), "--ignore", "textures"]) == 1
    out, err = capsys.readouterr()
    assert out == "joint 'joint_2': upper limit 2.2 -> 2.1 rad\n"
    assert err == "1 difference\n"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ([], 1),
        (["--tolerance", "0.2"], 0),
        (["--tolerance", "limits=0.2"], 0),
        (["--tolerance", "inertia=0.2"], 1),
        (["--only", "limits,inertia"], 1),
        (["--only", "inertia"], 0),
        (["--ignore", "limits"], 0),
        (["--only", "limit"], 2),
        (["--tolerance", "much"], 2),
    ],
)
def test_options_choose_the_features_that_diff_compares(
    options: list[str], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = text('upper="2.2"', 'upper="2.1"', tmp_path)
    assert main(["diff", str(ARM), str(other), *options]) == code
    printed = capsys.readouterr().err
    assert ("did you mean 'limits'" in printed) is (options == ["--only", "limit"])


def test_a_link_too_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = text('<link name="base_link">', '<link name="extra"/>\n  <link name="base_link">', tmp_path)
    assert main(["diff", str(ARM), str(other)]) == 1
    assert capsys.readouterr().out == f"link 'extra': only in {short(str(other))}\n"


def test_json_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = text('<axis xyz="1 0 0"/>', '<axis xyz="0 0 1"/>', tmp_path)
    assert main(["diff", str(ARM), str(other), "--json"]) == 1
    reported = json.loads(capsys.readouterr().out)
    assert reported["schema"] == "robotfmt-diff/1"
    assert reported["same_motion"] is False
    assert [each["movement"] for each in reported["links"][:5]] == ["same"] * 4 + ["different"]
    (difference,) = reported["differences"]
    assert difference["subject"] == "joint/joint_4/axis"
    assert (difference["before"], difference["after"]) == ([1, 0, 0], [0, 0, 1])


def test_other_formats_have_the_same_facts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    robotfmt.convert(ARM, tmp_path / "arm.dae", keep=True)
    assert main(["diff", str(ARM), str(tmp_path / "arm.dae")]) == 0
    assert capsys.readouterr().out == ""


def test_a_mesh_is_compared_by_its_content(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "meshes"
    folder.mkdir()
    for each in (ARM.parent / "meshes").iterdir():
        (folder / each.name).write_bytes(each.read_bytes())
    (tmp_path / "arm.urdf").write_bytes(ARM.read_bytes())
    assert main(["diff", str(ARM), str(tmp_path / "arm.urdf")]) == 0
    (folder / "base.stl").write_bytes((folder / "forearm.stl").read_bytes())
    assert main(["diff", str(ARM), str(tmp_path / "arm.urdf")]) == 1
    assert "another surface" in capsys.readouterr().out


def test_numbers_have_enough_digits_to_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = text('upper="2.2"', 'upper="2.20000001"', tmp_path)
    assert main(["diff", str(ARM), str(other)]) == 1
    assert capsys.readouterr().out == "joint 'joint_2': upper limit 2.2 -> 2.20000001 rad\n"


def test_rotations_have_enough_digits_to_differ() -> None:
    robot = robotfmt.read(ARM)
    second = robot.joint_by_name["joint_2"]
    turned = replace(second, pose_in_parent=Pose((0.0, 0.0, 0.5), Rpy(0.0, 0.0, pi / 4)))
    nearly = replace(turned, pose_in_parent=Pose((0.0, 0.0, 0.5), Rpy(0.0, 0.0, pi / 4 + 1e-7)))
    one, other = (
        replace(robot, joints=tuple(made if each is second else each for each in robot.joints))
        for made in (turned, nearly)
    )
    (line,) = map(str, robotfmt.diff(one, other))
    assert line == "joint 'joint_2': rotation rpy(0 0 45 deg) -> rpy(0 0 45.0000057 deg)"


def test_paths_are_no_robots() -> None:
    with pytest.raises(TypeError, match=r"got 'a.urdf': read it first"):
        robotfmt.diff("a.urdf", "b.urdf")  # type: ignore[arg-type]


def test_a_longer_link_low_in_the_arm_leaves_the_base_where_it_is() -> None:
    robot = robotfmt.read(ARM)
    second = robot.joint_by_name["joint_2"]
    assert second.pose_in_parent is not None
    x, y, z = second.pose_in_parent.xyz
    longer = replace(second, pose_in_parent=replace(second.pose_in_parent, position=(x + 0.02, y, z)))
    other = replace(robot, joints=tuple(longer if each is second else each for each in robot.joints))
    done = robotfmt.compare_robots(robot, other)
    assert [each.link for each in done.having(Movement.SAME)] == ["base_link", "shoulder"]
    assert [each.subject for each in done.differences] == ["joint/joint_2/position"]


FREE = """<robot name="free">
  <link name="world"/><link name="base"/><link name="eye"/><link name="arm"/>
  <joint name="free" type="floating"><parent link="world"/><child link="base"/></joint>
  <joint name="glide" type="planar"><parent link="base"/><child link="eye"/><axis xyz="0 0 1"/></joint>
  <joint name="turn" type="revolute">
    <origin xyz="0 0.1 0.2" rpy="0 0 0.3"/><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
</robot>"""


@pytest.mark.filterwarnings("error")
def test_joints_whose_value_is_a_quaternion_have_a_neutral_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "free.urdf"
    path.write_text(FREE, encoding="utf-8")
    assert main(["diff", str(path), str(path)]) == 0
    assert capsys.readouterr().err == "no difference\n"
    moved = tmp_path / "moved.urdf"
    moved.write_text(FREE.replace("0 0.1 0.2", "0 0.1 0.3"), encoding="utf-8")
    assert main(["diff", str(path), str(moved), "--only", "motion"]) == 1
    assert "link arm: moves differently, by up to 100 mm" in capsys.readouterr().out


def test_every_joint_type_has_a_neutral_value_that_moves_nothing() -> None:
    from robotfmt.kinematics.forward import motion
    from robotfmt.kinematics.freedom import degrees_of_freedom, neutral
    from robotfmt.model import Axis, Joint, JointType, Motion

    for kind in JointType:
        joint = Joint(name="j", type=kind, parent="a", child="b", axes=(Axis(motion=Motion.TURN),) * 2)
        values = neutral(joint, 3)
        assert values.shape == (3, degrees_of_freedom(joint))
        assert motion(joint, values, 3) == pytest.approx(np.broadcast_to(np.eye(4), (3, 4, 4)))


def test_the_same_mechanism_with_another_root_moves_alike(tmp_path: Path) -> None:
    path = tmp_path / "free.urdf"
    path.write_text(FREE, encoding="utf-8")
    robot = robotfmt.read(path)
    done = robotfmt.compare_robots(robot, reroot(robot, "arm"))
    assert done.same_motion
    assert done.roots == ("world", "arm")
    assert done.differences == ()
    assert robotfmt.diff(robot, reroot(robot, "arm")) != []


def test_another_root_is_distinguished_from_another_motion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arm = robotfmt.read(ARM)
    robotfmt.write(reroot(arm, "flange", move_frames=True), tmp_path / "flange.urdf")
    assert main(["diff", str(ARM), str(tmp_path / "flange.urdf"), "--ignore", "textures"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("same motion, different root: 'base_link' -> 'flange'\n")
    assert err == f"{len(out.splitlines())} differences\n"
    third = arm.joint_by_name["joint_3"]
    assert third.axis is not None
    turned = replace(third, axes=(replace(third.axis, direction=(1.0, 0.0, 0.0)),))
    other = replace(arm, joints=tuple(turned if each is third else each for each in arm.joints))
    done = robotfmt.compare_robots(arm, reroot(other, "flange"))
    assert done.roots == ("base_link", "flange")
    assert [each.link for each in done.having(Movement.DIFFERENT)][:1] == [third.child]


def test_each_line_counts_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = text(
        '<axis xyz="0 0 1"/>\n    <limit lower="-2.9670597283903604"',
        '<axis xyz="0 1 0"/>\n    <limit lower="-2.8"',
        tmp_path,
    )
    assert main(["diff", str(ARM), str(other), "-v"]) == 1
    out, err = capsys.readouterr()
    links = int(re.findall(r"and (\d+) more links", out)[0])
    assert err == f"{len(out.splitlines()) - 1 + links} differences, and they move differently\n"
    assert main(["diff", str(ARM), str(other), "-v", "--ignore", "motion"]) == 1
    out, err = capsys.readouterr()
    assert err.startswith(f"{len(out.splitlines())} differences")
