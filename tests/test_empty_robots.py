"""A robot without links is not written: its parts are in files that were not found."""

from __future__ import annotations

from pathlib import Path

import pytest

from robotfmt.cli import main


def test_a_robot_whose_bodies_were_not_found_is_refused_unless_allowed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "arm.robot.xml", tmp_path / "arm.urdf"
    source.write_text('<Robot name="arm"><KinBody file="missing.kinbody.xml"/></Robot>')
    assert main(["convert", str(source), "-o", str(out)]) == 1
    assert "error [convert.no-robot]: the robot has no links; nothing was written" in capsys.readouterr().err
    assert not out.exists()
    assert main(["convert", str(source), "-o", str(out), "--allow", "convert.no-robot"]) == 0
    assert out.exists()
