"""Closed loops in URDF: a four-bar linkage in the three forms, with numbers worked out by hand."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from programs import oracle
from reading import read_text, write_bytes

import robotfmt
from robotfmt.diagnostics import Fate, Report, Severity
from robotfmt.formats import find
from robotfmt.kinematics.forward import forward_kinematics, matrix
from robotfmt.model import Joint, JointType, LinearCoupling, Pose, Robot, Rpy
from robotfmt.model.record import replace
from robotfmt.settings import Settings, format_context

BARS = """<?xml version="1.0" encoding="utf-8"?>
<robot name="four_bar">
  <link name="ground"/>
  <link name="crank"/>
  <link name="coupler"/>
  <link name="rocker"/>
  <joint name="crank_joint" type="continuous">
    <parent link="ground"/>
    <child link="crank"/>
    <axis xyz="0 0 1"/>
  </joint>
  <joint name="coupler_joint" type="continuous">
    <origin xyz="3 0 0"/>
    <parent link="crank"/>
    <child link="coupler"/>
    <axis xyz="0 0 1"/>
  </joint>
  <!-- here -->
  <joint name="rocker_joint" type="continuous">
    <origin xyz="4 0 0"/>
    <parent link="ground"/>
    <child link="rocker"/>
    <axis xyz="0 0 1"/>
  </joint>
  CLOSING
</robot>
"""
LOOP_JOINT = """<loop_joint name="closing" type="revolute">
    <link1 link="coupler" xyz="5 0 0" rpy="0 0 0.5"/>
    <link2 link="rocker" xyz="6 0 0"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" effort="30" velocity="6"/>
    <mimic joint="crank_joint" multiplier="2"/>
  </loop_joint>"""
SECOND = """<joint name="closing" type="continuous">
    <origin xyz="5 0 0"/>
    <parent link="coupler"/>
    <child link="rocker"/>
    <axis xyz="0 0 1"/>
  </joint>"""
BALL = """<drake:ball_constraint>
    <drake:ball_constraint_body_A name="coupler"/>
    <drake:ball_constraint_body_B name="rocker"/>
    <drake:ball_constraint_p_AP value="5 0 0"/>
    <drake:ball_constraint_p_BQ value="6 0 0"/>
  </drake:ball_constraint>"""
FORMS = {"loop_joint": LOOP_JOINT, "two-parents": SECOND, "ball": BALL}


def document(closing: str) -> str:
    prefix = 'xmlns:drake="http://drake.mit.edu" ' if "drake:" in closing else ""
    return BARS.replace("CLOSING", closing).replace("<robot ", f"<robot {prefix}")


def read(closing: str, report: Report | None = None) -> Robot:
    return read_text(document(closing), "urdf", report)


def test_a_second_joint_to_a_link_closes_a_loop() -> None:
    report = Report()
    robot = read(SECOND, report)
    assert [joint.name for joint in robot.joints] == ["crank_joint", "coupler_joint", "rocker_joint"]
    (closing,) = robot.loops
    assert (closing.parent, closing.child, closing.type) == ("coupler", "rocker", JointType.CONTINUOUS)
    assert closing.pose_in_parent == Pose((5.0, 0.0, 0.0))
    (reported,) = report.having("urdf.loop")
    assert (reported.severity, reported.line) == (Severity.WARNING, 25)
    assert "'rocker_joint'" in reported.message


def test_the_first_joint_in_the_document_is_the_tree() -> None:
    """Even where the other one is nearer to the root."""
    text = document("").replace("<!-- here -->", SECOND)
    robot = read_text(text, "urdf")
    assert [joint.name for joint in robot.joints] == ["crank_joint", "coupler_joint", "closing"]
    assert [joint.name for joint in robot.loops] == ["rocker_joint"]
    assert not robotfmt.validate(robot).errors


def test_a_loop_joint() -> None:
    report = Report()
    (closing,) = read(LOOP_JOINT, report).loops
    assert (closing.name, closing.type) == ("closing", JointType.REVOLUTE)
    assert (closing.parent, closing.child) == ("coupler", "rocker")
    assert closing.pose_in_parent == Pose((5.0, 0.0, 0.0), Rpy(0.0, 0.0, 0.5))
    assert closing.pose_in_child == Pose((6.0, 0.0, 0.0))
    assert closing.axis is not None
    assert closing.axis.hard is not None
    assert (closing.axis.hard.lower, closing.axis.hard.effort) == (-1.0, 30.0)
    assert closing.axis.coupling == LinearCoupling(joint="crank_joint", multiplier=2.0)
    assert [each.severity for each in report.having("urdf.loop")] == [Severity.NOTE]


def test_a_loop_joint_as_the_manual_of_isaac_sim_has_it() -> None:
    text = LOOP_JOINT.replace("link2", "link1").replace("revolute", "spherical")
    (closing,) = read(text).loops
    assert (closing.type, closing.child) == (JointType.BALL, "rocker")


def test_a_ball_constraint_is_read() -> None:
    (closing,) = read(BALL).loops
    expected = Joint(
        name="ball_constraint",
        type=JointType.BALL,
        parent="coupler",
        child="rocker",
        pose_in_parent=Pose((5.0, 0.0, 0.0)),
        pose_in_child=Pose((6.0, 0.0, 0.0)),
    )
    assert closing == expected


@pytest.mark.parametrize(
    "closing",
    [
        LOOP_JOINT.replace("revolute", "hinge"),
        LOOP_JOINT.replace('<link2 link="rocker" xyz="6 0 0"/>', ""),
        LOOP_JOINT.replace('link="rocker"', 'link="world"'),
        BALL.replace('name="rocker"', 'name="world"'),
        BALL.replace('<drake:ball_constraint_p_BQ value="6 0 0"/>', ""),
    ],
)
def test_an_incomplete_loop_is_passed_through(closing: str) -> None:
    report = Report()
    robot = read(closing, report)
    assert not robot.loops
    (extension,) = robot.extensions
    assert len(report.having(Fate.PASSED_THROUGH)) == 1
    assert extension.name in write_bytes(robot, "urdf").decode().replace("drake:", "{http://drake.mit.edu}")


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_written_as_it_was_read(form: str) -> None:
    robot = read(FORMS[form])
    assert write_bytes(robot, "urdf").decode() == document(FORMS[form])


@pytest.mark.parametrize("form", FORMS)
def test_by_way_of_collada(form: str, tmp_path: Path) -> None:
    (tmp_path / "in.urdf").write_text(document(FORMS[form]))
    robotfmt.convert(tmp_path / "in.urdf", tmp_path / "via.dae", keep=True)
    options = {"urdf.loops": "loop_joint"}
    robotfmt.convert(tmp_path / "via.dae", tmp_path / "out.urdf", settings=Settings(options=options))
    assert robotfmt.diff(robotfmt.read(tmp_path / "in.urdf"), robotfmt.read(tmp_path / "out.urdf")) == []


# The bars are 4, 3, 5 and 6 long. With the crank upright it ends at (0, 3), and 3-4-5 away, at (4, 6), ends the
# rocker, upright on (4, 0). With the crank along x it ends at (3, 0); 5 back from there, and 6 back from (4, 0),
# is (-2, 0).
CLOSED = {
    "crank_joint": [math.pi / 2, 0.0],
    "coupler_joint": [math.atan2(3, 4) - math.pi / 2, math.pi],
    "rocker_joint": [math.pi / 2, math.pi],
}


@pytest.mark.parametrize("form", ["loop_joint", "ball"])
def test_both_ends_of_a_loop_meet_where_the_linkage_is_closed(form: str) -> None:
    robot = read(FORMS[form])
    (closing,) = robot.loops
    poses = forward_kinematics(robot, CLOSED)
    for link, pose in (("coupler", closing.pose_in_parent), ("rocker", closing.pose_in_child)):
        ends = poses[link] @ matrix(pose)
        assert np.allclose(ends[:, :3, 3], [[4, 6, 0], [-2, 0, 0]], atol=1e-12)


def test_a_joint_may_follow_one_that_closes_a_loop() -> None:
    follower = LinearCoupling(joint="closing", multiplier=-1.0)
    robot = read(SECOND)
    crank = robot.joints[0]
    axis = replace(crank.axes[0], coupling=follower)
    robot = replace(robot, joints=(replace(crank, axes=(axis,)), *robot.joints[1:]))
    assert not robotfmt.validate(robot).errors
    poses = forward_kinematics(robot, {"closing": math.pi / 2})
    assert np.allclose(poses["coupler"][:3, 3], [0, -3, 0])
    freed = read_text(write_bytes(replace(robot, layouts=()), "urdf"), "urdf")
    assert (freed.loops, freed.joints[0].coupling) == ((), None)


# Rings


@pytest.mark.parametrize(
    ("pairs", "names"),
    [
        (("base a", "a b", "b a"), {"'j1'", "'j2'"}),
        (("b a", "base a", "a b"), {"'j0'", "'j2'"}),
        (("a b", "b c", "c a"), {"'j0'", "'j1'", "'j2'"}),
        (("base a", "a a"), {"'j1'"}),
        (("a a",), {"'j0'"}),
    ],
)
def test_a_cycle_of_links_is_an_error(pairs: tuple[str, ...], names: set[str]) -> None:
    links = dict.fromkeys(name for pair in pairs for name in pair.split())
    text = "".join(f'<link name="{name}"/>' for name in links)
    for number, pair in enumerate(pairs):
        parent, child = pair.split()
        text += f'<joint name="j{number}" type="fixed"><parent link="{parent}"/><child link="{child}"/></joint>'
    robot = read_text(f'<robot name="r">{text}</robot>', "urdf")
    assert not robot.loops
    (reported,) = [each for each in robotfmt.validate(robot).errors if each.code == "robot.cycle"]
    assert set(reported.message.split("joints ")[1].split(" form")[0].split(", ")) == names


def test_a_long_chain_with_many_loops_is_no_trouble() -> None:
    count = 3000
    links = "".join(f'<link name="l{number}"/>' for number in range(count))
    joints = "".join(
        f'<joint name="{name}{number}" type="fixed"><parent link="l{max(0, number - back)}"/>'
        f'<child link="l{number}"/></joint>'
        for name, back in (("j", 1), ("k", 2))
        for number in range(1, count)
    )
    robot = read_text(f'<robot name="r">{links}{joints}</robot>', "urdf")
    assert (len(robot.joints), len(robot.loops)) == (count - 1, count - 1)
    assert not robotfmt.validate(robot).errors


# What other formats bring


def closed_by(closing: Joint) -> Robot:
    return replace(read(""), loops=(closing,), layouts=())


HINGE = Joint(
    name="closing",
    type=JointType.FIXED,
    parent="coupler",
    child="rocker",
    pose_in_parent=Pose((5.0, 0.0, 0.0)),
    pose_in_child=Pose((6.0, 0.0, 0.0), Rpy(0.0, 0.0, math.pi / 2)),
)
SOCKET = replace(HINGE, type=JointType.BALL, pose_in_child=Pose((6.0, 0.0, 0.0)))


@pytest.mark.parametrize(
    ("closing", "option", "written"),
    [
        (HINGE, "portable", ""),
        (HINGE, "loop_joint", "<loop_joint "),
        (HINGE, "two-parents", "<joint "),
        (SOCKET, "portable", "<drake:ball_constraint "),
        (SOCKET, "loop_joint", "<loop_joint "),
        (SOCKET, "two-parents", "<loop_joint "),
        (replace(SOCKET, pose_in_child=HINGE.pose_in_child), "portable", ""),
        # Links would hang under themselves.
        (replace(HINGE, parent="rocker", child="ground"), "two-parents", "<loop_joint "),
        (replace(HINGE, parent="coupler", child="crank"), "two-parents", "<loop_joint "),
        (replace(HINGE, type=JointType.ON_OFF), "loop_joint", ""),
    ],
)
def test_the_form_of_a_loop(closing: Joint, option: str, written: str, tmp_path: Path) -> None:
    report, robot = Report(), closed_by(closing)
    settings = Settings(options={"urdf.loops": option})
    robotfmt.write(robot, tmp_path / "out.urdf", report=report, settings=settings)
    text = (tmp_path / "out.urdf").read_text()
    (line,) = [line for line in text.splitlines() if 'name="closing"' in line] or [""]
    assert line.strip().startswith(written)
    assert bool(line) == bool(written)
    assert [each.subject for each in report.having("urdf.loop-lost")] == ([] if written else ["loop/closing"])


def test_a_second_joint_is_at_the_closing_point_of_the_loop() -> None:
    """5 along x, then the way back from (6, 0) turned by a quarter: that point is at (0, 6) under it."""
    robot = closed_by(HINGE)
    format = find("urdf")
    context = format_context(format, Settings(options={"urdf.loops": "two-parents"}), Report(), "out", "1.0")
    assert format.adapt is not None
    (closing,) = format.adapt(robot, context).loops
    assert closing.pose_in_child is None
    assert closing.pose_in_parent is not None
    assert closing.pose_in_parent.xyz == pytest.approx((5.0, 6.0, 0.0))


def test_drake_understands_a_ball_constraint_and_the_others_leave_it_out(tmp_path: Path) -> None:
    pinocchio = pytest.importorskip("pinocchio")
    mujoco = oracle("mujoco")
    path = tmp_path / "out.urdf"
    body = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    heavy = document("").replace("<link name=", "<LINK name=").replace('"/>\n  <LINK', f'">{body}</link>\n  <LINK')
    heavy = heavy.replace('"/>\n  <joint name="crank_', f'">{body}</link>\n  <joint name="crank_')
    heavy = heavy.replace("<LINK", "<link")
    robot = replace(read_text(heavy, "urdf"), loops=(SOCKET,), layouts=())
    robotfmt.write(robot, path)
    assert list(pinocchio.buildModelFromUrdf(str(path)).names)[1:] == [joint.name for joint in robot.joints]
    assert mujoco.MjModel.from_xml_path(str(path)).njnt == 3
    parsing = pytest.importorskip("pydrake.multibody.parsing")
    plants = pytest.importorskip("pydrake.multibody.plant")
    plant = plants.MultibodyPlant(0.001)
    parsing.Parser(plant).AddModels(str(path))
    plant.Finalize()
    assert plant.num_constraints() == 1
