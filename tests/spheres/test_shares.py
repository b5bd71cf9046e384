"""What moves and growth of spheres add to the depth of samples, held against their definition."""

from __future__ import annotations

import numpy as np

from robotfmt.mesh.triangles import Floats
from robotfmt.spheres.fitting.covering import blocks_of
from robotfmt.spheres.fitting.joint_descent.kernels import shares

SOFT, REACH = 0.02, 0.1


def _depths(points: Floats, rows: Floats) -> Floats:
    found: Floats = rows[:, 3] - np.linalg.norm(points[:, None] - rows[:, :3], axis=2)
    return found


def _soft(points: Floats, rows: Floats) -> Floats:
    found: Floats = SOFT * np.log(np.exp(_depths(points, rows) / SOFT).sum(axis=1))
    return found


def test_shares_are_the_derivatives_of_the_soft_greatest_depth() -> None:
    random = np.random.default_rng(3)
    points = random.uniform(-1, 1, size=(2000, 3))
    rows = np.column_stack([random.uniform(-1, 1, size=(12, 3)), random.uniform(0.3, 0.8, size=12)])
    cloud = blocks_of(points)
    which, starts, owners, slopes, depths = shares(cloud, rows, SOFT, REACH)
    assert which.tolist() == np.flatnonzero(_depths(cloud.points, rows).max(axis=1) <= REACH).tolist()
    assert 0 < len(which) < len(points)
    # A sphere that is shallower by six softnesses than the deepest one is left out.
    left_out = len(rows) * np.exp(-6)
    assert np.abs(depths - _soft(cloud.points[which], rows)).max() < SOFT * left_out
    way = 1e-6 * random.normal(size=rows.shape)
    samples = np.repeat(np.arange(len(which)), np.diff(starts))
    reported = np.bincount(samples, (slopes * way[owners]).sum(axis=1), minlength=len(which))
    gained = (_soft(cloud.points[which], rows + way) - _soft(cloud.points[which], rows - way)) / 2
    assert np.abs(reported - gained).max() < 2e-6 * left_out
    assert np.abs(gained).max() > 1e-6
    assert np.diff(starts).max() > 1
