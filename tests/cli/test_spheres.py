"""Spheres from the command line: fitted on the way to an XRDF, and measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.cli import main

ARM = FIXTURES / "arm6" / "arm6.urdf"

COARSE = ("--allow", "robot.default-self-collision")
"""Spheres of a few centimetres overlap in the arm's zero pose, which has its forearm folded back."""


def test_every_link_with_geometry_gets_spheres(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "arm.xrdf"
    whole = ["--tolerance", "40mm", "--no-clip-base"]
    assert main(["convert", str(ARM), str(output), "--fit-spheres", *whole, *COARSE]) == 0
    robot = robotfmt.read(ARM, output)
    with_geometry = {link.name for link in robot.links if link.geometries}
    counts = {frame.frame: len(frame.spheres) for each in robot.sphere_sets for frame in each.frames}
    assert set(counts) == with_geometry
    assert all(counts.values())
    assert robot.world_collision is not None
    assert robot.world_collision.spheres == robot.sphere_sets[0].name
    capsys.readouterr()
    assert main(["spheres", "measure", str(ARM), str(output), "--json", "--samples", "2000"]) == 0
    measured = json.loads(capsys.readouterr().out)
    assert {each["link"] for each in measured} == with_geometry
    assert all(each["coverage"] == 100 and each["protrusion"] <= 0.04 for each in measured)


def test_a_tolerance_has_a_unit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "arm.xrdf"
    assert main(["spheres", "fit", str(ARM), "-o", str(output), "--tolerance", "3cm", *COARSE]) == 0
    coarse = sum(len(frame.spheres) for frame in robotfmt.read(ARM, output).sphere_sets[0].frames)
    assert (
        main(["spheres", "fit", str(ARM), "-o", str(output), "--tolerance", "0.02", "--overwrite", *COARSE])
        == 0
    )
    assert sum(len(frame.spheres) for frame in robotfmt.read(ARM, output).sphere_sets[0].frames) > coarse
    capsys.readouterr()


@pytest.mark.parametrize(
    "given",
    [
        ["--per-link", "0"],
        ["--tolerance", "-1mm"],
        ["--per-link", "4", "--tolerance", "1cm"],
        ["--tolerance", "x"],
    ],
)
def test_options_that_make_no_sense_are_usage_errors(given: list[str], tmp_path: Path) -> None:
    output = tmp_path / "arm.xrdf"
    try:
        code = main(["convert", str(ARM), str(output), "--fit-spheres", *given])
    except SystemExit as ended:  # the parser's own
        code = int(str(ended.code))
    assert code == 2
    assert not output.exists()


def test_a_robot_without_spheres_cannot_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["spheres", "measure", str(ARM)]) == 2
    assert "spheres" in capsys.readouterr().err
