"""Meshes with faces that are turned around, doubled or missing: what is proved of spheres is true all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from efforts import DRAFT
from real import example_meshes

from robotfmt.diagnostics import Report
from robotfmt.limits import Limits
from robotfmt.mesh import Triangles, load, tessellate
from robotfmt.mesh.repair import Solidity
from robotfmt.mesh.triangles import Floats, Ints
from robotfmt.model import Box
from robotfmt.spheres import fit_mesh, measure_mesh
from robotfmt.spheres.lengths import Metres

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("shared_fits")]
SIZE = np.array([0.1, 0.05, 0.02])
_BOX = tessellate(Box((0.1, 0.05, 0.02)), 1.0)
assert _BOX is not None
BOX: Triangles = _BOX
SLACK = 1e-4
"""Metres: a measure of samples may see less than there is by so much."""


def _around(spheres: Floats) -> Floats:
    """Points on the spheres."""
    directions = np.random.default_rng(0).normal(size=(2000, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    points: Floats = spheres[:, None, :3] + spheres[:, None, 3:] * directions
    return points.reshape(-1, 3)


def _outside_box(points: Floats, low: Floats, high: Floats) -> float:
    return float(np.linalg.norm(np.maximum(np.maximum(low - points, points - high), 0.0), axis=1).max())


def test_a_box_with_turned_faces_is_the_box() -> None:
    faces = BOX.faces.copy()
    faces[::3] = faces[::3, ::-1]
    found = fit_mesh(BOX.vertices, faces, tolerance=0.006)
    assert found.solid is Solidity.REPAIRED
    assert found.protrusion <= 0.006 + 1e-5
    assert _outside_box(_around(found.spheres), -SIZE / 2, SIZE / 2) <= found.protrusion
    measured = measure_mesh(BOX.vertices, faces, found.spheres)
    assert measured.solid is Solidity.REPAIRED
    assert measured.protrusion <= found.protrusion


@pytest.mark.parametrize("turn", [False, True])
def test_a_doubled_sheet_has_no_inside(turn: bool) -> None:
    places = np.array([[0.0, 0, 0], [0.1, 0, 0], [0.1, 0.02, 0], [0, 0.02, 0]])
    faces = np.array([[0, 1, 2], [0, 2, 3]])
    both = np.concatenate([faces, faces[:, ::-1] if turn else faces])
    found = fit_mesh(places, both, tolerance=0.006)
    assert found.solid is Solidity.SURFACE_ONLY
    assert _outside_box(_around(found.spheres), places[0], places[2]) <= found.protrusion <= 0.006 + 1e-5
    measured = measure_mesh(places, both, found.spheres)
    assert measured.protrusion <= found.protrusion
    assert measured.volume == 0.0


def test_the_inside_of_an_open_box_is_filled_and_reported() -> None:
    faces = BOX.faces[1:]
    found = fit_mesh(BOX.vertices, faces, per_link=6, effort=DRAFT)
    assert found.solid is Solidity.SURFACE_ONLY
    assert not found.hollow
    assert found.protrusion >= _outside_box(_around(found.spheres), -SIZE / 2, SIZE / 2)
    assert found.protrusion >= measure_mesh(BOX.vertices, faces, found.spheres).protrusion


def test_openings_that_are_treated_as_closed_make_a_solid() -> None:
    faces = BOX.faces[1:]
    found = fit_mesh(BOX.vertices, faces, tolerance=0.003, fill=Metres(0.06))
    assert found.protrusion <= 0.003 + 1e-5
    as_fitted = measure_mesh(BOX.vertices, faces, found.spheres, fill=Metres(0.06))
    # Over an opening heights are those above cells, two of 1/160 of the diagonal wide.
    assert as_fitted.protrusion <= found.protrusion + 2 * np.linalg.norm(SIZE) / 160
    assert measure_mesh(BOX.vertices, faces, found.spheres).protrusion > 1.5 * as_fitted.protrusion


def test_a_wall_can_be_asked_for() -> None:
    found = fit_mesh(BOX.vertices, BOX.faces[2:], tolerance=0.012, fill=0.0005)
    assert found.hollow
    assert found.protrusion <= 0.012 + 1e-5
    assert measure_mesh(BOX.vertices, BOX.faces[2:], found.spheres).protrusion <= found.protrusion


def _turned(faces: Ints, chosen: Ints) -> Ints:
    damaged = faces.copy()
    damaged[chosen] = damaged[chosen][:, ::-1]
    return damaged


def _doubled(faces: Ints, chosen: Ints) -> Ints:
    return np.concatenate([faces, faces[chosen]])


def _removed(faces: Ints, chosen: Ints) -> Ints:
    return np.delete(faces, chosen, axis=0)


@pytest.mark.parametrize("damage", [_turned, _doubled, _removed])
@pytest.mark.parametrize("asked", [{"tolerance": 0.01}, {"per_link": 4, "effort": DRAFT}], ids=str)
def test_damage_to_a_real_mesh_makes_no_claim_false(
    damage: Callable[[Ints, Ints], Ints], asked: dict[str, Any]
) -> None:
    (path,) = example_meshes("kinova_description/meshes/arm.dae") or pytest.skip("example-robot-data is missing")
    sound = load(path.read_bytes(), ".dae", name="arm.dae", limits=Limits(), report=Report())
    chosen = np.random.default_rng(1).permutation(len(sound))[: len(sound) // 100]
    found = fit_mesh(sound.vertices, damage(sound.faces, chosen), **asked)
    measured = measure_mesh(sound.vertices, sound.faces, found.spheres, samples=4000)
    assert measured.solid is Solidity.AS_READ
    assert found.protrusion >= measured.protrusion - SLACK
    assert measured.coverage == 100.0 or damage is _removed
