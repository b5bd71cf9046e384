"""Geometry inside COLLADA documents, against numbers worked out by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from squares import (
    SHOWN,
    SQUARE,
    TEXCOORD,
    VERTEX,
    document,
    load,
    placed,
    rounded,
    seen,
    source,
)

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.limits import Limits
from robotfmt.model import Mesh
from robotfmt.settings import Settings


def test_normals_and_texture_coordinates(tmp_path: Path) -> None:
    (square,) = seen(document(), tmp_path)
    assert rounded(square.corners) == [[[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 0], [0, 1, 0]]]
    assert rounded(square.normals) == [[[0, 0, 1]] * 3] * 2  # made one long
    assert rounded(square.texcoords) == [[[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 1], [0, 1]]]


@pytest.mark.parametrize(
    ("changed", "to", "word"),
    [
        ("#g-n", "#nothing", "NORMAL"),
        ("<p>0 0 0", "<p>0 9 0", "NORMAL"),
        ("<p>0 0 0", "<p>0 0 9", "TEXCOORD"),
    ],
)
def test_wrong_normals_cost_only_normals(changed: str, to: str, word: str, tmp_path: Path) -> None:
    report = Report()
    (square,) = seen(document(SQUARE.replace(changed, to)), tmp_path, report)
    assert len(square) == 2
    assert (square.normals is None, square.texcoords is None) == (word == "NORMAL", word == "TEXCOORD")
    assert any(word in each.message for each in report.having("mesh.damaged"))


def test_further_texture_coordinates_are_reported(tmp_path: Path) -> None:
    report = Report()
    further = TEXCOORD.replace('set="0"', 'set="1"').replace("#g-t", "#g-p2").replace('offset="2"', 'offset="0"')
    surfaces = source("g-p2", "9 9 9 9 9 9 9 9", "ST") + SQUARE.replace(TEXCOORD, further + TEXCOORD)
    (square,) = seen(document(surfaces), tmp_path, report)
    assert rounded(square.texcoords)[0] == [[0, 0], [1, 0], [1, 1]]
    assert ["2 sets" in each.message for each in report.having("mesh.damaged")] == [True]


# Nodes


@pytest.mark.parametrize(
    ("steps", "corners"),
    [
        ("<skew>45 0 1 0 1 0 0</skew>", [[0, 0, 0], [1, 0, 0], [2, 1, 0], [1, 1, 0]]),
        ("<scale>2 3 1</scale>", [[0, 0, 0], [2, 0, 0], [2, 3, 0], [0, 3, 0]]),
        (
            "<scale>1 2 1</scale><rotate>0 0 1 90</rotate>",  # what is turned first is then stretched along y
            [[0, 0, 0], [0, 2, 0], [-1, 2, 0], [-1, 0, 0]],
        ),
        ("<scale>2 1 1</scale><translate>1 0 0</translate>", [[2, 0, 0], [4, 0, 0], [4, 1, 0], [2, 1, 0]]),
        (
            "<scale>2 1 1</scale><rotate>0 0 1 45</rotate>",
            [[0, 0, 0], [1.414214, 0.707107, 0], [0, 1.414214, 0], [-1.414214, 0.707107, 0]],
        ),
        ("<matrix>0 -2 0 5 2 0 0 6 0 0 2 7 0 0 0 1</matrix>", [[5, 6, 7], [5, 8, 7], [3, 8, 7], [3, 6, 7]]),
        (
            "<matrix>1 0.5 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>",
            [[0, 0, 0], [1, 0, 0], [1.5, 1, 0], [0.5, 1, 0]],
        ),
        ("<lookat>0 0 5 0 0 0 0 1 0</lookat>", [[0, 0, 5], [1, 0, 5], [1, 1, 5], [0, 1, 5]]),
        ("<lookat>5 0 0 0 0 0 0 0 1</lookat>", [[5, 0, 0], [5, 1, 0], [5, 1, 1], [5, 0, 1]]),
    ],
)
def test_every_transform_of_a_node_is_applied(steps: str, corners: list[list[float]], tmp_path: Path) -> None:
    (square,) = seen(document(inside=f"<node>{steps}{SHOWN}</node>"), tmp_path)
    a, b, c, d = corners
    assert rounded(square.corners) == [[a, b, c], [a, c, d]]
    assert square.normals is not None
    around = np.cross(square.corners[:, 1] - square.corners[:, 0], square.corners[:, 2] - square.corners[:, 0])
    flat = around / np.linalg.norm(around, axis=1, keepdims=True)
    assert np.allclose(square.normals, flat[:, None], atol=1e-6)


@pytest.mark.parametrize("steps", ["<scale>-1 1 1</scale>", "<matrix>-1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>"])
def test_a_mirror_turns_the_triangles_around(steps: str, tmp_path: Path) -> None:
    (square,) = seen(document(inside=f"<node>{steps}{SHOWN}</node>"), tmp_path)
    assert rounded(square.corners) == [
        [[-1, 1, 0], [-1, 0, 0], [0, 0, 0]],
        [[0, 1, 0], [-1, 1, 0], [0, 0, 0]],
    ]
    assert rounded(square.normals) == [[[0, 0, 1]] * 3] * 2
    assert rounded(square.texcoords)[0] == [[1, 1], [1, 0], [0, 0]]


def test_nested_nodes_multiply(tmp_path: Path) -> None:
    inside = f"<node><scale>2 2 2</scale><node><translate>1 0 0</translate><scale>1 3 1</scale>{SHOWN}</node></node>"
    robot, context = load(document(inside=inside), tmp_path)
    (geometry,) = robot.links[0].visuals
    assert isinstance(geometry.shape, Mesh)
    assert (geometry.shape.scale, geometry.shape.stretch) == ((2, 6, 2), None)
    assert rounded(placed(geometry, context).corners)[0] == [[2, 0, 0], [4, 0, 0], [4, 6, 0]]


def test_a_node_is_shown_as_often_as_it_is_instanced(tmp_path: Path) -> None:
    way = '<node id="way"><translate>0 0 1</translate><instance_node url="#part"/></node>'
    nodes = f'<node id="part">{SHOWN}</node>{way}'
    inside = "".join(
        f'<node><translate>{x} 0 0</translate><instance_node url="#{name}"/></node>'
        for x, name in ((2, "part"), (4, "way"))
    )
    squares = seen(document(inside=inside, nodes=nodes), tmp_path)
    assert [rounded(each.corners)[0][0] for each in squares] == [[2, 0, 0], [4, 0, 1]]


def test_a_node_in_itself_ends(tmp_path: Path) -> None:
    report = Report()
    nodes = f'<node id="part">{SHOWN}<instance_node url="#part"/></node>'
    assert len(seen(document(inside='<instance_node url="#part"/>', nodes=nodes), tmp_path, report)) == 1
    assert any("contains itself" in each.message for each in report.having("collada.unresolved"))


def test_a_node_that_instances_itself_ends(tmp_path: Path) -> None:
    """The inner node is reached first, so the outer one is not above it in the scene."""
    report = Report()
    nodes = (
        '<node id="outer"><node id="inner"><instance_node url="#way"/></node></node>'
        f'<node id="way">{SHOWN}<instance_node url="#outer"/></node>'
    )
    assert len(seen(document(inside='<instance_node url="#inner"/>', nodes=nodes), tmp_path, report)) == 1
    assert any("contains itself" in each.message for each in report.having("collada.unresolved"))


def test_a_scene_that_grows_without_bound_is_refused(tmp_path: Path) -> None:
    nodes = "".join(f'<node id="a{i}">' + f'<instance_node url="#a{i + 1}"/>' * 2 + "</node>" for i in range(40))
    path = tmp_path / "bomb.dae"
    path.write_text(document(inside='<instance_node url="#a0"/>', nodes=nodes + '<node id="a40"/>'))
    with pytest.raises(RobotfmtError, match="instances"):
        robotfmt.read(path, settings=Settings(limits=Limits(instances=1000)))


@pytest.mark.parametrize("step", ["<skew>90 0 1 0 1 0 0</skew>", "<lookat>0 0 1 0 0 0 0 0 1</lookat>"])
def test_invalid_transforms_are_reported(step: str, tmp_path: Path) -> None:
    report = Report()
    seen(document(inside=f"<node>{step}{SHOWN}</node>"), tmp_path, report)
    assert len(report.having("collada.bad-transform")) == 1


# Primitives

DENTED = "0 0 0 2 0 0 2 2 0 1 0.5 0 0 2 0"
"""An arrow head, whose fan from its first corner is right, and from its second would leave it."""


def test_a_dented_polygon_stays_within_its_outline(tmp_path: Path) -> None:
    polygon = f'<polylist count="1">{VERTEX}<vcount>5</vcount><p>1 2 3 4 0</p></polylist>'
    (found,) = seen(document(polygon, positions=DENTED), tmp_path)
    sides = np.cross(found.corners[:, 1] - found.corners[:, 0], found.corners[:, 2] - found.corners[:, 0])[:, 2]
    assert len(found) == 3
    assert float(sides.sum()) / 2 == pytest.approx(2.5)
    assert (sides > 0).all()


def test_holes_in_polygons_are_reported(tmp_path: Path) -> None:
    report = Report()
    polygon = f'<polygons count="1">{VERTEX}<ph><p>0 1 2 3</p><h>0 1 2</h></ph></polygons>'
    (found,) = seen(document(polygon), tmp_path, report)
    assert len(found) == 2
    assert ["holes" in each.message for each in report.having("mesh.damaged")] == [True]


def test_the_hull_of_another_geometry(tmp_path: Path) -> None:
    hull = '<geometry id="h"><convex_mesh convex_hull_of="#g"/></geometry>'
    corners = "0 0 0 1 0 0 0 1 0 0 0 1 0.1 0.1 0.1"
    surfaces = f'<triangles count="2">{VERTEX}<p>0 1 2 3 4 0</p></triangles>'
    text = document(surfaces, '<instance_geometry url="#h"/>', extra_geometry=hull, positions=corners)
    (found,) = seen(text, tmp_path)
    a, b, c = (found.corners[:, i] for i in range(3))
    assert len(found) == 4
    assert float((np.cross(a, b) * c).sum()) / 6 == pytest.approx(1 / 6)  # the tetrahedron, from outside


def test_lines_and_boundary_representations_are_no_shapes(tmp_path: Path) -> None:
    report = Report()
    lines = f'<lines count="1">{VERTEX}<p>0 1</p></lines>'
    brep = '<geometry id="b"><brep><curves/></brep></geometry>'
    inside = SHOWN + '<instance_geometry url="#b"/>'
    assert seen(document(lines, inside, extra_geometry=brep), tmp_path, report) == []
    assert len(report.having("collada.no-surface")) == 2


def test_lines_among_triangles_are_reported_once(tmp_path: Path) -> None:
    report = Report()
    lines = f'<lines count="1">{VERTEX}<p>0 1</p></lines>'
    squares = seen(document(lines + SQUARE, SHOWN + SHOWN), tmp_path, report)
    assert [len(each) for each in squares] == [2, 2]
    assert ["<lines>" in each.message for each in report.having("collada.no-surface")] == [True]
