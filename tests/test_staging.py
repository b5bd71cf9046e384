"""What a conversion is about to write is known only to it until it is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import Settings
from robotfmt.diagnostics import Severity
from robotfmt.errors import MeshError, ModelError, OutputError

ANYTHING = (Severity.NOTE, Severity.WARNING)
STL = b"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n"


def arm(folder: Path) -> Path:
    """A robot with a mesh, and with an attribute that is reported."""
    (folder / "part.stl").write_bytes(STL)
    path = folder / "arm.urdf"
    geometry = '<geometry><mesh filename="part.stl"/></geometry>'
    path.write_text(f'<robot name="arm" x="1"><link name="a"><visual>{geometry}</visual></link></robot>')
    return path


def test_a_refused_conversion_leaves_nothing(tmp_path: Path) -> None:
    settings, output = Settings(), tmp_path / "out" / "new.urdf"
    with pytest.raises(ModelError, match="nothing was written"):
        robotfmt.convert(arm(tmp_path), output, settings=settings, meshes="copy", fail_on=ANYTHING)
    assert not output.parent.exists()
    assert not settings.assets.knows(str(output))
    with pytest.raises(MeshError, match=r"part\.stl"):
        settings.assets.load("new_meshes/part.stl", str(output))


def test_a_refused_conversion_plans_no_package(tmp_path: Path) -> None:
    settings, output = Settings(), tmp_path / "out" / "new.urdf"
    output.parent.mkdir()
    output.write_text("here already")
    with pytest.raises(OutputError):
        robotfmt.write(robotfmt.read(arm(tmp_path)), output, settings=settings, meshes="package://parts/stl")
    with pytest.raises(MeshError):
        settings.assets.load("package://parts/stl/part.stl", str(output))


def test_written_package_meshes_are_found_and_read_anew(tmp_path: Path) -> None:
    settings, output = Settings(), tmp_path / "out" / "new.urdf"
    source = arm(tmp_path)
    robotfmt.convert(source, output, settings=settings, meshes="package://parts/stl")
    path, data = settings.assets.load("package://parts/stl/part.stl", str(output))
    assert path.is_file()
    assert data == STL
    path.write_bytes(STL + b"\n")
    assert settings.assets.load("package://parts/stl/part.stl", str(output))[1] == STL + b"\n"


def test_a_refused_update_leaves_the_document_as_it_was(tmp_path: Path) -> None:
    folder = FIXTURES / "ur10e"
    document = tmp_path / "arm.xrdf"
    document.write_bytes((folder / "ur10e.xrdf").read_bytes())
    before, settings = document.read_bytes(), Settings()

    def other(robot: robotfmt.Robot, **_: object) -> robotfmt.Robot:
        from robotfmt.model.record import replace

        return replace(robot, ignored_pairs=robot.ignored_pairs[1:])

    with pytest.raises(ModelError, match="nothing was written"):
        robotfmt.update(
            document,
            folder / "ur10e.urdf",
            settings=settings,
            edit=other,
            fail_on=ANYTHING,
        )
    assert document.read_bytes() == before == settings.assets.document(str(document))
    robotfmt.update(document, folder / "ur10e.urdf", settings=settings, edit=other)
    assert document.read_bytes() == settings.assets.document(str(document)) != before
