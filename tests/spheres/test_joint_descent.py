"""All spheres move at once: what is covered stays so, what is outside falls, and a sphere that is not needed goes
away."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from robotfmt.mesh import join, tessellate
from robotfmt.mesh.repair import repair
from robotfmt.mesh.triangles import Floats, Triangles
from robotfmt.model import Box, Cylinder
from robotfmt.spheres.fitting import by_count
from robotfmt.spheres.fitting.certify import grown_to_cover
from robotfmt.spheres.fitting.joint_descent import kernels, program
from robotfmt.spheres.fitting.joint_descent.descent import Objective, Pace, descended, objective_of
from robotfmt.spheres.fitting.joint_descent.program import Limits, Steps
from robotfmt.spheres.fitting.joint_descent.search import LARGE, SMALL, Perturbation, perturbed, searched
from robotfmt.spheres.fitting.outside import LAYER, all_points, distance_grid, heights_at
from robotfmt.spheres.fitting.samples import about
from robotfmt.spheres.fitting.surface_field import SurfaceField, surface_field_of

PACE = Pace(8e-3, 1e-3, 30)


def _objective(surface_field: SurfaceField, directions: int = 200, depth: float = 0.0) -> Objective:
    points = surface_field.samples.points
    outside = all_points(surface_field, 12_000, np.random.default_rng(0))
    return objective_of(distance_grid(surface_field), points[about(points, 3000)], outside, directions, depth)


def _surface_field(*triangles: Triangles | None) -> SurfaceField:
    return surface_field_of(repair(join([each for each in triangles if each is not None])))


@pytest.fixture(scope="module")
def rod() -> Objective:
    """Along z, from -0.48 to 0.48."""
    return _objective(_surface_field(tessellate(Cylinder(0.05, 0.4), 1e-3)))


def _line(heights: list[float], radius: float = 0.2) -> Floats:
    return np.array([[0.0, 0.0, height, radius] for height in heights])


def _gaps(points: Floats, rows: Floats) -> Floats:
    found: Floats = (np.linalg.norm(points[:, None] - rows[:, :3], axis=2) - rows[:, 3]).min(axis=1)
    return found


def test_spheres_that_start_anywhere_end_side_by_side(rod: Objective) -> None:
    start = _line([-0.4, -0.3, 0.0, 0.05, 0.1, 0.4])
    rows, weight = descended(rod, start, PACE)
    assert _gaps(rod.samples, rows).max() <= 1e-9
    assert weight == rod.weight(rows)
    even = rod.weight(rod.grown(_line([(k + 0.5) * 0.16 - 0.48 for k in range(6)], 0.1)))
    assert weight < 1.1 * even < 0.5 * rod.weight(rod.grown(start))
    again, _ = descended(rod, start, PACE)
    assert again.tobytes() == rows.tobytes()


def test_some_spheres_move_and_the_others_stay(rod: Objective) -> None:
    start = rod.grown(_line([-0.4, -0.2, 0.0, 0.3]))
    free = np.array([True, True, False, True])
    rows = rod.moved(start, free, lambda part, some: descended(part, some, PACE)[0])
    assert rows[2].tolist() == start[2].tolist()
    assert (rows[free, :3] != start[free, :3]).any(axis=1).all()
    assert rod.weight(rows) < rod.weight(start)
    assert _gaps(rod.samples, rows).max() <= 1e-9


@pytest.mark.parametrize("depth", [0.0, 0.05])
def test_samples_for_some_spheres_are_those_that_the_others_leave(depth: float) -> None:
    objective = _objective(_surface_field(tessellate(Cylinder(0.05, 0.4), 1e-3)), depth=depth)
    rows = objective.grown(_line([-0.4, -0.2, 0.0, 0.2, 0.4]))
    some, others = rows[[1, 2]], rows[[0, 3, 4]]
    part = objective.beside(others)
    assert 0 < len(part.samples) < len(objective.samples)
    assert (_gaps(part.samples, others) > 0).all()
    assert part.weight(some) + objective.weight(others) == pytest.approx(objective.weight(rows), rel=1e-12)
    assert part.slope(some).tolist() == pytest.approx(objective.slope(rows)[[1, 2]], rel=1e-12)
    twice = objective.beside(others[:2]).beside(others[2:])
    assert twice.weight(some) == part.weight(some)
    assert len(twice.samples) == len(part.samples)
    nothing = objective.beside(rows)
    assert len(nothing.samples) == 0
    assert nothing.weight(some) == 0.0
    assert descended(nothing, some, PACE)[0].tolist() == some.tolist()


def test_the_volume_grows_as_the_area_that_shows() -> None:
    objective = _objective(_surface_field(tessellate(Box((0.01, 0.01, 0.01)), 1.0)), directions=4000)
    # In relative lengths the box is small against these spheres; each loses a cap where the other one is.
    radius, gap = 2.0, 1.5
    rows = np.array([[-gap / 2, 0, 0, radius], [gap / 2, 0, 0, radius]])
    slope = objective.slope(rows)
    shown = 2 * np.pi * radius**2 * (1 + gap / 2 / radius)
    assert slope[:, 3] == pytest.approx([shown, shown], rel=2e-3)
    disc = np.pi * (radius**2 - gap**2 / 4)  # moved apart, each sweeps the disc where they meet
    assert slope[:, 0] == pytest.approx([-disc, disc], rel=5e-3)
    assert np.abs(slope[:, 1:3]).max() < 0.01 * disc


def test_the_objective_uses_the_radii_after_shrinking() -> None:
    surface_field = _surface_field(tessellate(Box((0.3, 0.2, 0.1)), 1.0))
    now, later = _objective(surface_field), _objective(surface_field, depth=0.05)
    rows = np.array([[-0.2, 0.0, 0.0, 0.4], [0.2, 0.0, 0.0, 0.35], [0.0, 0.0, 0.0, 0.04]])
    smaller = rows - [0, 0, 0, 0.05]
    smaller[2, 3] = 0.0
    assert later.weight(rows) == now.weight(smaller) < now.weight(rows)
    assert later.slope(rows).tolist() == now.slope(smaller).tolist()
    calm, weight = descended(later, rows, PACE)
    assert weight < later.weight(later.grown(rows))
    assert _gaps(later.samples, calm).max() <= 1e-9


def test_a_surface_in_the_solid_does_not_count() -> None:
    objective = _objective(_surface_field(tessellate(Box((0.3, 0.2, 0.1)), 1.0)))
    inside = np.array([[0.0, 0.0, 0.0, 0.1]])
    assert objective.slope(inside).tolist() == [[0, 0, 0, 0]]


def test_the_distance_grid_has_the_sides_of_the_samples() -> None:
    surface_field = _surface_field(tessellate(Cylinder(0.05, 0.4), 1e-3))
    grid, random = distance_grid(surface_field), np.random.default_rng(2)
    places = surface_field.outer.points[random.integers(len(surface_field.outer.points), size=4000)]
    places = places + random.normal(scale=0.01, size=places.shape)
    heights = heights_at(surface_field, places) - LAYER
    clear = np.abs(heights) > 2e-3
    assert clear.mean() > 0.5
    assert 0.3 < (heights > 0).mean() < 0.7
    assert (grid.is_outside(places) == (heights > 0))[clear].mean() > 0.99
    assert grid.is_outside(np.array([[9.0, 0, 0], [-9.0, 0, 0]])).all()


def test_the_best_step_shrinks_by_what_samples_have_to_spare() -> None:
    slope = np.array([[0.0, 0.0, 0.0, 1.0]])
    east, west = [1.0, 0, 0, 1.0], [-1.0, 0, 0, 1.0]
    limits = Limits(np.arange(2), np.array([0, 1, 2]), np.array([0, 0]), np.array([east, west]))
    step = Steps().best(slope, limits, np.array([0.02, 0.06]), 0.1)
    # The middle of the two is 0.02 to the east: with both samples on the surface the sphere is 0.04 smaller.
    assert step is not None
    assert step[0, [0, 3]] == pytest.approx([0.02, -0.04])
    step = Steps().best(slope, limits, np.array([-0.01, -0.01]), 0.1)
    assert step is not None
    assert step[0, [0, 3]] == pytest.approx([0.0, 0.01])


def test_the_solver_prints_nothing() -> None:
    code = "import numpy as np; from robotfmt.spheres.fitting.joint_descent.program import Limits, Steps;"
    code += "limits = Limits(np.arange(1), np.array([0, 1]), np.array([0]), np.ones((1, 4)));"
    code += "Steps().best(np.ones((1, 4)), limits, np.ones(1), 0.1)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == done.stderr == b""


def test_more_samples_than_are_looked_at_first_keep_their_depth() -> None:
    random = np.random.default_rng(4)
    ways = random.normal(size=(3000, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    limits = Limits(
        np.arange(3000),
        np.arange(3001),
        np.zeros(3000, dtype=np.int64),
        np.column_stack([ways, np.ones(3000)]),
    )
    spare = random.uniform(0.01, 0.011, 3000) + 0.03 * (ways[:, 0] > 0.5)
    step = Steps().best(np.array([[0.0, 0.0, 0.0, 1.0]]), limits, spare, 0.1)
    assert step is not None
    assert step[0, 3] < -0.01
    assert (limits.slopes @ step[0] >= -spare - 0.1 * 0.1 - 1e-9).all()


def test_a_step_that_begins_where_the_last_ended_is_as_good_as_one_that_begins_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(program, "_LOST", 1e-9)
    random, after = np.random.default_rng(6), Steps()
    ways = random.normal(size=(2000, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    owners = random.integers(8, size=2000)
    limits = Limits(np.arange(2000), np.arange(2001), owners, np.column_stack([ways, np.ones(2000)]))
    for _ in range(4):
        spare = random.uniform(0.0, 0.05, 2000)
        slope = np.column_stack([random.normal(size=(8, 3)), np.full(8, 3.0)])
        kept = np.sort(random.permutation(2000)[:1500])
        some = Limits(kept, np.arange(1501), owners[kept], limits.slopes[kept])
        steps = [each.best(slope, some, spare[kept], 0.1) for each in (after, Steps())]
        assert steps[0] is not None
        assert steps[1] is not None
        costs = [float((slope * step).sum()) for step in steps if step is not None]
        assert costs[0] == pytest.approx(costs[1], rel=1e-6)
        gains = np.einsum("ij,ij->i", some.slopes, steps[0][owners[kept]])
        assert (gains >= -spare[kept] - 1e-8).all()


def test_a_sphere_goes_where_it_is_missed() -> None:
    left, right = tessellate(Box((0.1, 0.1, 0.1)), 1.0), tessellate(Box((0.1, 0.1, 0.5)), 1.0)
    assert left is not None
    moved = Triangles(left.vertices + np.array([1.0, 0, 0]), left.faces)
    surface_field = _surface_field(moved, right)
    objective, middle, scale = _objective(surface_field), surface_field.middle, surface_field.scale
    # Four spheres on the small box, one on the long one, which two would cover with much less.
    places = [[1.0, 0, 0], [1.02, 0, 0], [0.98, 0, 0], [1.0, 0.02, 0], [0.0, 0, 0]]
    rows = np.column_stack([(np.array(places) - middle) / scale, [0.08, 0.08, 0.08, 0.08, 0.25]])
    calm, before = descended(objective, objective.grown(rows), PACE)
    found, after = searched(objective, calm, 12, np.random.default_rng(1))
    assert after < 0.5 * before
    near = found[:, 0] * scale + middle[0] < 0.5
    assert near.sum() >= 3
    assert _gaps(objective.samples, found).max() <= 1e-9


@pytest.mark.parametrize("perturbation", [SMALL, LARGE])
def test_perturbed_spheres_leave_nothing_open(rod: Objective, perturbation: Perturbation) -> None:
    calm, before = descended(rod, _line([-0.4, -0.3, 0.0, 0.05, 0.1, 0.4]), PACE)
    ends = [perturbed(rod, calm, perturbation, np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert ends[0].tobytes() == ends[1].tobytes() != ends[2].tobytes()
    assert 1e-4 < np.abs(ends[0] - calm).max() < 2 * 5 * perturbation.step[1]
    assert _gaps(rod.samples, ends[0]).max() <= 1e-9
    assert rod.weight(ends[0]) != before


def test_a_sphere_of_no_use_is_put_where_it_is_of_some(rod: Objective) -> None:
    rows = _line([-0.35, -0.1, 0.1, 0.35])
    rows = np.concatenate([rows, [[0.2, 0.2, 0.0, 1e-3]]])
    before = rod.weight(rod.grown(rows))
    found, after = searched(rod, rod.grown(rows), 1, np.random.default_rng(3))
    assert after < 0.9 * before
    assert found[:, 3].min() > 0.02


def test_a_search_ends_no_worse_than_it_starts_and_the_same_each_time(rod: Objective) -> None:
    calm, before = descended(rod, _line([-0.4, -0.3, 0.0, 0.05, 0.1, 0.4]), PACE)
    assert searched(rod, calm, 0, np.random.default_rng(0))[1] == before
    found, after = searched(rod, calm, 8, np.random.default_rng(0))
    again, _ = searched(rod, calm, 8, np.random.default_rng(0))
    assert after < before
    assert after == rod.weight(found)
    assert found.tobytes() == again.tobytes()
    assert _gaps(rod.samples, found).max() <= 1e-9


@pytest.mark.slow
def test_the_proof_has_little_to_add() -> None:
    surface_field = _surface_field(tessellate(Box((0.3, 0.2, 0.1)), 1.0))
    spheres = by_count.fit_count(surface_field, 5, np.random.default_rng(0))
    grown, _ = grown_to_cover(surface_field.corners, spheres, 3e-5)
    assert (grown.radii - spheres.radii).max() < 3e-4


def test_shallow_points_are_those_that_are_not_deep_in_a_sphere() -> None:
    made = tessellate(Box((0.3, 0.2, 0.1)), 1.0)
    assert made is not None
    rows = np.array([[-0.1, 0.0, 0.0, 0.13], [0.1, 0.0, 0.0, 0.13]])
    size, band = 0.02, 0.02
    found = kernels.shallow(made.corners, rows, size, band)
    gaps = _gaps(found, rows)
    assert (gaps > -band - size).all()
    every = kernels.shallow(made.corners, rows, size, np.inf)
    shallow = every[_gaps(every, rows) > -band]
    assert 0 < len(shallow) < len(every)
    gaps = np.linalg.norm(shallow[:, None] - found, axis=2).min(axis=1)
    assert gaps.max() < 1e-12


def test_repeated_triangles_do_not_add_shallow_points() -> None:
    made = tessellate(Box((0.3, 0.2, 0.1)), 1.0)
    assert made is not None
    rows = np.array([[0.0, 0.0, 0.0, 0.05]])
    once = kernels.shallow(made.corners, rows, 0.004, 0.0)
    often = kernels.shallow(np.tile(made.corners, (40, 1, 1)), rows, 0.004, 0.0)
    assert len(often) == len(once) == len(np.unique(np.floor(once / 0.004), axis=0)) > 5000


def test_whom_a_missing_sphere_would_be_missed_by() -> None:
    points = np.array([[0.0, 0, 0], [1.0, 0, 0], [1.5, 0, 0]])
    rows = np.array([[0.0, 0, 0, 0.2], [1.0, 0, 0, 0.6], [2.0, 0, 0, 0.55]])
    growth = kernels.stand_in(points, rows)
    # Without the first its sample is 0.4 outside the second; without the second its sample is 0.45 outside the third.
    assert growth == pytest.approx(np.array([[0, 0.4, 0], [0, 0, 0.45], [0, 0, 0]]))


def test_samples_in_only_one_sphere_are_weighed() -> None:
    points, weights = np.array([[0.0, 0, 0], [0.5, 0, 0], [1.0, 0, 0], [9.0, 0, 0]]), np.array([1.0, 2, 4, 8])
    rows = np.array([[0.0, 0, 0, 0.6], [1.0, 0, 0, 0.6]])
    assert kernels.weigh_own(points, weights, rows).tolist() == [1, 4]
