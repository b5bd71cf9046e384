"""Reading SRDF: what each element becomes, with names and numbers written out by hand."""

from __future__ import annotations

import pytest
from reading import read_text
from real import FIXTURES

from robotfmt.diagnostics import Report
from robotfmt.errors import InputError, UnsafeInput
from robotfmt.model import (
    Chain,
    CheckedPair,
    CollisionSphere,
    CollisionUse,
    EndEffector,
    ExtensionKind,
    FrameSpheres,
    Group,
    IgnoredPair,
    JointProperty,
    JointValue,
    NamedState,
    PassiveJoint,
    Robot,
    SphereSet,
    UncheckedLink,
    VirtualJoint,
)


def read(inside: str, report: Report | None = None) -> Robot:
    """The robot of a document with something inside."""
    return read_text(f'<robot name="r">{inside}</robot>', "srdf", report)


def test_an_empty_document_is_a_robot_with_a_name() -> None:
    report = Report()
    assert read("", report) == Robot(name="r")
    assert len(report) == 0


def test_groups_are_read() -> None:
    robot = read(
        '<group name="arm"><chain base_link="base" tip_link="tip"/><joint name="j2"/><link name="a"/>'
        '<joint name="j1"/><link name="b"/><chain base_link="tip" tip_link="tool"/></group>'
        '<group name="all"><group name="arm"/><group name="arm2"/></group>'
        '<group name="none"/>'
    )
    assert robot.groups == (
        Group(
            name="arm",
            links=("a", "b"),
            joints=("j2", "j1"),
            chains=(Chain(base="base", tip="tip"), Chain(base="tip", tip="tool")),
        ),
        Group(name="all", groups=("arm", "arm2")),
        Group(name="none"),
    )


def test_states_are_read() -> None:
    robot = read(
        '<group name="g"/><group_state name="home" group="g"><joint name="a" value="-1.5"/>'
        '<joint name="w" value=" .4 0\t -1e-3 "/></group_state><group_state name="free"/>'
    )
    assert robot.states == (
        NamedState(
            name="home",
            group="g",
            values=(
                JointValue(joint="a", values=(-1.5,)),
                JointValue(joint="w", values=(0.4, 0.0, -0.001)),
            ),
        ),
        NamedState(name="free"),
    )


def test_end_effectors_and_joints() -> None:
    robot = read(
        '<end_effector name="e" parent_link="tip" group="hand" parent_group="arm"/>'
        '<end_effector name="f" parent_link="tip" group="hand"/>'
        '<virtual_joint name="v" type="Planar" parent_frame="odom" child_link="base"/>'
        '<passive_joint name="wheel"/>'
        '<joint_property joint_name="v" property_name="weight" value=" 0.5 "/>'
    )
    assert robot.end_effectors == (
        EndEffector(name="e", group="hand", parent_link="tip", parent_group="arm"),
        EndEffector(name="f", group="hand", parent_link="tip"),
    )
    assert robot.virtual_joints == (VirtualJoint(name="v", type="Planar", parent_frame="odom", child_link="base"),)
    assert robot.passive_joints == (PassiveJoint(joint="wheel"),)
    assert robot.joint_properties == (JointProperty(joint="v", name="weight", value=" 0.5 "),)


def test_collision_pairs_are_read() -> None:
    robot = read(
        '<disable_collisions link1="b" link2="a" reason="Adjacent"/>'
        '<disable_collisions link1="a" link2="c"/><disable_collisions link1="a" link2="d" reason=""/>'
        '<disable_collisions link1="c" link2="d" reason="because"/>'
        '<enable_collisions link1="a" link2="z" reason="User"/><disable_default_collisions link="z"/>'
    )
    assert robot.ignored_pairs == (
        IgnoredPair(first="b", second="a", reason="Adjacent"),
        IgnoredPair(first="a", second="c"),
        IgnoredPair(first="a", second="d", reason=""),
        IgnoredPair(first="c", second="d", reason="because"),
    )
    assert robot.checked_pairs == (CheckedPair(first="a", second="z", reason="User"),)
    assert robot.unchecked_links == (UncheckedLink(link="z"),)


@pytest.mark.parametrize("reason", ["Adjacent", "Default", "Always", "Never", "User", "Not Disabled", "Grasp"])
def test_every_reason_is_a_text(reason: str) -> None:
    (pair,) = read(f'<disable_collisions link1="a" link2="b" reason="{reason}"/>').ignored_pairs
    assert pair.reason == reason


def test_spheres_are_one_set_for_both_uses() -> None:
    robot = read(
        '<link_sphere_approximation link="a"><sphere center="1 2 -3.5" radius="0.25"/>'
        '<sphere center="0 0 0" radius="0"/></link_sphere_approximation>'
        '<link_sphere_approximation link="b"/>'
    )
    assert robot.sphere_sets == (
        SphereSet(
            name="collision_spheres",
            frames=(
                FrameSpheres(
                    frame="a",
                    spheres=(
                        CollisionSphere(center=(1.0, 2.0, -3.5), radius=0.25),
                        CollisionSphere(center=(0.0, 0.0, 0.0), radius=0.0),
                    ),
                ),
                FrameSpheres(frame="b"),
            ),
        ),
    )
    assert robot.world_collision == robot.self_collision == CollisionUse(spheres="collision_spheres")


def test_invalid_numbers_stay_in_the_document() -> None:
    report = Report()
    robot = read(
        '<group name="g"><joint name="a"/><joint name="b"/></group><group_state name="s" group="g">'
        '<joint name="a" value="1 x"/><joint name="b" value="2"/></group_state>'
        '<link_sphere_approximation link="l"><sphere center="0 0" radius="1,5"/>'
        '<sphere center="0 0 nan" radius="2"/></link_sphere_approximation>',
        report,
    )
    assert robot.states[0].values == (
        JointValue(joint="a", values=()),
        JointValue(joint="b", values=(2.0,)),
    )
    assert robot.sphere_sets[0].frames[0].spheres == (
        CollisionSphere(center=None, radius=None),
        CollisionSphere(center=None, radius=2.0),
    )
    assert [(each.kind, each.name, each.content) for each in robot.extensions] == [
        (ExtensionKind.ATTRIBUTE, "value", "1 x"),
        (ExtensionKind.ATTRIBUTE, "center", "0 0"),
        (ExtensionKind.ATTRIBUTE, "radius", "1,5"),
        (ExtensionKind.ATTRIBUTE, "center", "0 0 nan"),
    ]
    # A state that cannot be read is no error, a sphere is.
    assert len(report.errors) == 3


def test_the_fixture_is_in_order() -> None:
    report = Report()
    arm = read_text((FIXTURES / "arm6" / "arm6.urdf").read_bytes(), "urdf")
    data = (FIXTURES / "arm6" / "arm6.srdf").read_bytes()
    robot = read_text(data, "srdf", report, arm)
    assert [each.code for each in report] == ["document.not-understood"]
    assert robot.states[1].values[0] == JointValue(joint="stand", values=(0.5, -0.25, 3.14))
    assert len(robot.links) == 8
    # Every element of the format is in it.
    tags = (b"chain", b"end_effector", b"virtual_joint", b"passive_joint", b"joint_property", b"sphere")
    pairs = (b"disable_default_collisions", b"enable_collisions", b"disable_collisions")
    assert all(b"<" + tag + b" " in data for tag in (*tags, *pairs, b"group_state", b"link", b"joint"))


def test_the_robot_keeps_its_name() -> None:
    robot = read_text('<robot name="other"/>', "srdf", None, Robot(name="r"))
    assert robot.name == "r"
    (kept,) = robot.extensions
    assert (kept.place, kept.name, kept.content) == ("/robot", "name", "other")
    assert read_text('<robot name="other"/>', "srdf", None, Robot()).name == "other"
    assert read_text("<robot/>", "srdf", None, Robot(name="r")).name == "r"


def test_another_root_element_is_refused() -> None:
    with pytest.raises(InputError, match="root element is <model>"):
        read_text("<model/>", "srdf")


@pytest.mark.parametrize(
    "inside", ['<group name="${prefix}arm"/>', '<xacro:include filename="a"/>', '<group name="$(arg x)"/>']
)
def test_xacro_is_refused(inside: str) -> None:
    text = f'<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">{inside}</robot>'
    with pytest.raises(UnsafeInput, match=r"xacro"):
        read_text(text, "srdf")


def test_a_declaration_of_the_xacro_namespace_alone_is_no_xacro() -> None:
    assert read_text('<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"/>', "srdf").name == "r"
