"""Writers that do something wrong on purpose: a conversion notices, names exactly that, and writes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from real import FIXTURES

from robotfmt.cli import main
from robotfmt.codes import NO_PLACE
from robotfmt.context import Context
from robotfmt.model import Robot

ARM = FIXTURES / "arm6" / "arm6.urdf"
UR10E = FIXTURES / "ur10e" / "ur10e.urdf"
UR10E_XRDF = FIXTURES / "ur10e" / "ur10e.xrdf"
EXTENSION = "extension/urdf//robot/gazebo/element/plugin/44bc11dd"
STEEL = {f"link/{each}/visual/0/color" for each in ("base_link", "wrist", "hand")}
"""What wears the first material."""
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
    "a velocity limit": (replaced(rb' velocity="[^"]*"', b""), {"joint/joint_1/velocity"}),
    "a limit": (replaced(rb'upper="2.2"', b'upper="2.2000001"'), {"joint/joint_2/upper"}),
    "two axes": (swapped_axes, {"joint/joint_1/axis", "joint/joint_4/axis"}),
    "an extension": (
        # At its place, and then apart.
        replaced(rb'<gazebo>.*?</gazebo>|<extension [^>]*name="plugin".*?</extension>', b""),
        {EXTENSION},
    ),
    "a transmission": (
        replaced(rb"<transmission .*?</transmission>", b""),
        {"transmission/transmission_1"},
    ),
    "a reduction": (
        replaced(rb"<mechanicalReduction>101<", b"<mechanicalReduction>-101<"),
        {"transmission/transmission_1/actuator/motor_1/reduction"},
    ),
    "a friction": (replaced(rb"<mu1>0.5<", b"<mu1>0.6<"), {"link/base_link/surface/friction"}),
    "a mesh, by a millimetre": (
        replaced(rb'(<visual name="base">)', rb'\1<origin xyz="0 0 0.001"/>'),
        {"link/base_link/visual/0/mesh"},
    ),
    "a mass": (replaced(rb'mass value="4"', b'mass value="4.1"'), {"link/base_link/inertial/mass"}),
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


COLLADA: dict[str, tuple[Damage, set[str]]] = {
    "a velocity limit": (replaced(rb"<speed>.*?</speed>", b""), {"joint/joint_1/velocity"}),
    "a limit": (replaced(rb"<min>-170</min>", b"<min>-171</min>"), {"joint/joint_1/lower"}),
    "an axis": (replaced(rb"<axis>1 0 0</axis>", b"<axis>0 0 1</axis>"), {"joint/joint_4/axis"}),
    "a mass": (replaced(rb"<mass>4</mass>", b"<mass>4.0001</mass>"), {"link/base_link/inertial/mass"}),
    "an unrecognised element": (
        replaced(rb'<extension [^>]*name="plugin".*?</extension>', b""),
        {EXTENSION},
    ),
    "a transmission": (
        replaced(rb"<transmission .*?</transmission>", b""),
        {"transmission/transmission_1"},
    ),
}
XRDF: dict[str, tuple[Damage, set[str]]] = {
    "a limit": (replaced(rb"\[12.0, 12.0", b"[12.0, 12.5"), {"cspace/1/acceleration_limit"}),
    "a buffer": (
        replaced(rb"shoulder_link: 0.01", b"shoulder_link: 0.02"),
        {"world collision/buffer/shoulder_link"},
    ),
    "a tool frame": (replaced(rb'"tool0"\]', b'"wrist_3_link"]'), {"tool frame/0"}),
}
SOURCES = {"urdf": [ARM], "collada": [ARM], "xrdf": [UR10E, UR10E_XRDF]}
SUFFIXES = {"urdf": ".urdf", "collada": ".dae", "xrdf": ".xrdf"}
CASES = [
    pytest.param(format, damage, subjects, id=f"{format}: {what}")
    for format, table in (("urdf", URDF), ("collada", COLLADA), ("xrdf", XRDF))
    for what, (damage, subjects) in table.items()
]


@pytest.mark.parametrize(("format", "damage", "subjects"), CASES)
def test_damage_is_named_and_nothing_is_written(
    format: str,
    damage: Damage,
    subjects: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sabotage(monkeypatch, format, damage)
    output = tmp_path / "out" / f"robot{SUFFIXES[format]}"
    assert main(["convert", *map(str, SOURCES[format]), "-o", str(output), "--json"]) == 70
    assert not output.parent.exists()
    assert faults(capsys) == subjects


def test_a_program_that_fails_says_so_to_machines(
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
    found = [each for each in record["diagnostics"] if each["code"] == "internal.false-claim"]
    assert [each.get("subject") for each in found] == ["link/hand", None]
