"""Measures of spheres whose values are known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.mesh import Triangles, tessellate
from robotfmt.mesh.repair import Solidity
from robotfmt.mesh.triangles import Floats
from robotfmt.model import (
    Box,
    Buffer,
    CollisionSphere,
    CollisionUse,
    Cylinder,
    Frame,
    FrameSpheres,
    Geometry,
    Link,
    Pose,
    Purpose,
    Robot,
    Shape,
    Sphere,
    SphereSet,
)
from robotfmt.model.record import replace
from robotfmt.spheres import LinkMeasure, measure, total
from robotfmt.spheres.measuring.distance import build, distances
from robotfmt.spheres.measuring.links import measure_surface, table
from robotfmt.spheres.measuring.solid import winding_numbers

pytestmark = pytest.mark.slow
SIZE = (0.2, 0.1, 0.05)
VOLUME, HALF = 0.001, math.dist(SIZE, (0.0, 0.0, 0.0)) / 2
AREA = 2 * (0.02 + 0.01 + 0.005)


def _surface(shape: Shape) -> Triangles:
    made = tessellate(shape, 1e-4)
    assert made is not None
    return made


BOX = _surface(Box(SIZE))


def _measured(*spheres: tuple[float, float, float, float], surface: Triangles = BOX) -> LinkMeasure:
    return measure_surface(surface, np.array(spheres, dtype=np.float64).reshape(-1, 4), samples=8000)


def _sphere(radius: float, *center: float) -> CollisionSphere:
    x, y, z = center or (0.0, 0.0, 0.0)
    return CollisionSphere(center=(x, y, z), radius=radius)


def _robot(*frames: FrameSpheres, sets: tuple[SphereSet, ...] = (), use: str | None = None) -> Robot:
    shape = Geometry(shape=Box(SIZE), purpose=Purpose.COLLISION)
    return Robot(
        links=(Link(name="link", collisions=(shape,)),),
        frames=(Frame(name="tool", parent="link", pose=Pose(position=(0.0, 0.0, 0.1))),),
        sphere_sets=(SphereSet(name="set", frames=frames), *sets),
        world_collision=CollisionUse(spheres=use) if use is not None else None,
    )


def test_a_sphere_around_a_box_has_all_of_it_and_the_known_excess() -> None:
    found = _measured((0.0, 0.0, 0.0, HALF + 1e-6))
    sphere = 4 / 3 * math.pi * HALF**3
    assert (found.coverage, found.outer_coverage, found.inner_coverage) == (100.0, 100.0, 100.0)
    assert found.uncovered_depth == found.mean_uncovered_depth == 0.0
    assert found.area == pytest.approx(AREA)
    assert found.volume == pytest.approx(VOLUME, rel=0.05)
    assert found.protrusion == pytest.approx(HALF - 0.025, abs=5e-4)  # above the largest face
    assert found.excess_volume == pytest.approx(sphere - VOLUME, rel=0.03)
    assert found.shared_volume == pytest.approx(VOLUME, rel=0.09)  # cells at the surface are inside, whole
    assert found.excess_share == pytest.approx(100 * (sphere / VOLUME - 1), rel=0.06)
    assert found.iou == pytest.approx(VOLUME / sphere, rel=0.1)


def test_the_sphere_that_a_sphere_is_covers_it_and_protrudes_nowhere() -> None:
    found = _measured((0.0, 0.0, 0.0, 0.1), surface=_surface(Sphere(0.1)))
    assert found.coverage == 100.0
    assert found.protrusion <= 1.1e-4  # of the tessellation
    assert found.excess_share is not None
    assert found.excess_share < 1.0


def test_a_sphere_within_a_box_covers_none_of_its_surface() -> None:
    found = _measured((0.0, 0.0, 0.0, 0.02))
    assert found.coverage == 0.0
    assert found.protrusion == found.excess_volume == 0.0
    assert found.uncovered_depth == pytest.approx(HALF - 0.02, abs=2e-3)
    assert found.shared_volume == pytest.approx(4 / 3 * math.pi * 0.02**3, rel=0.01)
    assert found.inner_coverage == pytest.approx(100 * found.shared_volume / VOLUME, rel=0.1)


def test_a_sphere_over_one_face_covers_its_share() -> None:
    # Up to the height of 0.01 below the top everything is within a large sphere, lower down nothing is.
    found = _measured((0.0, 0.0, 10.015, 10.0))
    side = 2 * (0.2 + 0.1) * 0.01
    assert found.coverage == pytest.approx(100 * (0.02 + side) / AREA, abs=2.0)


def test_no_sphere_leaves_everything_open() -> None:
    found = _measured()
    assert (found.spheres, found.coverage, found.protrusion, found.excess_volume) == (0, 0.0, 0.0, 0.0)
    assert found.uncovered_depth == pytest.approx(2 * HALF)


def test_place_holders_and_broken_spheres_do_not_count() -> None:
    found = _measured((0.0, 0.0, 0.0, 1e-7), (0.0, 0.0, math.nan, 1.0), (0.0, 0.0, 0.0, math.inf))
    assert found.spheres == 0


def test_the_inside_of_a_surface_turned_inside_out_is_its_inside() -> None:
    turned = Triangles(BOX.vertices, BOX.faces[:, ::-1])
    assert _measured((0.0, 0.0, 0.0, 0.02), surface=turned).protrusion == 0.0


def test_of_a_box_without_a_face_only_the_surface_counts() -> None:
    opened = Triangles(BOX.vertices, BOX.faces[2:])
    found = _measured((0.03, 0.0, 0.0, 0.02), surface=opened)
    assert found.solid is Solidity.SURFACE_ONLY
    assert found.protrusion == pytest.approx(0.025, abs=5e-4)  # from the middle to the top and to the bottom
    closed = measure_surface(opened, np.array([[0.03, 0.0, 0.0, 0.02]]), samples=8000, fill=0.12)
    assert closed.protrusion == 0.0


@pytest.mark.parametrize("flat", [0.0, 1.0])
def test_a_surface_without_volume_is_measured(flat: float) -> None:
    sheet = Triangles(BOX.vertices * [flat, flat, 0.0], BOX.faces)
    found = _measured((0.0, 0.0, 0.0, 0.2), surface=sheet)
    assert found.coverage == 100.0
    assert found.excess_share is None is found.iou


def test_distances_are_those_of_libigl() -> None:
    igl = pytest.importorskip("igl")
    surface, points = _surface(Cylinder(0.05, 0.2)), np.random.default_rng(0).normal(size=(300, 3)) / 10
    squared = igl.point_mesh_squared_distance(points, surface.vertices, surface.faces)[0]
    assert np.allclose(distances(points, build(surface.corners)), np.sqrt(squared), atol=1e-12)


def test_winding_numbers_are_those_of_libigl() -> None:
    igl = pytest.importorskip("igl")
    whole = _surface(Cylinder(0.05, 0.2))
    opened = Triangles(whole.vertices, whole.faces[: len(whole) // 2])
    points: Floats = np.random.default_rng(0).normal(size=(300, 3)) / 10
    expected = igl.winding_number(opened.vertices, opened.faces, points)
    assert np.abs(winding_numbers(points, build(opened.corners)) - expected).max() < 0.05


def test_spheres_of_a_frame_count_for_the_link_it_is_fixed_to() -> None:
    (there,) = measure(_robot(FrameSpheres(frame="tool", spheres=(_sphere(HALF + 1e-6, 0, 0, -0.1),))))
    assert (there.link, there.spheres, there.coverage) == ("link", 1, 100.0)


def test_spheres_of_cloned_sets_count_once() -> None:
    more = SphereSet(name="more", frames=(FrameSpheres(frame="link", spheres=(_sphere(0.2),)),))
    whole = SphereSet(name="whole", clones=("more", "more", "whole", "absent"))
    (found,) = measure(_robot(sets=(more, whole), use="whole"), samples=100)
    assert found.spheres == 1


@pytest.mark.parametrize("frame", ["link", "tool"])
def test_buffers_of_the_frame_are_added_unless_bare_spheres_are_measured(frame: str) -> None:
    above = 0.0 if frame == "link" else -0.1
    robot = _robot(FrameSpheres(frame=frame, spheres=(_sphere(HALF - 0.005, 0, 0, above),)), use="set")
    assert robot.world_collision is not None
    use = replace(robot.world_collision, buffers=(Buffer(frame=frame, distance=0.01),))
    robot = replace(robot, world_collision=use)
    report = Report()
    (grown,), (bare,) = measure(robot, report=report), measure(robot, bare=True)
    assert grown.coverage == 100.0
    assert bare.uncovered_depth == pytest.approx(0.005, rel=0.1)
    assert grown.protrusion - bare.protrusion == pytest.approx(0.01, rel=1e-3)
    (reported,) = report.having("spheres.buffered")
    assert "10 mm" in reported.message


def test_spheres_that_a_buffer_leaves_nothing_of_do_not_count() -> None:
    robot = _robot(FrameSpheres(frame="link", spheres=(_sphere(0.02), _sphere(0.2))))
    own = CollisionUse(spheres="set", buffers=(Buffer(frame="link", distance=-0.05),))
    (found,) = measure(replace(robot, self_collision=own), samples=100)
    assert found.spheres == 1


def test_disabled_spheres_do_not_count() -> None:
    (found,) = measure(_robot(FrameSpheres(frame="link", spheres=(_sphere(-1.0), _sphere(0.2)))), samples=100)
    assert found.spheres == 1


def test_the_same_seed_gives_the_same_measures() -> None:
    robot = _robot(FrameSpheres(frame="link", spheres=(_sphere(0.05),)))
    first = measure(robot, samples=500)
    assert measure(robot, samples=500) == first
    assert measure(robot, samples=500, seed=1) != first


def test_a_set_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="'set'"):
        measure(_robot(), name="absent")


def test_of_several_sets_one_has_to_be_named() -> None:
    with pytest.raises(UsageError, match="'set', 'other'"):
        measure(_robot(sets=(SphereSet(name="other"),)))


def test_no_samples_are_refused() -> None:
    with pytest.raises(UsageError):
        measure(_robot(), samples=0)


def test_links_whose_meshes_are_missing_are_left_out() -> None:
    robot = Robot(links=(Link(name="link", collisions=(Geometry(shape=Box(None)),)),), sphere_sets=_robot().sphere_sets)
    assert measure(robot) == ()


def test_the_total_weighs_shares_and_takes_the_largest_depths() -> None:
    small = _measured((0.0, 0.0, 0.0, HALF + 1e-6))
    large = _measured((0.0, 0.0, 0.0, 0.02), surface=Triangles(BOX.vertices * 2, BOX.faces))
    both = total([small, large])
    assert both.spheres == 2
    assert both.area == pytest.approx(5 * AREA)
    assert both.coverage == pytest.approx(20.0)
    assert both.protrusion == small.protrusion
    assert both.uncovered_depth == large.uncovered_depth
    assert both.excess_volume == pytest.approx(small.excess_volume + large.excess_volume)


def test_the_total_of_nothing_is_covered() -> None:
    assert (total([]).coverage, total([]).excess_share) == (100.0, None)


def test_the_table_has_a_line_for_each_link_and_one_for_all() -> None:
    (found,) = measure(_robot(FrameSpheres(frame="link", spheres=(_sphere(HALF + 1e-6),))))
    head, line, last = table([found]).splitlines()
    assert head.split()[:2] == ["link", "spheres"]
    assert line.split()[:4] == ["link", "1", "100.00", "0.00"]
    assert line.split()[4] == f"{1000 * found.protrusion:.2f}"
    assert last.split() == ["total", *line.split()[1:]]
    assert line.endswith("  as read")
    assert len(head) + 2 == len(line) == len(last)


def test_the_table_of_a_sheet_has_no_volume() -> None:
    sheet = _measured((0.0, 0.0, 0.0, 0.2), surface=Triangles(BOX.vertices * [1.0, 1.0, 0.0], BOX.faces))
    assert table([sheet]).splitlines()[1].endswith(" -  surface only")
