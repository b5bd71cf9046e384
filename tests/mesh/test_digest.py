"""Two surfaces are the same wherever they are placed, and only then."""

from __future__ import annotations

import math

import numpy as np
import pytest

from robotfmt.mesh import Triangles, digest, same_surface, tessellate
from robotfmt.mesh.digest import has_moved_corners
from robotfmt.model import Box, Pose, Quaternion, Rpy, Sphere, Vector3
from robotfmt.model.record import replace

POSE = Pose(position=(0.4, -0.2, 1.0), rotation=Rpy(0.3, -1.1, 2.0))


def _box(size: Vector3) -> Triangles:
    made = tessellate(Box(size), 1.0)
    assert made is not None
    return made


MADE = _box((0.1, 0.2, 0.3))
LAME = Triangles(np.concatenate([MADE.vertices * [1, 1, 0.5], [[0.3, 0.1, 0.2]]]), MADE.faces)
LAME.vertices[0] += [0.02, 0.03, 0.04]  # no symmetry is left


def _moved(triangles: Triangles) -> Triangles:
    return triangles.moved(POSE.matrix, POSE.xyz)


def test_a_box_has_the_moments_of_a_box() -> None:
    found = digest(MADE.moved(np.eye(3), (1.0, 2.0, 3.0)))
    assert found.triangles == 12
    assert found.centroid == pytest.approx((1.0, 2.0, 3.0))
    assert found.area == pytest.approx(2 * (0.02 + 0.03 + 0.06))
    # Across x: the faces at the ends, and the four faces along it.
    assert found.moments[0] == pytest.approx(2 * 0.06 * 0.05**2 + 2 * (0.02 + 0.03) * 0.1**2 / 12)
    assert found.moments[3:] == pytest.approx((0.0, 0.0, 0.0), abs=1e-15)


def test_a_moved_surface_is_the_same_with_its_pose() -> None:
    here, there = digest(LAME), digest(_moved(LAME))
    assert same_surface(here, POSE, there, None)
    assert not same_surface(here, None, there, None)


def test_a_mirrored_surface_is_another() -> None:
    mirrored = digest(LAME.scaled((-1.0, 1.0, 1.0)))
    assert not same_surface(digest(LAME), None, mirrored, None)


def test_a_turned_surface_is_another() -> None:
    half = math.sqrt(0.5)
    turn = Pose(position=(0.0, 0.0, 0.0), rotation=Quaternion(half, 0.0, 0.0, half))
    assert not same_surface(digest(MADE), None, digest(MADE), turn)


def test_single_precision_far_from_the_origin_is_the_same_surface() -> None:
    far = LAME.moved(np.eye(3), (3.0, -2.0, 1.0))
    rounded = Triangles(far.vertices.astype(np.float32).astype(np.float64), far.faces)
    assert same_surface(digest(far), None, digest(rounded), None)


def test_shared_vertices_and_the_order_of_triangles_do_not_matter() -> None:
    split = Triangles(LAME.corners.reshape(-1, 3), np.arange(36).reshape(-1, 3))
    turned = Triangles(LAME.vertices, np.roll(LAME.faces[::-1], 1, axis=1))
    assert same_surface(digest(split), None, digest(LAME), None)
    assert same_surface(digest(turned), None, digest(LAME), None)


def test_another_triangulation_differs_only_in_its_count() -> None:
    a, b, c = LAME.faces[0]
    middle = len(LAME.vertices)
    vertices = np.concatenate([LAME.vertices, [LAME.vertices[[a, b, c]].mean(axis=0)]])
    split = np.array([[a, b, middle], [b, c, middle], [c, a, middle]])
    other = digest(Triangles(vertices, np.concatenate([LAME.faces[1:], split])))
    assert not same_surface(digest(LAME), None, other, None)
    assert same_surface(digest(LAME), None, replace(other, triangles=12), None)


def test_a_triangle_with_coincident_corners_is_not_counted() -> None:
    needle = np.array([[0, 0, 1]])
    assert digest(Triangles(LAME.vertices, np.concatenate([LAME.faces, needle]))).triangles == 12


@pytest.mark.parametrize("vertices", [np.zeros((3, 3)), np.ones((3, 3)) * 5.0])
def test_a_point_has_a_digest(vertices: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    found = digest(Triangles(vertices, np.array([[0, 1, 2]])))
    assert (found.triangles, found.area) == (0, 0.0)
    assert same_surface(found, None, found, None)


def test_one_corner_of_many_has_moved() -> None:
    """The digest hardly sees it; rounding, which moves all corners, is no difference."""
    ball = tessellate(Sphere(0.1), 1e-5)
    assert ball is not None
    moved = np.array(ball.vertices)
    moved[0, 2] += 1e-4
    dented = replace(ball, vertices=moved)
    assert same_surface(digest(ball), None, digest(dented), None)
    assert has_moved_corners(ball, None, dented, None)
    turn = Pose((1.0, 2.0, 3.0), Rpy(0.5, 0.25, 1.0))
    rounded = replace(ball, vertices=ball.vertices.astype(np.float32).astype(np.float64))
    assert not has_moved_corners(ball, turn, rounded, turn)
    assert not has_moved_corners(ball, None, ball, turn)
