"""Pictures from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from pictures import FACING, read_png
from real import FIXTURES

from robotfmt.cli import main

ARM = str(FIXTURES / "arm6" / "arm6.urdf")
ARM_STATES = str(FIXTURES / "arm6" / "arm6.srdf")
UR10E = [str(FIXTURES / "ur10e" / name) for name in ("ur10e.urdf", "ur10e.xrdf")]
BOX = """<robot name="r"><link name="a"><visual><geometry><box size="2 2 2"/></geometry>
<material name="m"><color rgba="1 0 0 1"/></material></visual></link></robot>"""
Capture = pytest.CaptureFixture[str]


def run(*arguments: object) -> int:
    """Run the command line in this process."""
    try:
        return main([str(each) for each in arguments])
    except SystemExit as stop:  # argparse
        return int(stop.code or 0)


@pytest.fixture
def box(tmp_path: Path) -> Path:
    path = tmp_path / "box.urdf"
    path.write_text(BOX)
    return path


def test_a_red_box(box: Path, tmp_path: Path, capsys: Capture) -> None:
    output = tmp_path / "new" / "box.png"
    view = ("--camera", "0,0,7.4641016", "--look-at", "0,0,0", "--parallel", "--size", "60x40")
    assert run("render", box, "-o", output, *view, "--background", "0080ff") == 0
    expected = np.full((40, 60, 3), [0, 128, 255])
    expected[10:30, 20:40] = [round(255 * FACING), 0, 0]
    assert (read_png(output) == expected).all()
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"12 triangles, 0 spheres -> {output} (60 x 40, 0 kB)\n"
    first = output.read_bytes()
    assert run("render", box, "-o", output, *view, "--background", "0080ff") == 4
    assert run("render", box, "-o", output, *view, "--background", "#0080ff", "--overwrite", "-q") == 0
    assert output.read_bytes() == first
    assert run("render", box, "-o", output, *view, "--background", "none", "--overwrite") == 0
    seen = read_png(output)
    assert seen.shape == (40, 60, 4)
    assert (seen[:, :, 3] > 0).sum() == 20 * 20


def test_json_report_of_spheres_over_meshes(tmp_path: Path, capsys: Capture) -> None:
    pictures = [tmp_path / f"{each}.png" for each in ("all", "spheres", "plain")]
    assert run("render", *UR10E, "-o", pictures[0], "--pose", "default", "--json") == 0
    reported = json.loads(capsys.readouterr().out)
    assert (reported["picture"], reported["width"], reported["height"]) == (str(pictures[0]), 800, 600)
    assert reported["robots"][0]["documents"] == UR10E
    assert reported["robots"][0]["spheres"] == 20  # and one that keeps a place
    assert [each["code"] for each in reported["diagnostics"]] == ["xrdf.negative-radius"]
    assert run("render", *UR10E, "-o", pictures[1], "--pose", "default", "--show", "spheres", "-q") == 0
    assert run("render", UR10E[0], "-o", pictures[2], "-q") == 0
    assert len({each.read_bytes() for each in pictures}) == 3


def test_two_robots_side_by_side(tmp_path: Path) -> None:
    dae, picture = tmp_path / "arm.dae", tmp_path / "both.png"
    assert run("convert", ARM, dae, "-q") == 0
    assert run("render", ARM, "--beside", dae, "-o", picture, "--size", "600x330", "-q") == 0
    seen = read_png(picture).astype(int)
    strip = 13 * (330 // (30 * 7))
    # the same robot from the same camera, but for captions and the last bits of its numbers
    halves = seen[: 330 - strip, :300], seen[: 330 - strip, 300:]
    assert (np.abs(halves[0] - halves[1]).max(axis=2) > 2).mean() < 1e-3
    assert (halves[0] != halves[0][0, 0]).any(axis=2).mean() > 0.05
    assert (seen[330 - strip :, :300] != seen[330 - strip :, 300:]).any()


def test_a_named_state_of_one_of_two_robots(box: Path, tmp_path: Path, capsys: Capture) -> None:
    beside = ("--beside", box, "--size", "80x60")
    assert run("render", ARM, ARM_STATES, *beside, "-o", tmp_path / "a.png", "--pose", "rest") == 0
    assert run("render", ARM, ARM_STATES, *beside, "-o", tmp_path / "b.png") == 0
    assert (tmp_path / "a.png").read_bytes() != (tmp_path / "b.png").read_bytes()
    capsys.readouterr()
    assert run("render", ARM, ARM_STATES, *beside, "-o", tmp_path / "c.png", "--pose", "res") == 2
    assert "the state 'res' does not exist; did you mean 'rest'?" in capsys.readouterr().err
    assert not (tmp_path / "c.png").exists()


def test_missing_meshes_are_reported(tmp_path: Path, capsys: Capture) -> None:
    urdf = tmp_path / "r.urdf"
    # No other test has a file with this name, which would be found near the document.
    urdf.write_text(BOX.replace('<box size="2 2 2"/>', '<mesh filename="package://hand/in_no_other_test.stl"/>'))
    assert run("render", urdf, "-o", tmp_path / "r.png") == 0
    err = capsys.readouterr().err
    assert "warning [mesh.missing]" in err
    assert "--package hand=FOLDER" in err
    assert "0 triangles, 0 spheres" in err
    assert (read_png(tmp_path / "r.png") == [237, 240, 242]).all()


@pytest.mark.parametrize(
    ("arguments", "code", "reported"),
    [
        (("-o", "x.jpg"), 2, "must end with .png"),
        ((), 2, "-o"),
        (("-o", "x.png", "--size", "800"), 2, "write 800x600"),
        (("-o", "x.png", "--size", "800x0"), 2, "800 x 0"),
        (("-o", "x.png", "--camera", "1"), 2, "AZIMUTH,ELEVATION"),
        (("-o", "x.png", "--camera", "1,2,0"), 2, "AZIMUTH,ELEVATION"),
        (("-o", "x.png", "--camera", "a,b"), 2, "decimal number"),
        (("-o", "x.png", "--look-at", "1,2"), 2, "X,Y,Z"),
        (("-o", "x.png", "--show", "visuals"), 2, "'visuals' cannot be shown"),
        (("-o", "x.png", "--set", "spheres"), 2, "the robot has no spheres"),
        (("-o", "x.png", "--background", "red"), 2, "RRGGBB"),
        (("-o", "x.png", "--pose", "elbow=1"), 2, "the joint 'elbow' does not exist"),
        (("-o", "x.png", "--beside", "nowhere.urdf"), 3, "does not exist"),
        (("-o", "box.urdf/x.png"), 4, "cannot be written"),
    ],
)
def test_invalid_options_are_refused(
    arguments: tuple[str, ...],
    code: int,
    reported: str,
    box: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(box.parent)
    assert run("render", box, *arguments) == code
    assert reported in capsys.readouterr().err
    assert [each.name for each in box.parent.iterdir()] == ["box.urdf"]
