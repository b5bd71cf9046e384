"""Other names for parts: everything that refers to them follows."""

from __future__ import annotations

from pathlib import Path

import pytest
from arms import arms
from hypothesis import given
from robots import robots

import robotfmt
from robotfmt import edit
from robotfmt.diagnostics import Report
from robotfmt.edit.naming import with_other_names
from robotfmt.errors import UsageError
from robotfmt.model import Chain, Extension, ExtensionKind, Robot
from robotfmt.model.record import replace
from robotfmt.model.renaming import names_in


def test_references_to_a_renamed_link_change() -> None:
    report = Report()
    robot = edit.rename(arms(), links={"left_hand": "palm"}, report=report)
    assert [link.name for link in robot.links][2] == "palm"
    assert [(joint.parent, joint.child) for joint in robot.joints[1:3]] == [
        ("left_upper", "palm"),
        ("palm", "left_finger"),
    ]
    assert robot.groups[0].chains == (Chain(base="torso", tip="palm"),)
    assert robot.groups[5].links == ("palm", "right_hand")
    assert robot.frames[0].parent == "palm"
    assert robot.end_effectors[0].parent_link == "palm"
    assert robot.manipulators[0].tip == "palm"
    assert robot.sphere_sets[0].frames[0].frame == "palm"
    assert robot.self_collision is not None
    assert robot.self_collision.buffers[0].frame == "palm"
    assert robot.ignored_pairs[2].first == "palm"
    assert robot.sensors[0].link == "palm"
    assert robot.extensions[0].place == "/robot/link[@name='palm']"
    assert not {"left_hand"} & {name for _, name in names_in(robot)}
    (reported,) = report.having("edit.may-still-refer")
    assert reported.message == "<gazebo> may still refer to 'left_hand'"


def test_references_to_a_renamed_joint_change() -> None:
    robot = edit.rename(arms(), joints={"left_grip": "pinch", "left_wrist": "turn"}, report=Report())
    coupling = robot.joints[5].coupling
    assert coupling is not None
    assert {name for _, name in names_in(coupling)} == {"pinch"}
    assert robot.extensions[1].content == '<gazebo reference="turn"><note>of left_hand</note></gazebo>'


def test_two_links_can_swap_their_names() -> None:
    robot = edit.rename(arms(), links={"left_hand": "right_hand", "right_hand": "left_hand"})
    assert [link.name for link in robot.links][2::3] == ["right_hand", "left_hand"]
    assert robot.manipulators[0].tip == "right_hand"


def test_a_group_and_a_frame() -> None:
    robot = edit.rename(arms(), groups={"left": "l"}, frames={"left_grasp": "tcp"})
    assert robot.states[0].group == "l"
    assert robot.groups[4].groups == ("l", "right")
    assert robot.end_effectors[0].parent_group == "l"
    assert robot.tool_frames == ("tcp", "right_grasp")


def test_names_that_cannot_be() -> None:
    with pytest.raises(UsageError, match=r"the link 'left_hnad' does not exist; did you mean 'left_hand'") as caught:
        edit.rename(arms(), links={"left_hnad": "palm"})
    assert caught.value.code.slug == "edit.no-such-part"
    with pytest.raises(UsageError, match=r"two links would be named 'torso'") as caught:
        edit.rename(arms(), links={"left_hand": "torso"})
    assert caught.value.code.slug == "edit.name-taken"
    with pytest.raises(UsageError, match=r"two links would be named 'left_grasp'"):
        edit.rename(arms(), links={"left_hand": "left_grasp"})
    with pytest.raises(UsageError, match=r"must have a name"):
        edit.rename(arms(), joints={"left_grip": ""})


def test_a_prefix_is_put_before_all_names_but_those_of_spheres_and_the_robot() -> None:
    robot = edit.prefix(arms(), "a_", "_z")
    assert robot.name == "arms"
    kept = {name for kind, name in names_in(robot) if kind == "spheres"}
    assert kept == {"spheres"}
    others = {name for kind, name in names_in(robot) if kind != "spheres"}
    assert all(name.startswith("a_") and name.endswith("_z") for name in others)
    assert robot.virtual_joints[0].parent_frame == "world"
    assert robot.extensions[0].place == "/robot/link[@name='a_left_hand_z']"


def without_prefix(robot: Robot, prefix: str) -> Robot:
    names: dict[str, dict[str, str]] = {}
    for kind, name in names_in(robot):
        names.setdefault(kind, {})[name] = name.removeprefix(prefix)
    return with_other_names(robot, names)


@given(robot=robots())
def test_a_prefix_can_be_taken_away(robot: Robot) -> None:
    assert without_prefix(edit.prefix(robot, "é' "), "é' ") == robot


def test_a_link_can_have_its_name_back() -> None:
    robot = edit.rename(arms(), links={"torso": "body"}, joints={"left_wrist": "w"})
    assert edit.rename(robot, links={"body": "torso"}, joints={"w": "left_wrist"}) == arms()


def test_places_and_keys_of_documents() -> None:
    def entry(place: str, name: str) -> Extension:
        return Extension(format="xrdf", place=place, kind=ExtensionKind.ENTRY, name=name, content="1")

    def attribute(place: str) -> Extension:
        kind = ExtensionKind.ATTRIBUTE
        return Extension(format="srdf", place=place, kind=kind, name="link", content="left_hand")

    strange = attribute("/robot/disable_collisions[@link1='left_hand'][@link2='right_hand'][2]")
    robot = replace(
        arms(),
        extensions=(
            entry("/geometry/balls/spheres/left_hand/0", "mass"),
            entry("/geometry/balls/spheres", "left_hand"),
            entry("/geometry/left_hand", "colour"),
            strange,
        ),
    )
    found = edit.rename(robot, links={"left_hand": "it's/a~hand"}).extensions
    assert [(each.place, each.name) for each in found[:3]] == [
        ("/geometry/balls/spheres/it's~1a~0hand/0", "mass"),
        ("/geometry/balls/spheres", "it's/a~hand"),
        ("/geometry/left_hand", "colour"),
    ]
    assert found[3].content == "it's/a~hand"
    assert found[3].place == """/robot/disable_collisions[@link1="it's/a~hand"][@link2='right_hand'][2]"""


def test_names_in_yaml_that_is_not_understood() -> None:
    def entry(name: str, content: str, place: str = "/robot_cfg/kinematics") -> Extension:
        return Extension(format="curobo", place=place, kind=ExtensionKind.ENTRY, name=name, content=content)

    robot = replace(
        arms(),
        extensions=(
            entry("mesh_link_names", '["torso", "left_hand", 3]'),
            entry("extra_links", '{"left_hand": {"parent_link_name": "left_hand", "note": "of left_hand"}}'),
            entry("left_hand", "1", "/robot_cfg/kinematics/extra_links"),
            entry("note", '{"a": ["left_hand", true]}'),
            entry("other", '{"left_hands": [1.5]}'),
        ),
    )
    report = Report()
    found = edit.rename(robot, links={"left_hand": "palm"}, report=report).extensions
    assert [(each.name, each.content) for each in found] == [
        ("mesh_link_names", '["torso", "palm", 3]'),
        ("extra_links", '{"palm": {"parent_link_name": "palm", "note": "of left_hand"}}'),
        ("palm", "1"),
        ("note", '{"a": ["left_hand", true]}'),
        ("other", '{"left_hands": [1.5]}'),
    ]
    assert [each.message for each in report.having("edit.may-still-refer")] == [
        "'extra_links' may still refer to 'left_hand'",
        "'note' may still refer to 'left_hand'",
    ]


TEXT = """<?xml version="1.0" encoding="utf-8"?>
<robot name="r">
  <!-- where it stands -->
  <link name="b"/>
  <joint name="j" type="fixed">
    <!-- from there -->
    <child link="a"/>
    <parent link="b"/>
  </joint>
  <!-- what it carries -->
  <link name="a" color="red"/>
</robot>
"""


def test_order_and_comments_stay(tmp_path: Path) -> None:
    source, output = tmp_path / "r.urdf", tmp_path / "o.urdf"
    source.write_text(TEXT, encoding="utf-8")
    robotfmt.convert(
        source,
        output,
        edit=lambda robot, **_: edit.rename(robot, links={"a": "x"}, joints={"j": "y"}),
    )
    expected = TEXT.replace('"a"', '"x"').replace('"j"', '"y"')
    assert output.read_text(encoding="utf-8") == expected
