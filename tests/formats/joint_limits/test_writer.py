"""What is written for MoveIt and roboplan, and the values that are assumed on request."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from real import FIXTURES

import robotfmt
from robotfmt import Settings
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.model import Axis, Joint, JointType, Limits, Link, Robot

ARM = FIXTURES / "arm6"
BROKEN = FIXTURES / "broken" / "joint_limits"


def written(robot: Robot | Path | list[Path], folder: Path, **options: str) -> tuple[str, Report]:
    """The document of a robot, and what is reported."""
    path, report = folder / "arm_joint_limits.yaml", Report()
    settings = Settings(options={f"joint_limits.{name}": value for name, value in options.items()})
    if isinstance(robot, Robot):
        robotfmt.write(robot, path, report=report, settings=settings)
    else:
        robotfmt.convert(robot, path, report=report, settings=settings)
    return path.read_text(), report


def subjects(report: Report, code: str) -> list[str | None]:
    return [each.subject for each in report.having(f"joint_limits.{code}")]


def test_moveits_form(tmp_path: Path) -> None:
    text, report = written([BROKEN / "sound.urdf", BROKEN / "sound_joint_limits.yaml"], tmp_path)
    shoulder = yaml.safe_load(text)["joint_limits"]["shoulder"]
    assert shoulder == {
        "has_position_limits": True,
        "min_position": -2,
        "max_position": 2,
        "has_velocity_limits": True,
        "max_velocity": 2,
        "has_effort_limits": True,
        "max_effort": 50,
        "has_acceleration_limits": True,
        "max_acceleration": 4,
        "has_jerk_limits": True,
        "max_jerk": 80,
    }
    assert not report.having("joint_limits.incomplete")


def test_unknown_limits_are_left_out_and_reported(tmp_path: Path) -> None:
    text, report = written(BROKEN / "sound.urdf", tmp_path)
    assert "acceleration" not in text
    messages = [each.message for each in report.having("joint_limits.incomplete")]
    assert messages == [f"joint '{name}' has no acceleration limit" for name in ("shoulder", "elbow", "left_grip")]


def test_roboplans_form(tmp_path: Path) -> None:
    text, _ = written([BROKEN / "sound.urdf", BROKEN / "sound_joint_limits.yaml"], tmp_path, target="roboplan")
    found = yaml.safe_load(text)["joint_limits"]
    assert found["elbow"] == {"max_velocity": [2], "max_acceleration": [5], "max_jerk": [100]}


def test_the_narrower_limits_are_written(tmp_path: Path) -> None:
    text, report = written(BROKEN / "soft.urdf", tmp_path)
    assert "min_position: -1.9" in text
    assert subjects(report, "soft")[::2] == ["joint/hinge/lower", "joint/hinge/soft lower"]


def test_limits_for_control_come_first(tmp_path: Path) -> None:
    text, _ = written([BROKEN / "sound.urdf", BROKEN / "sound_joint_limits.yaml", BROKEN / "control.xrdf"], tmp_path)
    shoulder = yaml.safe_load(text)["joint_limits"]["shoulder"]
    assert (shoulder["max_acceleration"], shoulder["max_jerk"]) == (1.5, 30)


def test_a_wheel_gets_no_positions(tmp_path: Path) -> None:
    axis = Axis(hard=Limits(lower=-1.0, upper=1.0, velocity=3.0))
    joint = Joint(name="wheel", type=JointType.CONTINUOUS, parent="a", child="b", axes=(axis,))
    robot = Robot(name="cart", links=(Link(name="a"), Link(name="b")), joints=(joint,))
    text, report = written(robot, tmp_path)
    assert yaml.safe_load(text)["joint_limits"] == {"wheel": {"has_velocity_limits": True, "max_velocity": 3}}
    assert subjects(report, "unfit") == ["joint/wheel/lower", "joint/wheel/upper"]


def test_a_limit_that_does_not_hold_is_written_again(tmp_path: Path) -> None:
    documents = [ARM / "arm6.urdf", ARM / "arm6_joint_limits.yaml"]
    text, _ = written(documents, tmp_path)
    joints = yaml.safe_load(text)["joint_limits"]
    assert joints["joint_3"]["has_acceleration_limits"] is False
    assert joints["joint_4"]["has_jerk_limits"] is False
    assert yaml.safe_load(text)["default_velocity_scaling_factor"] == 0.1
    again = robotfmt.read(ARM / "arm6.urdf", tmp_path / "arm_joint_limits.yaml")
    assert not robotfmt.diff(again, robotfmt.read(*documents))


# Assumed values


def test_assumed_values_are_marked_and_reported(tmp_path: Path) -> None:
    text, report = written(ARM / "arm6.urdf", tmp_path, unknown="assumed")
    joints = yaml.safe_load(text)["joint_limits"]
    assert subjects(report, "acceleration-assumed") == [f"joint/joint_{n}/acceleration" for n in range(1, 7)]
    assert [each["max_jerk"] for each in joints.values()] == [
        pytest.approx(50 * each["max_acceleration"]) for each in joints.values()
    ]
    assert text.count("# assumed") == 12
    assert len(report.having("planning.acceleration")) == 6


def test_known_values_are_not_assumed_and_comments_stay(tmp_path: Path) -> None:
    text, report = written([ARM / "arm6.urdf", ARM / "arm6_joint_limits.yaml"], tmp_path, unknown="assumed")
    assert "joint/joint_1/acceleration" not in subjects(report, "acceleration-assumed")
    assert "max_acceleration: 4.5\n" in text
    assert "max_velocity: 1.05  # of 2.1" in text
    assert text.startswith("# How fast MoveIt may move the arm")
    # the flag that was false has lost its place
    assert yaml.safe_load(text)["joint_limits"]["joint_3"]["has_acceleration_limits"] is True


def test_the_verb_for_moveit_assumes(tmp_path: Path) -> None:
    pytest.importorskip("coal")
    outputs = [str(tmp_path / name) for name in ("arm.srdf", "joint_limits.yaml")]
    given = [f"-o{each}" for each in outputs]
    assert main(["srdf", str(BROKEN / "sound.urdf"), *given, "--samples", "50", "-q"]) == 0
    joints = yaml.safe_load(Path(outputs[1]).read_text())["joint_limits"]
    assert all(joints[name]["has_acceleration_limits"] for name in ("shoulder", "elbow", "left_grip"))
    # a finger that follows another one is not driven
    assert "max_acceleration" not in joints["right_grip"]
    left_out = ["--overwrite", "-O", "joint_limits.unknown=left-out"]
    assert main(["srdf", str(BROKEN / "sound.urdf"), *given, "--samples", "50", "-q", *left_out]) == 0
    assert "max_acceleration" not in Path(outputs[1]).read_text()
