"""What SDF cannot say is changed, and each change is reported under its fact."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from real import BROKEN

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import Axis, Inertial, Joint, JointType, Limits, Link, Pose, Robot
from robotfmt.model.record import replace
from robotfmt.settings import Settings

LINKS = (Link(name="base", inertial=Inertial(mass=1.0)), Link(name="arm", inertial=Inertial(mass=1.0)))
HINGE = Joint(
    name="hinge", type=JointType.REVOLUTE, parent="base", child="arm", axes=(Axis(direction=(0.0, 0.0, 1.0)),)
)
ROBOT = Robot(name="r", links=LINKS, joints=(HINGE,))


def adapted(robot: Robot, path: Path) -> tuple[Robot, Report]:
    """A robot that was written and read, and what was reported."""
    report = Report()
    robotfmt.write(robot, path / "r.sdf", report=report)
    return robotfmt.read(path / "r.sdf", report=Report()), report


def with_joint(**changes: object) -> Robot:
    """The robot with another joint."""
    return replace(ROBOT, joints=(replace(HINGE, **changes),))


def test_nothing_is_reported_of_a_plain_robot(tmp_path: Path) -> None:
    _, report = adapted(ROBOT, tmp_path)
    assert [each for each in report if each.code.startswith("sdf.")] == []


def test_a_joint_without_an_axis_turns_about_x(tmp_path: Path) -> None:
    back, report = adapted(with_joint(axes=()), tmp_path)
    assert back.joints[0].axes[0].direction == (1, 0, 0)
    assert {each.subject for each in report.having("convert.assumed-axis")} == {"joint/hinge/axis"}


def test_two_turns_are_one_joint(tmp_path: Path) -> None:
    axes = (Axis(direction=(1.0, 0.0, 0.0)), Axis(direction=(0.0, 1.0, 0.0)))
    back, report = adapted(with_joint(type=JointType.COMPOUND, axes=axes), tmp_path)
    assert back.joints[0].type is JointType.COMPOUND
    assert 'type="revolute2"' in (tmp_path / "r.sdf").read_text()
    assert not report.having("sdf.split-joint")


def _fresh(path: Path) -> Path:
    made = path / "fresh"
    made.mkdir()
    return made


def test_limits_that_mean_none_are_kept_apart(tmp_path: Path) -> None:
    limits = Limits(lower=-1e16, upper=1.0, effort=-2.0, jerk=3.0)
    robot = with_joint(axes=(Axis(direction=(0.0, 0.0, 1.0), hard=limits),))
    back, report = adapted(robot, tmp_path)
    assert back.joints[0].axes[0].hard == limits
    assert report.having("sdf.kept")
    assert "<lower>" not in (tmp_path / "r.sdf").read_text()


def test_a_link_without_a_joint_floats(tmp_path: Path) -> None:
    back, report = adapted(replace(ROBOT, links=(*LINKS, Link(name="stone"))), tmp_path)
    assert back.joints[-1].type is JointType.FLOATING
    assert {each.subject for each in report.having("sdf.hung")} == {"joint/stone_free"}


@pytest.mark.parametrize("offset", [0.0, 0.25])
def test_a_loop_closes_at_zero(offset: float, tmp_path: Path) -> None:
    loop = Joint(
        name="back",
        type=JointType.REVOLUTE,
        parent="base",
        child="arm",
        pose_in_parent=Pose((1.0, 0.0, 0.0)),
        pose_in_child=Pose((1.0 + offset, 0.0, 0.0)),
        axes=(Axis(direction=(0.0, 0.0, 1.0)),),
    )
    back, report = adapted(replace(ROBOT, loops=(loop,)), tmp_path)
    assert robotfmt.diff(replace(ROBOT, loops=(loop,)), back) == []
    assert bool(report.having("sdf.open-loop")) is bool(offset)
    path = tmp_path / "r.sdf"
    path.write_text(re.sub(r"<pose relative_to=\"base\">1 0 0", '<pose relative_to="base">0.5 0 0', path.read_text()))
    moved = robotfmt.read(path, report=(report := Report())).loops[0]
    assert moved.pose_in_child is not None
    assert moved.pose_in_child.xyz == (0.5, 0, 0)
    assert bool(report.having("sdf.changed-since")) is bool(offset)


def test_the_world_is_no_link(tmp_path: Path) -> None:
    mount = Joint(
        name="mount", type=JointType.FIXED, parent="world", child="base", pose_in_parent=Pose((0.0, 0.0, 1.0))
    )
    robot = Robot(name="r", links=(Link(name="world"), *LINKS), joints=(mount, HINGE))
    back, _ = adapted(robot, tmp_path)
    text = (tmp_path / "r.sdf").read_text()
    assert "<parent>world</parent>" in text
    assert '<link name="world"' not in text
    assert robotfmt.diff(robot, back) == []


def test_a_world_with_a_mass_is_a_link(tmp_path: Path) -> None:
    mount = Joint(name="mount", type=JointType.FIXED, parent="world", child="base")
    heavy = Link(name="world", inertial=Inertial(mass=5.0))
    robot = Robot(name="r", links=(heavy, *LINKS), joints=(mount, HINGE))
    back, report = adapted(robot, tmp_path)
    assert report.having("sdf.renamed")
    assert robotfmt.diff(robot, back) == []


def test_missing_inertia_is_told_but_for_robots_of_sdf(tmp_path: Path) -> None:
    robot = replace(ROBOT, links=(LINKS[0], Link(name="arm")))
    back, report = adapted(robot, tmp_path)
    assert len(report.having("sdf.default-inertia")) == 1
    _, again = adapted(back, _fresh(tmp_path))
    assert not again.having("sdf.default-inertia")


def test_for_gazebo_fixed_links_become_frames(tmp_path: Path) -> None:
    out = tmp_path / "out.sdf"
    settings = Settings(options={"sdf.target": "gazebo"})
    robotfmt.convert(BROKEN / "sdf" / "sdf.lumped.sdf", out, settings=settings)
    robot = robotfmt.read(out)
    (base,) = robot.links
    assert base.inertial is not None
    assert (base.inertial.mass, robot.joints) == (2.0, ())
    assert [(each.name, each.parent) for each in robot.frames] == [("arm", "base")]
