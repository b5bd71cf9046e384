"""Spheres that walk at random cover nearly all with little outside, and are the same each time; with and without a
cache."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from robotfmt.mesh import compiled as door
from robotfmt.mesh import tessellate
from robotfmt.mesh.repair import repair
from robotfmt.model import Box
from robotfmt.spheres.arrays import Spheres
from robotfmt.spheres.fitting.annealing import Schedule, random_walk
from robotfmt.spheres.fitting.counted_cover import Cloud, cloud
from robotfmt.spheres.fitting.covering import blocks_of, grown_over, weigh
from robotfmt.spheres.fitting.outside import all_points
from robotfmt.spheres.fitting.surface_field import surface_field_of

SCHEDULE = Schedule(2000, 0.01, 1e-5, price=3.0)
RANDOM = np.random.default_rng(5)
LINE = np.column_stack([np.linspace(-0.5, 0.5, 400), RANDOM.normal(scale=0.01, size=(400, 2))])
"""A rod: one sphere around it has its own volume of a sphere too much, and six small ones hardly anything."""
CLOUD = RANDOM.uniform(-0.6, 0.6, (8000, 3))
OUTSIDE = cloud(CLOUD[np.hypot(CLOUD[:, 1], CLOUD[:, 2]) > 0.04], np.ones(8000)[np.hypot(*CLOUD.T[1:]) > 0.04])
START = Spheres(np.zeros((1, 3)), np.array([0.1]))


def _weight(outside: Cloud, spheres: Spheres) -> float:
    return float(weigh(blocks_of(outside.points, outside.weights), spheres.rows))


def test_spheres_end_where_they_cover_nearly_all_with_little_outside() -> None:
    spheres = random_walk(LINE, OUTSIDE, START, 6, 0.05, SCHEDULE, seed=3)
    assert len(spheres) == 6
    gaps = (np.linalg.norm(LINE[:, None] - spheres.centers, axis=2) - spheres.radii).min(axis=1)
    assert (gaps > 0).mean() < 0.02
    # Six equal spheres of radius 1/12 along the rod; the one of the start has radius 1/2.
    equal = Spheres(np.column_stack([(np.arange(6) + 0.5) / 6 - 0.5, np.zeros((6, 2))]), np.full(6, 1 / 12))
    weight = _weight(OUTSIDE, grown_over(spheres, LINE))
    assert weight <= 1.2 * _weight(OUTSIDE, grown_over(equal, LINE))
    assert _weight(OUTSIDE, grown_over(START, LINE)) > 10 * weight


def test_equal_seeds_give_equal_results() -> None:
    first, second, other = (random_walk(LINE, OUTSIDE, START, 4, 0.05, SCHEDULE, seed) for seed in (1, 1, 2))
    assert first.centers.tobytes() == second.centers.tobytes()
    assert first.centers.tobytes() != other.centers.tobytes()


def test_where_no_sample_is_worth_a_sphere_the_start_stays() -> None:
    free = Schedule(400, 0.01, 0.005, price=1e-6)
    assert random_walk(LINE, OUTSIDE, START, 3, 0.05, free, seed=3) is START


def test_weights_of_points_are_their_volume_however_far_out() -> None:
    made = tessellate(Box((0.3, 0.2, 0.1)), 1.0)
    assert made is not None
    surface_field = surface_field_of(repair(made))
    points = all_points(surface_field, 30_000, np.random.default_rng(0))
    for radius in (0.45, 0.55):
        sphere = Spheres(np.zeros((1, 3)), np.array([radius]))
        expected = 4 / 3 * np.pi * radius**3 - 0.3 * 0.2 * 0.1 / surface_field.scale**3
        assert _weight(points, sphere) == pytest.approx(expected, rel=0.03)


def test_growing_covers_by_the_nearest_sphere() -> None:
    spheres = Spheres(np.array([[0.0, 0, 0], [1.0, 0, 0]]), np.array([0.1, 0.2]))
    grown = grown_over(spheres, np.array([[0.3, 0, 0], [1.1, 0, 0]]))
    assert grown.radii == pytest.approx([0.3, 0.2])


def test_where_no_folder_can_be_written_functions_are_compiled_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from numba.core.caching import CacheImpl

    monkeypatch.setattr(CacheImpl, "_locator_classes", [])  # numba knows no place for a cache
    with pytest.raises(RuntimeError, match="cannot cache"):
        numba.njit(_doubled, cache=True)
    assert door.compiled(_doubled)(4) == 8


def _doubled(number: int) -> int:
    return 2 * number
