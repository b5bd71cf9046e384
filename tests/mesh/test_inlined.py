"""Files that VRML and Open Inventor draw: where they are, in which unit, and what is left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from inventor_texts import CUBE, separated
from vrml import VRML2, area, box

import robotfmt
from robotfmt.codes import MESH_MISSING
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.errors import MeshError
from robotfmt.limits import Limits
from robotfmt.mesh import Triangles
from robotfmt.mesh.load import load
from robotfmt.model import Geometry, Link, Mesh, Origin, Robot
from robotfmt.surfaces.loading import surface

INCHES = "Units { units INCHES }"
BOX = "Shape { geometry Box { size 2 4 6 } }"


def drawn(files: dict[str, str], report: Report | None = None, limits: Limits | None = None) -> Triangles:
    """The surface of the first of some files, by their names."""
    name, text = next(iter(files.items()))

    def opened(owner: str, reference: str) -> tuple[str, bytes]:
        assert owner in files
        if reference not in files:
            raise MeshError(MESH_MISSING, f"'{reference}' was not found")
        return reference, files[reference].encode()

    kept = report if report is not None else Report()
    return load(text.encode(), ".wrl", name=name, limits=limits or Limits(), report=kept, files=opened)


@pytest.mark.parametrize(
    ("first", "second", "expected", "size"),
    [
        (
            VRML2 + 'Transform { translation 10 0 0 children Inline { url "b.wrl" } }',
            VRML2 + BOX,
            [9, -2, -3, 11, 2, 3],
            88,
        ),
        (VRML2 + 'Inline { url [ "b.wrl" "c.wrl" ] }', separated(CUBE), [-1, -2, -3, 1, 2, 3], 88),
        (
            separated('Scale { scaleFactor 2 2 2 } File { name "b.wrl" }'),
            separated(CUBE),
            [-2, -4, -6, 2, 4, 6],
            352,
        ),
        (
            separated(f'{INCHES} File {{ name "b.wrl" }}'),
            separated(CUBE),
            [-0.0254, -0.0508, -0.0762, 0.0254, 0.0508, 0.0762],
            88 * 0.0254**2,
        ),
        (
            separated(f'{INCHES} File {{ name "b.wrl" }}'),
            separated(f"Units {{ units METERS }} {CUBE}"),
            [-1, -2, -3, 1, 2, 3],
            88,
        ),
        (separated('WWWInline { name "b.wrl" } Cube { }'), VRML2 + BOX, [-1, -2, -3, 1, 2, 3], 112),
    ],
)
def test_a_file_is_drawn_in_its_place(first: str, second: str, expected: list[float], size: float) -> None:
    found = drawn({"a.wrl": first, "b.wrl": second})
    assert box(found) == pytest.approx(expected)
    assert area(found) == pytest.approx(size)


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("c.wrl", "", "was not found"),
        ("b.wrl", VRML2 + 'Inline { url "a.wrl" }', "in which it is drawn itself"),
        ("b.wrl", VRML2 + "Shape { geometry Box { size 1 } }", "cannot be read"),
        ("", "", "was not found"),
    ],
)
def test_a_file_that_cannot_be_drawn_is_reported(name: str, text: str, why: str) -> None:
    report = Report()
    files = {"a.wrl": f'{VRML2}{BOX} Inline {{ url "{name}" }}', "b.wrl": text}
    assert area(drawn(files, report)) == pytest.approx(88)
    (message,) = (each.message for each in report.having("mesh.not-read"))
    assert why in message


def test_files_have_limits() -> None:
    files = {f"{each}.wrl": VRML2 + BOX + 3 * f' Inline {{ url "{each + 1}.wrl" }}' for each in range(8)}
    report = Report()
    found = drawn(files, report)
    assert len(found) == 12 * 201
    assert any("more files" in each.message for each in report)
    with pytest.raises(MeshError, match="mesh_bytes allows 900"):
        drawn(files, limits=Limits(mesh_bytes=900))


def test_files_of_a_robot(tmp_path: Path) -> None:
    """They are found from the file that names them, are not outside of its folders, and are copied with it."""
    (tmp_path / "lab" / "robot" / "parts").mkdir(parents=True)
    (tmp_path / "outside.wrl").write_text(VRML2 + BOX)
    (tmp_path / "lab" / "robot" / "parts" / "b.wrl").write_text(VRML2 + BOX)
    (tmp_path / "lab" / "robot" / "a.wrl").write_text(
        VRML2 + 'Inline { url "parts/b.wrl" } Inline { url "../../outside.wrl" } Inline { url "http://x.org/c.wrl" }'
    )
    origin = Origin(str(tmp_path / "lab" / "robot" / "r.urdf"))
    shown = Geometry(origin=origin, shape=Mesh("a.wrl"))
    context = Context(report=Report())
    found = surface(shown, context)
    assert found is not None
    assert area(found) == pytest.approx(88)
    assert len(context.report.having("mesh.not-read")) == 2
    robot = Robot(origin=origin, name="r", links=(Link(name="a", visuals=(shown,)),))
    robotfmt.write(robot, tmp_path / "out" / "r.urdf", meshes="copy")
    copied = {each.name for each in (tmp_path / "out").rglob("*.wrl")}
    assert copied == {"a.wrl", "b.wrl"}
