"""Joint limits, read alone and over those of a robot."""

from __future__ import annotations

import pytest
from reading import read_text
from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import InputError
from robotfmt.formats import of_input
from robotfmt.model import Limits, Robot
from robotfmt_joint_limits import FORMAT

ARM = FIXTURES / "arm6"
FAST = "    max_velocity: 9\n    has_velocity_limits: true\n"
WRAPPED = {
    "at the top": f"joint_limits:\n  joint_2:\n{FAST}",
    "MoveIt's parameters": f"robot_description_planning:\n  joint_limits:\n    joint_2: {{{FAST.strip()}}}\n",
    "a node's parameters": f"/**:\n  ros__parameters:\n    robot_description_planning:\n      joint_limits:\n        "
    f"joint_2: {{{FAST.strip()}}}\n",
}
WRAPPED = {name: text.replace("9\n    has", "9, has") if "{" in text else text for name, text in WRAPPED.items()}


def limits(robot: Robot, joint: str) -> Limits:
    found = robot.joint_by_name[joint].axes[0].hard
    assert found is not None
    return found


def codes(report: Report) -> list[str]:
    return [each.code for each in report]


def test_limits_replace_those_of_a_urdf() -> None:
    report = Report()
    robot = robotfmt.read(ARM / "arm6.urdf", ARM / "arm6_joint_limits.yaml", report=report)
    assert limits(robot, "joint_1") == Limits(lower=-2.9, upper=2.9, velocity=1.05, effort=120.0, acceleration=4.5)
    assert limits(robot, "joint_2") == Limits(
        lower=-1.9, upper=2.2, velocity=1.0, effort=120.0, acceleration=4.25, deceleration=6.5, jerk=85.0
    )
    # -2.9 and 2.9 are the soft limits of the URDF, which MoveIt uses
    assert [each.message for each in report.having("joint_limits.overridden")] == [
        "joint 'joint_1': velocity 1.05 instead of 2.1",
        "joint 'joint_2': velocity 1 instead of 2",
        "joint 'joint_3': velocity 1.3 instead of 2.6",
        "joint 'joint_4': velocity 2 instead of 4",
        "joint 'joint_4': effort 27.5 instead of 30",
    ]
    assert not report.having("read.conflict")


@pytest.mark.parametrize("entry", ["has_velocity_limits: true, max_velocity: 3", "min_position: -2, max_position: 2"])
def test_limits_that_allow_more_than_a_urdf_are_conflicts(entry: str) -> None:
    report, arm = Report(), robotfmt.read(ARM / "arm6.urdf")
    robot = read_text(f"joint_limits:\n  joint_2: {{{entry}}}\n", "joint_limits", report, arm)
    (found,) = report.having("read.conflict")
    assert found.subject in ("joint/joint_2/velocity", "joint/joint_2/lower")
    assert limits(robot, "joint_2") in (
        Limits(lower=-1.9, upper=2.2, velocity=3.0, effort=120.0),
        Limits(lower=-2.0, upper=2.0, velocity=2.0, effort=120.0),
    )


@pytest.mark.parametrize("text", WRAPPED.values(), ids=WRAPPED.keys())
def test_the_forms_of_launch_files(text: str) -> None:
    robot = read_text(text, "joint_limits")
    assert [each.name for each in robot.joints] == ["joint_2"]
    assert limits(robot, "joint_2") == Limits(velocity=9.0)
    assert not robot.extensions
    assert FORMAT.sniff(text.encode())


def test_a_flag_that_is_false_takes_the_limit_of_a_urdf_away() -> None:
    report, arm = Report(), robotfmt.read(ARM / "arm6.urdf")
    text = "joint_limits:\n  joint_2:\n    has_velocity_limits: false\n    max_velocity: 9\n"
    robot = read_text(text, "joint_limits", report, arm)
    assert limits(arm, "joint_2").velocity == 2.0
    assert limits(robot, "joint_2").velocity is None
    assert codes(report) == ["joint_limits.not-held"]
    assert {(each.name, each.content) for each in robot.extensions if each.format == "joint_limits"} == {
        ("has_velocity_limits", "false"),
        ("max_velocity", "9"),
    }


def test_roboplans_lists() -> None:
    robot = robotfmt.read(ARM / "arm6_roboplan_joint_limits.yaml")
    assert limits(robot, "joint_1") == Limits(velocity=1.05, acceleration=4.5, jerk=90.0)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ("joint_7: {max_velocity: 1, has_velocity_limits: true}", "joint_limits.unknown-joint"),
        ("flange_to_tool0: {max_velocity: 1, has_velocity_limits: true}", "joint_limits.several-axes"),
        ("joint_5: {max_jerk: 1}", "joint_limits.no-flag"),
        ("joint_5: {has_jerk_limits: true}", "joint_limits.no-value"),
        ("joint_5: {has_jerk_limits: maybe, max_jerk: 1}", "value.unknown"),
        ("joint_5: {has_jerk_limits: true, max_jerk: fast}", "number.bad"),
        ("joint_5: {has_jerk_limits: true, max_jerk: [1, 2]}", "value.unknown"),
        ("joint_5: 3", "value.unknown"),
        ("joint_5: {max_sped: 1}", "document.not-understood"),
    ],
)
def test_what_is_wrong_is_reported_and_kept(entry: str, code: str) -> None:
    report, arm = Report(), robotfmt.read(ARM / "arm6.urdf")
    robot = read_text(f"joint_limits:\n  {entry}\n", "joint_limits", report, arm)
    assert code in codes(report)
    assert robot.extensions != arm.extensions or code == "joint_limits.no-flag"


def test_a_value_without_its_flag_holds() -> None:
    assert limits(read_text("joint_limits: {a: {max_jerk: 4}}", "joint_limits"), "a") == Limits(jerk=4.0)


@pytest.mark.parametrize(("text", "code"), [("- a\n", "root-not-map"), ("a: 1\n", "no-limits")])
def test_documents_of_other_kinds_are_refused(text: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read_text(text, "joint_limits")
    assert caught.value.code.slug == f"joint_limits.{code}"


@pytest.mark.parametrize(
    "name", ["joint_limits.yaml", "moveit_joint_limits.yml", "ARM_Joint_Limits.YAML", "limits.yml"]
)
def test_documents_are_recognised_by_name_or_content(name: str) -> None:
    assert of_input(name, b"joint_limits:\n  a: {max_jerk: 4}\n").name == "joint_limits"


@pytest.mark.parametrize("data", [b"cspace:\n  joint_limits: 1\n", b"# joint_limits:\n", b"my_joint_limits: 1\n", b""])
def test_other_documents_are_not_recognised(data: bytes) -> None:
    assert not FORMAT.sniff(data)
