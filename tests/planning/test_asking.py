"""``robotfmt.prepare``: the verb ``xrdf`` in Python, with options by name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from programs import needs
from real import BROKEN

import robotfmt
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.errors import ModelError, UsageError
from robotfmt.planning import PlanOptions, prepare
from robotfmt.planning.asking import with_given

pytestmark = [needs("coal"), pytest.mark.usefixtures("shared_fits")]
FOLDER = BROKEN / "planning"
RODS, SMALL = FOLDER / "sound.urdf", FOLDER / "sound.xrdf"
SHAPE = "<collision><geometry><mesh filename='no.stl'/></geometry></collision>"
MESH = f"<robot name='r'><link name='a'>{SHAPE}</link></robot>"


@pytest.mark.slow
def test_the_api_writes_what_the_command_writes(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.xrdf", tmp_path / "theirs.xrdf"
    given = ["--samples", "100", "--self-buffer", "2mm", "--per-link", "1", "--tool", "tool"]
    assert main(["xrdf", str(RODS), "-o", str(theirs), "-q", *given]) == 0
    plan = robotfmt.prepare(robotfmt.read(RODS), samples=100, self_buffer="2mm", spheres={"per_link": 1}, tools="tool")
    robotfmt.write(plan.robot, ours)
    assert ours.read_bytes() == theirs.read_bytes()
    assert repr(plan).startswith("<Plan for 'rods': 5 spheres on 5 links, ")


def test_options_are_given_by_name_or_as_a_record() -> None:
    record = PlanOptions(joints=("a", "b"), tools=("t",), acceleration=4.0, world_buffer=0.005, seed=3)
    by_name = with_given(
        PlanOptions(seed=1),
        {"joints": ["a", "b"], "tools": "t", "acceleration": 4.0, "world_buffer": "5mm", "seed": 3},
    )
    assert by_name == record
    assert with_given(record, {}) == record


def test_unknown_keywords_have_suggestions() -> None:
    call: Any = prepare
    robot = robotfmt.read(RODS)
    with pytest.raises(TypeError, match=r"^prepare\(\) got .* 'tool'; did you mean 'tools'"):
        call(robot, tool="tool")
    with pytest.raises(TypeError, match=r"^fit\(\) got .* 'per_lnk'; did you mean 'per_link'"):
        call(robot, spheres={"per_lnk": 1})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"acceleration": 0.0}, "acceleration: 0 is not a positive number"),
        ({"jerk": float("inf")}, "jerk: inf is not"),
        ({"samples": 0}, "samples: 0 is not"),
        ({"world_buffer": "5mn"}, "world_buffer: '5mn' is not a length"),
        ({"tools": ["tol"]}, "the link 'tol' does not exist; did you mean 'tool'"),
    ],
    ids=str,
)
def test_impossible_options_are_refused(given: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        prepare(robotfmt.read(RODS), **given)


def test_errors_are_raised_without_a_report(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(MESH, encoding="utf-8")
    robot = robotfmt.read(path)
    with pytest.raises(ModelError, match="no\\.stl"):
        prepare(robot, samples=10)
    report = Report()
    plan = prepare(robot, samples=10, report=report)
    assert plan.report is report
    assert len(plan.report)
    clip = {"overrides": {"post": {"clip": robotfmt.spheres.Clip("z", 9.0)}}, "per_link": 1}
    with pytest.raises(ModelError, match="cannot be prepared: 1 error") as caught:
        prepare(robotfmt.read(RODS), samples=10, spheres=clip)
    assert [each.code for each in caught.value.findings] == ["spheres.none"]


def test_the_planning_api_names_its_missing_libraries_when_called() -> None:
    program = (
        "import sys; sys.modules['numba'] = None; import robotfmt; robotfmt.prepare\n"
        "try: robotfmt.prepare(robotfmt.model.Robot())\n"
        "except robotfmt.RobotfmtError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "robotfmt.planning.prepare needs numba, which is not installed" in done.stdout
