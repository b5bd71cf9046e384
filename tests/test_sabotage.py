"""Writers that do something wrong on purpose: ``convert`` names exactly that, ends with 70, and writes nothing.

That any other value is found, in every format, is a clause of the contract (``tests/test_contract.py``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.cli import main
from robotfmt.codes import NO_PLACE
from robotfmt.context import Context
from robotfmt.diagnostics import Fate, Report
from robotfmt.model import Robot

ARM = FIXTURES / "arm6" / "arm6.urdf"
EXTENSION = "extension/urdf//robot/gazebo/element/plugin/44bc11dd"
STEEL = {f"link/{each}/visual/0/color" for each in ("base_link", "wrist", "hand")}
"""The colours of the visuals with the first material."""
TYPE = {f"joint/joint_4/{each}" for each in ("type", "lower", "upper")}
"""A revolute joint without limits has the limits 0 and 0."""
Damage = Callable[[bytes], bytes]


def replaced(pattern: bytes, by: bytes) -> Damage:
    """Replace the first place where a pattern stands."""

    def damage(data: bytes) -> bytes:
        changed, count = re.subn(pattern, by, data, count=1, flags=re.DOTALL)
        assert count == 1
        return changed

    return damage


def swapped_axes(data: bytes) -> bytes:
    """The first and the fourth axis in each other's place."""
    found = list(re.finditer(rb'<axis xyz="[^"]*"/>', data))
    one, other = found[0], found[3]
    assert one.group() != other.group()
    middle = data[one.end() : other.start()]
    return data[: one.start()] + other.group() + middle + one.group() + data[other.end() :]


URDF: dict[str, tuple[Damage, set[str]]] = {
    "two axes": (swapped_axes, {"joint/joint_1/axis", "joint/joint_4/axis"}),
    "a transmission": (
        replaced(rb"<transmission .*?</transmission>", b""),
        {"transmission/transmission_1"},
    ),
    "a mesh, by a millimetre": (
        replaced(rb'(<visual name="base">)', rb'\1<origin xyz="0 0 0.001"/>'),
        {"link/base_link/visual/0/mesh"},
    ),
    "a type": (
        replaced(rb'type="continuous"', b'type="revolute"'),
        TYPE,
    ),
    "a colour": (replaced(rb"0.6 0.6 0.65 1", b"0.6 0.6 0.6 1"), STEEL),
}


def sabotage(monkeypatch: pytest.MonkeyPatch, format: str, damage: Damage) -> None:
    """Let the writer of a format do damage."""
    writer = import_module(f"robotfmt_{format}.writer")
    write: Callable[[Robot, Context], dict[str, bytes]] = writer.write

    def damaged(robot: Robot, context: Context) -> dict[str, bytes]:
        files = write(robot, context)
        return {**files, context.output: damage(files[context.output])}

    monkeypatch.setattr(writer, "write", damaged)


def faults(capsys: pytest.CaptureFixture[str]) -> set[str]:
    """What a conversion names as its own faults."""
    (record,) = json.loads(capsys.readouterr().out)["conversions"]
    assert record["exit_code"] == 70
    found = [each for each in record["diagnostics"] if each["code"].startswith("internal.")]
    return {each["subject"] for each in found if "subject" in each}


@pytest.mark.parametrize(("damage", "subjects"), URDF.values(), ids=URDF)
def test_damage_is_named_and_nothing_is_written(
    damage: Damage,
    subjects: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sabotage(monkeypatch, "urdf", damage)
    output = tmp_path / "out" / "robot.urdf"
    assert main(["convert", str(ARM), "-o", str(output), "--json"]) == 70
    assert not output.parent.exists()
    assert faults(capsys) == subjects


def test_damaged_content_that_is_not_understood_is_reported_as_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sabotage(monkeypatch, "urdf", lambda data: data.replace(b"libgazebo_ros_control.so", b"other.so"))
    report = Report()
    robotfmt.convert(ARM, tmp_path / "robot.urdf", report=report)
    assert EXTENSION in {each.subject for each in report.having(Fate.LOST)}


def test_a_failed_program_is_in_the_json_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(data: bytes) -> bytes:
        raise ZeroDivisionError("on purpose")

    sabotage(monkeypatch, "urdf", fail)
    assert main(["convert", str(ARM), str(tmp_path / "arm.urdf"), "--json"]) == 70
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "internal.fault"
    assert "ZeroDivisionError" in error["message"]


def test_a_false_claim_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    adapt = import_module("robotfmt_urdf.adapt")
    before: Callable[[Robot, Context], Robot] = adapt.adapt

    def boastful(robot: Robot, context: Context) -> Robot:
        context.report.add(NO_PLACE, "the hand is lost", subject="link/hand")
        context.report.add(NO_PLACE, "something is lost")
        return before(robot, context)

    monkeypatch.setattr(adapt, "adapt", boastful)
    assert main(["convert", str(ARM), str(tmp_path / "arm.urdf"), "--json"]) == 70
    (record,) = json.loads(capsys.readouterr().out)["conversions"]
    *found, refusal = [each for each in record["diagnostics"] if each["code"] == "internal.false-claim"]
    assert [each.get("subject") for each in found] == ["link/hand", None]
    assert refusal["message"] == f"{found[0]['message']} (and 1 more)"


def test_an_allowed_internal_error_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sabotage(monkeypatch, "urdf", swapped_axes)
    output = tmp_path / "robot.urdf"
    arguments = ["convert", str(ARM), "-o", str(output), "--json", "--allow"]
    assert main([*arguments, "internal.false-claim"]) == 70
    capsys.readouterr()
    assert main([*arguments, "internal.unexplained-difference"]) == 0
    (record,) = json.loads(capsys.readouterr().out)["conversions"]
    found = [each for each in record["diagnostics"] if each["code"].startswith("internal.")]
    assert {(each["subject"], each["severity"]) for each in found} == {
        ("joint/joint_1/axis", "warning"),
        ("joint/joint_4/axis", "warning"),
    }
    assert output.exists()


def test_an_allowed_difference_of_a_document_inside_another_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sabotage(monkeypatch, "urdf", swapped_axes)
    arguments = ["convert", str(ARM), "-o", str(tmp_path / "robot.smurf")]
    assert main(arguments) == 70
    assert "joint 'joint_1': axis" in capsys.readouterr().err
    assert main([*arguments, "--allow", "internal.unexplained-difference"]) == 0
    assert "joint 'joint_1': axis" in capsys.readouterr().err
    assert (tmp_path / "robot.smurf").exists()


def test_an_allowed_false_claim_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    adapt = import_module("robotfmt_urdf.adapt")
    before: Callable[[Robot, Context], Robot] = adapt.adapt

    def boastful(robot: Robot, context: Context) -> Robot:
        context.report.add(NO_PLACE, "the hand is lost", subject="link/hand")
        return before(robot, context)

    monkeypatch.setattr(adapt, "adapt", boastful)
    arguments = ["convert", str(ARM), str(tmp_path / "arm.urdf"), "--allow"]
    assert main([*arguments, "internal.unexplained-difference"]) == 70
    assert main([*arguments, "internal.false-claim"]) == 0
