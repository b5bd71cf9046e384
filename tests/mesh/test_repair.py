"""Surfaces made ready to bound a solid: what is left out, what is turned, what is closed."""

from __future__ import annotations

import numpy as np
import pytest

from robotfmt.mesh import Triangles, join, tessellate
from robotfmt.mesh.repair import Faults, Solidity, join_repaired, least_solid, repair
from robotfmt.mesh.triangles import Floats
from robotfmt.model import Box

_BOX = tessellate(Box((0.3, 0.2, 0.1)), 1.0)
assert _BOX is not None
BOX: Triangles = _BOX
SHEET = Triangles(np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]), np.array([[0, 1, 2], [0, 2, 3]]))


def _with_faces(faces: object, of: Triangles = BOX) -> Triangles:
    return Triangles(of.vertices, np.asarray(faces, dtype=np.int64))


def _flipped(which: slice | list[int]) -> Triangles:
    faces = BOX.faces.copy()
    faces[which] = faces[which][:, ::-1]
    return _with_faces(faces)


def _volume(surface: Triangles) -> float:
    a, b, c = surface.corners.transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6


def _shuffled(surface: Triangles, noise: float) -> Triangles:
    """Every triangle with vertices of its own, a little aside, as exporters leave them."""
    corners = surface.corners.reshape(-1, 3)
    places: Floats = corners + np.random.default_rng(0).uniform(-noise, noise, corners.shape)
    return Triangles(places, np.arange(len(places)).reshape(-1, 3))


def test_a_sound_surface_stays_itself() -> None:
    found = repair(BOX)
    assert found.triangles is BOX
    assert found.solidity is Solidity.AS_READ
    assert found.faults == Faults()
    assert found.closed.all()


@pytest.mark.parametrize("which", [slice(0, 12, 3), [5], slice(0, 5)])
def test_faces_that_look_the_other_way_are_turned(which: slice | list[int]) -> None:
    damaged = _flipped(which)
    count = len(damaged.faces[which])
    found = repair(damaged)
    assert found.solidity is Solidity.REPAIRED
    assert found.faults.turned == count
    assert np.flatnonzero(found.turned).tolist() == np.arange(12)[which].tolist()
    assert _volume(found.triangles) == pytest.approx(0.006)


def test_a_surface_that_is_inside_out_throughout_is_sound() -> None:
    assert repair(_flipped(slice(None))).solidity is Solidity.AS_READ


def test_doubled_faces_of_either_orientation_are_left_out() -> None:
    faces = np.concatenate([BOX.faces, BOX.faces[:4], BOX.faces[2:5, ::-1], np.roll(BOX.faces[7:8], 1, axis=1)])
    found = repair(_with_faces(faces))
    assert found.faults.doubled == 8
    assert found.solidity is Solidity.REPAIRED
    assert (found.triangles.faces == BOX.faces).all()
    assert np.flatnonzero(~found.kept).tolist() == list(range(12, 20))


def test_a_box_with_two_sides_is_a_box() -> None:
    found = repair(_with_faces(np.concatenate([BOX.faces, BOX.faces[:, ::-1]])))
    assert found.solidity is Solidity.REPAIRED
    assert _volume(found.triangles) == pytest.approx(0.006)


def test_a_box_with_a_hole_is_a_surface_only() -> None:
    found = repair(_with_faces(BOX.faces[1:]))
    assert found.solidity is Solidity.SURFACE_ONLY
    assert found.faults == Faults(open=3)
    assert found.open_share == 1.0


@pytest.mark.parametrize("double", [SHEET.faces, SHEET.faces[:, ::-1]])
def test_a_doubled_sheet_is_a_sheet(double: Floats) -> None:
    found = repair(_with_faces(np.concatenate([SHEET.faces, double]), SHEET))
    assert found.solidity is Solidity.SURFACE_ONLY
    assert len(found.triangles) == 2


def test_the_wall_between_two_boxes_stays() -> None:
    other = BOX.moved(np.eye(3), [0.3, 0.0, 0.0])
    both = join([BOX, other])
    found = repair(both)
    assert found.triangles is both
    assert found.solidity is Solidity.AS_READ
    assert found.faults == Faults(branching=4)


def test_each_part_is_judged_by_itself() -> None:
    away = SHEET.moved(np.eye(3), [5.0, 0.0, 0.0])
    found = repair(join([BOX, away]))
    assert found.solidity is Solidity.SURFACE_ONLY
    assert found.closed.tolist() == [True] * 12 + [False] * 2
    assert found.open_share == pytest.approx(1 / (1 + 2 * (0.06 + 0.03 + 0.02)))


def test_vertices_that_nearly_coincide_are_one() -> None:
    assert repair(_shuffled(BOX, 1e-8)).solidity is Solidity.AS_READ
    assert repair(_shuffled(BOX, 1e-4)).solidity is Solidity.SURFACE_ONLY


def test_a_surface_with_one_side_has_no_solid() -> None:
    # A Moebius strip of ten quadrangles: the last one is joined to the first one upside down.
    turns = np.linspace(0, 2 * np.pi, 10, endpoint=False)
    across = np.stack([np.cos(turns / 2) * np.cos(turns), np.cos(turns / 2) * np.sin(turns), np.sin(turns / 2)], axis=1)
    ring = np.stack([np.cos(turns), np.sin(turns), 0 * turns], axis=1)
    vertices = np.concatenate([ring + 0.2 * across, ring - 0.2 * across])
    faces = []
    for i in range(10):
        a, b = i, i + 10
        c, d = ((i + 1) % 10, (i + 1) % 10 + 10) if i < 9 else (10, 0)
        faces += [[a, c, b], [b, c, d]]
    found = repair(Triangles(vertices, np.array(faces)))
    assert found.solidity is Solidity.SURFACE_ONLY
    assert found.faults.mixed > 0
    assert found.faults.turned == 0


def test_several_surfaces_have_the_solidity_of_the_worst() -> None:
    parts = [repair(BOX), repair(_flipped([3])), repair(SHEET)]
    whole = join_repaired(parts)
    assert whole.solidity is Solidity.SURFACE_ONLY
    assert (len(whole.triangles), len(whole.kept), len(set(whole.parts.tolist()))) == (26, 26, 3)
    assert whole.faults == Faults(turned=1, mixed=3, open=4)
    assert join_repaired(parts[:2]).solidity is Solidity.REPAIRED
    assert least_solid([]) is Solidity.AS_READ
