"""Shapes as triangles: closed, facing outwards, corners on the shape, within the tolerance."""

from __future__ import annotations

import math

import numpy as np
import pytest

from robotfmt.mesh import Triangles, tessellate
from robotfmt.mesh.shapes import boxes
from robotfmt.mesh.triangles import Floats
from robotfmt.model import (
    Box,
    Cage,
    CalibrationBoard,
    Capsule,
    Compound,
    Cone,
    Container,
    Cylinder,
    Ellipsoid,
    Extrusion,
    Heightmap,
    Plane,
    Pose,
    Rpy,
    Shape,
    Sphere,
    Texture,
    Wall,
)

SOLIDS: dict[str, tuple[Shape, float]] = {
    "box": (Box((0.1, 0.2, 0.3)), 0.006),
    "sphere": (Sphere(0.1), 4 / 3 * math.pi * 1e-3),
    "cylinder": (Cylinder(0.1, 0.3), math.pi * 0.01 * 0.3),
    "capsule": (Capsule(0.1, 0.3), math.pi * 0.01 * 0.3 + 4 / 3 * math.pi * 1e-3),
    "cone": (Cone(0.1, 0.3), math.pi * 0.01 * 0.1),
    "ellipsoid": (Ellipsoid((0.1, 0.2, 0.3)), 4 / 3 * math.pi * 0.006),
}


BIN = Container(
    outer=(0.4, 0.3, 0.2), inner=(0.38, 0.28, 0.19), bottom_cross=(0.02, 0.01, 0.005), bottom=(0.3, 0.2, 0.05)
)
CAGE = Cage(
    base=(0.4, 0.3, 0.02),
    walls=(
        Wall("px", (0.02, 0.3, 0.2), Pose((0.19, 0.0, 0.02))),
        Wall("ny", (0.02, 0.4, 0.1), Pose((0.0, -0.14, 0.02), Rpy(0.0, 0.0, math.pi / 2))),
    ),
)


def _box_at(low: tuple[float, ...], high: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 9) for value in (*low, *high))


def _boxes_of(shape: Compound) -> set[tuple[float, ...]]:
    made = [_made(box).moved(place.matrix, place.xyz).vertices for box, place in boxes(shape)]
    return {_box_at(tuple(each.min(axis=0)), tuple(each.max(axis=0))) for each in made}


def test_the_boxes_of_a_container_are_on_its_pad() -> None:
    assert _boxes_of(BIN) == {
        (-0.15, -0.1, 0.0, 0.15, 0.1, 0.05),
        (-0.2, -0.15, 0.05, -0.19, 0.15, 0.25),
        (0.19, -0.15, 0.05, 0.2, 0.15, 0.25),
        (-0.2, -0.15, 0.05, 0.2, -0.14, 0.25),
        (-0.2, 0.14, 0.05, 0.2, 0.15, 0.25),
        (-0.2, -0.15, 0.05, 0.2, 0.15, 0.06),
        (-0.01, -0.14, 0.06, 0.01, 0.14, 0.065),
        (-0.19, -0.005, 0.06, 0.19, 0.005, 0.065),
    }


def test_parts_without_a_size_have_no_triangles() -> None:
    bare = Container(outer=(0.4, 0.3, 0.2), inner=(0.38, 0.28, 0.2), bottom=(0.0, 0.0, 0.0))
    assert len(_boxes_of(bare)) == 4
    assert min(low for _, _, low, *_ in _boxes_of(bare)) == 0
    assert tessellate(Container(None), 1e-3) is None
    assert tessellate(CalibrationBoard(None), 1e-3) is None


def test_the_boxes_of_a_cage_are_on_its_base() -> None:
    assert _boxes_of(CAGE) == {
        (-0.2, -0.15, 0.0, 0.2, 0.15, 0.02),
        (0.18, -0.15, 0.02, 0.2, 0.15, 0.22),
        (-0.2, -0.15, 0.02, 0.2, -0.13, 0.12),
    }


def test_a_calibration_board_lies_under_its_dots() -> None:
    assert _boxes_of(CalibrationBoard((0.3, 0.2, 0.01))) == {(-0.15, -0.1, -0.01, 0.15, 0.1, 0.0)}
    assert _volume(_made(BIN).corners) > 0


def _made(shape: Shape, tolerance: float = 1e-4) -> Triangles:
    made = tessellate(shape, tolerance)
    assert made is not None
    return made


def _volume(corners: Floats) -> float:
    return float(np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6)


def _radius(shape: Shape, points: Floats) -> Floats:
    """How far out points are: 1 on a round shape."""
    along, across = points[:, 2], np.linalg.norm(points[:, :2], axis=1)
    match shape:
        case Ellipsoid(radii):
            return np.asarray(np.linalg.norm(points / np.array(radii), axis=1))
        case Capsule(radius, length):
            over = np.maximum(np.abs(along) - (length or 0.0) / 2, 0.0)
            return np.asarray(np.hypot(across, over) / (radius or 0.0))
        case _:
            return np.asarray(np.linalg.norm(points, axis=1) / 0.1)


@pytest.mark.parametrize("name", SOLIDS)
def test_the_volume_is_that_of_the_shape_and_positive(name: str) -> None:
    shape, volume = SOLIDS[name]
    assert _volume(_made(shape).corners) == pytest.approx(volume, rel=5e-3)


@pytest.mark.parametrize("name", SOLIDS)
def test_every_edge_has_two_triangles_of_one_orientation(name: str) -> None:
    faces = _made(SOLIDS[name][0]).faces
    edges = list(zip(faces.ravel().tolist(), np.roll(faces, -1, axis=1).ravel().tolist(), strict=True))
    assert len(set(edges)) == len(edges)
    assert {(b, a) for a, b in edges} == set(edges)


@pytest.mark.parametrize("tolerance", [1e-2, 1e-3, 1e-4])
@pytest.mark.parametrize("shape", [Sphere(0.1), Capsule(0.1, 0.3), Ellipsoid((0.1, 0.1, 0.1))], ids=str)
def test_round_shapes_are_kept_within_the_tolerance(shape: Shape, tolerance: float) -> None:
    made = _made(shape, tolerance)
    weights = np.random.default_rng(0).dirichlet((1, 1, 1), size=50)
    inner = np.einsum("ij,mjk->mik", weights, made.corners).reshape(-1, 3)
    assert np.allclose(_radius(shape, made.vertices), 1.0)
    assert _radius(shape, inner).min() >= 1 - tolerance / 0.1
    assert _radius(shape, inner).max() <= 1 + 1e-12


@pytest.mark.parametrize("tolerance", [0.0, -1.0, math.inf, 1e9])
def test_any_tolerance_gives_a_sensible_number_of_triangles(tolerance: float) -> None:
    assert 8 <= len(_made(Sphere(0.1), tolerance)) <= 256 * 256


def test_an_extrusion_rises_from_its_outline_and_has_holes() -> None:
    square, hole = ((0, 0), (4, 0), (4, 4), (0, 4)), ((1, 1), (1, 2), (2, 2), (2, 1))
    made = _made(Extrusion(square, 2.0, (hole,)))
    a, b, c = np.moveaxis(made.corners, 1, 0)
    assert np.einsum("ij,ij", a, np.cross(b, c)) / 6 == pytest.approx((16 - 1) * 2)
    assert made.vertices.min(axis=0).tolist() == [0, 0, 0]
    assert made.vertices.max(axis=0).tolist() == [4, 4, 2]


@pytest.mark.parametrize("points", [(), ((0, 0), (1, 1)), ((0, 0), (0, 1), (0, 2))])
def test_an_outline_without_area_has_no_surface(points: tuple[tuple[float, float], ...]) -> None:
    assert tessellate(Extrusion(points, 2.0), 1e-3) is None


def test_a_plane_with_a_size_is_a_rectangle_across_its_normal() -> None:
    made = _made(Plane(normal=(0.0, 2.0, 0.0), size=(0.1, 0.2)))
    corners = made.corners
    areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    assert np.allclose(areas.sum(axis=0), [0.0, 0.02, 0.0])


@pytest.mark.parametrize(
    "shape",
    [
        Box(None),
        Box((0.1, 0.0, 0.1)),
        Box((0.1, -0.1, 0.1)),
        Sphere(None),
        Sphere(math.nan),
        Sphere(math.inf),
        Cylinder(0.1, None),
        Cylinder(0.1, 0.0),
        Capsule(0.0, 0.1),
        Cone(None, 0.1),
        Ellipsoid(None),
        Plane(),
        Plane(size=(0.1, 0.0)),
        Heightmap(Texture(uri="it.png")),
    ],
    ids=str,
)
def test_a_shape_without_measures_has_no_surface(shape: Shape) -> None:
    assert tessellate(shape, 1e-3) is None


def test_a_capsule_without_a_length_is_a_sphere() -> None:
    assert np.allclose(np.linalg.norm(_made(Capsule(0.1, 0.0)).vertices, axis=1), 0.1)
