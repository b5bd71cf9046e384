"""Joints that are fixed, and have properties that only a joint that moves needs."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.model import (
    Axis,
    Calibration,
    Dynamics,
    Joint,
    JointType,
    Limits,
    Link,
    Motion,
    Robot,
    SafetyController,
)

AXES = {
    "damping": Axis(dynamics=Dynamics(damping=0.1)),
    "friction and a direction": Axis(direction=(0.0, 1.0, 0.0), dynamics=Dynamics(friction=0.1)),
    "a position gain": Axis(safety=SafetyController(k_position=100.0)),
    "calibration": Axis(calibration=Calibration(rising=0.1)),
    "equal limits": Axis(motion=Motion.SLIDE, hard=Limits(lower=-0.1, upper=-0.1), resolution=0.02),
    "a slider's numbers": Axis(
        motion=Motion.SLIDE, hard=Limits(velocity=1.0, effort=2.0, acceleration=3.0), planning_weight=2.0
    ),
}


def robot_of(axis: Axis) -> Robot:
    joint = Joint(name="j", type=JointType.FIXED, parent="a", child="b", axes=(axis,))
    return Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(joint,))


@pytest.mark.parametrize("axis", AXES.values(), ids=AXES)
def test_a_fixed_joint_reads_back(axis: Axis, tmp_path: Path) -> None:
    path = tmp_path / "r.robot.xml"
    robotfmt.write(robot_of(axis), path)
    assert robotfmt.read(path).joints[0].type is JointType.FIXED


def test_a_fixed_joint_that_slides_has_its_numbers_in_metres(tmp_path: Path) -> None:
    path = tmp_path / "r.robot.xml"
    robotfmt.write(robot_of(AXES["equal limits"]), path)
    assert '<Joint name="j" type="slider" enable="false"' in path.read_text(encoding="utf-8")
    (axis,) = robotfmt.read(path).joints[0].axes
    assert (axis.motion, axis.resolution) == (Motion.SLIDE, 0.02)
