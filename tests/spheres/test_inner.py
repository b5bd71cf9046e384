"""The number of spheres that stay inside a base: as few as let few poses pass in which the shapes collide."""

from __future__ import annotations

import pytest

from robotfmt.spheres.fitting.inner import with_inner


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
