"""Which of the spheres on offer are taken."""

from __future__ import annotations

import numpy as np

from robotfmt.spheres.fitting.candidates import Candidates, cover_with, cover_within, greedy
from robotfmt.spheres.fitting.depth import RadiusBounds

LINE = np.array([[float(x), 0.0, 0.0] for x in range(8)]) / 8
MIDDLES = Candidates(np.array([[1.0, 0.0, 0.0], [5.5, 0.0, 0.0], [3.0, 0.0, 0.0]]) / 8, np.array([1.0, 1.5, 0.0]) / 8)
"""Spheres that have the points 0 to 2, 4 to 7, and 3 in them."""


def test_the_sphere_with_most_new_points_is_taken_first() -> None:
    covers = np.array([[1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 1]], dtype=np.bool_)
    picked = greedy(covers, 3)
    assert picked is not None
    assert picked.tolist() == [2, 0]


def test_too_few_spheres_are_no_cover() -> None:
    assert greedy(np.eye(3, dtype=np.bool_), 2) is None


def test_a_row_that_nothing_covers_is_no_cover() -> None:
    assert greedy(np.zeros((1, 2), dtype=np.bool_), 5) is None


def test_spheres_are_as_large_as_their_depth_and_the_tolerance() -> None:
    spheres = cover_within(LINE, MIDDLES, RadiusBounds(0.01), 3)
    assert spheres is not None
    assert np.allclose(sorted(spheres.radii), np.array([0.0, 1.0, 1.5]) / 8 + 0.01)


def test_a_point_that_no_sphere_can_cover_is_the_centre_of_one() -> None:
    spheres = cover_within(LINE, MIDDLES.chosen(np.array([0, 1])), RadiusBounds(0.01), 3)
    assert spheres is not None
    assert [0.375, 0.0, 0.0] in spheres.centers.tolist()
    assert cover_within(LINE, MIDDLES.chosen(np.array([0, 1])), RadiusBounds(0.01), 2) is None


def test_the_least_tolerance_for_a_number_of_spheres_is_found() -> None:
    # Two spheres have all points when the large one grows from 1.5 to 2.5, or the other one from 1 to 2.
    spheres, tolerance = cover_with(LINE, MIDDLES, 2)
    assert abs(tolerance - 1 / 8) < 2e-3
    assert len(spheres) == 2
