"""Meshes with colours of their own, whose visuals have a material too: one rule for documents and for pictures."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from real import BROKEN

import robotfmt
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.surfaces.loading import surface

PAINTED = BROKEN / "collada" / "painted.dae"
GREEN = (0.0, 0.7, 0.0, 1.0)


def converted(folder: Path, painted: str) -> tuple[Path, Path, Report]:
    """A URDF with a green visual of a painted mesh, the document that it becomes, and what is said."""
    urdf, dae, report = folder / "pole.urdf", folder / "pole.dae", Report()
    shutil.copy2(BROKEN / "collada" / "collada.mesh-colors.urdf", urdf)
    (folder / "painted.dae").write_text(painted)
    robotfmt.convert(urdf, dae, report=report)
    return urdf, dae, report


def colors(path: Path) -> set[tuple[float, ...]]:
    """The colours of the surfaces of a document."""
    report = Report()
    robot = robotfmt.read(path, report=report)
    found: set[tuple[float, ...]] = set()
    for geometry in robot.links[0].visuals:
        triangles = surface(geometry, Context(report=report), appearance=True)
        assert triangles is not None
        own = [each.color for each in triangles.materials if each.color is not None]
        plain = robot.resolved(geometry.material).color if geometry.material is not None else None
        found |= {tuple(np.round(each, 6)) for each in own or ([plain] if plain is not None else [])}
    return found


def test_the_colours_of_the_mesh_win(tmp_path: Path) -> None:
    _, dae, report = converted(tmp_path, PAINTED.read_text())
    found = report.having("collada.mesh-colors")
    assert "link 'base' visual 0: color 0 0.7 0 1 -> 0.8 0.1 0.1 1" in [each.message for each in found]
    assert not report.having("mesh.surface-only")
    assert colors(dae) == {(0.8, 0.1, 0.1, 1.0), (0.1, 0.1, 0.8, 1.0)}


def test_a_material_wins_where_the_mesh_has_none_everywhere(tmp_path: Path) -> None:
    plain = re.sub(r"<bind_material>.*</bind_material>", "", PAINTED.read_text(), flags=re.DOTALL)
    _, dae, report = converted(tmp_path, plain)
    assert not report.having("collada.mesh-colors")
    assert not report.having("mesh.surface-only")
    assert colors(dae) == {GREEN}


def test_a_mesh_that_is_painted_in_part_is_reported(tmp_path: Path) -> None:
    partly = PAINTED.read_text().replace('<instance_material symbol="other" target="#blue"/>', "")
    _, dae, report = converted(tmp_path, partly)
    assert len(report.having("mesh.surface-only")) == 1
    assert colors(dae) == {GREEN}


@pytest.mark.parametrize("extra", ["", "property uchar red\nproperty uchar green\nproperty uchar blue\n"])
def test_only_an_appearance_that_is_not_read_is_reported(extra: str, tmp_path: Path) -> None:
    numbers = "".join(f"property float {axis}\n" for axis in "xyz")
    head = f"ply\nformat ascii 1.0\nelement vertex 3\n{numbers}{extra}element face 1\n"
    row = " 255 0 0" if extra else ""
    corners = "".join(f"{each}{row}\n" for each in ("0 0 0", "1 0 0", "0 1 0"))
    (tmp_path / "part.ply").write_text(f"{head}property list uchar int vertex_indices\nend_header\n{corners}3 0 1 2\n")
    visual = '<visual><geometry><mesh filename="part.ply"/></geometry></visual>'
    (tmp_path / "r.urdf").write_text(f'<robot name="r"><link name="l">{visual}</link></robot>')
    report = Report()
    robotfmt.convert(tmp_path / "r.urdf", tmp_path / "r.dae", report=report)
    assert len(report.having("mesh.surface-only")) == (1 if extra else 0)
