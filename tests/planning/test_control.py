"""Which joints are controlled."""

from __future__ import annotations

import pytest
from trees import tree

from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.model import Chain, CSpace, CSpaceJoint, EndEffector, Group, JointType, Limits, PassiveJoint, Robot
from robotfmt.model.record import replace
from robotfmt.planning import PlanOptions
from robotfmt.planning.control import with_control
from robotfmt.planning.defaults import with_cspace

ARM = tree("base>a a>b b-hand hand>left hand~right")


def controlled(robot: Robot, options: PlanOptions | None = None) -> tuple[list[str], tuple[str, ...], Report]:
    """The joints, the tool frames, and what is said."""
    report = Report()
    found = with_control(robot, options or PlanOptions(), report)
    assert found.cspace is not None
    return [each.joint for each in found.cspace.joints], found.tool_frames, report


def test_joints_and_tools_are_assumed_and_reported() -> None:
    joints, tools, report = controlled(ARM)
    assert (joints, tools) == (["to_a", "to_b"], ("hand",))
    (reported,) = report
    assert reported.code == "planning.joints"
    assert reported.message == "2 joints are controlled, from 'base' to 'hand': to_a, to_b"


def test_values_of_documents_stay() -> None:
    space = CSpace(joints=(CSpaceJoint(joint="to_b"),))
    joints, tools, report = controlled(replace(ARM, cspace=space, tool_frames=("b",)))
    assert (joints, tools, list(report)) == (["to_b"], ("b",), [])
    effector = EndEffector(name="e", group="g", parent_link="b")
    assert controlled(replace(ARM, end_effectors=(effector,)))[1] == ("b",)
    group = Group(name="arm", chains=(Chain(base="base", tip="a"),))
    assert controlled(replace(ARM, groups=(group,)))[:2] == (["to_a"], ("a",))


def test_options_count_first() -> None:
    robot = replace(ARM, cspace=CSpace(joints=(CSpaceJoint(joint="to_b", jerk_limit=7.0),)), tool_frames=("b",))
    assert controlled(robot, PlanOptions(joints=("to_left", "to_a")))[0] == ["to_a", "to_left"]
    assert controlled(robot, PlanOptions(tools=("a",)))[:2] == (["to_a"], ("a",))
    assert controlled(ARM, PlanOptions(base="a"))[0] == ["to_b"]
    group = Group(name="fingers", joints=("to_left", "to_right"))
    assert controlled(replace(ARM, groups=(group,)), PlanOptions(group="fingers"))[0] == ["to_left"]
    assert not controlled(ARM, PlanOptions(base="a"))[2].diagnostics
    kept = with_control(robot, PlanOptions(joints=("to_a", "to_b"), jerk=5.0, acceleration=3.0), Report()).cspace
    assert kept is not None
    assert [(each.jerk_limit, each.acceleration_limit) for each in kept.joints] == [(5.0, 3.0), (7.0, 3.0)]


def test_limits_of_joints_count_before_options() -> None:
    first, *others = ARM.joints
    axis = replace(first.axes[0], hard=Limits(lower=-1.0, upper=1.0, acceleration=2.0))
    robot = replace(ARM, joints=(replace(first, axes=(axis,)), *others))
    found = with_control(robot, PlanOptions(acceleration=9.0), Report()).cspace
    assert found is not None
    assert [each.acceleration_limit for each in found.joints] == [2.0, 9.0]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (PlanOptions(joints=("to_c",)), "the joint 'to_c' does not exist"),
        (PlanOptions(joints=("to_hand",)), "cannot be controlled"),
        (PlanOptions(joints=("to_right",)), "cannot be controlled"),
        (PlanOptions(group="arm"), "the group 'arm' does not exist"),
        (PlanOptions(tools=("c",)), "the link 'c' does not exist"),
        (PlanOptions(base="left", tools=("b",)), "'b' is not below 'left'"),
    ],
)
def test_options_that_cannot_be_met(options: PlanOptions, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        controlled(ARM, options)


def test_joints_that_nothing_drives_are_not_controlled() -> None:
    def with_axis(robot: Robot, name: str, **reported: bool) -> Robot:
        joint = robot.joint_by_name[name]
        changed = replace(joint, axes=tuple(replace(axis, **reported) for axis in joint.axes))
        return replace(robot, joints=tuple(changed if each is joint else each for each in robot.joints))

    passive = replace(ARM, passive_joints=(PassiveJoint(joint="to_a"),))
    for robot, why in (
        (passive, "passive"),
        (with_axis(ARM, "to_a", locked=True), "locked"),
        (with_axis(ARM, "to_a", active=False), "not active"),
    ):
        joints, tools, report = controlled(robot)
        assert (joints, tools) == (["to_b"], ("hand",))
        (reported,) = report.having("planning.not-driven")
        assert reported.message == f"joint 'to_a' is {why}; it is not controlled"
        joints, _, report = controlled(robot, PlanOptions(joints=("to_a", "to_b")))
        assert joints == ["to_a", "to_b"]
        assert report.having("planning.not-driven") == []
        space = with_cspace(robot).cspace
        assert space is not None
        assert "to_a" not in [each.joint for each in space.joints]
    assert controlled(with_axis(ARM, "to_a", active=True))[0] == ["to_a", "to_b"]


def test_joints_of_several_values_are_left_out_and_reported() -> None:
    first, *others = ARM.joints
    robot = replace(ARM, joints=(replace(first, type=JointType.PLANAR), *others))
    group = Group(name="all", joints=("to_a", "to_b"))
    for options in (PlanOptions(group="all"), PlanOptions(tools=("b",)), PlanOptions()):
        joints, _, report = controlled(replace(robot, groups=(group,)), options)
        assert "to_a" not in joints
        (found,) = report.having("planning.several-values")
        assert found.message == "the planar joint 'to_a' is not controlled; a planner has one number per joint"
        assert found.help == "Split it first: robotfmt edit ROBOT --split to_a -o NEW."
    assert not controlled(robot, PlanOptions(joints=("to_b",)))[2].having("planning.several-values")
    with pytest.raises(UsageError) as caught:
        controlled(robot, PlanOptions(joints=("to_a",)))
    assert caught.value.diagnostic.help == found.help
