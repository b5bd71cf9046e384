"""What the command line says of meshes, and does with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from real import BROKEN, FIXTURES

from robotfmt.cli import main

ARM = str(FIXTURES / "arm6" / "arm6.urdf")
MESHES = BROKEN / "meshes"
Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_a_table_of_meshes(capsys: Capture) -> None:
    code, out, _ = run(capsys, "info", "--meshes", ARM)
    assert code == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    start = lines.index("triangles size in m kB mesh")
    assert lines[start + 4 : start + 8] == [
        "80 0.16 x 0.16 x 0.12 4 meshes/shoulder.stl",
        "visual of shoulder",
        f"-> {FIXTURES / 'arm6' / 'meshes' / 'shoulder.stl'}",
        "scaled by 0.001 0.001 0.001",
    ]
    assert "visual and collision of forearm" in lines
    # 176 + 80 + 624, and the 256 of the forearm twice
    assert lines[-1] == "4 meshes in 4 files of 57 kB; 1392 triangles in all uses"


def test_json_report_of_meshes(capsys: Capture) -> None:
    code, out, _ = run(capsys, "info", "--meshes", "--json", ARM)
    assert code == 0
    shoulder = json.loads(out)[1]
    assert shoulder["size"] == pytest.approx([0.16, 0.16, 0.12], abs=1e-6)
    assert shoulder == {
        "uri": "meshes/shoulder.stl",
        "uses": {"shoulder": ["visual"]},
        "path": str(FIXTURES / "arm6" / "meshes" / "shoulder.stl"),
        "format": "stl",
        "bytes": 84 + 50 * 80,
        "triangles": 80,
        "size": shoulder["size"],
        "scale": [0.001, 0.001, 0.001],
        "unit": None,
        "up": None,
        "diagnostics": [],
    }


def test_meshes_that_are_missing_huge_or_in_other_units(capsys: Capture, tmp_path: Path) -> None:
    dae = (MESHES / "beads.dae").read_text().replace('meter="1"', 'meter="0.0254"').replace("Z_UP", "X_UP")
    (tmp_path / "beads.dae").write_text(dae)
    (tmp_path / "millimetres.stl").write_bytes((MESHES / "millimetres.stl").read_bytes())
    bodies = "".join(
        f'<visual><geometry><mesh filename="{each}"/></geometry></visual>'
        for each in ("beads.dae", "millimetres.stl", "package://hand/beads.DAE")
    )
    (tmp_path / "r.urdf").write_text(f'<robot name="r"><link name="a">{bodies}</link></robot>')
    code, out, _ = run(capsys, "info", "--meshes", str(tmp_path / "r.urdf"))
    assert code == 0
    assert "inches, applied; X up, not applied: the axes stay as they are" in out
    assert 'probably in millimetres: give it scale="0.001 0.001 0.001"' in out
    assert "'package://hand/beads.DAE' was not found: there is no package 'hand'" in out
    assert "help: Name its package's folder: --package hand=FOLDER" in out
    assert "3 meshes in 2 files" in out
    assert out.rstrip().endswith("; 1 without a surface")


def test_meshes_of_collada_lie_in_the_document(capsys: Capture) -> None:
    code, out, _ = run(capsys, "info", "--meshes", "--json", str(MESHES / "sound.dae"))
    assert code == 0
    assert all(each["path"] is None and each["triangles"] for each in json.loads(out))


def test_converting_with_meshes(capsys: Capture, tmp_path: Path) -> None:
    target = tmp_path / "arm" / "urdf" / "arm.urdf"
    flags = ("--meshes", "package://arm/parts", "--mesh-format", "glb", "--json")
    code, out, _ = run(capsys, "convert", ARM, str(target), *flags)
    assert code == 0
    assert sorted(each.name for each in (tmp_path / "arm" / "parts").iterdir()) == [
        "base.glb",
        "forearm.glb",
        "shoulder.glb",
        "upper_arm.glb",
    ]
    assert 'filename="package://arm/parts/shoulder.glb" scale="0.001 0.001 0.001"' in target.read_text()
    (conversion,) = json.loads(out)["conversions"]
    assert conversion["facts"]["lost"] == 0
    assert run(capsys, "diff", ARM, str(target))[0] == 0


def test_meshes_that_can_go_nowhere(capsys: Capture, tmp_path: Path) -> None:
    code, _, err = run(capsys, "convert", ARM, str(tmp_path / "arm.urdf"), "--meshes", "move")
    assert code == 2
    assert "package://NAME/FOLDER" in err
