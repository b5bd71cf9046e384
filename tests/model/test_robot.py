"""What can be asked of a robot and its joints by name, and how one part of a robot is replaced."""

from __future__ import annotations

from typing import Any

import pytest

import robotfmt
from robotfmt.model import (
    Axis,
    Box,
    CSpace,
    CSpaceJoint,
    Extension,
    ExtensionKind,
    FormulaCoupling,
    Geometry,
    Group,
    Joint,
    JointType,
    Limits,
    LinearCoupling,
    Link,
    Material,
    Motion,
    Robot,
    SphereSet,
    Variable,
)
from robotfmt.model.bounds import Bounds
from robotfmt.model.lookup import UnknownName
from robotfmt.model.record import replace


def joint(name: str, parent: str, child: str, *axes: Axis, type: JointType = JointType.REVOLUTE) -> Joint:
    return Joint(name=name, type=type, parent=parent, child=child, axes=axes or (Axis(),))


ROBOT = Robot(
    name="arm",
    links=(Link(name="base"), Link(name="upper"), Link(name="hand")),
    joints=(joint("elbow", "base", "upper"), joint("wrist", "upper", "hand")),
    loops=(joint("rod", "base", "hand"),),
)


def test_parts_are_found_by_name() -> None:
    assert ROBOT.link("hand") is ROBOT.links[2]
    assert ROBOT.joint("wrist") is ROBOT.joints[1]
    assert ROBOT.joint("rod") is ROBOT.loops[0]


def test_an_unknown_name_is_a_key_error_that_names_the_like() -> None:
    with pytest.raises(KeyError) as caught:
        ROBOT.joint("elbo")
    assert str(caught.value) == "the robot has no joint 'elbo'; did you mean 'elbow'?"
    with pytest.raises(KeyError, match="no link 'u'; did you mean 'upper'"):
        ROBOT.link("u")
    with pytest.raises(UnknownName) as unlike:
        ROBOT.link("xyz")
    assert str(unlike.value) == "the robot has no link 'xyz'"


def limited(**soft: Any) -> Axis:
    hard = Limits(lower=-2.0, upper=2.0, velocity=3.0, effort=10.0)
    return Axis(hard=hard, soft=Limits(**soft) if soft else None)


def test_the_limits_of_a_joint_are_the_narrower_ones() -> None:
    both = joint("j", "a", "b", limited(lower=-3.0, upper=1.0, velocity=1.0, jerk=50.0)).limits
    assert both == Limits(lower=-2.0, upper=1.0, velocity=1.0, effort=10.0, jerk=50.0)
    assert joint("j", "a", "b", limited()).limits == limited().hard
    assert joint("j", "a", "b", Axis(soft=Limits(upper=1.0))).limits == Limits(upper=1.0)


def test_a_joint_without_limits_or_axes_has_no_bounds() -> None:
    fixed = Joint(name="j", type=JointType.FIXED, parent="a", child="b")
    assert fixed.limits == joint("j", "a", "b").limits == Limits()


def test_a_continuous_joint_has_no_bounds_of_position() -> None:
    turning = joint("j", "a", "b", limited(), type=JointType.CONTINUOUS)
    assert turning.limits == Limits(velocity=3.0, effort=10.0)


def test_the_limits_of_several_axes_are_asked_of_the_axes() -> None:
    several = joint("hip", "a", "b", limited(), Axis(motion=Motion.SLIDE), type=JointType.CYLINDRICAL)
    with pytest.raises(ValueError, match=r"joint 'hip' has 2 axes: .* joint\.axes\[0\]\.limits"):
        _ = several.limits
    assert several.axes[0].limits == limited().hard


def test_limits_of_a_joint_are_changed_in_one_line() -> None:
    changed = ROBOT.with_limits("elbow", upper=2.0, velocity=1.5)
    assert changed.joint("elbow").limits == Limits(upper=2.0, velocity=1.5)
    again = changed.with_limits("elbow", upper=None, lower=-1.0)
    assert again.joint("elbow").limits == Limits(lower=-1.0, velocity=1.5)
    assert again.joint("wrist") is ROBOT.joint("wrist")


def test_changed_limits_are_the_narrower_ones_afterwards() -> None:
    axis = Axis(hard=Limits(lower=-2.0, upper=2.0), soft=Limits(upper=1.0))
    changed = ROBOT.with_joint(joint("elbow", "base", "upper", axis)).with_limits("elbow", lower=-3.0, upper=1.5)
    assert changed.joint("elbow").axes[0].hard == Limits(lower=-3.0, upper=1.5)
    assert changed.joint("elbow").axes[0].soft == Limits(upper=1.5)
    assert changed.joint("elbow").limits == Limits(lower=-3.0, upper=1.5)


def test_changed_limits_hold_in_the_configuration_space() -> None:
    given = (CSpaceJoint(joint="elbow", acceleration_limit=1.0), CSpaceJoint(joint="wrist", jerk_limit=2.0))
    robot = replace(ROBOT, cspace=CSpace(joints=given))
    changed = robot.with_limits("elbow", acceleration=3.0, jerk=4.0)
    assert changed.cspace == CSpace(joints=(CSpaceJoint(joint="elbow", acceleration_limit=3.0), given[1]))
    assert changed.joint("elbow").limits == Limits(acceleration=3.0, jerk=4.0)


def test_limits_of_one_of_several_axes_are_changed() -> None:
    two = joint("elbow", "base", "upper", Axis(), Axis(direction=(0.0, 1.0, 0.0)), type=JointType.UNIVERSAL)
    robot = ROBOT.with_joint(two)
    changed = robot.with_limits("elbow", axis=1, effort=5.0)
    assert [each.limits for each in changed.joint("elbow").axes] == [Limits(), Limits(effort=5.0)]
    with pytest.raises(ValueError, match="'elbow' has 2 axes: name one of them, such as axis=0"):
        robot.with_limits("elbow", effort=5.0)
    with pytest.raises(ValueError, match="'elbow' has no axis 2: its axes are 0 to 1"):
        robot.with_limits("elbow", axis=2, effort=5.0)


def test_limits_that_mean_nothing_are_refused() -> None:
    with pytest.raises(KeyError, match="no joint 'elbo'; did you mean 'elbow'"):
        ROBOT.with_limits("elbo", upper=1.0)
    with pytest.raises(TypeError, match="unexpected keyword argument 'uper'; did you mean 'upper'"):
        ROBOT.with_limits("elbow", uper=1.0)  # type: ignore[call-arg]
    turning = ROBOT.with_joint(joint("elbow", "base", "upper", type=JointType.CONTINUOUS))
    assert turning.with_limits("elbow", velocity=1.0).joint("elbow").limits == Limits(velocity=1.0)
    with pytest.raises(ValueError, match="'elbow' is continuous"):
        turning.with_limits("elbow", upper=1.0)
    fixed = ROBOT.with_joint(replace(ROBOT.joint("elbow"), type=JointType.FIXED, axes=()))
    with pytest.raises(ValueError, match="'elbow' has no axis 0: it has no axes"):
        fixed.with_limits("elbow", upper=1.0)


def test_every_limit_can_be_changed() -> None:
    assert Bounds.__annotations__.keys() == {each for each in dir(Limits()) if each[0] != "_"} - {"origin"}


def test_a_part_is_replaced_by_name() -> None:
    hidden = robotfmt.replace(ROBOT.link("upper"), visible=False)
    changed = ROBOT.with_link(hidden)
    assert changed.links == (ROBOT.links[0], hidden, ROBOT.links[2])
    assert (changed.joints, changed.loops) == (ROBOT.joints, ROBOT.loops)
    stiff = replace(ROBOT.joint("wrist"), type=JointType.FIXED, axes=())
    assert ROBOT.with_joint(stiff).joints == (ROBOT.joints[0], stiff)
    assert ROBOT.with_joint(replace(ROBOT.joint("rod"), dof_index=3)).loops[0].dof_index == 3


def test_of_several_parts_with_one_name_the_first_is_replaced() -> None:
    twice = replace(ROBOT, links=(*ROBOT.links, Link(name="hand")))
    changed = twice.with_link(Link(name="hand", visible=False))
    assert [each.visible for each in changed.links] == [None, None, False, None]


def test_a_part_is_added_only_when_asked() -> None:
    tool = Link(name="tool")
    with pytest.raises(KeyError, match="no link 'tool'"):
        ROBOT.with_link(tool)
    longer = ROBOT.with_link(tool, add=True).with_joint(joint("mount", "hand", "tool"), add=True)
    assert (longer.links[-1], longer.joints[-1].name) == (tool, "mount")
    with pytest.raises(ValueError, match="already"):
        longer.with_link(tool, add=True)
    with pytest.raises(ValueError, match="already has a joint 'rod'"):
        ROBOT.with_joint(joint("rod", "base", "hand"), add=True)


def test_a_dangling_name_is_refused() -> None:
    with pytest.raises(KeyError, match="joint 'wrist': the robot has no link 'hnd'; did you mean 'hand'"):
        ROBOT.with_joint(joint("wrist", "upper", "hnd"))
    follower = joint("wrist", "upper", "hand", Axis(coupling=LinearCoupling(joint="elbw")))
    with pytest.raises(KeyError, match="no joint 'elbw'; did you mean 'elbow'"):
        ROBOT.with_joint(follower)
    formula = FormulaCoupling(expression=Variable(joint="shoulder"))
    with pytest.raises(KeyError, match="no joint 'shoulder'"):
        ROBOT.with_joint(joint("wrist", "upper", "hand", Axis(coupling=formula)))


def painted(name: str | None) -> Link:
    return Link(name="hand", visuals=(Geometry(shape=Box((1.0, 1.0, 1.0)), material=Material(name=name)),))


def test_a_material_that_is_not_defined_is_refused() -> None:
    red = Material(name="red", color=(1.0, 0.0, 0.0, 1.0))
    with pytest.raises(KeyError, match="link 'hand': the robot has no material 'red'"):
        ROBOT.with_link(painted("red"))
    assert replace(ROBOT, materials=(red,)).with_link(painted("red")).link("hand") == painted("red")
    assert ROBOT.with_link(painted(None)).link("hand") == painted(None)


def test_existing_dangling_references_may_stay() -> None:
    broken = replace(ROBOT, links=(ROBOT.links[0], painted("red")))
    assert broken.with_link(replace(broken.link("hand"), visible=True)).link("hand").visible
    stiff = replace(broken.joint("elbow"), type=JointType.FIXED)
    assert broken.with_joint(stiff).joint("elbow").type is JointType.FIXED
    other = replace(broken.joint("elbow"), child="lower")
    with pytest.raises(KeyError, match="no link 'lower'"):
        broken.with_joint(other)


def test_a_link_that_unrecognised_content_defines_is_known() -> None:
    content = Extension(
        format="urdf",
        place="/robot",
        kind=ExtensionKind.ELEMENT,
        name="x",
        content="<x/>",
        defines=("palm",),
    )
    robot = replace(ROBOT, extensions=(content,))
    assert robot.with_joint(joint("wrist", "upper", "palm")).joint("wrist").child == "palm"


def test_a_robot_is_shown_in_one_line() -> None:
    assert repr(ROBOT) == "<Robot 'arm': 3 links, 2 joints, 1 loop>"
    assert repr(Robot()) == "<Robot without a name: 0 links, 0 joints>"
    several = Robot(name="r", links=ROBOT.links[:1], sphere_sets=(SphereSet(name="s"),), groups=(Group(name="g"),) * 2)
    assert repr(several) == "<Robot 'r': 1 link, 0 joints, 2 groups, 1 sphere set>"
