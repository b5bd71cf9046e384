"""Points are thinned out to a number."""

from __future__ import annotations

import numpy as np

from robotfmt.spheres.fitting.samples import about


def test_about_so_many_points_are_kept() -> None:
    points = np.random.default_rng(0).random((5000, 3))
    assert 500 <= len(about(points, 500)) <= 1000


def test_points_that_coincide_are_kept_once() -> None:
    points = np.repeat(np.random.default_rng(0).random((50, 3)), 100, axis=0)
    assert about(points, 500).tolist() == list(range(0, 5000, 100))


def test_few_points_are_all_kept() -> None:
    assert about(np.zeros((3, 3)), 3).tolist() == [0, 1, 2]
