"""Read with its robot, a document may only name what there is."""

from __future__ import annotations

import pytest

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.model import (
    Axis,
    FormulaCoupling,
    Joint,
    JointType,
    Limits,
    LinearCoupling,
    Link,
    Number,
    Robot,
)
from robotfmt.model.record import replace
from robotfmt_xrdf import FORMAT

HEAD = "format: xrdf\nformat_version: 2.0\n"
CSPACE = "cspace: {joint_names: [%s], acceleration_limits: [1], jerk_limits: [1]}\n"
ROBOT = Robot(
    links=(Link(name="base_link"), Link(name="tool0")),
    joints=(
        Joint(name="elbow", type=JointType.REVOLUTE, parent="base_link", child="tool0", axes=(Axis(),)),
        Joint(name="rigid", type=JointType.FIXED, parent="base_link", child="tool0"),
        Joint(
            name="follower",
            type=JointType.REVOLUTE,
            parent="base_link",
            child="tool0",
            axes=(Axis(coupling=LinearCoupling(joint="elbow")),),
        ),
        Joint(
            name="formula",
            type=JointType.REVOLUTE,
            parent="base_link",
            child="tool0",
            axes=(Axis(coupling=FormulaCoupling(expression=Number(1.0))),),
        ),
    ),
)
ADD = (
    "modifiers: [add_frame: {frame_name: %s, parent_frame_name: %s, joint_name: %s, joint_type: FIXED,\n"
    "  fixed_transform: {position: [0, 0, 0], orientation: {w: 1, xyz: [0, 0, 0]}}}]\n"
)
ELBOW = CSPACE % "elbow"


def _findings(text: str, robot: Robot | None = ROBOT) -> list[tuple[str, int | None, int | None, str]]:
    assert FORMAT.read is not None
    context = Context()
    FORMAT.read(Source("a.xrdf", (HEAD + text).encode()), robot, context)
    return [(each.code, each.line, each.column, each.message) for each in context.report]


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "message"),
    [
        (
            CSPACE % "elbo",
            "cspace-joint-unknown",
            3,
            24,
            "the joint 'elbo' does not exist; did you mean 'elbow'?",
        ),
        (CSPACE % "xyz", "cspace-joint-unknown", 3, 24, "the joint 'xyz' does not exist"),
        (CSPACE % "rigid", "cspace-joint-fixed", 3, 24, "the joint 'rigid' is fixed"),
        (CSPACE % "follower", "cspace-joint-mimic", 3, 24, "the joint 'follower' follows 'elbow'"),
        (CSPACE % "formula", "cspace-joint-mimic", 3, 24, "the joint 'formula' follows others"),
        (
            ELBOW + "default_joint_positions:\n  elbow: 1\n  Elbow: 2\n",
            "default-joint-unknown",
            6,
            3,
            "the joint 'Elbow' does not exist; did you mean 'elbow'?",
        ),
        (
            ELBOW + "default_joint_positions: {rigid: 1}\n",
            "default-joint-fixed",
            4,
            27,
            "the joint 'rigid' is fixed",
        ),
        (
            ELBOW + "default_joint_positions: {follower: 1}\n",
            "default-joint-mimic",
            4,
            27,
            "the joint 'follower' follows 'elbow'",
        ),
        (
            ELBOW + "tool_frames: [tool0, tool1]\n",
            "tool-frame-unknown",
            4,
            22,
            "the link or added frame 'tool1' does not exist; did you mean 'tool0'?",
        ),
        (
            ELBOW + "geometry: {g: {spheres: {base: []}}}\n",
            "sphere-frame-unknown",
            4,
            26,
            "the link or added frame 'base' does not exist; did you mean 'base_link'?",
        ),
        (
            ELBOW + "geometry: {g: }\nworld_collision: {geometry: g, buffer_distance: {x: 1}}\n",
            "buffer-frame-unknown",
            5,
            50,
            "the link or added frame 'x' does not exist",
        ),
        (
            ELBOW + "geometry: {g: }\nself_collision: {geometry: g, ignore: {tool0: [tool0_]}}\n",
            "ignore-frame-unknown",
            5,
            48,
            "the link or added frame 'tool0_' does not exist; did you mean 'tool0'?",
        ),
        (
            ELBOW + "modifiers: [set_base_frame: base]\n",
            "base-unknown",
            4,
            29,
            "the link or added frame 'base' does not exist; did you mean 'base_link'?",
        ),
        (
            ELBOW + ADD % ("f", "tool", "j"),
            "parent-frame-unknown",
            4,
            59,
            "the link or added frame 'tool' does not exist; did you mean 'tool0'?",
        ),
        (
            ELBOW + ADD % ("tool0", "tool0", "j"),
            "frame-name-taken",
            4,
            37,
            "'tool0' is already taken in the robot",
        ),
        (
            ELBOW + ADD % ("f", "tool0", "elbow"),
            "joint-name-taken",
            4,
            78,
            "'elbow' is already taken in the robot",
        ),
    ],
)
def test_unknown_names(text: str, code: str, line: int, column: int, message: str) -> None:
    found = [each for each in _findings(text) if not each[0].startswith("xrdf.empty-")]
    assert found == [(f"xrdf.{code}", line, column, message)]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("-1", "-1 is below the lower limit 0 of 'elbow'"),
        ("2.5", "2.5 is above the upper limit 2 of 'elbow'"),
        ("0", None),
        ("2.0", None),
    ],
)
def test_positions_outside_of_the_limits(position: str, message: str | None) -> None:
    limited = Axis(hard=Limits(lower=0.0, upper=2.0))
    for type, expected in ((JointType.REVOLUTE, message), (JointType.CONTINUOUS, None)):
        elbow = replace(ROBOT.joints[0], type=type, axes=(limited,))
        found = _findings(ELBOW + f"default_joint_positions: {{elbow: {position}}}\n", replace(ROBOT, joints=(elbow,)))
        assert [each[3] for each in found] == ([expected] if expected else [])
        assert all(each[:3] == ("xrdf.default-out-of-limits", 4, 27) for each in found)


def test_names_are_not_checked_without_a_robot() -> None:
    assert _findings(CSPACE % "anything" + "tool_frames: [x]\n", None) == []
    assert _findings(CSPACE % "anything" + "tool_frames: [x]\n", Robot()) == []


def test_added_frames_are_frames() -> None:
    text = ELBOW + ADD % ("f", "tool0", "j") + "tool_frames: [f]\ngeometry: {g: {spheres: {f: }}}\n"
    assert [each[0] for each in _findings(text)] == ["xrdf.empty-spheres"]


def test_a_joint_that_is_freed_can_be_controlled() -> None:
    text = CSPACE % "follower" + "modifiers: [remove_mimic_attributes: {joint_name: follower}]\n"
    assert _findings(text) == []


@pytest.mark.parametrize(
    ("joint", "reported"),
    [
        ("follower", None),
        ("formula", None),
        ("elbow", "'elbow'"),
        ("folower", "did you mean 'follower'"),
    ],
)
def test_only_a_joint_that_follows_another_can_be_freed(joint: str, reported: str | None) -> None:
    text = f"modifiers: [remove_mimic_attributes: {{joint_name: {joint}, position_limits: [0, 1]}}]\n" + ELBOW
    found = [each for each in _findings(text) if each[0] == "xrdf.remove-mimic-target"]
    assert [each[1:3] for each in found] == ([] if reported is None else [(3, 51)])
    assert all(reported is not None and reported in each[3] for each in found)
