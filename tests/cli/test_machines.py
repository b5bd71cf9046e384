"""What machines are told keeps to its schema, and code hosts understand it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from real import BROKEN, FIXTURES
from schemas import check_record

from robotfmt.cli import main
from robotfmt.formats import all_formats
from robotfmt.formats.catalogue import all_codes

ROOT = FIXTURES.parent
ARM = str(FIXTURES / "arm6" / "arm6.urdf")
DUAL_ARM = str(FIXTURES / "mobile_dual_arm" / "dual_arm.dae")
CYCLE = str(BROKEN / "robot" / "robot.cycle.urdf")
MISSING = str(BROKEN / "robot" / "no.urdf")

Capture = pytest.CaptureFixture[str]


def reported(arguments: list[str], capsys: Capture) -> tuple[int, str]:
    code = main(arguments)
    return code, capsys.readouterr().out


@pytest.mark.parametrize("paths", [[ARM], [ARM, DUAL_ARM], [CYCLE], [MISSING, ARM]], ids=len)
def test_check_prints_json(paths: list[str], capsys: Capture) -> None:
    code, text = reported(["check", *paths, "--output-format", "json"], capsys)
    record = json.loads(text)
    check_record(record, "check")
    assert code == max(each["exit_code"] for each in record["robots"])
    assert [each for robot in record["robots"] for each in robot["documents"]] == paths


@pytest.mark.parametrize("options", [[], ["--fail-on", "lost"]], ids=len)
def test_convert_prints_json(options: list[str], tmp_path: Path, capsys: Capture) -> None:
    _, text = reported(["convert", DUAL_ARM, str(tmp_path / "r.urdf"), "--json", *options], capsys)
    check_record(json.loads(text), "report")
    _, text = reported(["convert", ARM, CYCLE, "--to", "collada", "--out-dir", str(tmp_path), "--json"], capsys)
    record = json.loads(text)
    check_record(record, "report")
    assert [each["exit_code"] for each in record["conversions"]] == [0, 1]


def test_diff_prints_json(capsys: Capture) -> None:
    for other in (ARM, DUAL_ARM):
        _, text = reported(["diff", ARM, other, "--json"], capsys)
        check_record(json.loads(text), "diff")


def test_sarif_names_the_place_and_the_rule(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code, text = reported(["check", CYCLE, "--output-format", "sarif"], capsys)
    assert code == 1
    log = json.loads(text)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    result = next(each for each in run["results"] if each["ruleId"] == "robot.cycle")
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert rule["id"] == "robot.cycle"
    assert len(rule["help"]["text"]) > 100
    (location,) = result["locations"]
    place = location["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "fixtures/broken/robot/robot.cycle.urdf"
    line = Path(CYCLE).read_text("utf-8").splitlines()[place["region"]["startLine"] - 1]
    assert line[place["region"]["startColumn"] - 1 :].startswith("<joint")
    assert result["level"] == "error"


def test_github_shows_each_finding_at_its_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    _, text = reported(["check", CYCLE, "--output-format", "github"], capsys)
    commands = [re.fullmatch(r"::(error|warning|notice) (.*?)::(.*)", line) for line in text.splitlines()]
    assert all(commands)
    (error,) = (each for each in commands if each is not None and each.group(1) == "error")
    fields = dict(part.split("=", 1) for part in error.group(2).split(","))
    assert (fields["file"], fields["title"]) == ("fixtures/broken/robot/robot.cycle.urdf", "robot.cycle")
    assert int(fields["line"]) > 1
    assert "%0A" in error.group(3)


def test_github_shows_no_note_that_needs_no_action(capsys: Capture, tmp_path: Path) -> None:
    robot = tmp_path / "arm.urdf"
    robot.write_text('<robot name="r"><gazebo><plugin name="p"/></gazebo><link name="a"/><cover/></robot>')
    command = ["check", str(robot), "--output-format", "github"]
    assert reported(command, capsys) == (0, "")
    _, text = reported([*command, "-v"], capsys)
    assert [line.partition("title=")[2].partition("::")[0] for line in text.splitlines()] == [
        "document.for-another-program",
        "document.not-understood",
    ]
    command[1] = str(BROKEN / "sdf" / "sdf.world-link.sdf")
    assert "No action needed" in reported([*command, "-v"], capsys)[1]
    assert "No action needed" not in reported(command, capsys)[1]


def test_concise_is_one_line_a_finding(capsys: Capture) -> None:
    _, text = reported(["check", CYCLE, ARM, "--output-format", "concise"], capsys)
    pattern = r"\S+:\d+(:\d+)?: (error|warning|note) \[([a-z0-9.-]+)\] .+"
    found = [re.fullmatch(pattern, line) for line in text.splitlines()]
    assert all(found)
    assert {each.group(3) for each in found if each is not None} <= set(all_codes())


def test_full_output_shows_the_line_and_the_help(capsys: Capture) -> None:
    _, text = reported(["check", CYCLE], capsys)
    block = text.split("\n\n")[0].splitlines()
    assert block[0].startswith("error[robot.cycle]: ")
    assert block[1].startswith(f"  --> {CYCLE}:")
    assert "<joint" in block[3]
    assert block[4].rstrip().endswith("^")
    assert block[4].index("^") == block[3].index("<joint")
    assert block[5].startswith("  = help: ")


def test_warnings_can_count_and_codes_can_be_left_out(capsys: Capture) -> None:
    path = str(BROKEN / "robot" / "robot.axis-not-unit.urdf")
    warned = str(BROKEN / "robot" / "robot.limit-zero.urdf")
    assert reported(["check", path, "--strict"], capsys)[0] == 0
    assert reported(["check", warned], capsys)[0] == 0
    assert reported(["check", warned, "--strict"], capsys)[0] == 1
    assert reported(["check", warned, "--strict", "--ignore", "robot.limit-zero"], capsys)[0] == 0
    assert reported(["check", CYCLE, "--only", "robot.limit-zero"], capsys)[0] == 0
    assert reported(["check", CYCLE, "--only", "robot"], capsys)[0] == 1


def test_the_hook_runs_what_there_is(capsys: Capture) -> None:
    yaml = pytest.importorskip("yaml")
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    program, verb, *options = hook["entry"].split()
    assert (program, hook["language"]) == ("robotfmt", "python")
    assert reported([verb, *options, *hook.get("args", []), ARM], capsys)[0] == 0
    wanted = re.compile(hook["files"])
    for each in all_formats():
        for suffix in each.suffixes if each.name != "mesh" else ():
            assert wanted.search(f"robots/arm{suffix}"), suffix
    for name in ("arm.urdf.xacro", "MODEL.SDF"):
        assert wanted.search(name)
    assert not any(map(wanted.search, ("base.stl", "base.obj", "urdf", "model.config", "setup.json")))


def test_notes_that_are_alike_are_one_for_people(capsys: Capture, tmp_path: Path) -> None:
    robot = tmp_path / "bare.urdf"
    materials = "".join(f'<material name="{name}"/>' for name in ("red", "green", "blue"))
    robot.write_text(f'<robot name="bare"><link name="base"/>{materials}</robot>', encoding="utf-8")
    _, text = reported(["check", str(robot), "--only", "robot.unused-material"], capsys)
    assert text.count("robot.unused-material") == 1
    assert "material 'red' (and 2 more: 'green', 'blue')" in text
    _, text = reported(["check", str(robot), "--only", "robot.unused-material", "-v"], capsys)
    assert text.count("robot.unused-material") == 3
