"""Diagnostics that are alike are one line: on the terminal, on the page and for code hosts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import Report, cli
from robotfmt.cli.console import show_report
from robotfmt.codes import NO_PLACE
from robotfmt.codes.folding import folded, worst_first
from robotfmt.diagnostics import Code, Diagnostic, Fate, Severity, codes_of, diagnose
from robotfmt.model.features import COSMETIC, Feature
from robotfmt.viewer.describe import findings_of

_error, _warning, _note = codes_of("")
GUESS = _warning("x.guess", Fate.ASSUMED)
NOTED = _note("x.noted")
WRONG = _error("x.wrong")
CHANGED = _note("x.changed", Fate.CHANGED)
WAM = FIXTURES / "openrave_examples" / "arm.dae"


def lines(*found: Diagnostic) -> list[str]:
    return [fold.message for fold in folded(found)]


def about(code: Code, messages: Iterable[str], subjects: Iterable[str] = ()) -> list[Diagnostic]:
    rest = iter(subjects)
    return [diagnose(code, each, subject=next(rest, "")) for each in messages]


@pytest.mark.parametrize(
    ("messages", "subjects", "line"),
    [
        (["joint 'a': assuming 1"], (), "joint 'a': assuming 1"),
        (["a <b> is kept"] * 3, (), "a <b> is kept (3 times)"),
        (
            ["state 'up' of group 'l': group 'l' -> nothing", "state 'up' of group 'r': removed"],
            ("state/up/group", "state/up#2"),
            "state 'up' of group 'l': group 'l' -> nothing (and 1 more: 'r')",
        ),
        (
            [f"joint '{each}': assuming 1" for each in "abcde"],
            (),
            "joint 'a': assuming 1 (and 4 more: 'b', 'c', 'd', ...)",
        ),
        (
            ["the mesh 'package://x/a.stl' is here", "the mesh 'package://x/b.stl' is here"],
            (),
            "the mesh 'package://x/a.stl' is here (and 1 more: 'b.stl')",
        ),
        (
            ["joint 'a': child 'x' -> 'y'", "joint 'a': axis 0 0 1 -> 1 0 0", "link 'y': added"],
            ["joint/a/child", "joint/a/axis", "link/y"],
            "joint 'a': child 'x' -> 'y' (and 2 more: 'y')",
        ),
        (
            ["arm 'l' tool: position is lost", "arm 'l': direction is lost"],
            ["arm/l/tool/position", "arm/l/direction"],
            "arm 'l' tool: position is lost (and 1 more: direction)",
        ),
    ],
)
def test_similar_findings_are_one_line(messages: list[str], subjects: list[str], line: str) -> None:
    assert lines(*about(GUESS, messages, subjects)) == [line]


def test_errors_are_never_folded() -> None:
    assert lines(*about(WRONG, ["link 'a'", "link 'b'"])) == ["link 'a'", "link 'b'"]
    found = about(NOTED, ["link 'a'", "link 'b'"])
    assert len(folded(found)) == 1
    assert len(folded(found, apart=(Severity.NOTE,))) == 2


def test_a_few_changes_are_shown_and_many_counted() -> None:
    subjects = [f"link/{each}/mass" for each in "abcd"]
    assert len(lines(*about(CHANGED, subjects[:3], subjects[:3]))) == 3
    (fold,) = folded(about(CHANGED, subjects, subjects))
    assert fold.message == "4 links"
    assert fold.is_count


def test_cosmetic_losses_are_one_line_of_counts(tmp_path: Path) -> None:
    report = Report()
    done = robotfmt.convert(WAM, tmp_path / "a.urdf", report=report)
    cosmetic = [each for each in report if each.feature in {it.value for it in COSMETIC}]
    assert done.tally.cosmetic == len(cosmetic) > 0
    assert {each.severity for each in cosmetic} == {Severity.NOTE}
    both = [*cosmetic, diagnose(NO_PLACE, "x", severity=Severity.NOTE, change=cosmetic[0].change)]
    (fold,) = folded(both)
    assert fold.message == f"{len(both)} cosmetic details are lost: {Feature.INTERFACES.value} ({len(both)})"


def test_the_worst_comes_first() -> None:
    note, error = about(NOTED, ["n"])[0], about(WRONG, ["e"])[0]
    lost, guess = diagnose(NO_PLACE, "l"), about(GUESS, ["g"])[0]
    assert worst_first([note, guess, lost, error]) == [error, lost, guess, note]


def test_verbose_shows_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    robotfmt.convert(WAM, tmp_path / "a.urdf", report=report)
    assert cli.main(["convert", str(WAM), str(tmp_path / "b.urdf"), "-v"]) == 0
    shown = capsys.readouterr().err
    assert all(each.message.replace("a.urdf", "b.urdf") in shown for each in report)


def test_a_code_host_gets_one_notice_for_many_notes_and_each_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.urdf"
    links = "".join(f"<link name='{name}' colour='red'/>\n" for name in "abcde")
    materials = "<material name='red'/><material name='blue'/>"
    joints = "".join(
        f"<joint name='{name}' type='fixed'><parent link='{name}'/><child link='no'/></joint>\n" for name in "ab"
    )
    path.write_text(f"<robot name='r'>\n{materials}{links}{joints}</robot>", encoding="utf-8")
    cli.main(["check", str(path), "--output-format", "github"])
    out = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("::notice") and "robot.unused-material" in line for line in out) == 1
    assert sum(line.startswith("::error") for line in out) > 1


def test_the_page_has_the_lines_of_the_terminal(tmp_path: Path) -> None:
    report = Report()
    done = robotfmt.convert(WAM, tmp_path / "a.urdf", report=report)
    groups: Any = findings_of(done.robot, report)["groups"]
    assert [each["message"] for each in groups] == [fold.message for fold in folded(worst_first(report))]
    assert sorted(place for each in groups for place in each["members"]) == list(range(len(report)))


def test_one_line_has_the_different_helps_of_its_diagnostics(capsys: pytest.CaptureFixture[str]) -> None:
    helps = ("use --package a=FOLDER", "use --package b=FOLDER", "use --package a=FOLDER")
    found = [diagnose(GUESS, f"'{name}' was not found", help=help) for name, help in zip("abc", helps, strict=True)]
    report = Report()
    report.diagnostics += found
    show_report(report)
    shown = capsys.readouterr().err
    assert shown.count("not found") == 1
    assert [line.strip() for line in shown.splitlines() if "help" in line] == [f"help: {each}" for each in helps[:2]]
    report.diagnostics += [diagnose(GUESS, f"'{n}' was not found", help=f"use --package {n}=FOLDER") for n in range(9)]
    show_report(report)
    assert capsys.readouterr().err.count("help:") == 3
