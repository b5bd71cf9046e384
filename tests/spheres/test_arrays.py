"""Spheres for surfaces in arrays, without a robot around them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from efforts import DRAFT

from robotfmt.errors import UsageError
from robotfmt.mesh import Triangles, tessellate
from robotfmt.model import Box, Cylinder, Geometry, Link, Robot
from robotfmt.spheres import fit, fit_mesh, measure_mesh
from robotfmt.spheres.arrays import Spheres
from robotfmt.spheres.fitting.covering import blocks_of
from robotfmt.spheres.fitting.shrink import filled
from robotfmt.spheres.nesting import nested

pytestmark = pytest.mark.usefixtures("shared_fits")
MeshOf = Callable[..., Geometry]
SIZE = (0.25, 0.125, 0.0625)


@pytest.fixture(scope="module")
def box() -> Triangles:
    """Its corners are the same in single precision."""
    made = tessellate(Box(SIZE), 1.0)
    assert made is not None
    return made


def test_the_surface_is_covered_as_reported(box: Triangles) -> None:
    found = fit_mesh(box.vertices, box.faces, per_link=6, effort=DRAFT)
    measured = measure_mesh(box.vertices, box.faces, found.spheres)
    assert found.spheres.shape == (6, 4)
    assert found.depth == 0
    assert measured.coverage == 100
    assert 0.9 * found.protrusion < measured.protrusion <= found.protrusion
    assert (np.diff(found.spheres[:, 3]) <= 0).all()


@pytest.mark.slow
def test_lists_will_do(box: Triangles) -> None:
    rows = fit_mesh(box.vertices.tolist(), box.faces.tolist(), per_link=6, effort=DRAFT).spheres
    assert np.array_equal(rows, fit_mesh(box.vertices, box.faces, per_link=6, effort=DRAFT).spheres)


@pytest.mark.slow
def test_a_mesh_gets_the_spheres_of_its_link_and_nested_ones(box: Triangles, mesh_of: MeshOf) -> None:
    robot = fit(Robot(links=(Link(name="box", collisions=(mesh_of(box),)),)), per_link=6, effort=DRAFT)
    (frame,) = robot.sphere_sets[0].frames
    rows = np.array([(*sphere.center, sphere.radius) for sphere in frame.spheres if sphere.center])
    alone = fit_mesh(box.vertices, box.faces, per_link=6, effort=DRAFT).spheres
    inner = [place for place, _ in nested([((x, y, z), r) for x, y, z, r in alone.tolist()])]
    assert np.allclose(rows, np.delete(alone, inner, axis=0), rtol=0, atol=3e-6)


def test_pinned_spheres_are_counted_and_not_covered_again(box: Triangles) -> None:
    pinned = [[0.06, 0.0, 0.0, 0.09]]
    found = fit_mesh(box.vertices, box.faces, per_link=6, effort=DRAFT, pinned=pinned)
    assert 1 <= len(found.spheres) <= 5
    both = np.concatenate([pinned, found.spheres])
    assert measure_mesh(box.vertices, box.faces, found.spheres).coverage < 100
    assert measure_mesh(box.vertices, box.faces, both).coverage == 100


def test_a_depth_is_kept(box: Triangles) -> None:
    found = fit_mesh(box.vertices, box.faces, per_link=6, effort=DRAFT, depth=0.004)
    measured = measure_mesh(box.vertices, box.faces, found.spheres)
    assert found.depth == 0.004
    assert 0.002 < measured.uncovered_depth <= 0.004


@pytest.mark.slow
@pytest.mark.parametrize("count", [7, 12, 20])
def test_a_rod_gets_as_many_as_are_asked_for(count: int) -> None:
    """Its spheres overlap so much that any of them can be done without: its neighbours have to grow by a little."""
    rod = tessellate(Cylinder(0.05, 0.4), 1e-3)
    assert rod is not None
    assert len(fit_mesh(rod.vertices, rod.faces, per_link=count, effort=DRAFT).spheres) == count


def test_missing_spheres_are_split_off_across_a_rod() -> None:
    along = np.linspace(0, 1, 2000)
    rod = np.column_stack([along, 0.1 * np.cos(200 * along), 0.1 * np.sin(200 * along)])
    spheres = filled(Spheres(np.array([[0.5, 0.0, 0.0]]), np.array([0.6])), blocks_of(rod), 8)
    assert len(spheres) == 8
    assert np.histogram(spheres.centers[:, 0], bins=4, range=(0, 1))[0].tolist() == [2, 2, 2, 2]
    assert 0.118 < spheres.radii.max() < 0.15
    assert (np.linalg.norm(rod[:, None] - spheres.centers, axis=2) <= spheres.radii + 1e-9).any(axis=1).all()


def test_one_sample_is_not_split() -> None:
    sphere = Spheres(np.zeros((1, 3)), np.array([0.1]))
    assert len(filled(sphere, blocks_of(np.zeros((1, 3))), 3)) == 1


@pytest.mark.slow
def test_more_effort_is_no_worse(box: Triangles) -> None:
    def excess(**options: float) -> float:
        made = fit_mesh(box.vertices, box.faces, per_link=6, **options)  # type: ignore[arg-type]
        return measure_mesh(box.vertices, box.faces, made.spheres).excess_volume

    luck = 1.005
    assert excess() < luck * excess(effort=DRAFT)


@pytest.mark.parametrize(
    ("vertices", "faces", "reported"),
    [
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 3]], "from 0 to 2"),
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, -1]], "from 0 to 2"),
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0.0, 1.0, 2.0]], "float64"),
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0, 1, 2], r"shape \(3,\)"),
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.zeros((0, 3), dtype=int), "at least one face"),
        ([[0, 0], [1, 0], [0, 1]], [[0, 1, 2]], r"shape \(3, 2\)"),
        ([[0, 0, 0], [1, 0, 0], [0, 1]], [[0, 1, 2]], "three numbers"),
        ([[0, 0, 0], [1, 0, 0], [0, np.nan, 0]], [[0, 1, 2]], "face 0 has a corner that is not finite"),
    ],
)
def test_invalid_vertices_and_faces_are_refused(vertices: Any, faces: Any, reported: str) -> None:
    with pytest.raises(UsageError, match=reported):
        fit_mesh(vertices, faces, per_link=2, effort=DRAFT)
    with pytest.raises(UsageError, match=reported):
        measure_mesh(vertices, faces, [[0, 0, 0, 1]])


def test_a_corner_that_no_face_has_may_be_anything(box: Triangles) -> None:
    vertices = np.concatenate([box.vertices, [[np.nan, np.inf, 1.0]]])
    assert len(fit_mesh(vertices, box.faces, per_link=2, effort=DRAFT).spheres) == 2


@pytest.mark.parametrize("spheres", [[[0, 0, 0]], [[0, 0, 0, -1.0]], [[0, 0, np.nan, 1.0]], [0, 0, 0, 1]])
def test_invalid_spheres_are_refused(box: Triangles, spheres: Any) -> None:
    with pytest.raises(UsageError, match="rows of x, y, z"):
        fit_mesh(box.vertices, box.faces, pinned=spheres)


def test_pinned_ones_leave_places_for_others(box: Triangles) -> None:
    with pytest.raises(UsageError, match="1 spheres are pinned"):
        fit_mesh(box.vertices, box.faces, per_link=1, pinned=[[0, 0, 0, 0.01]])


def test_samples_are_counted_from_one(box: Triangles) -> None:
    with pytest.raises(UsageError, match="samples cannot be 0"):
        measure_mesh(box.vertices, box.faces, [[0, 0, 0, 1]], samples=0)
