"""What spheres are proved to cover they cover, with the numbers as they are written."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from efforts import DRAFT

from robotfmt.context import Context
from robotfmt.mesh import Triangles, join, tessellate
from robotfmt.mesh.triangles import Floats, soup
from robotfmt.model import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Link,
    Plane,
    Pose,
    Purpose,
    Robot,
    Shape,
    Sphere,
)
from robotfmt.spheres import fit
from robotfmt.spheres.lengths import Metres
from robotfmt.surfaces import link_surface

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("shared_fits")]
WISHES: list[dict[str, float]] = [{"per_link": 3, "effort": DRAFT}, {"tolerance": 0.02}]
ROUND = [
    Cylinder(0.03, 0.2),
    Cone(0.05, 0.15),
    Ellipsoid((0.05, 0.03, 0.02)),
    Capsule(0.03, 0.2),
    Cylinder(0.1, 0.001),
]
TRIANGLE = np.array([[[0.0, 0.0, 0.0], [0.2, 0.0, 0.0], [0.1, 0.1, 0.02]]])
BOX = tessellate(Box((0.1, 0.05, 0.02)), 1.0)
assert BOX is not None
ODD = {
    "a triangle": soup(TRIANGLE),
    "a needle": soup(TRIANGLE * [1.0, 0.0, 0.0]),
    "a point": soup(TRIANGLE * 0.0 + 0.1),
    "a sheet": soup(np.concatenate([TRIANGLE, TRIANGLE * [1.0, -1.0, 1.0]])),
    "an open box": Triangles(BOX.vertices, BOX.faces[2:]),
    "a box turned inside out": Triangles(BOX.vertices, BOX.faces[:, ::-1]),
    "a box far away": Triangles(BOX.vertices + 50.0, BOX.faces),
    "a grain": Triangles(BOX.vertices * 1e-4, BOX.faces),
    "a box and a point": join([BOX, soup(TRIANGLE * 0.0 + 0.1)]),
}


def _shaped(*shapes: Shape, pose: Pose | None = None) -> Link:
    geometries = tuple(Geometry(shape=each, pose=pose, purpose=Purpose.COLLISION) for each in shapes)
    return Link(name="link", collisions=geometries)


def _spheres(robot: Robot) -> Floats:
    (chosen,) = robot.sphere_sets
    rows = [(*sphere.center, sphere.radius) for frame in chosen.frames for sphere in frame.spheres if sphere.center]
    return np.array(rows, dtype=np.float64)


def _fitted(link: Link, **options: float) -> Floats:
    return _spheres(fit(Robot(links=(link,)), **options))  # type: ignore[arg-type]


def _dense(triangles: Triangles, count: int = 20_000) -> Floats:
    """All corners, and points on all edges and everywhere on the triangles."""
    random, corners = np.random.default_rng(1), triangles.corners
    picked = corners[random.integers(len(corners), size=count)]
    weights = random.dirichlet((0.5, 0.5, 0.5), size=count)
    weights[::3, 0] = 0.0
    weights /= weights.sum(axis=1, keepdims=True)
    return np.concatenate([corners.reshape(-1, 3), np.einsum("ij,ijk->ik", weights, picked)])


def _open(points: Floats, spheres: Floats) -> float:
    """How far the farthest point is from the spheres; not more than 0 where all are covered."""
    gaps = np.full(len(points), np.inf)
    for x, y, z, radius in spheres:
        np.minimum(gaps, np.linalg.norm(points - [x, y, z], axis=1) - radius, out=gaps)
    return float(gaps.max())


def test_a_sphere_is_one_sphere() -> None:
    pose = Pose(position=(0.1, -0.2, 0.3))
    (sphere,) = _fitted(_shaped(Sphere(0.05), pose=pose))
    assert sphere[:3].tolist() == [0.1, -0.2, 0.3]
    assert 0.05 < sphere[3] < 0.05 + 2e-6


def test_a_sphere_within_another_needs_no_sphere() -> None:
    assert len(_fitted(_shaped(Sphere(0.05), Sphere(0.1), Sphere(0.1)))) == 1


def test_a_box_within_a_sphere_needs_no_sphere() -> None:
    assert len(_fitted(_shaped(Sphere(0.1), Box((0.1, 0.1, 0.1))))) == 1


def test_a_capsule_is_a_chain_along_its_axis() -> None:
    spheres = _fitted(_shaped(Capsule(0.05, 0.2)), per_link=3, effort=DRAFT)
    assert spheres[:, :2].tolist() == [[0.0, 0.0]] * 3
    radius, end = spheres[0, 3], abs(spheres[:, 2]).max()
    assert spheres[:, 3].tolist() == [radius] * 3
    assert end + radius == pytest.approx(0.15, abs=1e-5)  # the tips
    assert radius**2 - (end / 2) ** 2 == pytest.approx(0.05**2, abs=1e-6)  # neighbours meet on the mantle


def test_one_sphere_is_the_least_one() -> None:
    (sphere,) = _fitted(_shaped(Box((0.3, 0.2, 0.1))), per_link=1)
    assert np.linalg.norm(sphere[:3]) < 1e-3
    assert sphere[3] == pytest.approx(np.linalg.norm([0.3, 0.2, 0.1]) / 2, rel=2e-3)


def test_a_wide_tolerance_gives_the_least_sphere() -> None:
    box = _shaped(Box((0.3, 0.2, 0.1)))
    assert np.allclose(_fitted(box, tolerance=Metres(1)), _fitted(box, per_link=1), atol=1e-5)


@pytest.mark.parametrize("options", WISHES, ids=str)
@pytest.mark.parametrize("shape", ROUND, ids=str)
def test_the_whole_of_a_round_shape_is_covered(shape: Shape, options: dict[str, float]) -> None:
    exact = tessellate(shape, 0.0)  # its corners are on the shape itself
    assert exact is not None
    assert _open(exact.vertices, _fitted(_shaped(shape), **options)) <= 0


def _check_odd(name: str, mesh_of: Callable[..., Geometry], **options: float) -> None:
    link = Link(name="link", collisions=(mesh_of(ODD[name]),))
    spheres = _fitted(link, **options)
    assert _open(_dense(link_surface(link, Context())), spheres) <= 0
    assert len(spheres) <= options.get("per_link", 1000)
    assert (spheres[:, 3] > 1e-6).all()


@pytest.mark.parametrize("name", ODD)
def test_odd_surfaces_are_covered_within_a_tolerance(name: str, mesh_of: Callable[..., Geometry]) -> None:
    _check_odd(name, mesh_of, tolerance=Metres(0.02))


@pytest.mark.parametrize("name", ["a triangle", "a needle", "a point", "an open box"])
def test_odd_surfaces_are_covered_by_a_few_spheres(name: str, mesh_of: Callable[..., Geometry]) -> None:
    _check_odd(name, mesh_of, per_link=3, effort=DRAFT)


@pytest.mark.parametrize("scale", [(2.0, 0.5, 1.0), (-1.0, 1.0, 1.0), (1.0, 1.0, 0.0)], ids=str)
def test_scaled_and_mirrored_meshes_are_covered(
    scale: tuple[float, float, float], mesh_of: Callable[..., Geometry]
) -> None:
    wedge = soup(np.concatenate([TRIANGLE, TRIANGLE[:, ::-1] + [0.0, 0.0, 0.05]]))
    link = Link(name="link", collisions=(mesh_of(wedge, scale),))
    assert _open(_dense(wedge.scaled(scale)), _fitted(link, per_link=4, effort=DRAFT)) <= 1e-8  # single precision


def test_several_geometries_are_covered_within_one_budget() -> None:
    link = _shaped(Box((0.2, 0.05, 0.05)), Sphere(0.06), Cylinder(0.02, 0.3), Plane(size=(0.1, 0.1)))
    spheres = _fitted(link, per_link=9, effort=DRAFT)
    assert _open(_dense(link_surface(link, Context())), spheres) <= 0
    assert len(spheres) <= 9
    assert any(abs(radius - 0.06) < 2e-6 for radius in spheres[:, 3])  # the sphere itself


def test_the_written_numbers_have_six_decimals() -> None:
    spheres = _fitted(_shaped(Cone(0.05, 0.15)), tolerance=0.02)
    assert np.array_equal(np.round(spheres, 6), spheres)
