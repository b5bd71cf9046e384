"""Robots that no program can compute with are errors, not faults of robotfmt."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import BROKEN, FIXTURES

import robotfmt
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.errors import ModelError
from robotfmt.facts import facts
from robotfmt.facts.difference import compare
from robotfmt.model import (
    AddFrame,
    Axis,
    AxisAngle,
    AxisAngles,
    Box,
    CollisionSphere,
    Frame,
    FrameSpheres,
    Geometry,
    Inertia,
    Inertial,
    Joint,
    JointType,
    Limits,
    Link,
    Manipulator,
    Mesh,
    Node,
    Pose,
    Quaternion,
    Robot,
    Rpy,
    Sensor,
    SphereSet,
)
from robotfmt.model.record import replace
from robotfmt.validation import check_structure

HINGE = Joint(
    name="hinge",
    type=JointType.REVOLUTE,
    parent="base",
    child="arm",
    axes=(Axis(direction=(0.0, 0.0, 1.0), hard=Limits(lower=-1.0, upper=1.0, velocity=1.0, effort=1.0)),),
)
ROBOT = Robot(name="r", links=(Link(name="base"), Link(name="arm")), joints=(HINGE,))
FAR = Pose((0.0, 1e21, 0.0))


def shaped(geometry: Geometry) -> Robot:
    """The robot with a shape."""
    return replace(ROBOT, links=(Link(name="base", visuals=(geometry,)), ROBOT.links[1]))


def heavy(mass: float = 1.0, diagonal: tuple[float, float, float] = (1.0, 1.0, 1.0), other: float = 0.0) -> Robot:
    """The robot with a mass."""
    xx, yy, zz = diagonal
    inertia = Inertia(ixx=xx, ixy=0.0, ixz=other, iyy=yy, iyz=0.0, izz=zz)
    link = Link(name="arm", inertial=Inertial(mass=mass, inertia=inertia))
    return replace(ROBOT, links=(ROBOT.links[0], link))


def hinged(**changes: object) -> Robot:
    """The robot with something else said of its joint."""
    return replace(ROBOT, joints=(replace(HINGE, **changes),))


def limited(limits: Limits) -> Robot:
    """The robot with other limits of its joint."""
    return hinged(axes=(replace(HINGE.axes[0], hard=limits),))


def having(**parts: tuple[Node, ...]) -> Robot:
    """The robot with further parts."""
    return replace(ROBOT, **parts)


def errors(robot: Robot) -> list[str]:
    """Return the messages about the magnitudes of a robot."""
    report = Report()
    check_structure(robot, report)
    return [each.message for each in report.having("robot.magnitude")]


TOO_LARGE = {
    "joint 'hinge': a length of 1e+21 m; expected at most 1e+06 m": hinged(pose_in_parent=FAR),
    "joint 'hinge': a length of -2e+06 m; expected at most 1e+06 m": hinged(pose_in_child=Pose((-2e6, 0.0, 0.0))),
    "joint 'hinge': an angle of 1e+18 rad; expected at most 1e+06 rad": hinged(
        pose_in_parent=Pose(None, Rpy(0.0, 1e18, 0.0))
    ),
    "joint 'hinge': an angle of -1e+09 rad; expected at most 1e+06 rad": hinged(
        pose_in_parent=Pose(None, AxisAngles((AxisAngle((0.0, 0.0, 1.0), -1e9),)))
    ),
    "joint 'hinge': a limit 'velocity' of 1.7e+308; expected at most 1e+100": limited(Limits(velocity=1.7e308)),
    "link 'arm': a mass of 1e+30 kg; expected at most 1e+12 kg": heavy(1e30),
    "link 'arm': an inertia of 1e+20 kg m^2; expected at most 1e+15 kg m^2": heavy(1.0, (1e20, 1e20, 1e20)),
    "link 'arm': an inertia of 5.8e+10 kg m^2 and one of 1e-06 kg m^2; expected a ratio of at most 1e+12": heavy(
        1.0, (5.8e10, 1e-6, 1e-6)
    ),
    "link 'arm': an inertia of 1e+08 kg m^2 and one of 1e-05 kg m^2; expected a ratio of at most 1e+12": heavy(
        1.0, (1e-5, 1e-5, 1e-5), 1e8
    ),
    "link 'base': a length of 1e+21 m; expected at most 1e+06 m": shaped(
        Geometry(shape=Box((1.0, 1.0, 1.0)), pose=FAR)
    ),
    "link 'base': a size of 1e+300 m; expected at most 1e+06 m": shaped(Geometry(shape=Box((1.0, 1e300, 1.0)))),
    "link 'base': a scale of 1e+09; expected at most 1e+06": shaped(
        Geometry(shape=Mesh(uri="a.stl", scale=(1.0, 1.0, 1e9)))
    ),
    "the pose in the scene: a length of 1e+21 m; expected at most 1e+09 m": replace(ROBOT, pose=FAR),
    "frame 'tool': a length of 1e+21 m; expected at most 1e+06 m": having(
        frames=(Frame(name="tool", parent="arm", pose=FAR),)
    ),
    "frame 'tip': a length of 1e+21 m; expected at most 1e+06 m": having(
        modifiers=(AddFrame(frame="tip", parent="arm", joint="j", pose=FAR),)
    ),
    "sensor 'eye': a length of 1e+21 m; expected at most 1e+06 m": having(
        sensors=(Sensor(name="eye", link="arm", pose=FAR),)
    ),
    "manipulator 'hand': a length of 1e+21 m; expected at most 1e+06 m": having(
        manipulators=(Manipulator(name="hand", base="base", tip="arm", tool=FAR),)
    ),
    "sphere of 'arm': a length of 1e+21 m; expected at most 1e+06 m": having(
        sphere_sets=(
            SphereSet(
                name="s",
                frames=(FrameSpheres(frame="arm", spheres=(CollisionSphere(center=(0.0, 0.0, 0.0), radius=1e21),)),),
            ),
        )
    ),
}


@pytest.mark.parametrize("message", TOO_LARGE)
def test_too_large_numbers_are_errors(message: str) -> None:
    assert errors(TOO_LARGE[message]) == [message]


@pytest.mark.parametrize(
    "robot",
    [
        ROBOT,
        hinged(pose_in_parent=Pose((1e6, 0.0, 0.0), Rpy(1e6, 0.0, 0.0))),
        hinged(pose_in_parent=Pose(None, Quaternion(1e200, 0.0, 0.0, 1e-200))),
        limited(Limits(lower=-1e16, upper=1e16, velocity=1e20, effort=1e20)),
        heavy(1e12, (1e6, 1e6, 1e-6)),
        heavy(1.0, (0.0, 0.0, 0.0)),
        heavy(1.0, (3e-6, 6.7e-23, 3e-6)),
        replace(ROBOT, pose=Pose((4.5e6, 6e5, 0.0))),
    ],
)
def test_numbers_at_a_bound_are_converted(robot: Robot, tmp_path: Path) -> None:
    assert errors(robot) == []
    for suffix in (".urdf", ".dae", ".srdf", ".xrdf", ".yml"):
        robotfmt.write(robot, tmp_path / f"r{suffix}")


def test_check_and_convert_end_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "far.urdf"
    path.write_bytes((BROKEN / "robot" / "robot.magnitude.urdf").read_bytes())
    for verb in (
        ["check"],
        ["convert", "-o", str(tmp_path / "o.dae")],
        ["convert", "-o", str(tmp_path / "o.urdf")],
    ):
        assert main([*verb, str(path)]) == 1
        printed = capsys.readouterr()
        assert "[robot.magnitude]" in printed.out + printed.err


def test_an_edit_cannot_make_a_robot_too_large(tmp_path: Path) -> None:
    from robotfmt import edit

    def far(robot: Robot, **_: object) -> Robot:
        return edit.fix_to_world(robot, FAR)

    with pytest.raises(ModelError, match="1 error"):
        robotfmt.convert(FIXTURES / "gripper" / "gripper.urdf", tmp_path / "o.dae", edit=far)


def test_an_inertia_is_as_exact_as_its_largest_entry(tmp_path: Path) -> None:
    robot = heavy(1.0, (3.3e-5, 3.3e-5, 3.3e-5), 1e5)
    robotfmt.write(robot, tmp_path / "r.dae")  # which turns it to its principal axes
    other = heavy(1.0, (3.3e-5, 3.3e-5, 3.3e-5), 1e5 * (1 + 1e-12))
    assert compare(facts(robot), facts(other)) == []
    assert len(compare(facts(robot), facts(heavy(1.0, (3.3e-5, 3.3e-5, 3.3e-5), 1e5 * (1 + 1e-8))))) == 1
    small = heavy(1.0, (3.3e-5, 3.3e-5, 3.3e-5))
    assert len(compare(facts(small), facts(heavy(1.0, (3.4e-5, 3.3e-5, 3.3e-5))))) == 1
