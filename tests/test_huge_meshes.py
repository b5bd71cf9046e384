"""Meshes in millimetres without scale stop what needs the shapes."""

from __future__ import annotations

from pathlib import Path

import pytest
from option_probes import lay

import robotfmt
from robotfmt.cli import main
from robotfmt.errors import ModelError
from robotfmt.mesh.shapes import tessellate
from robotfmt.mesh.stl import stl_bytes
from robotfmt.model import Box

SIZES = {"metres": (0.3, 0.06, 0.06), "millimetres": (300.0, 60.0, 60.0)}
COMMANDS = [
    ["xrdf", "{}", "-o", "out.xrdf"],
    ["srdf", "{}", "-o", "out.srdf"],
    ["spheres", "fit", "{}", "-o", "out.xrdf"],
    ["spheres", "front", "{}", "--link", "upper"],
    ["convert", "{}", "out.xrdf", "--budget", "5"],
    ["setup", "{}", "--for", "moveit", "--out-dir", "out"],
]


@pytest.fixture
def arm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    lay(tmp_path)
    rod = tessellate(Box(size=SIZES[request.param]), 0.01)
    assert rod is not None
    rods = tmp_path / "store" / "inner" / "rods"
    (rods / "rod.stl").write_bytes(stl_bytes(rod))
    monkeypatch.chdir(tmp_path)
    return rods / "arm.urdf"


@pytest.mark.parametrize("arm", ["millimetres"], indirect=True)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: " ".join(each[:2]))
def test_a_mesh_in_millimetres_stops_the_verb(
    command: list[str], arm: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([each.format(arm) for each in command]) == 1
    err = capsys.readouterr().err
    assert "error [mesh.huge]" in err
    assert "'package://rods/rod.stl' of link 'upper' is 311.8 m large" in err
    assert 'give it scale="0.001 0.001 0.001"' in err
    assert not list(Path.cwd().glob("out*"))


@pytest.mark.parametrize("arm", ["millimetres"], indirect=True)
def test_the_next_joint_is_named_with_its_distance(arm: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["srdf", str(arm), "-o", "out.srdf"]) == 1
    assert "of link 'upper' is 311.8 m large, but the next joint, 'elbow', is 0.32 m away" in capsys.readouterr().err


@pytest.mark.parametrize("arm", ["millimetres"], indirect=True)
def test_a_scale_of_its_own_is_kept_in_the_advice(arm: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scaled = arm.read_text().replace('rod.stl"/>', 'rod.stl" scale="2 1 -1"/>')
    arm.write_text(scaled)
    assert main(["srdf", str(arm), "-o", "out.srdf"]) == 1
    assert 'scale="0.002 0.001 -0.001"' in capsys.readouterr().err


@pytest.mark.parametrize("arm", ["metres"], indirect=True)
def test_a_mesh_in_metres_stops_nothing(arm: Path) -> None:
    assert main(["srdf", str(arm), "-o", "out.srdf", "--samples", "10", "-q"]) == 0


@pytest.mark.parametrize("arm", ["millimetres"], indirect=True)
def test_whoever_allows_the_code_goes_on(arm: Path) -> None:
    assert main(["srdf", str(arm), "-o", "out.srdf", "--samples", "10", "-q", "--allow", "mesh.huge"]) == 0


@pytest.mark.parametrize("arm", ["millimetres"], indirect=True)
def test_prepare_raises_it(arm: Path) -> None:
    with pytest.raises(ModelError, match=r"311\.8 m large"):
        robotfmt.prepare(robotfmt.read(arm))


@pytest.mark.parametrize("arm", ["millimetres"], indirect=True)
def test_a_robot_without_extent_is_not_judged(arm: Path) -> None:
    text = arm.read_text()
    for at in ("0 0 0.42", "0.32 0 0", "0.25 0 0"):
        text = text.replace(f'<origin xyz="{at}"/>', "")
    arm.write_text(text)
    assert main(["srdf", str(arm), "-o", "out.srdf", "--samples", "10", "-q"]) == 0
