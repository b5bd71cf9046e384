"""The proof of cover: spheres grow until it holds, and it holds only where it is true."""

from __future__ import annotations

import numpy as np
import pytest

from robotfmt.mesh.triangles import Floats
from robotfmt.spheres.arrays import Spheres
from robotfmt.spheres.fitting.certify import grown_to_cover, is_covered
from robotfmt.spheres.fitting.samples import pieces

TRIANGLE = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])
MIDDLE = Spheres(np.array([[0.5, 0.5, 0.0]]), np.array([0.5**0.5 + 1e-6]))


def _uncovered(corners: Floats, spheres: Spheres) -> int:
    random = np.random.default_rng(3)
    weights = random.dirichlet((1, 1, 1), size=4000)
    points = np.einsum("ij,mjk->mik", weights, corners).reshape(-1, 3)
    gaps = np.linalg.norm(points[:, None] - spheres.centers, axis=2) - spheres.radii
    return int((gaps.min(axis=1) > 0).sum())


def test_a_sphere_around_a_triangle_covers_it() -> None:
    assert is_covered(TRIANGLE, MIDDLE, 1e-3)


def test_a_slightly_smaller_sphere_does_not() -> None:
    assert not is_covered(TRIANGLE, MIDDLE.grown(-1e-5), 1e-3)


def test_no_spheres_cover_nothing_but_nothing() -> None:
    none = Spheres(np.zeros((0, 3)), np.zeros(0))
    assert is_covered(TRIANGLE[:0], none, 1e-3)
    assert not is_covered(TRIANGLE, none, 1e-3)


@pytest.mark.parametrize("seed", range(5))
def test_grown_spheres_cover_every_triangle(seed: int) -> None:
    random = np.random.default_rng(seed)
    corners = random.normal(size=(30, 3, 3))
    spheres = Spheres(random.normal(size=(8, 3)), random.random(8))
    grown, left = grown_to_cover(corners, spheres, 0.05)
    assert not len(left)
    assert (grown.radii >= spheres.radii).all()
    assert _uncovered(corners, spheres) > 0
    assert _uncovered(corners, grown) == 0
    assert is_covered(corners, grown, 1e-4)


def test_no_sphere_grows_beyond_its_cap_and_open_pieces_are_returned() -> None:
    spheres = Spheres(np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]), np.array([0.1, 0.1]))
    caps = np.array([0.3, 0.6])
    grown, left = grown_to_cover(TRIANGLE, spheres, 0.01, caps)
    assert (grown.radii <= caps).all()
    areas = np.linalg.norm(np.cross(left[:, 1] - left[:, 0], left[:, 2] - left[:, 0]), axis=1) / 2
    # A quarter disc, and the eighth of a disc as far as the triangle reaches.
    assert areas.sum() == pytest.approx(0.5 - np.pi * (0.3**2 / 4 + 0.6**2 / 8), rel=0.1)
    assert is_covered(pieces(TRIANGLE, 0.05)[:0], grown, 0.01)


def test_pieces_are_small_and_together_the_whole() -> None:
    parts = pieces(TRIANGLE, 0.1)
    edges = np.linalg.norm(parts - parts[:, [1, 2, 0]], axis=2)
    areas = np.linalg.norm(np.cross(parts[:, 1] - parts[:, 0], parts[:, 2] - parts[:, 0]), axis=1) / 2
    assert edges.max() <= 0.1
    assert areas.sum() == pytest.approx(0.5)


CAPPED = Spheres(np.array([[0.0, 1.0, 0.0]]), np.array([1e-3])), np.array([0.5])
"""A sphere that may not grow to reach the x axis."""
SLIVERS = {
    "long": [0.7, 5e-5, 0.0],
    "without area": [0.5, 0.0, 0.0],
    "without area, bent at a third": [1 / 3, 0.0, 0.0],
    "with two equal corners": [1.0, 0.0, 0.0],
    "with two equal corners, turned": [0.0, 0.0, 0.0],
}


@pytest.mark.parametrize("apex", SLIVERS.values(), ids=SLIVERS)
def test_the_pieces_of_a_sliver_grow_with_its_length_only(apex: list[float]) -> None:
    sliver = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], apex]])
    counts = [len(grown_to_cover(sliver, CAPPED[0], size, CAPPED[1])[1]) for size in (1e-3, 2.5e-4)]
    assert counts[0] <= 3000
    assert counts[1] <= 5 * counts[0]


@pytest.mark.parametrize("apex", SLIVERS.values(), ids=SLIVERS)
def test_open_pieces_of_a_sliver_contain_everything_uncovered(apex: list[float]) -> None:
    sliver = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], apex]])
    spheres, caps = Spheres(np.array([[0.1, 0.0, 0.0]]), np.array([0.2])), np.array([0.25])
    grown, left = grown_to_cover(sliver, spheres, 0.01, caps)
    assert left[:, :, 0].max() == 1.0
    assert grown.radii[0] <= 0.25
    assert 0.1 + grown.radii[0] - 0.01 <= left[:, :, 0].min() <= 0.1 + grown.radii[0]
    second = Spheres(np.array([[0.7, 0.0, 0.0]]), np.array([0.05]))
    rest, none = grown_to_cover(left, second, 0.01)
    assert not len(none)
    together = Spheres(np.concatenate([grown.centers, rest.centers]), np.concatenate([grown.radii, rest.radii]))
    assert _uncovered(sliver, together) == 0
    assert is_covered(sliver, together, 1e-4)


def test_a_thin_triangle_is_not_covered_by_spheres_of_its_longest_edge() -> None:
    sliver = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, 0.02, 0.0]]])
    spheres = Spheres(np.stack([np.linspace(0, 1, 101), np.zeros(101), np.zeros(101)], axis=1), np.full(101, 0.01))
    assert not is_covered(sliver, spheres, 0.1)
    grown, _ = grown_to_cover(sliver, spheres, 0.1)
    assert _uncovered(sliver, grown) == 0
