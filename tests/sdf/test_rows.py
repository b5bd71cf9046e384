"""Joints that SDF does not have are rows of joints there, and one joint again when they are read."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import (
    Axis,
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
    return Robot(name="r", links=tuple(Link(name=each) for each in names), joints=joints, loops=loops)


def written(robot: Robot, path: Path, **options: str) -> tuple[str, Report]:
    """The document of a robot, and what was reported."""
    report = Report()
    settings = Settings(options={f"sdf.{name}": value for name, value in options.items()})
    robotfmt.write(robot, path / "r.sdf", report=report, settings=settings)
    return (path / "r.sdf").read_text(), report


def read(path: Path, text: str) -> tuple[Robot, Report]:
    """The robot of a document, and what was reported."""
    path = path / "r.sdf"
    path.write_text(text)
    return robotfmt.read(path, report=(report := Report())), report


@pytest.mark.parametrize(("kind", "axes"), TYPES)
@pytest.mark.parametrize("closes", [False, True])
def test_it_is_one_joint_again(kind: JointType, axes: tuple[Axis, ...], closes: bool, tmp_path: Path) -> None:
    joint = replace(ROW, type=kind, axes=axes)
    hinge = replace(ROW, name="a", type=JointType.REVOLUTE, axes=(FREE,), dof_index=None)
    robot = robot_with(hinge, loops=(joint,)) if closes else robot_with(joint)
    text, report = written(robot, tmp_path)
    assert "hinge_link1" in text
    assert [each.fate for each in report.having("sdf.split-joint")] == [None]
    back, report = read(tmp_path, text)
    assert robotfmt.diff(robot, back) == []
    assert not report.having("sdf.changed-since")


def test_two_turns_are_a_row_for_drake_only(tmp_path: Path) -> None:
    robot = robot_with(replace(ROW, axes=(TURN, FREE)))
    assert "hinge_link1" not in written(robot, tmp_path)[0]
    (tmp_path / "r.sdf").unlink()
    text, _ = written(robot, tmp_path, target="drake")
    assert "hinge_link1" in text
    assert robotfmt.diff(robot, read(tmp_path, text)[0]) == []


@pytest.mark.parametrize("closes", [False, True])
def test_what_follows_an_axis_follows_its_joint(closes: bool, tmp_path: Path) -> None:
    coupled = replace(FREE, coupling=LinearCoupling(joint="hinge", axis=2, multiplier=2.0))
    follower = replace(ROW, name="k", type=JointType.CONTINUOUS, parent="arm", child="hand", axes=(coupled,))
    hinge = replace(ROW, name="a", type=JointType.CONTINUOUS, axes=(FREE,), dof_index=None)
    robot = robot_with(hinge, follower, loops=(ROW,)) if closes else robot_with(ROW, follower)
    text, _ = written(robot, tmp_path)
    assert 'joint="hinge_axis3"' in text
    assert robotfmt.diff(robot, read(tmp_path, text)[0]) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hinge_axis2", "lift"),
        ('<link name="hinge_link1">', '<link name="hinge_link1"><inertial><mass>1</mass></inertial>'),
        ('<link name="hinge_link1">', '<link name="hinge_link1"><sensor name="s" type="imu"/>'),
        ("</model>", '<frame name="f" attached_to="hinge_link1"/></model>'),
        (
            "</model>",
            '<joint name="j" type="fixed"><parent>hinge_link1</parent><child>hand</child></joint></model>',
        ),
        ("<child>hinge_link1</child>", "<child>hand</child>"),
        ('<pose relative_to="hinge_link1">0 0 0', '<pose relative_to="hinge_link1">1 0 0'),
        ('type="prismatic"', 'type="continuous"'),
    ],
)
def test_a_row_that_was_changed_is_a_row(old: str, new: str, tmp_path: Path) -> None:
    text, _ = written(robot_with(ROW, GRIP), tmp_path)
    assert old in text
    back, report = read(tmp_path, text.replace(old, new))
    assert len(report.having("sdf.changed-since")) == 1
    assert "hinge_link2" in back.link_by_name
    assert back.joint("hinge").type is not JointType.COMPOUND
    assert not back.extensions


def test_a_limit_that_was_changed_is_that_of_the_axis(tmp_path: Path) -> None:
    text, _ = written(robot_with(ROW), tmp_path)
    back, report = read(tmp_path, text.replace("<upper>0.25<", "<upper>0.5<"))
    assert not report.having("sdf.changed-since")
    limits = back.joint("hinge").axes[1].hard
    assert limits is not None and limits.upper == 0.5


@pytest.mark.parametrize(
    ("kept", "message"),
    [
        ("{", "is not JSON"),
        ('{"joints": "x"}', "has a value of another type"),
        ('{"joints": 3, "child": "base"}', "gives 'child', which a row does not have"),
    ],
)
def test_what_is_not_sound_stays(kept: str, message: str, tmp_path: Path) -> None:
    text, _ = written(robot_with(ROW), tmp_path)
    before, _, after = text.partition('robotfmt:row="')
    kept = kept.replace('"', "&quot;")
    back, report = read(tmp_path, f'{before}robotfmt:row="{kept}"{after.partition(chr(34))[2]}')
    assert message in report.having("sdf.bad-kept")[0].message
    assert len(back.extensions) == 1 and "hinge_link1" in back.link_by_name
