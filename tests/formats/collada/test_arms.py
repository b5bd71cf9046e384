"""Groups and end effectors become manipulators, and manipulators that became groups come back."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.adapting import with_manipulators
from robotfmt.diagnostics import Report
from robotfmt.model import (
    Axis,
    Chain,
    EndEffector,
    GripperJoint,
    Group,
    Joint,
    JointType,
    LinearCoupling,
    Link,
    Manipulator,
    Pose,
    Robot,
)
from robotfmt.model.record import replace


def joint(name: str, parent: str, child: str, kind: JointType = JointType.CONTINUOUS) -> Joint:
    axes = (Axis(direction=(0.0, 0.0, 1.0)),) if kind is not JointType.FIXED else ()
    return Joint(name=name, type=kind, parent=parent, child=child, axes=axes)


FOLLOWER = joint("other_finger_joint", "flange", "other_finger")
ROBOT = Robot(
    name="r",
    links=tuple(
        Link(name=name) for name in ("base", "upper", "lower", "flange", "finger", "other_finger", "pad", "camera")
    ),
    joints=(
        joint("shoulder", "base", "upper"),
        joint("elbow", "upper", "lower"),
        joint("mount", "lower", "flange", JointType.FIXED),
        joint("finger_joint", "flange", "finger"),
        replace(FOLLOWER, axes=(replace(FOLLOWER.axes[0], coupling=LinearCoupling(joint="finger_joint")),)),
        joint("glue", "finger", "pad", JointType.FIXED),
        joint("pan", "base", "camera"),
    ),
)
CHAIN = Group(name="arm", chains=(Chain(base="base", tip="flange"),))
JOINTS = Group(name="arm", joints=("elbow", "shoulder", "mount"))
HAND = Group(name="hand", links=("finger", "other_finger", "pad"))
ON_ARM = EndEffector(name="tool", group="hand", parent_link="flange", parent_group="arm")
ARM = Manipulator(name="arm", base="base", tip="flange", gripper_joints=(GripperJoint(joint="finger_joint"),))


@pytest.mark.parametrize(
    ("groups", "effectors", "found"),
    [
        ((CHAIN, HAND), (ON_ARM,), (ARM,)),
        ((JOINTS, HAND), (ON_ARM,), (ARM,)),
        ((JOINTS, HAND), (replace(ON_ARM, parent_group=None),), (ARM,)),
        ((CHAIN, HAND), (replace(ON_ARM, parent_group=None),), (ARM,)),
        ((CHAIN,), (), (replace(ARM, gripper_joints=()),)),
        # As HPP's documents have it: the arm is the end effector's own group, and its link is fixed behind.
        (
            (Group(name="arm", joints=("shoulder", "elbow")),),
            (EndEffector(name="tool", group="arm", parent_link="flange"),),
            (replace(ARM, gripper_joints=()),),
        ),
        # Joints that nothing is attached to end nowhere; nor do links beside one another hang on one.
        ((JOINTS, HAND), (), ()),
        ((Group(name="arm", joints=("pan", "finger_joint")), HAND), (ON_ARM,), ()),
        ((HAND,), (ON_ARM,), ()),
        ((replace(CHAIN, chains=(Chain(base="camera", tip="flange"),)),), (), ()),
        ((replace(CHAIN, chains=(Chain(base="base", tip="nothing"),)),), (), ()),
        ((CHAIN, replace(CHAIN, name="again")), (), (replace(ARM, gripper_joints=()),)),
    ],
)
def test_groups_and_end_effectors_that_become_a_manipulator(
    groups: tuple[Group, ...], effectors: tuple[EndEffector, ...], found: tuple[Manipulator, ...]
) -> None:
    robot = replace(ROBOT, groups=groups, end_effectors=effectors)
    assert with_manipulators(robot).manipulators == found


def test_a_manipulator_that_is_there_is_left_alone() -> None:
    known = replace(ARM, name="left", tool=Pose((0.0, 0.0, 0.1)))
    robot = replace(ROBOT, groups=(CHAIN,), manipulators=(known,))
    assert with_manipulators(robot) is robot
    other = replace(known, name="arm", tip="lower")
    names = [each.name for each in with_manipulators(replace(robot, manipulators=(other,))).manipulators]
    assert names == ["arm", "arm_2"]


def test_manipulators_become_groups_and_manipulators_again(tmp_path: Path) -> None:
    """OpenRAVE's manipulators, SRDF's groups, and manipulators again: but for what only OpenRAVE says."""
    whole = replace(
        ARM,
        tool=Pose((0.0, 0.0, 0.1)),
        gripper_joints=(GripperJoint(joint="finger_joint", closing=((0, 1.0),)),),
    )
    robotfmt.write(replace(ROBOT, manipulators=(whole,)), tmp_path / "in.dae")
    robotfmt.convert(tmp_path / "in.dae", tmp_path / "r.urdf", tmp_path / "r.srdf")
    report = Report()
    robotfmt.convert([tmp_path / "r.urdf", tmp_path / "r.srdf"], tmp_path / "out.dae", report=report)
    assert [each.subject for each in report.having("collada.manipulator")] == ["manipulator/arm"]
    assert robotfmt.read(tmp_path / "out.dae").manipulators == (ARM,)
