"""Packages that are found from the source only: an output elsewhere is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.cli import main
from robotfmt.settings import Settings

ARM = """<robot name="arm"><link name="a"><visual><geometry><mesh filename="package://arm/{}.obj"/></geometry></visual>
<collision><geometry><mesh filename="package://arm/{}.obj"/></geometry></collision></link><link name="b"/>
<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>"""
CODE = "mesh.stays-outside"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A robot in a package that its meshes are in."""
    package = tmp_path / "src" / "arm"
    (package / "urdf").mkdir(parents=True)
    (package / "package.xml").write_text("<package><name>arm</name></package>")
    for name in ("one", "two"):
        (package / f"{name}.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
    path = package / "urdf" / "arm.urdf"
    path.write_text(ARM.format("one", "two"))
    return path


def noted(source: Path, output: Path, meshes: str = "keep", settings: Settings | None = None) -> list[str]:
    result = robotfmt.convert(source, output, meshes=meshes, settings=settings)
    return [each.message for each in result.report if each.code == CODE]


def test_a_package_that_is_not_found_from_the_output_is_reported_once(source: Path, tmp_path: Path) -> None:
    (message,) = noted(source, tmp_path / "away" / "arm.urdf")
    assert message == "package 'arm' is found from 'arm.urdf', and not from here: 'package://arm/one.obj'"
    assert noted(source, tmp_path / "away" / "arm.sdf") == [message]


def test_where_the_package_is_found_nothing_is_reported(source: Path, tmp_path: Path) -> None:
    assert noted(source, source.parent / "other.urdf") == []
    assert noted(source, source.parents[1] / "other" / "arm.urdf") == []
    assert noted(source, tmp_path / "away" / "copied.urdf", meshes="copy") == []
    named = Settings(assets=Assets(packages={"arm": source.parents[1]}))
    assert noted(source, tmp_path / "away" / "named.urdf", settings=named) == []


def test_documents_with_meshes_inside_need_no_package(source: Path, tmp_path: Path) -> None:
    assert noted(source, tmp_path / "away" / "arm.dae") == []


def test_edits_report_it_too(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["edit", str(source), "--prefix", "x_", "-o", str(tmp_path / "away" / "arm.urdf")]) == 0
    assert f"[{CODE}]: package 'arm' is found from 'arm.urdf', and not from here" in capsys.readouterr().err
