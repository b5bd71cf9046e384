"""Joints that SDF does not have are rows of joints there, and one joint again with a sidecar."""

from __future__ import annotations

from pathlib import Path

import pytest
from reading import read_text

import robotfmt
from robotfmt.diagnostics import Fate, Report
from robotfmt.model import (
    Axis,
    Inertia,
    Inertial,
    Joint,
    JointSimulation,
    JointType,
    Limits,
    LinearCoupling,
    Link,
    Motion,
    Robot,
)
from robotfmt.model.record import replace
from robotfmt.settings import Settings

TURN = Axis(direction=(0.0, 0.0, 1.0), hard=Limits(lower=-1.0, upper=2.0, velocity=3.0, jerk=5.0))
SLIDE = Axis(motion=Motion.SLIDE, direction=(0.0, 0.6, 0.8), hard=Limits(lower=0.0, upper=0.25))
FREE = Axis(direction=(1.0, 0.0, 0.0), circular=True)
HEAVY = Inertial(mass=2.0, inertia=Inertia(ixx=1.0, iyy=1.0, izz=1.0, ixy=0.0, ixz=0.0, iyz=0.0))
ROW = Joint(
    name="hinge",
    type=JointType.COMPOUND,
    parent="base",
    child="arm",
    pose_in_parent=robotfmt.model.Pose((0.5, 0.0, 0.25), robotfmt.model.Rpy(0.1, 0.2, 0.3)),
    pose_in_child=robotfmt.model.Pose((0.0, 0.125, 0.0), robotfmt.model.Rpy(0.3, 0.0, 0.1)),
    axes=(TURN, SLIDE, FREE),
    dof_index=4,
    simulation=JointSimulation(implicit_spring_damper=True),
)
GRIP = Joint(name="grip", type=JointType.FIXED, parent="arm", child="hand")
TYPES = (
    (JointType.COMPOUND, (TURN, SLIDE, FREE)),
    (JointType.CYLINDRICAL, (TURN, SLIDE)),
    (JointType.PLANAR, (replace(TURN, direction=(0.0, 0.6, 0.8)),)),
    (JointType.PLANAR, ()),
    (JointType.UNIVERSAL, (TURN, FREE, TURN)),
)


def robot_with(*joints: Joint, loops: tuple[Joint, ...] = ()) -> Robot:
    """A robot with joints between some of the links ``base``, ``arm`` and ``hand``."""
    names = ("base", *(each.child or "" for each in joints))
    links = tuple(Link(name=each, inertial=HEAVY) for each in names)
    return Robot(name="r", links=links, joints=joints, loops=loops)


def written(robot: Robot, path: Path, keep: bool = True, **options: str) -> tuple[str, Report]:
    """The document of a robot, and what was reported."""
    report = Report()
    settings = Settings(options={f"sdf.{name}": value for name, value in options.items()})
    robotfmt.write(robot, path / "r.sdf", report=report, settings=settings, keep=keep, overwrite=True)
    return (path / "r.sdf").read_text(encoding="utf-8"), report


def read(path: Path, text: str) -> tuple[Robot, Report]:
    """The robot of a document with another text, and what was reported."""
    path = path / "r.sdf"
    path.write_text(text, encoding="utf-8")
    return robotfmt.read(path, report=(report := Report())), report


@pytest.mark.parametrize(("kind", "axes"), TYPES)
@pytest.mark.parametrize("closes", [False, True])
def test_a_joint_with_two_axes_is_a_chain_and_one_joint_again(
    kind: JointType, axes: tuple[Axis, ...], closes: bool, tmp_path: Path
) -> None:
    joint = replace(ROW, type=kind, axes=axes)
    hinge = replace(ROW, name="a", type=JointType.REVOLUTE, axes=(FREE,), dof_index=None)
    robot = robot_with(hinge, loops=(joint,)) if closes else robot_with(joint)
    text, report = written(robot, tmp_path)
    assert {each.fate for each in report.having("sdf.split-joint")} == {Fate.CONVERTED}
    alone = read_text(text, "sdf")
    assert "hinge_link1" in alone.link_by_name
    assert {each.type for each in alone.all_joints} <= {
        JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC, JointType.COMPOUND,
    }  # fmt: skip
    back, report = read(tmp_path, text)
    assert robotfmt.diff(robot, back) == []
    assert not report.having("kept.stale")


def test_two_turns_are_a_row_for_drake_only(tmp_path: Path) -> None:
    robot = robot_with(replace(ROW, axes=(TURN, FREE)))
    assert "hinge_link1" not in written(robot, tmp_path)[0]
    text, _ = written(robot, tmp_path, target="drake")
    assert "hinge_link1" in text
    assert robotfmt.diff(robot, read(tmp_path, text)[0]) == []


@pytest.mark.parametrize("closes", [False, True])
def test_a_joint_that_follows_an_axis_follows_the_joint_of_the_row(closes: bool, tmp_path: Path) -> None:
    coupled = replace(FREE, coupling=LinearCoupling(joint="hinge", axis=2, multiplier=2.0))
    follower = replace(ROW, name="k", type=JointType.CONTINUOUS, parent="arm", child="hand", axes=(coupled,))
    hinge = replace(ROW, name="a", type=JointType.CONTINUOUS, axes=(FREE,), dof_index=None)
    robot = robot_with(hinge, follower, loops=(ROW,)) if closes else robot_with(ROW, follower)
    settings = Settings(target_format="sdf@1.11")
    robotfmt.write(robot, tmp_path / "r.sdf", settings=settings, keep=True)
    assert '<mimic joint="hinge_axis3"' in (tmp_path / "r.sdf").read_text(encoding="utf-8")
    assert robotfmt.diff(robot, robotfmt.read(tmp_path / "r.sdf")) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hinge_axis2", "lift"),
        ("<child>hinge_link1</child>", "<child>hand</child>"),
        ('<pose relative_to="hinge_link1">0 0 0', '<pose relative_to="hinge_link1">1 0 0'),
        ('type="prismatic"', 'type="continuous"'),
        ("<upper>0.25<", "<upper>0.5<"),
    ],
)
def test_a_row_that_was_changed_is_what_the_document_has(old: str, new: str, tmp_path: Path) -> None:
    text, _ = written(robot_with(ROW, GRIP), tmp_path)
    assert old in text
    back, report = read(tmp_path, text.replace(old, new))
    alone = read_text(text.replace(old, new), "sdf")
    assert report.having("kept.stale")
    assert [(each.name, each.type) for each in back.joints] == [(each.name, each.type) for each in alone.joints]
    assert [each.name for each in back.links] == [each.name for each in alone.links]


def test_a_sensor_on_a_link_of_a_row_stays(tmp_path: Path) -> None:
    text, _ = written(robot_with(ROW, GRIP), tmp_path)
    sensor = '<link name="hinge_link1"><sensor name="s" type="imu"/>'
    back, report = read(tmp_path, text.replace('<link name="hinge_link1">', sensor))
    assert report.having("kept.stale")
    assert back.sensors[0].link in back.link_by_name
