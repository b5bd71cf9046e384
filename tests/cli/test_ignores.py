"""Comments in documents that ignore findings."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from real import BROKEN, FIXTURES

from robotfmt.cli import main
from robotfmt.cli.ignores import ignores

PAINT = '<material name="paint"><color rgba="1 0 0 1"/></material>'
"""A line with one finding: robot.unused-material."""
CODE = "robot.unused-material"
Capture = pytest.CaptureFixture[str]


def findings(capsys: Capture, *arguments: str) -> list[tuple[str, int, str]]:
    """The file, line and code of all that a check finds."""
    main(["check", *arguments, "--json"])
    robots = json.loads(capsys.readouterr().out)["robots"]
    found = (it for each in robots for it in each["findings"])
    return [(Path(it["file"]).name, it.get("line", 0), it["code"]) for it in found]


def robot(folder: Path, *lines: str) -> str:
    path = folder / "arm.urdf"
    path.write_text("\n".join(['<robot name="r">', '<link name="a"/>', *lines, "</robot>"]), encoding="utf-8")
    return str(path)


def xml(what: str) -> str:
    return f"<!-- robotfmt: {what} -->"


@pytest.mark.parametrize(
    "lines",
    [
        [f"{PAINT} {xml(f'ignore {CODE}')}"],
        [f"{xml(f'ignore {CODE}')} {PAINT}"],
        [f"  {xml(f'ignore {CODE}')}", PAINT],
        [xml(f"ignore {CODE}"), "", PAINT],
        [xml(f"ignore {CODE} as the shop has no paint"), PAINT],
        [xml(f"ignore {CODE}: no paint"), PAINT],
        [xml("ignore robot"), PAINT],
        [f"<!--robotfmt:ignore\n {CODE}\n-->", PAINT],
        [PAINT, "<!-- nothing -->", xml(f"ignore-file {CODE}")],
    ],
)
def test_a_finding_is_ignored(lines: list[str], tmp_path: Path, capsys: Capture) -> None:
    assert findings(capsys, robot(tmp_path, *lines)) == []


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([PAINT, xml(f"ignore {CODE}")], [("arm.urdf", 3, CODE), ("arm.urdf", 4, "ignore.unused")]),
        (
            [f"<link name='b'/> {xml(f'ignore {CODE}')}", PAINT],
            [("arm.urdf", 3, "ignore.unused"), ("arm.urdf", 4, CODE)],
        ),
        ([xml(f"ignore {CODE}, robot.cycle"), PAINT], [("arm.urdf", 3, "ignore.unused")]),
        ([xml("ignore robot.cycle"), PAINT], [("arm.urdf", 3, "ignore.unused"), ("arm.urdf", 4, CODE)]),
        ([xml(f"ignored {CODE}"), PAINT], [("arm.urdf", 4, CODE)]),
        ([xml("ignore-file robot.cycle")], [("arm.urdf", 3, "ignore.unused")]),
    ],
)
def test_comments_ignore_the_named_codes_at_their_places(
    lines: list[str], found: list[tuple[str, int, str]], tmp_path: Path, capsys: Capture
) -> None:
    two_roots = {"robot.several-roots", "robot.no-joints"}
    seen = [each for each in findings(capsys, robot(tmp_path, *lines)) if each[2] not in two_roots]
    assert seen == found


def test_comments_one_below_the_other_count_for_the_same_line(tmp_path: Path, capsys: Capture) -> None:
    path = robot(tmp_path, xml(f"ignore {CODE}"), xml("ignore robot.cycle"), PAINT)
    assert findings(capsys, path) == [("arm.urdf", 4, "ignore.unused")]
    main(["check", path])
    assert "no finding 'robot.cycle' on line 5 to ignore\n" in capsys.readouterr().out


def test_a_code_that_does_not_exist_is_pointed_out(tmp_path: Path, capsys: Capture) -> None:
    main(["check", robot(tmp_path, xml("ignore robot.cylce"))])
    assert "the code does not exist; did you mean 'robot.cycle'" in capsys.readouterr().out


def test_codes_that_were_not_looked_for_are_not_reported(tmp_path: Path, capsys: Capture) -> None:
    path = robot(tmp_path, xml("ignore mesh.empty, collisions.always"))
    assert findings(capsys, path) == []
    assert findings(capsys, path, "--meshes") == [("arm.urdf", 3, "ignore.unused")]


def test_an_unused_comment_fails_a_strict_check_and_can_be_ignored(tmp_path: Path) -> None:
    path = robot(tmp_path, xml("ignore robot.cycle"))
    assert main(["check", path]) == 0
    assert main(["check", path, "--strict"]) == 1
    assert main(["check", path, "--strict", "--ignore", "ignore"]) == 0


def test_errors_are_ignored_and_unreadable_documents_not(tmp_path: Path, capsys: Capture) -> None:
    text = (BROKEN / "robot" / "robot.cycle.urdf").read_text(encoding="utf-8")
    path = tmp_path / "arm.urdf"
    path.write_text(text.replace("</robot>", xml("ignore-file robot") + "</robot>"), encoding="utf-8")
    assert main(["check", str(path)]) == 0
    path.write_text(f"<robot>{xml('ignore-file xml, robot')}", encoding="utf-8")
    capsys.readouterr()
    assert main(["check", str(path)]) == 3
    assert "xml.syntax" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("radius: -0.01", "radius: -0.01  # robotfmt: ignore xrdf.negative-radius as NVIDIA has it"),
        (
            "          radius: -0.01",
            "          # robotfmt: ignore xrdf.negative-radius\n          radius: -0.01",
        ),
        ("format:", "# robotfmt: ignore-file xrdf.negative-radius\nformat:"),
    ],
)
def test_ignore_comments_in_yaml(old: str, new: str, tmp_path: Path, capsys: Capture) -> None:
    source = FIXTURES / "ur10e"
    text = (source / "ur10e.xrdf").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "ur10e.xrdf").write_text(text.replace(old, new, 1), encoding="utf-8")
    codes = [each[2] for each in findings(capsys, str(source / "ur10e.urdf"), str(tmp_path / "ur10e.xrdf"))]
    assert "xrdf.negative-radius" not in codes
    assert "ignore.unused" not in codes


def test_a_document_that_is_in_several_checks_has_its_comments_once(tmp_path: Path, capsys: Capture) -> None:
    robot(tmp_path, xml(f"ignore {CODE}"), PAINT, xml("ignore robot.cycle"))
    for name in ("one.srdf", "two.srdf"):
        (tmp_path / name).write_text('<robot name="r"><group name="g"><link name="a"/></group></robot>')
    assert findings(capsys, str(tmp_path)) == [("arm.urdf", 5, "ignore.unused")]


def test_documents_without_such_comments() -> None:
    assert ignores(b"<robot><!-- robot fmt: ignore x --></robot>") == []
    assert ignores(b"<robot><!-- robotfmt: ignore x -- </robot>") == [], "it has no end"
    assert ignores(b"") == []


HOSTILE = {
    "without an end": b"<!-- robotfmt: ignore a ",
    "one below the other": b"<!-- robotfmt: ignore a -->\n",
    "in one line": b"<!-- robotfmt: ignore a -->x",
    "blanks": b"<!-- robotfmt: ignore a                  ",
    "many codes": b"<!-- robotfmt: ignore " + b"a, " * 50 + b"a -->",
}


@pytest.mark.parametrize("part", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_document_takes_time_that_grows_with_its_length(part: bytes) -> None:
    document = b"<robot>" + part * 10_000
    before = time.process_time()
    ignores(document)
    assert time.process_time() - before < 3, f"{len(document)} bytes"
