"""Remove a part with everything below it: what led there ends where it was attached, and the rest stays."""

from __future__ import annotations

import pytest
from arms import arms

from robotfmt import edit, validate
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.model import Chain, JointValue, Link, NamedState, Robot
from robotfmt.model.record import replace


def both_up() -> Robot:
    """Two arms, with a state of joints that remain and of joints that do not."""
    values = tuple(JointValue(joint=f"left_{each}", values=(0.5,)) for each in ("shoulder", "wrist"))
    return replace(arms(), states=(*arms().states, NamedState(name="ready", group="left", values=values)))


def test_a_hand_is_removed_and_the_other_arm_stays() -> None:
    robot, report = both_up(), Report()
    made = edit.remove(robot, "left_hand", report=report)
    assert {each.name for each in robot.links} - {each.name for each in made.links} == {"left_hand", "left_finger"}
    groups = {each.name: each for each in made.groups}
    assert groups["left"].chains == (Chain(base="torso", tip="left_upper"),)
    assert groups["right"] == next(each for each in robot.groups if each.name == "right")
    tips = {each.name: each.tip for each in made.manipulators}
    assert tips == {each.name: each.tip.replace("left_hand", "left_upper") for each in robot.manipulators}
    assert {each.name: each.tool is None for each in made.manipulators} == {"left": True, "right": False}
    assert made.tool_frames == ("left_upper", "right_grasp")
    (ready,) = (each for each in made.states if each.name == "ready")
    assert [each.joint for each in ready.values] == ["left_shoulder"]
    assert {each.group for each in made.states if each.name == "up"} == {"left", "right"}
    messages = [each.message for each in report]
    assert "the chain from 'torso' of group 'left' ends at 'left_upper', not at 'left_hand'" in messages
    assert not validate(made).having("robot.unknown-link")


def test_a_gripper_is_exchanged() -> None:
    gripper = Robot(name="g", links=(Link(name="claw"),))
    made = edit.attach(edit.remove(arms(), "left_hand"), gripper, "left_upper")
    assert "claw" in made.link_by_name
    assert "right_hand" in made.link_by_name
    assert next(each for each in made.groups if each.name == "left").chains[0].tip == "left_upper"


def test_a_chain_that_only_led_to_the_removed_part_is_removed() -> None:
    made = edit.remove(arms(), "left_upper")
    assert "left" not in {each.name for each in made.groups}
    assert made.tool_frames == ("torso", "right_grasp")


def test_the_ends_of_a_chain_that_is_extracted_are_ends_of_groups() -> None:
    made = edit.extract(arms(), "torso", ["left_upper"])
    assert {each.name: each.chains for each in made.groups if each.chains} == {
        "left": (Chain(base="torso", tip="left_upper"),)
    }
    assert made.tool_frames == ("left_upper",)


@pytest.mark.parametrize(("link", "says"), [("torso", "the link 'torso' is the root"), ("lef_hand", "did you mean")])
def test_links_that_cannot_be_removed(link: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        edit.remove(arms(), link)
