"""Spheres that approximate: what is proved of them holds, and they share more with the solid than those that cover."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.mesh import Triangles, join, tessellate
from robotfmt.mesh.triangles import Floats, soup
from robotfmt.model import Box, Capsule, Cylinder, Geometry, Link, Purpose, Robot, Shape, Sphere
from robotfmt.spheres import Clip, MeshSpheres, fit, fit_mesh, measure_mesh
from robotfmt.spheres.fitting.budget import allotted

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("shared_fits")]
SIZE = (0.3, 0.12, 0.08)
BRICK = join([made for made in [tessellate(Box(SIZE), 1.0)] if made is not None])


def _link(name: str, *shapes: Shape) -> Link:
    return Link(name=name, collisions=tuple(Geometry(shape=each, purpose=Purpose.COLLISION) for each in shapes))


ROBOT = Robot(links=(_link("brick", Box(SIZE)), _link("post", Cylinder(0.03, 0.3)), _link("head", Sphere(0.1))))


def _fitted(triangles: Triangles, **options: Any) -> MeshSpheres:
    return fit_mesh(triangles.vertices, triangles.faces, approximate=True, **options)


def _spheres(robot: Robot) -> dict[str, Floats]:
    (frames,) = [each.frames for each in robot.sphere_sets]
    return {
        each.frame: np.array([(*ball.center, ball.radius) for ball in each.spheres if ball.center]) for each in frames
    }


def _gaps(points: Floats, spheres: Floats) -> Floats:
    found: Floats = (np.linalg.norm(points[:, None] - spheres[:, :3], axis=2) - spheres[:, 3]).min(axis=1)
    return found


def _faces_of(size: tuple[float, ...], steps: int = 40) -> Floats:
    grid = np.linspace(-0.5, 0.5, steps)
    one, two = np.meshgrid(grid, grid)
    faces = []
    for axis, side in itertools.product(range(3), (-0.5, 0.5)):
        points = np.stack([one.ravel(), two.ravel()], axis=1)
        faces.append(np.insert(points, axis, side, axis=1))
    found: Floats = np.concatenate(faces) * size
    return found


def _above(spheres: Floats) -> float:
    """How far the union of spheres protrudes from the brick at most, at points on it."""
    turns = np.random.default_rng(0).normal(size=(4000, 3))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    points = (spheres[:, None, :3] + spheres[:, None, 3:] * turns).reshape(-1, 3)
    bare = points[_gaps(points, spheres) >= -1e-9]
    return float(np.linalg.norm(np.maximum(np.abs(bare) - np.array(SIZE) / 2, 0), axis=1).max())


@pytest.mark.parametrize("favour", ["clearance", 1.0, "cover"])
def test_depth_and_protrusion_are_proved_and_hardly_more_than_what_is_reached(favour: float | str) -> None:
    found = _fitted(BRICK, per_link=8, favour=favour, effort=0.2)
    deepest, highest = _gaps(_faces_of(SIZE), found.spheres).max(), _above(found.spheres)
    assert found.depth is not None
    assert deepest <= found.depth <= 1.05 * deepest + 1e-3
    assert highest <= found.protrusion <= 1.3 * highest + 1e-3


def test_an_approximation_shares_more_than_spheres_that_cover_and_weights_lean_either_way() -> None:
    def measured(**options: Any) -> tuple[float, float, float]:
        found = fit_mesh(BRICK.vertices, BRICK.faces, per_link=8, effort=0.05, **options)
        each = measure_mesh(BRICK.vertices, BRICK.faces, found.spheres, samples=4000)
        return each.iou or 0.0, each.coverage, each.excess_volume

    cover, middle = measured(), measured(approximate=True)
    more = measured(approximate=True, favour="cover")
    less = measured(approximate=True, favour="clearance")
    assert middle[0] > max(cover[0] + 0.05, more[0], less[0])
    assert cover[1] == 100 > more[1] > middle[1] > less[1]
    assert more[2] > middle[2] > less[2]


def test_the_reported_iou_is_true() -> None:
    found = _fitted(BRICK, per_link=6, effort=0.3)
    points = (np.random.default_rng(0).random((50_000, 3)) - 0.5) * (np.array(SIZE) + 0.1)
    solid, held = (np.abs(points) <= np.array(SIZE) / 2).all(axis=1), _gaps(points, found.spheres) <= 0
    assert found.iou == pytest.approx((solid & held).sum() / (solid | held).sum(), abs=0.02)


def test_no_sphere_passes_the_plane_or_is_too_small() -> None:
    found = _fitted(BRICK, per_link=6, effort=0.1, min_radius=0.02, clip=Clip("z", -SIZE[2] / 2))
    spheres = found.spheres
    assert (spheres[:, 2] - spheres[:, 3]).min() >= -SIZE[2] / 2
    assert spheres[:, 3].min() >= 0.02


def test_pinned_spheres_count_as_cover() -> None:
    pinned = [[0.1, 0.0, 0.0, 0.08]]
    found = _fitted(BRICK, per_link=5, effort=0.2, pinned=pinned)
    assert len(found.spheres) == 4
    everything = np.concatenate([found.spheres, pinned])
    deepest = _gaps(_faces_of(SIZE), everything).max()
    assert found.depth is not None
    assert deepest <= found.depth <= 1.05 * deepest + 1e-3


def test_twins_get_the_same_spheres_with_bounds_of_their_own(mesh_of: Callable[..., Geometry]) -> None:
    wedge = np.array([[0.0, 0, 0], [0.3, 0, 0], [0, 0.2, 0], [0, 0, 0.1]])
    faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    shape = Triangles(wedge, np.array(faces))
    mirrored = Triangles(wedge * [-1, 1, 1], np.array(faces)[:, ::-1])
    links = tuple(Link(name=name, collisions=(mesh_of(each),)) for name, each in (("a", shape), ("b", mirrored)))
    report = Report()
    robot = fit(
        Robot(links=links),
        per_link=4,
        approximate=True,
        effort=0.1,
        twins=True,
        report=report,
    )
    one, other = _spheres(robot).values()
    assert np.allclose(one * [-1, 1, 1, 1], other, atol=1e-5)
    assert [each.code for each in report.diagnostics].count("spheres.approximated") == 2


def test_a_budget_is_divided_among_links() -> None:
    report = Report()
    robot = fit(ROBOT, budget=20, approximate=True, effort=0.1, report=report)
    counts = {link: len(each) for link, each in _spheres(robot).items()}
    assert counts["head"] == 1
    assert min(counts.values()) >= 1
    assert 18 <= sum(counts.values()) <= 20
    codes = [each.code for each in report.diagnostics]
    assert codes.count("spheres.approximated") == 2
    remarks = {each.frame: each.remark or "" for each in robot.sphere_sets[0].frames}
    assert "the surface is outside by" in remarks["brick"]


def test_spheres_go_where_they_help_most() -> None:
    steep, flat = np.array([0.9, 0.5, 0.3, 0.2, 0.15, 0.1, 0.1]), np.full(7, 0.05)
    assert allotted({"steep": steep, "flat": flat}, 10) == {"steep": 9, "flat": 1}


def test_a_sheet_has_no_volume_and_is_covered() -> None:
    sheet = soup(np.array([[[0.0, 0.0, 0.0], [0.2, 0.0, 0.0], [0.1, 0.0, 0.0]]]))
    found = _fitted(sheet, per_link=2, effort=0.05)
    assert (found.iou, found.depth) == (None, 0)


def test_a_capsule_is_approximated_not_chained() -> None:
    robot = fit(Robot(links=(_link("limb", Capsule(0.03, 0.2)),)), per_link=4, approximate=True, effort=0.2)
    assert "nothing protrudes by more than" in (robot.sphere_sets[0].frames[0].remark or "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tolerance": 0.01}, "a number of spheres, not a tolerance"),
        ({"per_link": 4, "inside": True}, "have no meaning"),
        ({"per_link": 4, "depth": 0.001}, "have no meaning"),
        ({"per_link": 4, "favour": "speed"}, "expected 'cover', 'clearance', or a weight"),
        ({"per_link": 4, "favour": -1.0}, "got -1|-1"),
        ({"per_link": 4, "approximate": False, "favour": "cover"}, "needs 'approximate'"),
        ({"budget": 2}, "too few"),
    ],
)
def test_combinations_without_meaning_are_refused(options: dict[str, Any], message: str) -> None:
    call: Any = fit
    with pytest.raises(UsageError, match=message):
        call(ROBOT, **{"approximate": True, **options})


def test_the_front_of_a_link(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    robot = tmp_path / "robot.urdf"
    box = '<collision><geometry><box size="0.3 0.12 0.08"/></geometry></collision>'
    robot.write_text(f'<robot name="r"><link name="brick">{box}</link></robot>')
    common = ["spheres", "front", str(robot), "--link", "brick", "--counts", "4", "--effort", "0.1"]
    assert main([*common, "--weights", "0.25", "4", "--json", "-q"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [each["favour"] for each in shown] == [0.25, 4.0, None]
    cover = [each["measure"]["coverage"] for each in shown]
    assert cover == sorted(cover)
    assert cover[-1] == 100
    assert main([*common[:3], "--link", "hand"]) == 2
