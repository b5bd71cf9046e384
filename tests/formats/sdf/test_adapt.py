"""What SDF cannot say is changed, and each change is reported under its fact."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import BROKEN

import robotfmt
from robotfmt.diagnostics import Fate, Report
from robotfmt.kinematics.tree import base_of
from robotfmt.model import Axis, Base, Inertia, Inertial, Joint, JointType, Limits, Link, Pose, Robot
from robotfmt.model.record import replace
from robotfmt.settings import Settings

HEAVY = Inertial(mass=2.0, inertia=Inertia(ixx=1.0, iyy=1.0, izz=1.0, ixy=0.0, ixz=0.0, iyz=0.0))
LINKS = (Link(name="base", inertial=HEAVY), Link(name="arm", inertial=HEAVY))
HINGE = Joint(
    name="hinge", type=JointType.REVOLUTE, parent="base", child="arm", axes=(Axis(direction=(0.0, 0.0, 1.0)),)
)
ROBOT = Robot(name="r", links=LINKS, joints=(HINGE,), base=Base.FLOATING)


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


def test_limits_that_mean_none_are_lost(tmp_path: Path) -> None:
    limits = Limits(lower=-1e16, upper=1.0, effort=-2.0, jerk=3.0)
    robot = with_joint(axes=(Axis(direction=(0.0, 0.0, 1.0), hard=limits),))
    back, report = adapted(robot, tmp_path)
    assert back.joints[0].axes[0].hard == Limits(upper=1.0)
    gone = {f"joint/hinge/{name}" for name in ("lower", "effort", "jerk")}
    assert {each.subject for each in report.having("sdf.not-held")} == gone
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
    # SDF has one pose for both ends: where the joint is with all joints at zero.
    closed = replace(loop, pose_in_child=loop.pose_in_parent)
    assert robotfmt.diff(replace(ROBOT, loops=(closed,)), back) == []
    open_loops = [(each.subject, each.fate) for each in report.having("sdf.open-loop")]
    moved = [(f"loop/back/{name}", Fate.APPROXIMATED) for name in ("position", "anchor")]
    assert open_loops == (moved if offset else [])


def test_the_world_is_no_link(tmp_path: Path) -> None:
    mount = Joint(
        name="mount", type=JointType.FIXED, parent="world", child="base", pose_in_parent=Pose((0.0, 0.0, 1.0))
    )
    robot = Robot(name="r", links=(Link(name="world"), *LINKS), joints=(mount, HINGE))
    back, report = adapted(robot, tmp_path)
    assert len(report) == 0
    text = (tmp_path / "r.sdf").read_text()
    assert "<parent>world</parent>" in text
    assert '<link name="world"' not in text
    assert robotfmt.diff(robot, back) == []


def test_a_world_with_a_mass_is_a_link(tmp_path: Path) -> None:
    mount = Joint(name="mount", type=JointType.FIXED, parent="world", child="base")
    robot = Robot(name="r", links=(Link(name="world", inertial=HEAVY), *LINKS), joints=(mount, HINGE))
    back, report = adapted(robot, tmp_path)
    assert {each.code for each in report} == {"sdf.base"}
    # It is a link of another name, fixed to the world of SDF.
    assert [(each.name, each.inertial) for each in back.links[:2]] == [("world", None), ("link_world", HEAVY)]
    assert (back.joints[0].type, back.joints[0].parent, back.joints[0].child) == (
        JointType.FIXED, "world", "link_world",
    )  # fmt: skip
    assert base_of(back) is Base.FIXED


def test_a_link_without_a_mass_gets_a_tiny_one_but_in_robots_of_sdf(tmp_path: Path) -> None:
    robot = replace(ROBOT, links=(LINKS[0], Link(name="arm")))
    back, report = adapted(robot, tmp_path)
    assert [each.subject for each in report.having("sdf.default-inertia")] == ["link/arm/inertial"]
    assert back.links[1].inertial is not None
    assert 0 < (back.links[1].inertial.mass or 0) < 1e-3
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
