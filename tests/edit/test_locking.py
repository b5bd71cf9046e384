"""Joints held at a value."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from arms import arms

from robotfmt import edit
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.kinematics.forward import forward_kinematics, sample
from robotfmt.model import (
    FormulaCoupling,
    JointType,
    Number,
    Operation,
    Partial,
    Robot,
    Variable,
)
from robotfmt.model.record import replace

SUM = Operation("plus", (Variable("left_shoulder"), Operation("times", (Number(2.0), Variable("left_wrist")))))


def coupled(expression: Operation) -> Robot:
    """The arms, where the right wrist follows a formula."""
    robot = arms()
    partials = (
        Partial(joint="left_wrist", expression=Number(2.0)),
        Partial(joint="left_shoulder", expression=Number(1.0)),
    )
    coupling = FormulaCoupling(expression=expression, first_partials=partials)
    wrist = robot.joint_by_name["right_wrist"]
    new = replace(wrist, axes=(replace(wrist.axes[0], coupling=coupling),))
    return replace(robot, joints=tuple(new if each is wrist else each for each in robot.joints))


def test_a_locked_joint_is_fixed_where_it_was() -> None:
    robot = edit.lock(arms(), {"left_shoulder": 0.7})
    joint = robot.joint_by_name["left_shoulder"]
    assert (joint.type, joint.axes) == (JointType.FIXED, ())
    positions = sample(arms(), 4)
    before = forward_kinematics(arms(), {**positions, "left_shoulder": np.full((4, 1), 0.7)})
    del positions["left_shoulder"]
    after = forward_kinematics(robot, positions)
    assert all(np.allclose(before[name], after[name], atol=1e-12) for name in before)


def test_where_a_turn_and_a_slide_lead() -> None:
    robot = edit.lock(arms(), {"left_wrist": pi / 2, "left_grip": 0.02})
    grip = robot.joint_by_name["left_grip"].pose_in_parent
    assert grip is not None
    assert grip.xyz == pytest.approx((0.02, 0.0, 0.3))
    wrist = edit.lock(arms(), {"left_wrist": pi / 2}).joint_by_name["left_wrist"].pose_in_parent
    assert wrist is not None
    # Half a radian about y first, then the quarter turn: x goes to y.
    assert [row[0] for row in wrist.matrix] == pytest.approx((0.0, 1.0, 0.0), abs=1e-12)


def test_followers_are_locked_with_their_leaders() -> None:
    robot = edit.lock(arms(), {"left_grip": 0.03})
    assert robot.joint_by_name["right_grip"].type is JointType.FIXED
    pose = robot.joint_by_name["right_grip"].pose_in_parent
    assert pose is not None
    assert pose.xyz == pytest.approx((0.03, 0.0, 0.3))


def test_formulas_of_locked_joints() -> None:
    both = edit.lock(coupled(SUM), {"left_shoulder": 0.5, "left_wrist": 0.25})
    same = edit.lock(arms(), {"right_wrist": 1.0})
    a, b = (each.joint_by_name["right_wrist"].pose_in_parent for each in (both, same))
    assert a is not None
    assert b is not None
    assert np.allclose(a.matrix, b.matrix)
    one = edit.lock(coupled(SUM), {"left_shoulder": 0.5}).joint_by_name["right_wrist"].coupling
    assert isinstance(one, FormulaCoupling)
    assert one.expression == Operation("plus", (Number(0.5), SUM.arguments[1]))
    assert [each.joint for each in one.first_partials] == ["left_wrist"]


def test_nothing_speaks_of_the_value_of_a_locked_joint() -> None:
    report = Report()
    robot = edit.lock(arms(), {"left_shoulder": 0.5}, report=report)
    assert [each.joint for each in robot.default_positions] == ["right_shoulder"]
    assert robot.cspace is not None
    assert [each.joint for each in robot.cspace.joints] == ["right_shoulder"]
    assert [len(each.values) for each in robot.states] == [0, 1]
    assert len(report.having("edit.left-out")) == 3


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("left_shoulder", 2.5, "2.5 is beyond its limit 2"),
        ("left_shoulder", -1.5, "-1.5 is beyond its limit -1"),
        ("right_grip", 0.0, "it follows 'left_grip'"),
        ("left_shoulder", (0.1, 0.2), "it has 1 axes; got 2 values"),
    ],
)
def test_values_that_cannot_be(name: str, value: float, why: str) -> None:
    with pytest.raises(UsageError, match=why) as caught:
        edit.lock(arms(), {name: value})
    assert caught.value.code.slug == "edit.lock"


def test_joints_that_cannot_be_locked() -> None:
    with pytest.raises(UsageError, match="the joint 'left_elbow' does not exist"):
        edit.lock(arms(), {"left_elbow": 0.0})
    with pytest.raises(UsageError, match="it is fixed"):
        edit.lock(edit.lock(arms(), {"left_wrist": 0.0}), {"left_wrist": 0.0})
    floating = replace(arms().joints[1], type=JointType.FLOATING, axes=())
    with pytest.raises(UsageError, match="it is floating"):
        edit.lock(replace(arms(), joints=(floating,)), {"left_wrist": 0.0})
