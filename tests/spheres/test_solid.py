"""What is inside, against the definition word for word, with distances and winding numbers by libigl."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from robotfmt.mesh import Triangles, tessellate
from robotfmt.mesh.repair import Solidity, repair
from robotfmt.mesh.triangles import Flags, Floats
from robotfmt.model import Box, Cylinder, Shape
from robotfmt.spheres.measuring.links import samples_of
from robotfmt.spheres.measuring.solid import CELLS, Solid, solid_of

pytestmark = pytest.mark.slow


def _turned(shape: Shape, faces: slice = slice(None)) -> Triangles:
    made = tessellate(shape, 1e-3)
    assert made is not None
    turn = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0]
    turn *= np.sign(np.linalg.det(turn))
    return Triangles(made.vertices @ turn.T, made.faces[faces])


SURFACES = {
    "closed": _turned(Box((0.2, 0.1, 0.05))),
    "round": _turned(Cylinder(0.03, 0.1)),
    "open": _turned(Box((0.2, 0.1, 0.05)), slice(2, None)),
}


def _literally(igl: Any, surface: Triangles, solid: Solid, points: Floats) -> Flags:
    from scipy import ndimage  # type: ignore[import-untyped]

    vertices, faces = surface.vertices, surface.faces.astype(np.int64)
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    pitch = math.dist(low, high) / CELLS
    cells = tuple(int(n) for n in np.ceil((high - low) / pitch) + 12)
    centers = low - 6 * pitch + (np.argwhere(np.ones(cells)) + 0.5) * pitch
    gaps = np.sqrt(igl.point_mesh_squared_distance(centers, vertices, faces)[0]).reshape(cells)
    labels, _ = ndimage.label(gaps > 1.6 * pitch)  # pyright: ignore[reportGeneralTypeIssues]
    steps = ndimage.distance_transform_edt(labels != labels[0, 0, 0])
    filled = np.asarray(steps) > 1.01 * 1.6
    assert (solid.filled == filled).all()
    at = np.floor((points - (low - 6 * pitch)) / pitch).astype(np.int64)
    # Of an open surface the winding number is not asked.
    closed = solid.solidity is not Solidity.SURFACE_ONLY
    wound = closed & (np.abs(igl.winding_number(vertices, faces, points)) > 0.5)
    found: Flags = wound | filled[tuple(at.T)]
    return found


@pytest.mark.parametrize("name", SURFACES)
def test_inside_agrees_with_the_definition(name: str) -> None:
    igl = pytest.importorskip("igl")
    surface = SURFACES[name]
    solid = solid_of(repair(surface))
    assert (solid.solidity is Solidity.SURFACE_ONLY) == (name == "open")
    low, high = solid.low - 3 * solid.pitch, solid.high + 3 * solid.pitch
    points = low + np.random.default_rng(0).random((20_000, 3)) * (high - low)
    assert (solid.inside(points) == _literally(igl, surface, solid, points)).all()


def test_the_volume_agrees_with_many_random_points() -> None:
    surface = SURFACES["round"]
    solid = solid_of(repair(surface))
    points = solid.low + np.random.default_rng(0).random((400_000, 3)) * (solid.high - solid.low)
    share = solid.inside(points).mean()
    assert samples_of(solid, 2000).volume == pytest.approx(share * np.prod(solid.high - solid.low), rel=5e-3)
