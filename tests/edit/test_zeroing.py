"""Joints whose positions are counted from another place."""

from __future__ import annotations

from math import pi, radians
from pathlib import Path

import numpy as np
import pytest
from arms import arms

import robotfmt
from robotfmt import edit
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.kinematics.forward import forward_kinematics, sample
from robotfmt.model import (
    Axis,
    Calibration,
    Dynamics,
    Extension,
    ExtensionKind,
    FormulaCoupling,
    Joint,
    JointType,
    JointValue,
    Limits,
    LinearCoupling,
    Link,
    Number,
    Operation,
    Partial,
    Pose,
    Robot,
    Variable,
)
from robotfmt.model.control import Controller, Interface, JointComponent, JointEnd, Transmission
from robotfmt.model.record import replace


def moves_alike(before: Robot, after: Robot, shifts: dict[str, float]) -> bool:
    """Return True if every link is where it was, at positions that differ by the shifts."""
    positions = sample(before, 6, seed=2)
    moved = {name: values - shifts.get(name, 0.0) for name, values in positions.items()}
    there, here = forward_kinematics(before, positions), forward_kinematics(after, moved)
    return all(np.allclose(there[name], here[name], atol=1e-12) for name in there)


def test_a_robot_moves_as_before_from_another_zero() -> None:
    shifts = {"left_shoulder": 0.3, "right_wrist": -1.2, "left_grip": 0.02}
    made = edit.set_zero(arms(), shifts)
    assert moves_alike(arms(), made, shifts)
    limits = made.joint_by_name["left_shoulder"].limits
    assert (limits.lower, limits.upper) == (-1.3, 1.7)
    follower = made.joint_by_name["right_grip"].coupling  # mimics left_grip
    assert isinstance(follower, LinearCoupling)
    factor = follower.multiplier if follower.multiplier is not None else 1.0
    assert follower.offset == pytest.approx(0.02 * factor)
    (left, right) = (each.values[0].values[0] for each in made.states if each.name == "up")
    assert (left, right) == (0.7, 1.0)


def test_the_zero_of_a_joint_that_follows_moves_alone() -> None:
    made = edit.set_zero(arms(), {"right_grip": 0.01})
    assert moves_alike(arms(), made, {})
    coupling = made.joint_by_name["right_grip"].coupling
    assert isinstance(coupling, LinearCoupling)
    assert coupling.offset == pytest.approx(-0.01)


def test_formulas_follow() -> None:
    total = Operation("plus", (Variable("left_shoulder"), Operation("times", (Number(2.0), Variable("left_wrist")))))
    partials = (Partial(joint="left_wrist", expression=Operation("times", (Number(2.0), Variable("left_wrist")))),)
    robot = arms()
    wrist = robot.joint_by_name["right_wrist"]
    axis = replace(wrist.axes[0], coupling=FormulaCoupling(expression=total, first_partials=partials))
    robot = replace(robot, joints=tuple(replace(j, axes=(axis,)) if j is wrist else j for j in robot.joints))
    shifts = {"left_shoulder": 0.3, "left_wrist": -0.4}
    made = edit.set_zero(robot, {**shifts, "right_wrist": 0.25})
    assert moves_alike(robot, made, shifts)
    coupling = made.joint_by_name["right_wrist"].coupling
    assert isinstance(coupling, FormulaCoupling)
    assert coupling.first_partials[0].expression == Operation(
        "times", (Number(2.0), Operation("plus", (Variable("left_wrist"), Number(-0.4))))
    )


def rail() -> Robot:
    """A joint with everything that counts from its zero."""
    axis = Axis(
        direction=(0.0, 0.0, 1.0),
        hard=Limits(lower=-1.0, upper=2.0),
        soft=Limits(lower=-0.5, upper=1.5),
        calibration=Calibration(rising=0.5),
        dynamics=Dynamics(spring_stiffness=3.0),
    )
    joint = Joint(
        name="j", type=JointType.REVOLUTE, parent="a", child="b", axes=(axis,), pose_in_parent=Pose((1, 2, 3))
    )
    position = Interface(name="position", minimum=-1.0, maximum=2.0, initial=0.5)
    velocity = Interface(name="velocity", minimum=-3.0, maximum=3.0)
    part = JointComponent(name="j", commands=(position, velocity), states=(position,))
    return Robot(
        name="r",
        links=(Link(name="a"), Link(name="b")),
        joints=(joint,),
        default_positions=(JointValue(joint="j", values=(0.25,)),),
        scene_positions=(JointValue(joint="j", values=(0.75,)),),
        transmissions=(Transmission(name="t", joints=(JointEnd(name="j", offset=0.1),)),),
        controllers=(Controller(name="c", joints=(part,)),),
    )


def test_everything_that_counts_from_zero_follows() -> None:
    report = Report()
    made = edit.set_zero(rail(), {"j": 0.5}, report=report)
    (joint,) = made.joints
    axis = joint.axes[0]
    assert axis.hard == Limits(lower=-1.5, upper=1.5)
    assert axis.soft == Limits(lower=-1.0, upper=1.0)
    assert axis.calibration == Calibration(rising=0.0)
    assert axis.dynamics == Dynamics(spring_stiffness=3.0, spring_reference=-0.5)
    assert joint.pose_in_parent is not None
    assert joint.pose_in_parent.xyz == (1, 2, 3)
    assert made.default_positions[0].values == (-0.25,)
    assert made.scene_positions[0].values == (0.25,)
    assert made.transmissions[0].joints[0].offset == -0.4
    position, velocity = made.controllers[0].joints[0].commands
    assert (position.minimum, position.maximum, position.initial) == (-1.5, 1.5, 0.0)
    assert (velocity.minimum, velocity.maximum) == (-3.0, 3.0)
    assert {each.code for each in report} == {"edit.zeroed"}
    assert edit.set_zero(made, {"j": -0.5}).joints[0].axes[0].hard == rail().joints[0].axes[0].hard


def test_content_that_names_the_joint_is_reported() -> None:
    spring = Extension(
        format="urdf",
        place="/robot/gazebo[@reference='j']",
        kind=ExtensionKind.ELEMENT,
        name="springReference",
        content="<springReference>0.5</springReference>",
    )
    report = Report()
    gain = replace(spring, kind=ExtensionKind.ATTRIBUTE, name="K", content="7000")
    edit.set_zero(replace(rail(), extensions=(spring, gain)), {"j": 0.5}, report=report)
    (found,) = report.having("edit.zero-kept")
    assert "'j'" in found.message
    assert "<springReference>" in found.message


def test_a_keyframe_keeps_the_commands_of_its_actuators(tmp_path: Path) -> None:
    """Its positions are those of a state, and follow; its commands are content of MuJoCo."""
    (tmp_path / "a.xml").write_text(
        '<mujoco><worldbody><body><geom size="0.1"/><joint name="j"/></body></worldbody><actuator>'
        '<position name="p" joint="j"/></actuator>'
        '<keyframe><key name="home" qpos="0.5" ctrl="0.5"/></keyframe></mujoco>',
        encoding="utf-8",
    )
    report = Report()
    made = edit.set_zero(robotfmt.read(tmp_path / "a.xml"), {"j": 0.2}, report=report)
    (home,) = made.states
    assert [each.values for each in home.values] == [(0.3,)]
    assert any("'ctrl'" in each.message for each in report.having("edit.zero-kept"))


@pytest.mark.parametrize(
    ("name", "says"),
    [("stand_in", "does not exist"), ("left_mount", "it is fixed"), ("rove", "it is planar")],
)
def test_joints_without_a_single_position_are_refused(name: str, says: str) -> None:
    robot = arms()
    others = (
        Joint(name="left_mount", type=JointType.FIXED, parent="torso", child="box"),
        Joint(name="rove", type=JointType.PLANAR, parent="torso", child="cart", axes=(Axis(),)),
    )
    robot = replace(robot, joints=(*robot.joints, *others), links=(*robot.links, Link(name="box"), Link(name="cart")))
    with pytest.raises(UsageError, match=says):
        edit.set_zero(robot, {name: 0.1})


# Units

ARM = (
    '<robot name="r"><link name="base"/><link name="a"/><link name="b"/>'
    '<joint name="elbow" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/>'
    '<limit lower="-2" upper="2" effort="1" velocity="1"/></joint>'
    '<joint name="rail" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>'
    '<limit lower="0" upper="0.5" effort="1" velocity="1"/></joint></robot>'
)


def edited(tmp_path: Path, *given: str) -> Robot:
    source, made = tmp_path / "a.urdf", tmp_path / "b.urdf"
    source.write_text(ARM, encoding="utf-8")
    assert main(["edit", str(source), *given, "-o", str(made), "-q", "--overwrite"]) == 0
    return robotfmt.read(made)


def test_positions_have_units(tmp_path: Path) -> None:
    made = edited(tmp_path, "--zero", "elbow=15deg", "--zero", "rail=30mm")
    assert made.joint_by_name["elbow"].limits.upper == pytest.approx(2 - radians(15))
    assert made.joint_by_name["rail"].limits.upper == pytest.approx(0.47)
    locked = edited(tmp_path, "--lock", "elbow=90deg", "--lock", "rail=20 cm").joint_by_name
    elbow, rail_joint = locked["elbow"].pose_in_parent, locked["rail"].pose_in_parent
    assert elbow is not None
    assert rail_joint is not None
    assert elbow.matrix[1][0] == pytest.approx(1.0)
    assert rail_joint.xyz[0] == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--zero", "elbow=5mm"], "joint 'elbow' turns"),
        (["--lock", "rail=5deg"], "joint 'rail' slides"),
        (["--zero", "elbow=1 2"], "is not one position"),
        (["--lock", "elbow=90dag"], "'90dag'"),
    ],
)
def test_wrong_units_are_refused(
    given: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "a.urdf"
    source.write_text(ARM, encoding="utf-8")
    assert main(["edit", str(source), *given, "-o", str(tmp_path / "b.urdf")]) == 2
    assert says in capsys.readouterr().err


def test_the_rotation_of_an_origin_is_that_of_the_new_zero(tmp_path: Path) -> None:
    made = edited(tmp_path, "--zero", "elbow=90deg")
    pose = made.joint_by_name["elbow"].pose_in_parent
    assert pose is not None
    assert np.array(pose.matrix) == pytest.approx(np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]), abs=1e-9)
    assert made.joint_by_name["elbow"].limits.lower == pytest.approx(-2 - pi / 2)
