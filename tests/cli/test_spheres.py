"""Spheres from the command line: fitted on the way to an XRDF, and measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from real import BROKEN, FIXTURES

import robotfmt
from robotfmt.cli import main

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("shared_fits")]
ARM = FIXTURES / "arm6" / "arm6.urdf"
LAMP = BROKEN / "spheres" / "sound.urdf"

COARSE = ("--allow", "robot.default-self-collision")
"""Spheres of a few centimetres overlap in the arm's zero pose, which has its forearm folded back."""


def test_every_link_with_geometry_gets_spheres(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "arm.xrdf"
    whole = ["--tolerance", "60mm", "--no-clip-base"]
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
    assert all(each["coverage"] == 100 and each["protrusion"] <= 0.06 for each in measured)


def test_a_tolerance_has_a_unit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "arm.xrdf"
    counts = []
    for tolerance in ("6cm", "0.01"):
        asked = ["--tolerance", tolerance, "--no-clip-base", "--overwrite"]
        assert main(["spheres", "fit", str(LAMP), "-o", str(output), *asked, *COARSE]) == 0
        counts.append(sum(len(frame.spheres) for frame in robotfmt.read(LAMP, output).sphere_sets[0].frames))
    assert counts[0] < counts[1]
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


def test_spheres_without_shapes_cannot_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["spheres", "measure", str(FIXTURES / "ur10e" / "ur10e.xrdf")]) == 2
    assert "no link has geometry to measure spheres against" in capsys.readouterr().err


def test_a_robot_without_spheres_cannot_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["spheres", "measure", str(ARM)]) == 2
    assert "the robot has no spheres" in capsys.readouterr().err
