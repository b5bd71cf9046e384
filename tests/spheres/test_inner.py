"""The number of spheres of a base: as few as cover it without blocking the arm, or inside it as let few poses pass in
which the shapes collide.
"""

from __future__ import annotations

import pytest

from robotfmt.spheres.fitting.inner import filled, with_cover, with_inner


@pytest.mark.parametrize(
    ("shares", "count"),
    [
        ({3: 0.005}, 3),  # few poses pass at once
        ({3: 0.1, 6: 0.03, 12: 0.009}, 12),
        ({3: 0.06, 6: 0.051}, 3),
        ({3: 0.04, 6: 0.039}, 3),  # more are of no use
        ({3: 0.4, 6: 0.2, 12: 0.1, 24: 0.01}, 24),
        ({3: 0.4, 6: 0.2, 12: 0.1, 24: 0.04}, None),
        ({3: 0.4, 6: 0.39}, None),  # too many poses pass
    ],
)
def test_a_number_that_pays(shares: dict[int, float], count: int | None) -> None:
    assert with_inner(int, shares.__getitem__) == count


def test_a_given_number_stays() -> None:
    assert with_inner(int, {3: 0.04}.__getitem__, is_usual=False) == 3


@pytest.mark.parametrize(
    ("least", "most", "count"), [(1, 24, 6), (13, 24, 18), (24, 24, 24), (13, 12, None), (25, 24, None)]
)
def test_a_base_is_covered_by_the_fewest_spheres_that_serve(least: int, most: int, count: int | None) -> None:
    assert with_cover(int, lambda made: made >= least, most) == count


@pytest.mark.parametrize(
    ("shares", "count"),
    [
        ({0: 0.01}, None),  # nothing passes below those that cover
        ({0: 0.04, 3: 0.04, 6: 0.008}, 6),
        ({0: 0.04, 3: 0.04, 6: 0.013, 9: 0.011, 12: 0.04}, 9),
        ({0: 0.04, 3: 0.04, 6: 0.04, 9: 0.04, 12: 0.04}, None),  # more are of no use
    ],
)
def test_the_layer_below_is_filled_if_poses_pass_there(shares: dict[int, float], count: int | None) -> None:
    assert filled(int, shares.__getitem__) == count
