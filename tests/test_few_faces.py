"""A few wrong faces among many are a note, and many of them a warning."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from robotfmt.hub.checking import check


@pytest.mark.parametrize(("count", "severity"), [(3, "note"), (40, "warning")])
@pytest.mark.parametrize("code", ["mesh.mixed-orientation", "mesh.doubled-faces"])
def test_the_share_of_faces_counts(code: str, count: int, severity: str, tmp_path: Path) -> None:
    ball = trimesh.creation.icosphere(3, 0.1)
    faces = np.array(ball.faces)
    chosen = np.arange(count) * 7
    if code == "mesh.mixed-orientation":
        faces[chosen] = faces[chosen, ::-1]
    else:
        faces = np.concatenate([faces, faces[chosen]])
    trimesh.Trimesh(ball.vertices, faces, process=False).export(tmp_path / "ball.ply")
    path = tmp_path / "ball.urdf"
    mesh = '<geometry><mesh filename="ball.ply"/></geometry>'
    path.write_text(f'<robot name="r"><link name="a"><collision>{mesh}</collision></link></robot>')
    (found,) = [each for done in check(path, meshes=True) for each in done.report if each.code == code]
    assert found.severity.value == severity
    assert f"{count} of " in found.message
