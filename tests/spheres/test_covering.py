"""What holds of points in blocks is what holds of each point alone."""

from __future__ import annotations

import numpy as np
import pytest

from robotfmt.mesh.triangles import Floats
from robotfmt.spheres.fitting import covering
from robotfmt.spheres.fitting.covering import BLOCK, blocks_of

RANDOM = np.random.default_rng(5)
POINTS = RANDOM.uniform(-1, 1, (3000 + BLOCK // 3, 3))
WEIGHTS = RANDOM.uniform(0, 1, len(POINTS))
ROWS = np.column_stack([RANDOM.uniform(-1, 1, (9, 3)), RANDOM.uniform(0.1, 0.7, 9)])


def _depths(points: Floats, rows: Floats) -> Floats:
    found: Floats = rows[:, 3] - np.linalg.norm(points[:, None] - rows[:, :3], axis=2)
    return found


def test_spheres_around_blocks_hold_their_points() -> None:
    cloud = blocks_of(POINTS, WEIGHTS)
    of_points = np.arange(len(POINTS)) // BLOCK
    assert len(cloud.around) == of_points[-1] + 1
    away = np.linalg.norm(cloud.points - cloud.around[of_points, :3], axis=1)
    assert (away <= cloud.around[of_points, 3]).all()
    order = np.lexsort(cloud.points.T), np.lexsort(POINTS.T)
    assert (cloud.points[order[0]] == POINTS[order[1]]).all()
    assert (cloud.weights[order[0]] == WEIGHTS[order[1]]).all()


def test_each_open_point_asks_the_sphere_that_it_is_nearest_to() -> None:
    depths, expected = _depths(POINTS, ROWS), ROWS.copy()
    for point in np.flatnonzero(depths.max(axis=1) < 0):
        sphere = depths[point].argmax()
        expected[sphere, 3] = max(expected[sphere, 3], ROWS[sphere, 3] - depths[point, sphere])
    found = ROWS.copy()
    covering.grow(blocks_of(POINTS), found)
    assert found == pytest.approx(expected, abs=1e-12)
    assert (found[:, 3] > ROWS[:, 3]).any()


def test_a_point_is_owned_by_the_sphere_that_it_is_deepest_in() -> None:
    cloud = blocks_of(POINTS)
    assert (covering.owners(cloud, ROWS) == _depths(cloud.points, ROWS).argmax(axis=1)).all()


def test_samples_in_several_spheres_weigh_once() -> None:
    covered = (_depths(POINTS, ROWS) >= 0).any(axis=1)
    assert 0.1 < covered.mean() < 0.9
    assert covering.weigh(blocks_of(POINTS, WEIGHTS), ROWS) == pytest.approx(WEIGHTS[covered].sum())


def _with_too_large_radii() -> Floats:
    found = ROWS.copy()
    covering.grow(blocks_of(POINTS), found)
    found[:, 3] += 0.05
    return found


def test_spheres_shrink_one_by_one_as_far_as_all_points_stay_covered() -> None:
    grown = _with_too_large_radii()
    tight = grown.copy()
    covering.tighten(blocks_of(POINTS), tight, 9.0)
    depths = _depths(POINTS, tight)
    assert (depths.max(axis=1) >= 0).all()
    assert (tight[:, 3] <= grown[:, 3]).all()
    needed = np.sort(depths, axis=1)
    for sphere in range(len(tight)):
        alone = (depths[:, sphere] == needed[:, -1]) & (needed[:, -2] < 0)
        assert tight[sphere, 3] < 1e-9 or depths[alone, sphere].min() < 1e-9  # the next step would open a point


def test_spheres_shrink_no_further_than_they_are_asked_to() -> None:
    grown = _with_too_large_radii()
    tight = grown.copy()
    covering.tighten(blocks_of(POINTS), tight, 0.02)
    assert (grown[:, 3] - tight[:, 3] <= 0.02 + 1e-12).all()
    assert (grown[:, 3] - tight[:, 3] > 0.019).any()
