"""Findings that are known already, and those that are new."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from real import BROKEN
from schemas import check_record

from robotfmt.cli import configuration, main

Capture = pytest.CaptureFixture[str]
TRIANGLE = (BROKEN / "robot" / "robot.inertia-triangle.urdf").read_text(encoding="utf-8")
"""A robot with one warning."""
INERTIA = '<mass value="1"/><inertia ixx="1" iyy="1" izz="9" ixy="0" ixz="0" iyz="0"/>'
FINGER = f'<link name="{{0}}"><inertial>{INERTIA}</inertial></link>'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    configuration.nearest_known.clear()
    (tmp_path / "robots").mkdir()
    (tmp_path / "robots" / "arm.urdf").write_text(TRIANGLE, encoding="utf-8")
    return tmp_path


def found(capsys: Capture, *arguments: str) -> tuple[int, list[str], list[str]]:
    """The exit code of a strict check, the codes that it reports, and what it says of them."""
    code = main(["check", *arguments, "--strict", "--output-format", "concise"])
    out, err = capsys.readouterr()
    return code, [line.split("[")[1].split("]")[0] for line in out.splitlines()], err.splitlines()


def test_findings_of_the_baseline_are_not_reported(here: Path, capsys: Capture) -> None:
    before = found(capsys, "robots")
    assert before[:2] == (1, ["robot.inertia-triangle"])
    assert main(["check", "robots", "--baseline", "known.json", "--write-baseline"]) == 0
    assert capsys.readouterr() == ("", "wrote 1 finding to known.json\n")
    known = json.loads((here / "known.json").read_text())
    check_record(known, "baseline")
    assert known["findings"] == [
        {
            "file": "robots/arm.urdf",
            "code": "robot.inertia-triangle",
            "path": "/robot/link[@name='upper']/inertial/inertia",
            "count": 1,
        }
    ]
    said = ["1 finding ignored by the baseline known.json", "1 document: nothing found"]
    assert found(capsys, "robots", "--baseline", "known.json") == (0, [], said)


def test_new_findings_are_reported(here: Path, capsys: Capture) -> None:
    main(["check", "robots", "--baseline", "known.json", "--write-baseline", "-q"])
    arm = here / "robots" / "arm.urdf"
    arm.write_text(TRIANGLE.replace('<robot name="arm">', '<robot name="arm">\n\n' + FINGER.format("new"), 1))
    code, codes, _ = found(capsys, "robots", "--baseline", "known.json", "--only", "robot.inertia-triangle")
    assert (code, codes) == (1, ["robot.inertia-triangle"]), "the old one is known though its line is another"
    (here / "robots" / "copy.urdf").write_text(TRIANGLE)
    arm.write_text(TRIANGLE)
    assert found(capsys, "robots", "--baseline", "known.json")[:2] == (1, ["robot.inertia-triangle"])


def test_as_many_as_are_known(here: Path, capsys: Capture) -> None:
    arm = here / "robots" / "arm.urdf"
    twice = TRIANGLE.replace("</robot>", FINGER.format("upper") + "</robot>")
    only = ["robots", "--baseline", "known.json", "--only", "robot.inertia-triangle"]
    main(["check", *only, "--write-baseline", "-q"])
    arm.write_text(twice)
    assert found(capsys, *only)[:2] == (1, ["robot.inertia-triangle"])


def test_fixed_findings_can_be_removed_from_the_baseline(here: Path, capsys: Capture) -> None:
    main(["check", "robots", "--baseline", "known.json", "--write-baseline", "-q"])
    (here / "robots" / "arm.urdf").write_text((BROKEN / "robot" / "sound.urdf").read_text())
    code, codes, said = found(capsys, "robots", "--baseline", "known.json")
    assert (code, codes) == (0, [])
    assert said[0] == "1 finding of known.json no longer found; --write-baseline removes them"
    only = found(capsys, "robots", "--baseline", "known.json", "--only", "urdf")
    assert only[2] == ["1 document: nothing found"], "of what is not looked for it is not known"
    main(["check", "robots", "--baseline", "known.json", "--write-baseline", "-q"])
    assert json.loads((here / "known.json").read_text())["findings"] == []


def test_the_baseline_of_the_configuration(here: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "robotfmt.toml").write_text('baseline = "known.json"\n')
    assert main(["check", ".", "--write-baseline"]) == 0
    monkeypatch.chdir(here / "robots")
    assert found(capsys, "arm.urdf")[:2] == (0, []), "files are named from the folder of the baseline on"


def test_an_unreadable_document_is_never_in_the_baseline(here: Path, capsys: Capture) -> None:
    (here / "robots" / "arm.urdf").write_text("<robot")
    assert main(["check", "robots", "--baseline", "known.json", "--write-baseline"]) == 3
    assert json.loads((here / "known.json").read_text())["findings"] == []
    assert found(capsys, "robots", "--baseline", "known.json")[:2] == (3, ["xml.syntax"])


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (None, 3, "  help: Write the baseline first: robotfmt check --write-baseline.\n"),
        ("{", 2, "'known.json' is not a baseline (robotfmt-baseline/1)"),
        ('{"schema": "robotfmt-check/2"}', 2, "'known.json' is not a baseline (robotfmt-baseline/1)"),
        ("[]", 2, "'known.json' is not a baseline (robotfmt-baseline/1)"),
    ],
)
def test_a_missing_or_invalid_baseline_is_refused(
    text: str | None, code: int, message: str, here: Path, capsys: Capture
) -> None:
    if text is not None:
        (here / "known.json").write_text(text)
    assert main(["check", "robots", "--baseline", "known.json"]) == code
    assert message in capsys.readouterr().err


def test_findings_of_other_files_stay_in_the_baseline(here: Path) -> None:
    (here / "robots" / "hand.urdf").write_text(TRIANGLE, encoding="utf-8")

    def written(*files: str) -> list[str]:
        main(["check", *files, "--baseline", "known.json", "--write-baseline", "-q"])
        return [each["file"] for each in json.loads((here / "known.json").read_text())["findings"]]

    both = ["robots/arm.urdf", "robots/hand.urdf"]
    assert written("robots/arm.urdf") == both[:1]
    assert written("robots/hand.urdf") == both
    (here / "robots" / "arm.urdf").unlink()
    assert written("robots/hand.urdf") == both[1:], "a file that is gone has no findings"


def test_no_other_file_is_written_over(here: Path, capsys: Capture) -> None:
    assert main(["check", "robots", "--baseline", "robots/arm.urdf", "--write-baseline"]) == 2
    assert "'robots/arm.urdf' is not a baseline" in capsys.readouterr().err
    assert (here / "robots" / "arm.urdf").read_text(encoding="utf-8") == TRIANGLE


def test_a_baseline_needs_an_output(here: Path, capsys: Capture) -> None:
    assert main(["check", "robots", "--write-baseline"]) == 2
    assert "--write-baseline requires --baseline FILE" in capsys.readouterr().err
