"""Where the parts of an arm are, and how well its tool can move."""

from __future__ import annotations

import numpy as np
import pytest
from levers import planar
from real import example_robots

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import CSpace, LinearCoupling
from robotfmt.model.record import replace
from robotfmt.planning import PlanOptions
from robotfmt.planning.arms import Arm, arms_of
from robotfmt.planning.control import with_control

_STEP = 1e-5


def numeric(arm: Arm, point: np.ndarray) -> float:
    """The inverse condition number by differences of the tool's poses."""
    columns = []
    for step in np.eye(len(point)) * _STEP:
        before, after = arm.places(np.array([point - step, point + step])).tool
        turn = (after[:3, :3] @ before[:3, :3].T - np.eye(3)) / (2 * _STEP)
        moved = (after[:3, 3] - before[:3, 3]) / (2 * _STEP * arm.unit)
        columns.append([*moved, turn[2, 1], turn[0, 2], turn[1, 0]])
    found = np.linalg.svd(np.array(columns), compute_uv=False)
    return float(found[arm.rank - 1] / found[0])


def test_the_condition_is_that_of_the_jacobian() -> None:
    (arm,) = arms_of(planar())
    point = np.array([[0.3, 1.2, -0.7]])
    angles = np.cumsum(point[0])
    ends = np.cumsum(np.column_stack([np.cos(angles), np.sin(angles)]), axis=0)
    arms = (ends[-1] - np.vstack([[0.0, 0.0], ends[:-1]])) / arm.unit
    found = np.linalg.svd(np.vstack([-arms[:, 1], arms[:, 0], np.ones(3)]), compute_uv=False)
    assert arm.conditions(point, arm.places(point))[0] == pytest.approx(found[2] / found[0], rel=1e-9)
    assert arm.margins(point)[0] == pytest.approx(1.8 / 6)
    assert 1 < arm.unit < 3
    assert arm.names == ["s", "e", "w"]  # the fourth leads to no tool
    assert arm.conditions(np.zeros((1, 3)), arm.places(np.zeros((1, 3))))[0] < 1e-9


def test_a_mimic_joint_moves_the_tool_with_its_leader() -> None:
    robot = planar()
    wrist = robot.joint_by_name["w"]
    axis = replace(wrist.axes[0], coupling=LinearCoupling(joint="e", multiplier=-0.5))
    follows = replace(wrist, axes=(axis,))
    joints = tuple(follows if each is wrist else each for each in robot.joints)
    (arm,) = arms_of(replace(robot, joints=joints))
    assert arm.names == ["s", "e"]
    point = np.array([0.2, 1.0])
    found = arm.conditions(point[None], arm.places(point[None]))[0]
    assert found == pytest.approx(numeric(arm, point), rel=1e-5)


@pytest.mark.parametrize(
    "path", [p for p in example_robots() if p.stem in {"tiago", "pr2"}], ids=lambda path: path.stem
)
def test_the_condition_of_real_arms(path: object) -> None:
    robot = with_control(robotfmt.read(str(path)), PlanOptions(), Report())
    for arm in arms_of(robot):
        points = arm.random(3, seed=1)
        found = arm.conditions(points, arm.places(points))
        assert found == pytest.approx([numeric(arm, point) for point in points], rel=1e-4)


def test_without_a_controlled_joint_there_is_no_arm() -> None:
    assert arms_of(replace(planar(), cspace=CSpace())) == []
    assert arms_of(replace(planar(), tool_frames=("nothing",))) == []
