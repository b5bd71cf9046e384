"""The distances of the cells of a grid are scipy's."""

from __future__ import annotations

import numpy as np
import pytest

from robotfmt.spheres.measuring.cells import steps_to_false

SHAPES = [(1, 1, 9), (5, 6, 7), (20, 3, 31), (17, 25, 12)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("share", [0.003, 0.05, 0.5, 0.97])
def test_distances_to_the_nearest_false_cell_are_exact(shape: tuple[int, int, int], share: float) -> None:
    from scipy import ndimage  # type: ignore[import-untyped]

    flags = np.random.default_rng(3).random(shape) >= share
    flags[0, 0, 0] = False
    expected = np.asarray(ndimage.distance_transform_edt(flags))
    assert steps_to_false(flags) == pytest.approx(expected, abs=1e-5)
    assert steps_to_false(flags[::-1, ::-1, ::-1]) == pytest.approx(expected[::-1, ::-1, ::-1], abs=1e-5)


@pytest.mark.parametrize("most", [1.0, 1.2, 3.0, 5.5])
def test_cells_beyond_a_distance_are_infinitely_far(most: float) -> None:
    flags = np.random.default_rng(4).random((14, 18, 22)) >= 0.004
    exact = steps_to_false(flags)
    assert (exact > most).any()
    assert np.array_equal(steps_to_false(flags, most), np.where(exact <= most, exact, np.inf))


def test_without_a_false_cell_everything_is_infinitely_far() -> None:
    assert np.isinf(steps_to_false(np.ones((3, 4, 5), dtype=np.bool_))).all()
    assert not steps_to_false(np.zeros((3, 4, 5), dtype=np.bool_)).any()
