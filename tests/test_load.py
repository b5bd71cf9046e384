"""Documents in the programs that read them."""

from __future__ import annotations

from pathlib import Path

import pytest
from programs import oracle
from real import BROKEN, FIXTURES

from robotfmt.cli import main
from robotfmt.diagnostics import Report, Severity
from robotfmt.load.comparing import PROGRAMS, Program, installed, load, report_loading
from robotfmt.model import Inertial, Joint, JointType, Link, Robot

GRIPPER = FIXTURES / "gripper" / "gripper.urdf"
LOAD = BROKEN / "load"


def require_programs() -> None:
    for module in ("mujoco", "pinocchio", "pydrake"):
        oracle(module)


def test_check_reports_what_each_program_loads(capsys: pytest.CaptureFixture[str]) -> None:
    require_programs()
    assert main(["check", "--load", "-v", str(GRIPPER)]) == 0
    shown = capsys.readouterr().out
    assert "Pinocchio" in shown
    assert "Drake loads the document: 4 degrees of freedom, 1 free base" in shown


def test_a_document_that_a_program_refuses_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    require_programs()
    assert main(["check", "--load", str(LOAD / "load.refused.xml")]) == 1
    assert "MuJoCo refuses the document: Error: plane only allowed in static bodies" in capsys.readouterr().out
    assert main(["check", str(LOAD / "load.refused.xml")]) == 0


def test_convert_loads_the_written_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    require_programs()
    assert main(["convert", str(GRIPPER), str(tmp_path / "arm.xml"), "--load", "--base", "floating"]) == 0
    shown = capsys.readouterr().err
    assert "loads the document: 4 degrees of freedom, 1 free base" in shown
    assert (tmp_path / "arm.xml").is_file()


def test_a_refusal_by_a_program_that_is_not_the_judge_of_the_format_is_a_warning() -> None:
    require_programs()
    report = Report()
    report_loading(str(FIXTURES / "arm6" / "arm6.urdf"), "urdf", [], report)
    (refused,) = report.having("load.refused")
    assert refused.message.startswith("Drake refuses the document")
    assert refused.severity is Severity.WARNING


def test_another_number_of_freedoms_or_mass_is_reported() -> None:
    require_programs()
    joint = Joint(name="more", type=JointType.BALL, parent="a", child="b")
    heavy = Link(name="a", inertial=Inertial(mass=5.0))
    report = Report()
    report_loading(str(GRIPPER), "urdf", [Robot(name="r", links=(heavy, Link(name="b")), joints=(joint,))], report)
    told = [each.message for each in report.having("load.differs")]
    assert "Drake has 4 degrees of freedom, expected 3" in told
    assert any("kg, expected 5 kg" in each for each in told)


def test_a_format_without_a_program_is_reported() -> None:
    assert installed("smurf") == []
    report = Report()
    report_loading("a.smurf", "smurf", [Robot()], report)
    assert report.having("load.no-program")


def test_a_program_that_crashes_refuses_the_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    oracle("mujoco")
    (tmp_path / "mujoco.py").write_text("import os\nos.abort()\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    program: Program = PROGRAMS[0]
    assert load(program, str(GRIPPER), "mjcf").refused == "it crashes with signal 6"
