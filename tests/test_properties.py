"""Any robot can be written in any format: the proof that is part of writing finds nothing unexplained."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from robots import robots

import robotfmt
from robotfmt.adapting import framed_at_child
from robotfmt.diagnostics import Report
from robotfmt.errors import ModelError
from robotfmt.kinematics.forward import forward_kinematics, sample
from robotfmt.model import Joint, JointType, Robot
from robotfmt.model.json import from_json, to_json

pytestmark = pytest.mark.slow


def written(robot: Robot, suffix: str) -> Robot | None:
    """What a document of the robot says; None where the robot has errors and is refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"robot{suffix}"
        report = Report()
        try:
            robotfmt.write(robot, path, report=report)
        except ModelError:
            assert report.errors
            return None
        return robotfmt.read(path)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".urdf", ".dae", ".zae"])
@given(robot=robots())
def test_any_robot_is_written_with_proof(suffix: str, robot: Robot) -> None:
    found = written(robot, suffix)
    assert found is not None
    assert {link.name for link in robot.links} <= {link.name for link in found.links}


@pytest.mark.parametrize("suffix", [".urdf", ".dae"])
@given(robot=robots())
def test_links_move_as_before(suffix: str, robot: Robot) -> None:
    found = written(robot, suffix)
    assert found is not None
    if any(framed_at_child(joint) is None or len(joint.axes) != 1 or _is_turned(joint) for joint in robot.joints):
        return
    if any(_is_other(joint, found) for joint in robot.joints):
        return
    positions = sample(robot, 5)
    before, after = forward_kinematics(robot, positions), forward_kinematics(found, positions)
    assert all(np.allclose(before[name], after[name], atol=1e-9) for name in before)


def _is_other(joint: Joint, found: Robot) -> bool:
    """Whether a joint is of another type there, which was reported: COLLADA has joints of axes that turn or slide."""
    there = found.joint_by_name.get(joint.name)
    return joint.type not in (JointType.REVOLUTE, JointType.PRISMATIC) and (there is None or there.type != joint.type)


def _is_turned(joint: Joint) -> bool:
    """Whether a plane has other axes, so that the same values mean other places, where the child's frame is its own."""
    return joint.type is JointType.PLANAR and joint.pose_in_child is not None


@given(robot=robots())
def test_a_robot_is_the_same_after_json(robot: Robot) -> None:
    assert from_json(to_json(robot)) == robot
