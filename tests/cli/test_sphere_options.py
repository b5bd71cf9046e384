"""Options for spheres fit them in every conversion, and are refused where no output stores spheres."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.cli import main

ARM = str(FIXTURES / "broken" / "planning" / "sound.urdf")


@pytest.mark.parametrize("name", ["out.urdf", "out.sdf", "arm_joint_limits.yaml"])
def test_they_are_refused_where_no_output_stores_spheres(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", ARM, str(tmp_path / name), "--budget", "5"]) == 2
    assert "no output stores collision spheres" in capsys.readouterr().err
    assert not (tmp_path / name).exists()


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--budget", "--spheres", "--max-spheres"])
def test_a_number_fits_spheres_without_fit_spheres(option: str, tmp_path: Path) -> None:
    path = tmp_path / "arm.xrdf"
    assert main(["convert", ARM, str(path), option, "5", "--effort", "0.05", "-q"]) == 0
    robot = robotfmt.read(ARM, path)
    assert 1 <= sum(len(frame.spheres) for frame in robot.sphere_sets[0].frames) <= 5
