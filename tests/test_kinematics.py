"""Forward kinematics against numbers worked out by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from robotfmt.errors import ModelError, UsageError
from robotfmt.kinematics.forward import forward_kinematics, sample
from robotfmt.kinematics.freedom import by_joint, cspace_joints, evaluate
from robotfmt.model import (
    Axis,
    Constant,
    CSpace,
    CSpaceJoint,
    Expression,
    FormulaCoupling,
    Joint,
    JointType,
    Limits,
    LinearCoupling,
    Link,
    Motion,
    Number,
    Operation,
    PassiveJoint,
    Piecewise,
    Pose,
    Robot,
    Rpy,
    Variable,
)
from robotfmt.model.record import replace

Z = (0.0, 0.0, 1.0)


def joint(name: str, parent: str, child: str, **more: object) -> Joint:
    given: dict[str, object] = {"type": JointType.REVOLUTE, "axes": (Axis(direction=Z),)} | more
    return Joint(name=name, parent=parent, child=child, **given)  # type: ignore[arg-type]


def chain(*joints: Joint) -> Robot:
    names = dict.fromkeys(name for each in joints for name in (each.parent, each.child) if name)
    return Robot(links=tuple(Link(name=name) for name in names), joints=joints)


def test_a_planar_arm() -> None:
    robot = chain(joint("a", "base", "upper"), joint("b", "upper", "fore", pose_in_parent=Pose((1.0, 0.0, 0.0))))
    poses = forward_kinematics(robot, {"a": [0.0, math.pi / 2], "b": [0.0, math.pi / 2]})
    assert poses["fore"].shape == (2, 4, 4)
    assert np.allclose(poses["fore"][0][:3, 3], [1, 0, 0])
    assert np.allclose(poses["fore"][1], [[-1, 0, 0, 0], [0, -1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 1]])


def test_a_joint_away_from_the_frame_of_its_child() -> None:
    # The hinge stands at x = 1 in the parent and at x = -2 in the child: half a turn brings the child to x = -1.
    robot = chain(
        joint("a", "base", "door", pose_in_parent=Pose((1.0, 0.0, 0.0)), pose_in_child=Pose((-2.0, 0.0, 0.0)))
    )
    poses = forward_kinematics(robot, {"a": [0.0, math.pi]})
    assert np.allclose(poses["door"][:, :3, 3], [[3, 0, 0], [-1, 0, 0]])


def test_several_axes_one_after_the_other() -> None:
    axes = (Axis(direction=Z), Axis(direction=(1.0, 0.0, 0.0), motion=Motion.SLIDE))
    robot = chain(joint("a", "base", "end", type=JointType.COMPOUND, axes=axes))
    poses = forward_kinematics(robot, {"a": [math.pi / 2, 2.0]})
    assert np.allclose(poses["end"][:3, 3], [0, 2, 0])


def test_planar_floating_and_screw() -> None:
    robot = chain(
        joint("p", "base", "plate", type=JointType.PLANAR),
        joint("f", "plate", "free", type=JointType.FLOATING, axes=()),
        joint("s", "free", "nut", type=JointType.SCREW, axes=(Axis(direction=Z, pitch=0.1),)),
    )
    half = math.sqrt(0.5)
    poses = forward_kinematics(
        robot, {"p": [1.0, 2.0, math.pi / 2], "f": [1.0, 0.0, 0.0, half, 0.0, 0.0, half], "s": math.pi}
    )
    assert np.allclose(poses["plate"][:3, 3], [1, 2, 0])
    assert np.allclose(poses["free"][:3, 3], [1, 3, 0])
    assert np.allclose(poses["nut"][:3, 3], [1, 3, 0.1 * math.pi])


def test_couplings_follow_in_chains() -> None:
    first = Axis(direction=Z, coupling=LinearCoupling(joint="b", multiplier=2.0, offset=0.1))
    second = Axis(direction=Z, coupling=LinearCoupling(joint="c", multiplier=-1.0))
    robot = chain(
        joint("a", "base", "one", axes=(first,)),
        joint("b", "one", "two", axes=(second,)),
        joint("c", "two", "end"),
    )
    poses = forward_kinematics(robot, {"c": 0.3})
    # b = -0.3, a = 2 * -0.3 + 0.1 = -0.5; all turn about z.
    angle = -0.5 - 0.3 + 0.3
    assert np.allclose(poses["end"][:2, 0], [math.cos(angle), math.sin(angle)])


def test_a_ring_of_couplings_is_refused() -> None:
    one = Axis(direction=Z, coupling=LinearCoupling(joint="b"))
    two = Axis(direction=Z, coupling=LinearCoupling(joint="a"))
    robot = chain(joint("a", "base", "one", axes=(one,)), joint("b", "one", "two", axes=(two,)))
    with pytest.raises(ModelError, match="cycle"):
        forward_kinematics(robot)


def test_a_formula_drives_a_joint() -> None:
    formula = FormulaCoupling(expression=Operation("power", (Variable("a"), Number(2.0))))
    axis = Axis(direction=(1.0, 0.0, 0.0), motion=Motion.SLIDE, coupling=formula)
    robot = chain(joint("a", "base", "one"), joint("b", "base", "two", type=JointType.PRISMATIC, axes=(axis,)))
    poses = forward_kinematics(robot, {"a": [0.0, 1.5, -2.0]})
    assert np.allclose(poses["two"][:, 0, 3], [0, 2.25, 4])


def operation(name: str, *arguments: float) -> Expression:
    return Operation(name, tuple(Number(each) for each in arguments))


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (operation("plus", 1, 2, 3), 6),
        (operation("minus", 5), -5),
        (operation("minus", 5, 2), 3),
        (operation("divide", 1, 4), 0.25),
        (operation("power", 2, 10), 1024),
        (operation("root", 9), 3),
        (operation("root", 3, -27), -3),
        (operation("log", 2, 8), 3),
        (operation("rem", -7, 3), -1),
        (operation("quotient", -7, 3), -2),
        (operation("arccot", 0), math.pi / 2),
        (operation("atan2", 1, -1), 3 * math.pi / 4),
        (operation("and", 1, 1, 0), 0),
        (operation("max", 1, 7, 3), 7),
        (Constant("pi"), math.pi),
        # A right-angled triangle of sides 3, 4 and hypotenuse 5.
        (operation("SASS", 3, math.pi / 2, 4), 5),
        (operation("SASA", 3, math.pi / 2, 4), math.atan2(3, 4)),
        (operation("SSSA", 3, 4, 5), math.atan2(3, 4)),
        (operation("INRANGE", 2, 1, 3), 1),
        (operation("INRANGE", 4, 1, 3), 0),
        (Piecewise(((Number(7.0), operation("lt", 2, 1)), (Number(8.0), operation("lt", 1, 2))), None), 8),
        (Piecewise(((Number(7.0), operation("gt", 1, 2)),), Number(9.0)), 9),
    ],
)
def test_values_of_each_operator(expression: Expression, value: float) -> None:
    assert np.allclose(evaluate(expression, {}, 2), [value, value])


def test_unknown_joints_and_wrong_shapes_are_refused() -> None:
    robot = chain(joint("a", "base", "one"))
    with pytest.raises(UsageError, match="no joint 'x'"):
        forward_kinematics(robot, {"x": [0.0]})
    with pytest.raises(UsageError, match="degrees of freedom"):
        forward_kinematics(robot, {"a": [[0.0, 1.0]]})
    with pytest.raises(UsageError, match="configurations"):
        forward_kinematics(chain(joint("a", "base", "one"), joint("b", "one", "two")), {"a": [0.0], "b": [0.0, 1.0]})


def test_samples_stay_within_the_narrower_limits() -> None:
    axis = Axis(direction=Z, hard=Limits(lower=-1.0, upper=2.0), soft=Limits(lower=-0.5, upper=3.0))
    values = sample(chain(joint("a", "base", "one", axes=(axis,))), 500, seed=3)["a"]
    assert values.min() >= -0.5
    assert values.max() <= 2.0
    assert values.max() - values.min() > 2.0


def test_the_fixed_pose_counts() -> None:
    robot = chain(
        joint("a", "base", "one", type=JointType.FIXED, axes=(), pose_in_parent=Pose(None, Rpy(0.0, 0.0, 1.0)))
    )
    assert np.allclose(forward_kinematics(robot)["one"][:2, 0], [math.cos(1), math.sin(1)])


def arm() -> Robot:
    """Two turning joints, a slide that follows the first of them, and a passive joint."""
    follows = Axis(direction=Z, motion=Motion.SLIDE, coupling=LinearCoupling(joint="a"))
    robot = chain(
        joint("a", "base", "upper"),
        joint("b", "upper", "fore", pose_in_parent=Pose((1.0, 0.0, 0.0))),
        joint("c", "fore", "cart", type=JointType.PRISMATIC, axes=(follows,)),
        joint("d", "cart", "wheel"),
    )
    return replace(robot, passive_joints=(PassiveJoint(joint="d"),))


def names(robot: Robot) -> str:
    return "".join(each.name for each in cspace_joints(robot))


def test_the_joints_of_a_vector_are_those_that_move_by_themselves() -> None:
    assert names(arm()) == "ab"


def test_the_joints_of_a_vector_are_in_the_order_that_documents_give() -> None:
    wanted = CSpace(joints=(CSpaceJoint(joint="d"), CSpaceJoint(joint="a")))
    assert names(replace(arm(), cspace=wanted)) == "da"
    places = {"a": 1, "b": 0}
    indexed = tuple(replace(each, dof_index=places.get(each.name)) for each in arm().joints)
    assert names(replace(arm(), joints=indexed)) == "ba"
    unknown = CSpace(joints=(CSpaceJoint(joint="shoulder_"), CSpaceJoint(joint="a")))
    with pytest.raises(UsageError, match="c-space: the robot has no joint 'shoulder_'"):
        cspace_joints(replace(arm(), cspace=unknown))


def test_a_vector_moves_as_its_joints_do() -> None:
    robot = replace(arm(), cspace=CSpace(joints=(CSpaceJoint(joint="b"), CSpaceJoint(joint="a"))))
    one = forward_kinematics(robot, [0.2, math.pi / 2])
    assert np.allclose(one["fore"][:3, 3], [0, 1, 0])
    assert np.allclose(one["cart"][:3, 3], [0, 1, math.pi / 2])
    several = forward_kinematics(robot, np.array([[0.2, math.pi / 2], [0.5, -1.0]]))
    same = forward_kinematics(robot, {"a": [math.pi / 2, -1.0], "b": [0.2, 0.5]})
    assert all(np.array_equal(several[link], same[link]) for link in same)


def test_joints_of_several_numbers_have_them_side_by_side() -> None:
    robot = chain(joint("p", "base", "plate", type=JointType.PLANAR), joint("a", "plate", "top"))
    found = by_joint(robot, [1.0, 2.0, 3.0, 4.0])
    assert {name: each.tolist() for name, each in found.items()} == {"p": [1.0, 2.0, 3.0], "a": 4.0}
    assert by_joint(robot, [[1.0, 2.0, 3.0, 4.0]])["p"].tolist() == [[1.0, 2.0, 3.0]]


def test_a_vector_of_another_length_is_refused() -> None:
    with pytest.raises(UsageError, match="has 3 values; expected 2, for the joints 'a', 'b'"):
        forward_kinematics(arm(), [0.0] * 3)
    with pytest.raises(UsageError, match=r"has the shape \(2, 1\); expected 2"):
        forward_kinematics(arm(), [[0.0], [0.0]])
    with pytest.raises(UsageError, match=r"has the shape \(\)"):
        forward_kinematics(arm(), 0.0)


def test_a_robot_that_cannot_move_has_an_empty_vector() -> None:
    still = chain(joint("a", "base", "top", type=JointType.FIXED, axes=()))
    assert by_joint(still, []) == {}
    assert forward_kinematics(still, [])["top"].shape == (4, 4)


@pytest.mark.parametrize("one", [None, {}, {"a": 0.3}, [0.3, 0.2], np.array([0.3, 0.2])])
def test_one_configuration_gives_a_matrix_for_each_link(one: Any) -> None:
    assert {pose.shape for pose in forward_kinematics(arm(), one).values()} == {(4, 4)}


@pytest.mark.parametrize(
    ("several", "count"),
    [
        ([[0.3, 0.2]], 1),
        ([[0.3, 0.2]] * 3, 3),
        (np.zeros((0, 2)), 0),
        ({"a": [0.3]}, 1),
        ({"a": [0.3, 0.2], "b": 0.1}, 2),
        ({"a": [[0.3], [0.2]]}, 2),
    ],
)
def test_several_configurations_give_an_array_for_each_link(several: Any, count: int) -> None:
    assert {pose.shape for pose in forward_kinematics(arm(), several).values()} == {(count, 4, 4)}


def test_a_joint_of_several_numbers_stays_where_others_move() -> None:
    robot = chain(joint("p", "base", "plate", type=JointType.PLANAR), joint("a", "plate", "top"))
    poses = forward_kinematics(robot, {"p": [1.0, 2.0, 0.0], "a": [0.0, math.pi]})
    assert np.allclose(poses["top"][:, :2, 3], [[1, 2], [1, 2]])
    assert np.allclose(poses["top"][:, 0, 0], [1, -1])


def test_an_unknown_joint_has_a_suggestion() -> None:
    with pytest.raises(UsageError, match="no joint 'elbo'; did you mean 'elbow'"):
        forward_kinematics(chain(joint("elbow", "base", "upper")), {"elbo": 1.0})
