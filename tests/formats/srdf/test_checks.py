"""What is wrong with a document, alone or beside its robot: each code, where it stands, and what is said."""

from __future__ import annotations

import pytest
from reading import read_text

import robotfmt.validation
from robotfmt.diagnostics import Report
from robotfmt.model import Axis, Joint, JointType, Limits, Link, Robot
from robotfmt_srdf.codes import CODES

TURN = (Axis(hard=Limits(lower=-1.0, upper=2.0)),)
ROBOT = Robot(
    name="r",
    links=tuple(Link(name=name) for name in ("base", "left", "right", "tip", "other")),
    joints=(
        Joint(name="jl", type=JointType.REVOLUTE, parent="base", child="left", axes=TURN),
        Joint(name="jr", type=JointType.CONTINUOUS, parent="base", child="right", axes=(Axis(),)),
        Joint(name="jt", type=JointType.FIXED, parent="left", child="tip"),
    ),
)
GROUP = '<group name="g"><joint name="jl"/></group>'
STATE = '<group_state name="s" group="g"><joint name="%s" value="%s"/></group_state>'
VIRTUAL = '<virtual_joint name="%s" type="%s" parent_frame="world" child_link="base"/>'
EFFECTOR = '<end_effector name="e" parent_link="tip" group="g"/>'
BALLS = '<link_sphere_approximation link="%s">%s</link_sphere_approximation>'
PAIR = '<disable_collisions link1="%s" link2="%s"/>'
CASES = [
    ("<robot>", "no-robot-name", 1, "<robot> has no name"),
    ('<robot name="q">', "other-robot", 1, "the document is for 'q', but the robot is 'r'"),
    ('<end_effector name="e"/>', "incomplete", 2, "<end_effector> has no 'group' and no 'parent_link'"),
    ("<group><group/></group>", "incomplete", 2, "<group> has no 'name'"),
    (
        '<group name="g"><chain tip_link="tip"/></group>',
        "incomplete",
        2,
        "<chain> has no 'base_link'",
    ),
    ('<group_state group="g"/>', "incomplete", 2, "<group_state> has no 'name'"),
    (
        GROUP + '<group_state name="s" group="g"><joint name="jl"/></group_state>',
        "no-value",
        2,
        "the joint 'jl' has no value",
    ),
    (
        '<virtual_joint name="v"/>',
        "incomplete",
        2,
        "<virtual_joint> has no 'type' and no 'parent_frame' and no 'child_link'",
    ),
    ("<passive_joint/>", "incomplete", 2, "<passive_joint> has no 'name'"),
    (
        '<joint_property property_name="p"/>',
        "incomplete",
        2,
        "<joint_property> has no 'joint_name' and no 'value'",
    ),
    ('<disable_collisions link1="tip"/>', "incomplete", 2, "<disable_collisions> has no 'link2'"),
    ("<enable_collisions/>", "incomplete", 2, "<enable_collisions> has no 'link1' and no 'link2'"),
    ("<disable_default_collisions/>", "incomplete", 2, "<disable_default_collisions> has no 'link'"),
    ("<link_sphere_approximation/>", "incomplete", 2, "<link_sphere_approximation> has no 'link'"),
    (BALLS % ("tip", "<sphere/>"), "incomplete", 2, "<sphere> has no 'center' and no 'radius'"),
    ('<group name=" g"><link name="tip"/></group>', "padded-name", 2, "' g' has spaces around it"),
    (PAIR % ("tip", "tips"), "unknown-link", 2, "the link 'tips' does not exist; did you mean 'tip'?"),
    (BALLS % ("xyz", ""), "unknown-link", 2, "the link 'xyz' does not exist"),
    ('<passive_joint name="wheel"/>', "unknown-joint", 2, "the joint 'wheel' does not exist"),
    ('<passive_joint name="jll"/>', "unknown-joint", 2, "the joint 'jll' does not exist; did you mean 'jl'?"),
    (
        '<group name="g"><group name="arm"/></group>',
        "unknown-group",
        2,
        "the group 'arm' does not exist",
    ),
    ('<group_state name="s" group="g"/>', "unknown-group", 2, "the group 'g' does not exist"),
    (EFFECTOR, "unknown-group", 2, "the group 'g' does not exist"),
    (GROUP + "\n" + GROUP, "duplicate-group", 3, "the group 'g' is already given on line 2"),
    ('<group name="g"/>', "empty-group", 2, "the group 'g' is empty"),
    (
        '<group name="a"><group name="b"/></group>\n<group name="b"><group name="a"/></group>',
        "group-cycle",
        2,
        "the group 'a' contains itself, directly or through another group",
    ),
    (
        '<group name="g">\n<chain base_link="base" tip_link="other"/></group>',
        "no-chain",
        2,
        "the chain on line 3 of group 'g': 'other' is not below 'base', and no joints connect the two",
    ),
    (
        '<group name="g"><chain base_link="tip" tip_link="left"/></group>',
        "bent-chain",
        2,
        "the chain on line 2 of group 'g': 'left' is not below 'tip'",
    ),
    (
        GROUP + STATE % ("jl", "0") + STATE % ("jl", "1"),
        "duplicate-state",
        2,
        "the state 's' of 'g' is already given on line 2",
    ),
    ('<group_state name="s"/>', "state-without-group", 2, "the state 's' does not name a group"),
    (GROUP + STATE % ("jl", " "), "no-value", 2, "the joint 'jl' has no value"),
    (
        GROUP
        + '<group_state name="s" group="g"><joint name="jl" value="0"/><joint name="jl" value="1"/></group_state>',
        "joint-twice",
        2,
        "the state 's' has 'jl' already",
    ),
    (GROUP + STATE % ("jr", "0"), "not-in-group", 2, "the joint 'jr' is not in the group 'g'"),
    (GROUP + STATE % ("jl", "0 1"), "value-count", 2, "2 values for 'jl', where 1 is due"),
    (
        GROUP + EFFECTOR + EFFECTOR,
        "duplicate-end-effector",
        2,
        "the end effector 'e' is already given on line 2",
    ),
    (
        GROUP + '<end_effector name="e" parent_link="tip" group="g" parent_group="g"/>',
        "end-effector-on-itself",
        2,
        "the end effector 'e' is on its own group 'g'",
    ),
    (
        GROUP
        + '<group name="h"><chain base_link="base" tip_link="tip"/></group>'
        + '<end_effector name="e" parent_link="tip" group="g" parent_group="h"/>',
        "end-effector-in-parent-group",
        2,
        "the end effector 'e' is inside its parent group 'h': both have 'jl'",
    ),
    (
        GROUP
        + '<group name="h"><joint name="jr"/></group>'
        + '<end_effector name="e" parent_link="tip" group="g" parent_group="h"/>',
        "parent-link-outside",
        2,
        "the end effector 'e': its parent group 'h' does not have its parent link 'tip'",
    ),
    (
        VIRTUAL.replace("base", "tip") % ("v", "fixed"),
        "virtual-joint-not-on-root",
        2,
        "virtual joint 'v': child link 'tip' is not the root ('base', 'other')",
    ),
    (VIRTUAL % ("jl", "fixed"), "duplicate-virtual-joint", 2, "the robot has a joint 'jl' already"),
    (
        VIRTUAL % ("v", "fixed") + VIRTUAL % ("v", "fixed"),
        "duplicate-virtual-joint",
        2,
        "the virtual joint 'v' is already given on line 2",
    ),
    (VIRTUAL % ("v", "ball"), "unknown-joint-type", 2, "'ball' is not a type of virtual joint"),
    (
        '<passive_joint name="jl"/>\n<passive_joint name="jl"/>',
        "passive-twice",
        3,
        "the passive joint 'jl' is already given on line 2",
    ),
    (
        2 * '<joint_property joint_name="jl" property_name="p" value="1"/>\n',
        "property-twice",
        3,
        "the property 'p' of 'jl' is already given on line 2",
    ),
    (PAIR % ("tip", "tip"), "self-pair", 2, "link 'tip' is paired with itself"),
    (
        PAIR % ("tip", "base") + "\n" + PAIR % ("base", "tip"),
        "pair-twice",
        3,
        "the pair 'base' and 'tip' is already given on line 2",
    ),
    (
        2 * '<disable_default_collisions link="tip"/>\n',
        "unchecked-twice",
        3,
        "the link 'tip' is already given on line 2",
    ),
    (
        '<enable_collisions link1="base" link2="tip"/>' + PAIR % ("tip", "base"),
        "enabled-and-disabled",
        2,
        "the pair 'tip' and 'base' is enabled, too",
    ),
    (BALLS % ("tip", "") + BALLS % ("tip", ""), "spheres-twice", 2, "'tip' already has spheres"),
    (
        BALLS % ("tip", '<sphere center="0 0 0" radius="0"/>'),
        "no-extent",
        2,
        "the sphere radius is 0; expected a number above 0",
    ),
]
WHEN_WRITING = {
    "other-spheres",
    "spheres",
    "sphere-frame",
    "buffers",
    "both-uses",
    "base",
    "manipulator",
    "passive",
    "cspace",
}
REFUSED = {"not-a-robot", "xacro"}


def reported(text: str, robot: Robot | None = ROBOT) -> list[tuple[str, int | None, str]]:
    """Code, line and message of all that is said of a document, but of what is passed through."""
    report = Report()
    head = "" if text.startswith("<robot") else '<robot name="r">\n'
    read_text(f"{head}{text}</robot>", "srdf", report, robot)
    assert report.errors == []
    return [(each.code, each.line, each.message) for each in report if each.code != "document.not-understood"]


@pytest.mark.parametrize(("text", "code", "line", "message"), CASES)
def test_a_fault_is_reported_with_its_line(text: str, code: str, line: int, message: str) -> None:
    assert (f"srdf.{code}", line, message) in reported(text)


def test_every_code_has_its_case() -> None:
    codes = {each.slug.removeprefix("srdf.") for each in CODES}
    assert codes == {code for _, code, _, _ in CASES} | WHEN_WRITING | REFUSED


@pytest.mark.parametrize(
    "text",
    [
        GROUP + STATE % ("jl", "2"),
        '<group name="g"><chain base_link="base" tip_link="tip"/></group>' + STATE % ("jl", "0"),
        '<group name="g"><chain base_link="left" tip_link="left"/></group>',
        '<group name="g"><link name="left"/></group>' + STATE % ("jl", "0"),
        '<group name="h"><joint name="jl"/></group><group name="g"><group name="h"/></group>' + STATE % ("jl", "0"),
        VIRTUAL % ("v", " Planar ") + '<group name="g"><joint name="v"/></group>' + STATE % ("v", "1 2 3"),
        VIRTUAL % ("v", "floating") + '<group name="g"><link name="base"/></group>' + STATE % ("v", "0 0 0 0 0 0 1"),
        '<group name="a"><link name="tip"/></group><group name="b"><group name="a"/></group>'
        '<group name="c"><group name="b"/><group name="a"/></group>',
        GROUP + '<end_effector name="e" parent_link="tip" group="g" parent_group="g2"/>'
        '<group name="g2"><link name="tip"/></group>',
        BALLS % ("tip", '<sphere center="0 0 0" radius="0.1"/>'),
    ],
)
def test_valid_documents_have_no_findings(text: str) -> None:
    assert reported(text) == []


@pytest.mark.parametrize(
    "text",
    [
        PAIR % ("a", "b"),
        '<group name="g"><chain base_link="a" tip_link="b"/><joint name="j"/></group>' + STATE % ("j", "7"),
        '<passive_joint name="j"/>',
    ],
)
def test_names_are_not_checked_without_a_robot(text: str) -> None:
    assert reported(text, None) == []


def test_a_state_is_not_checked_against_a_group_with_unknown_links() -> None:
    text = '<group name="g"><chain base_link="base" tip_link="?"/></group>' + STATE % ("jr", "0")
    assert [code for code, _, _ in reported(text)] == ["srdf.unknown-link"]


def test_invalid_numbers_are_errors_where_a_shape_depends_on_them() -> None:
    report = Report()
    text = GROUP + STATE % ("jl", "a") + BALLS % ("tip", '<sphere center="1" radius="nan"/>')
    read_text(f'<robot name="r">{text}</robot>', "srdf", report, ROBOT)
    found = sorted((each.code, each.severity.value) for each in report)
    assert found == [("number.bad", "error"), ("number.bad", "warning"), ("number.not-finite", "error")]


def test_columns_are_those_of_the_attributes() -> None:
    report = Report()
    read_text(f'<robot name="r">\n{PAIR % ("tip", "x")}</robot>', "srdf", report, ROBOT)
    (found,) = report
    assert (found.line, found.column) == (2, 33)


def test_many_groups_of_groups_take_no_long_time() -> None:
    count = 3000
    groups = "".join(f'<group name="g{n}"><group name="g{n + 1}"/></group>' for n in range(count))
    states = "".join(
        f'<group_state name="s" group="g{n}"><joint name="jl" value="0"/></group_state>' for n in range(count)
    )
    last = f'<group name="g{count}"><joint name="jl"/></group>'
    assert reported(groups + last + states) == []


def test_a_state_beyond_limits_is_reported_once() -> None:
    report = robotfmt.validation.validate(
        read_text(f'<robot name="r">{GROUP}{STATE % ("jl", "2.5")}</robot>', "srdf", robot=ROBOT)
    )
    found = [each for each in report if "2.5" in each.message]
    assert [each.code for each in found] == ["robot.state-outside-limits"]
