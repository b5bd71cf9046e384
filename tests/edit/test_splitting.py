"""Joints of several degrees of freedom, as joints of one each that move the same."""

from __future__ import annotations

import numpy as np
import pytest

from robotfmt import edit
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.kinematics.forward import forward_kinematics
from robotfmt.model import (
    Axis,
    Group,
    Joint,
    JointType,
    JointValue,
    Link,
    NamedState,
    PassiveJoint,
    Pose,
    Robot,
    Rpy,
)
from robotfmt.model.record import replace

MOUNT = Pose((0.1, 0.2, 0.3), Rpy(0.3, -0.2, 0.9))
TILTED = (Axis(direction=(0.0, 0.6, 0.8)),)
TURNS = (Axis(direction=(1.0, 0.0, 0.0)), Axis(direction=(0.0, 1.0, 0.0)))


def cart(kind: JointType, values: tuple[float, ...], axes: tuple[Axis, ...] = ()) -> Robot:
    """A robot with one joint, whose group, state and default position name it."""
    joint = Joint(name="drive", type=kind, parent="ground", child="cart", pose_in_parent=MOUNT, axes=axes)
    given = (JointValue(joint="drive", values=values),)
    return Robot(
        name="r",
        links=(Link(name="ground"), Link(name="cart")),
        joints=(joint,),
        groups=(Group(name="g", joints=("drive",)),),
        states=(NamedState(name="s", group="g", values=given),),
        passive_joints=(PassiveJoint(joint="drive"),),
        default_positions=given,
    )


CASES = [
    (JointType.PLANAR, (1.0, 2.0, 0.5), TILTED, 3),
    (JointType.BALL, (0.8, 0.2, -0.4, 0.4), (), 3),
    (JointType.FLOATING, (1.0, 2.0, 3.0, 0.5, -0.5, 0.1, 0.7), (), 6),
    (JointType.UNIVERSAL, (0.3, -0.4), TURNS, 2),
]


@pytest.mark.parametrize(("kind", "values", "axes", "count"), CASES, ids=[each[0].value for each in CASES])
def test_a_joint_that_is_split_moves_the_same(
    kind: JointType, values: tuple[float, ...], axes: tuple[Axis, ...], count: int
) -> None:
    whole, report = cart(kind, values, axes), Report()
    made = edit.split(whole, "drive", report=report)
    names = [each.name for each in made.joints]
    assert names[0] == "drive"
    assert len(names) == count
    assert made.groups[0].joints == tuple(names)
    assert [each.joint for each in made.passive_joints] == names
    given = {each.joint: each.values[0] for each in made.states[0].values}
    assert list(given) == names
    assert made.default_positions == made.states[0].values
    before = forward_kinematics(whole, {"drive": values})["cart"]
    after = forward_kinematics(made, given)["cart"]
    np.testing.assert_allclose(after, before, atol=1e-12)
    assert {each.code for each in report} == {"edit.split"}


def test_a_joint_of_one_degree_of_freedom_is_not_split() -> None:
    for kind in (JointType.REVOLUTE, JointType.FIXED):
        with pytest.raises(UsageError, match=f"joint 'drive' cannot be split: it is {kind.value}"):
            edit.split(cart(kind, (0.0,), TILTED), "drive")
    with pytest.raises(UsageError, match="the joint 'drvie' does not exist; did you mean 'drive'"):
        edit.split(cart(JointType.PLANAR, (0.0, 0.0, 0.0)), "drvie")


def test_a_value_that_does_not_fit_is_left_out() -> None:
    made = edit.split(cart(JointType.PLANAR, (1.0,)), "drive")
    assert made.states == (replace(made.states[0], values=()),)
