"""``check --fix``: what is certain is repaired, and every other byte stays."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_LE
from collections.abc import Mapping
from pathlib import Path

import pytest
from faulty_robots import MJCF, OBJ, SDF, URDF

import robotfmt
from robotfmt.cli import main
from robotfmt.fixing.numbers import exact_turns, unit_axis

_ORIGIN = '<origin xyz="0 0 0.3"/>'
_YAML = """format: xrdf
format_version: 1.0
default_joint_postions:
  shoulder: 0.1
cspace:
  joint_names: [shoulder, wrist]
  acceleration_limits: [10, 10]
  jerk_limits: [100, 100]
tool_frames: [hand]
"""
_LIMITS = """joint_limits:
  shoulder:
    has_acceleration_limits: true
    max_aceleration: 5.0  # rad/s^2
  wrist: {has_acceleration_limits: true, max_acceleration: 5.0}
"""


def fixed(path: Path, text: str | bytes, *options: str) -> bytes:
    """Return what ``--fix`` makes of a document."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    main(["check", str(path), "--fix", *options])
    return path.read_bytes()


CASES: Mapping[str, tuple[str, str | bytes, str | bytes]] = {
    "declaration": (
        "arm.urdf",
        b"\n<?xml version='1.0'?>\n" + URDF.encode(),
        b"<?xml version='1.0'?>\n" + URDF.encode(),
    ),
    "declaration-cut": ("arm.urdf", f"?xml version='1.0'?>\n{URDF}", f"<?xml version='1.0'?>\n{URDF}"),
    "declaration-after-comment": (
        "arm.urdf",
        f"<!-- arm -->\r\n<?xml version='1.0'?>\r\n{URDF}",
        f"<?xml version='1.0'?>\r\n<!-- arm -->\r\n{URDF}",
    ),
    "second-mark": ("arm.urdf", BOM_UTF8 * 2 + URDF.encode(), BOM_UTF8 + URDF.encode()),
    "padding": ("arm.urdf", URDF.encode() + b"\0\0\0", URDF),
    "comment": ("arm.urdf", f"<!-- a -- b -->{URDF}", f"<!-- a -  b -->{URDF}"),
    "attribute": (
        "arm.urdf",
        URDF.replace('<axis xyz="0 1 0"/>', '<axis xzy = "0 1 0"/>'),
        URDF.replace('<axis xyz="0 1 0"/>', '<axis xyz = "0 1 0"/>'),
    ),
    "element": (
        "arm.sdf",
        SDF.replace("<upper>1</upper>", "<uper>1</uper>", 1),
        SDF,
    ),
    "mjcf-attribute": ("arm.xml", MJCF.replace("diaginertia", "diagnertia"), MJCF),
    "axis": (
        "arm.urdf",
        URDF.replace('<axis xyz="0 1 0"/>', '<axis xyz="0  1 1"/>'),
        URDF.replace('<axis xyz="0 1 0"/>', '<axis xyz="0  0.7071067812 0.7071067812"/>'),
    ),
    "axis-of-sdf": (
        "arm.sdf",
        SDF.replace("<xyz>0 1 0</xyz>", "<xyz> 0 1 1 </xyz>"),
        SDF.replace("<xyz>0 1 0</xyz>", "<xyz> 0 0.7071067812 0.7071067812 </xyz>"),
    ),
    "axis-of-mjcf": (
        "arm.xml",
        MJCF.replace('axis="0 1 0"', "axis='0 1 1'"),
        MJCF.replace('axis="0 1 0"', "axis='0 0.7071067812 0.7071067812'"),
    ),
    "inertia": (
        "arm.urdf",
        URDF.replace('izz="0.01"', 'izz="0.0200001"', 1),
        URDF.replace('ixx="0.01"', 'ixx="0.0100001"', 1)
        .replace('iyy="0.01"', 'iyy="0.0100001"', 1)
        .replace('izz="0.01"', 'izz="0.0200002"', 1),
    ),
    "inertia-of-mjcf": (
        "arm.xml",
        MJCF.replace("0.01 0.01 0.01", "0.01 0.01 0.0200001"),
        MJCF.replace("0.01 0.01 0.01", "0.0100001 0.0100001 0.0200002"),
    ),
    "turn": (
        "arm.urdf",
        URDF.replace(_ORIGIN, '<origin xyz="0 1.57 0.3" rpy="1.57 0 -3.1416"/>'),
        URDF.replace(_ORIGIN, '<origin xyz="0 1.57 0.3" rpy="1.5707963267948966 0 -3.141592653589793"/>'),
    ),
    "turn-of-mjcf": (
        "arm.xml",
        MJCF.replace('<body name="hand" ', '<body name="hand" euler="0 -1.571 0" '),
        MJCF.replace('<body name="hand" ', '<body name="hand" euler="0 -1.5707963267948966 0" '),
    ),
    "turn-of-sdf": (
        "arm.sdf",
        SDF.replace("0 0 0.5 0 0 0", "0 0 0.5 0 1.5708 0"),
        SDF.replace("0 0 0.5 0 0 0", "0 0 0.5 0 1.5707963267948966 0"),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_repair(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, before, after = CASES[case]
    wanted = after if isinstance(after, bytes) else after.encode()
    assert fixed(tmp_path / name, before).decode("latin-1") == wanted.decode("latin-1")
    assert "fixed 1 finding in 1 file" in capsys.readouterr().err
    assert fixed(tmp_path / name, wanted) == wanted
    assert "nothing to fix" in capsys.readouterr().err


def test_a_word_of_srdf(tmp_path: Path) -> None:
    text = '<robot name="robot"><disable_collisions link1="base" link2="hand" reson="Never"/></robot>'
    (tmp_path / "arm.urdf").write_text(URDF)
    (tmp_path / "arm.srdf").write_text(text)
    main(["check", str(tmp_path / "arm.urdf"), str(tmp_path / "arm.srdf"), "--fix"])
    assert (tmp_path / "arm.srdf").read_text() == text.replace("reson", "reason")
    assert (tmp_path / "arm.urdf").read_text() == URDF


def test_an_axis_of_collada(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(URDF)
    robotfmt.convert(tmp_path / "arm.urdf", tmp_path / "arm.dae")
    text = (tmp_path / "arm.dae").read_bytes()
    assert text.count(b"<axis>0 1 0</axis>") == 1
    wrong = text.replace(b"<axis>0 1 0</axis>", b"<axis>0 1 1</axis>")
    made = fixed(tmp_path / "arm.dae", wrong)
    assert made == wrong.replace(b"<axis>0 1 1</axis>", b"<axis>0 0.7071067812 0.7071067812</axis>")


def test_backslashes(tmp_path: Path) -> None:
    (tmp_path / "part.obj").write_text(OBJ)
    mesh = '<mesh filename="{}part.obj"/>'
    text = URDF.replace('<sphere radius="0.1"/>', mesh.format(".\\"))
    assert fixed(tmp_path / "arm.urdf", text).decode() == text.replace(".\\part", "./part")


@pytest.mark.parametrize(
    ("name", "text", "wrong", "right"),
    [
        ("arm.xrdf", _YAML, "joint_postions", "joint_positions"),
        ("joint_limits.yaml", _LIMITS, "max_aceleration", "max_acceleration"),
        ("joint_limits.yaml", _LIMITS.replace("\n", "\r\n"), "max_aceleration", "max_acceleration"),
    ],
)
def test_a_key_of_yaml(name: str, text: str, wrong: str, right: str, tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(URDF)
    (tmp_path / name).write_bytes(text.encode())
    main(["check", str(tmp_path / "arm.urdf"), str(tmp_path / name), "--fix"])
    assert (tmp_path / name).read_bytes().decode() == text.replace(wrong, right)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "latin-1"])
def test_other_bytes_stay(encoding: str, tmp_path: Path) -> None:
    words = "latin-1" if encoding == "latin-1" else "utf-16" if "16" in encoding else "utf-8"
    text = f'<?xml version="1.0" encoding="{words}"?>\r\n<!-- \xe4\xf6\xfc -->\r\n' + URDF.replace("\n", "\r\n")
    mark = BOM_UTF16_LE if "16" in encoding else b""
    before = mark + text.replace('xyz="0 1 0"', 'xyz="0 1 1"').encode(encoding)
    after = mark + text.replace('xyz="0 1 0"', 'xyz="0 0.7071067812 0.7071067812"').encode(encoding)
    assert fixed(tmp_path / "arm.urdf", before) == after


def test_a_diff_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, text = tmp_path / "arm.urdf", URDF.replace('xyz="0 1 0"', 'xyz="0 1 1"')
    path.write_text(text)
    assert main(["check", str(path), "--fix", "--diff"]) == 1
    printed = capsys.readouterr()
    assert path.read_text() == text
    assert '-    <axis xyz="0 1 1"/>' in printed.out
    assert '+    <axis xyz="0 0.7071067812 0.7071067812"/>' in printed.out
    assert f"--- {path}" in printed.out
    assert "would fix 1 finding in 1 file" in printed.err
    path.write_text(URDF)
    assert main(["check", str(path), "--fix", "--diff"]) == 0


def test_what_is_left_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = URDF.replace('xyz="0 1 0"', 'xyz="0 1 1"').replace('value="2"', 'value="-2"', 1)
    path = tmp_path / "arm.urdf"
    path.write_text(text)
    assert main(["check", str(path), "--fix"]) == 1
    printed = capsys.readouterr().out
    assert "robot.mass-not-positive" in printed
    assert "robot.axis-not-unit" not in printed


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<axis xyz="0 1 0"/>', '<axis xyz="0 10 0"/>'),  # a length that may mean something else
        ('lower="-1" upper="1"', 'lower="-1.57" upper="1.57"'),  # a limit may end there
        (_ORIGIN, '<origin xyz="0 0 0.3" rpy="1.56 0 0.79"/>'),  # no rounded quarter turns
        ("<limit ", '<limit velocty="2" '),  # the right word is there already
    ],
)
def test_what_is_not_certain_stays(old: str, new: str, tmp_path: Path) -> None:
    text = URDF.replace(old, new)
    assert text != URDF
    assert fixed(tmp_path / "arm.urdf", text).decode() == text


def test_ignored_findings_stay(tmp_path: Path) -> None:
    text = URDF.replace('<axis xyz="0 1 0"/>', '<axis xyz="0 1 1"/><!-- robotfmt: ignore robot.axis-not-unit -->')
    assert fixed(tmp_path / "arm.urdf", text).decode() == text
    text = URDF.replace('xyz="0 1 0"', 'xyz="0 1 1"')
    assert fixed(tmp_path / "arm.urdf", text, "--ignore", "robot").decode() == text


def test_a_repair_with_a_new_finding_is_taken_back(tmp_path: Path) -> None:
    """The right word makes the limits of the joint reversed: what was meant is not known."""
    text = URDF.replace('lower="-1" upper="1"', 'lower="-1" uper="-2"', 1)
    assert fixed(tmp_path / "arm.urdf", text).decode() == text


def test_one_repair_of_several_is_taken_back(tmp_path: Path) -> None:
    text = URDF.replace('lower="-1" upper="1"', 'lower="-1" uper="-2"', 1).replace("<axis xyz=", "<axis xzy=")
    assert fixed(tmp_path / "arm.urdf", text).decode() == text.replace("<axis xzy=", "<axis xyz=")


def test_the_robot_is_the_same(tmp_path: Path) -> None:
    text = URDF.replace('xyz="0 1 0"', 'xyz="0 1 1"')
    (tmp_path / "before.urdf").write_text(text)
    fixed(tmp_path / "after.urdf", text)
    before, after = (robotfmt.read(tmp_path / f"{each}.urdf") for each in ("before", "after"))
    assert not robotfmt.diff(before, after)


def test_findings_that_can_be_repaired_are_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "arm.urdf"
    path.write_text(URDF.replace('xyz="0 1 0"', 'xyz="0 1 1"'))
    main(["check", str(path)])
    assert "  = fix: --fix repairs this" in capsys.readouterr().out
    main(["check", str(path), "--output-format", "concise"])
    assert "[robot.axis-not-unit] [*] the axis" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1.57 0.785 3.14", "1.5707963267948966 0.7853981633974483 3.141592653589793"),
        ("-1.571 2.3562 3.1415", "-1.5707963267948966 2.356194490192345 3.141592653589793"),
        ("1.6 0.79 2.36 0 0.0", "1.6 0.79 2.36 0 0.0"),
        ("1.5707963267948966 ${pi/2} 1.573", "1.5707963267948966 ${pi/2} 1.573"),
    ],
)
def test_turns(before: str, after: str) -> None:
    assert exact_turns(before) == after


@pytest.mark.parametrize(("before", "after"), [("0\t3 4", "0\t0.6 0.8"), ("0 0 0", "0 0 0"), ("a b c", "a b c")])
def test_axes(before: str, after: str) -> None:
    assert unit_axis(before) == after
