"""Wavefront OBJ: positions and faces, and indices that lie."""

from __future__ import annotations

import numpy as np
import pytest

from robotfmt.diagnostics import Report
from robotfmt.errors import MeshError
from robotfmt.limits import Limits
from robotfmt.mesh import Triangles, load

SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"


def _load(text: str, report: Report | None = None, limits: Limits | None = None) -> Triangles:
    kept = report if report is not None else Report()
    return load(text.encode(), ".obj", name="it.obj", limits=limits or Limits(), report=kept)


def _faces(text: str) -> list[list[int]]:
    faces: list[list[int]] = _load(SQUARE + text).faces.tolist()
    return faces


def test_indices_begin_at_one() -> None:
    assert _faces("f 1 2 3") == [[0, 1, 2]]


def test_texture_and_normal_indices_are_passed_over() -> None:
    assert _faces("vt 0 0\nvn 0 0 1\nf 1/1/1 2//1 3/1") == [[0, 1, 2]]


def test_negative_indices_count_back_from_the_vertices_before() -> None:
    assert _faces("f -4 -3 -2\nv 5 5 5\nf -1 -2 -3") == [[0, 1, 2], [4, 3, 2]]


def test_polygons_become_fans() -> None:
    assert _faces("f 1 2 3 4") == [[0, 1, 2], [0, 2, 3]]


def test_a_line_may_go_on_after_a_backslash() -> None:
    assert _faces("f 1 2 \\\n3") == [[0, 1, 2]]


def test_comments_and_colours_of_vertices_are_passed_over() -> None:
    text = "# a comment\nv 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nf 1 2 3 # f 9 9 9\n"
    assert np.array_equal(_load(text).corners, [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]])


def test_material_libraries_are_not_opened() -> None:
    assert _faces("mtllib /dev/zero\nusemtl x\nf 1 2 3") == [[0, 1, 2]]


def test_faces_with_two_corners_are_left_out_with_a_warning() -> None:
    report = Report()
    assert len(_load(SQUARE + "f 1 2\nf 1 2 3", report)) == 1
    assert [reported.code for reported in report] == ["mesh.repaired"]


@pytest.mark.parametrize(
    "text",
    [
        "f 0 1 2",
        "f 1 2 5",
        "f 1 2 -5",
        "f 1 2 99999999999999999999",
        "f 1 2 x",
        "f 1 2 1.5",
        "f 1 2 1_0",
        "f / / /",
        "v 0 0\nf 1 2 3",
        "v 0 0 x\nf 1 2 3",
        "f 1 2",
        "",
    ],
)
def test_invalid_faces_and_vertices_are_refused(text: str) -> None:
    with pytest.raises(MeshError):
        _load(SQUARE + text)


def test_a_face_at_a_vertex_that_is_nowhere_is_left_out() -> None:
    report = Report()
    assert len(_load(SQUARE + "v nan 0 0\nf 1 2 3\nf 1 2 5", report)) == 1
    assert [reported.code for reported in report] == ["mesh.damaged"]


def test_polygons_are_counted_as_triangles() -> None:
    with pytest.raises(MeshError, match="mesh_triangles"):
        _load(SQUARE + "f 1 2 3 4", limits=Limits(mesh_triangles=1))
