"""Points inside a surface are to be covered, too."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from efforts import DRAFT

from robotfmt.mesh import tessellate
from robotfmt.mesh.repair import repair
from robotfmt.mesh.triangles import Floats
from robotfmt.model import Box
from robotfmt.spheres import fit_mesh
from robotfmt.spheres.arrays import NO_SPHERES, Spheres
from robotfmt.spheres.fitting.certify import grown_to_cover, with_inside
from robotfmt.spheres.fitting.samples import thinned
from robotfmt.spheres.fitting.surface_field import SurfaceField, surface_field_of

SIZE = np.array([0.3, 0.25, 0.2])
BOX = tessellate(Box((0.3, 0.25, 0.2)), 1.0)
assert BOX is not None


@cache
def _field() -> SurfaceField:
    assert BOX is not None
    return surface_field_of(repair(BOX))


def _points(surface_field: SurfaceField) -> Floats:
    """What a surface field has more than the surface, in metres."""
    more = surface_field.corners[len(_field().corners) :]
    assert (np.ptp(more, axis=1) == 0).all()
    return more[:, 0] * _field().scale + _field().middle


def test_points_are_all_over_the_inside() -> None:
    points = _points(with_inside(_field(), NO_SPHERES))
    assert (np.abs(points) < SIZE / 2 - 0.002).all()
    places = (np.random.default_rng(0).random((200, 3)) - 0.5) * (SIZE - 0.03)
    assert np.linalg.norm(places[:, None] - points, axis=2).min(axis=1).max() < 0.03


def test_samples_inside_a_sphere_are_not_candidates() -> None:
    sphere = _field().relative(Spheres(np.zeros((1, 3)), np.array([0.1])))
    points = _points(with_inside(_field(), sphere))
    assert len(points) > 0
    assert (np.linalg.norm(points, axis=1) > 0.1).all()


def test_a_hole_that_spheres_leave_is_found() -> None:
    grid = _field().samples.points[thinned(_field().samples.points, 0.05)]
    spheres = Spheres(grid, np.full(len(grid), 0.1))
    target = with_inside(_field(), NO_SPHERES)
    _, open_surface = grown_to_cover(_field().corners, spheres, 0.01, spheres.radii)
    _, left = grown_to_cover(target.corners, spheres, 0.01, spheres.radii)
    assert len(open_surface) == 0
    assert len(left) > 0
    assert (np.ptp(left, axis=1) == 0).all()
    grown, none = grown_to_cover(target.corners, spheres, 0.01)
    assert len(none) == 0
    gaps = np.linalg.norm(left[:, 0, None] - grown.centers, axis=2) - grown.radii
    assert (gaps.min(axis=1) <= 0).all()


@pytest.mark.slow
def test_spheres_leave_nothing_open_inside() -> None:
    points = (np.random.default_rng(0).random((20_000, 3)) - 0.5) * SIZE
    assert BOX is not None
    for spheres in (
        fit_mesh(BOX.vertices, BOX.faces, per_link=20, effort=DRAFT).spheres,
        fit_mesh(BOX.vertices, BOX.faces, tolerance=0.03).spheres,
    ):
        gaps = np.linalg.norm(points[:, None] - spheres[:, :3], axis=2) - spheres[:, 3]
        assert (gaps.min(axis=1) <= 0).all()
