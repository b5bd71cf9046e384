"""Robotfmt's own checks of contacts: distances that are known, bounds that hold, and coal's answers."""

from __future__ import annotations

import importlib
import math
from functools import cache
from typing import Any

import numpy as np
import pytest

from robotfmt.mesh import Triangles, tessellate
from robotfmt.mesh.triangles import Floats, join
from robotfmt.model import Box, Capsule, Cone, Cylinder, Ellipsoid, Quaternion, Shape, Sphere
from robotfmt.model.pose import rotation_matrix
from robotfmt.selfcollision import convex
from robotfmt.selfcollision.contact import TOUCHING, Contact
from robotfmt.selfcollision.convex import gaps
from robotfmt.selfcollision.convex.gaps import gap
from robotfmt.selfcollision.convex.narrow import tree

KINDS = (
    gaps.TRIANGLE,
    gaps.BOX,
    gaps.CORE,
    gaps.CYLINDER,
    gaps.CONE,
    gaps.ELLIPSOID,
)
SHAPES = (
    Box((0.2, 0.1, 0.3)),
    Sphere(0.1),
    Capsule(0.05, 0.2),
    Cylinder(0.1, 0.2),
    Cone(0.1, 0.2),
    Ellipsoid((0.2, 0.1, 0.05)),
)


def at(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Floats:
    """A pose that is not turned."""
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def turned(generator: np.random.Generator) -> Floats:
    """A random rotation: that of a quaternion, which takes less time than a decomposition."""
    return np.array(rotation_matrix(Quaternion(*generator.standard_normal(4).tolist())))


@cache
def mesh_of(shape: Shape) -> Triangles:
    """The surface of a shape."""
    found = tessellate(shape, 2e-3)
    assert found is not None
    return found


def link(*parts: Any, checks: Any = convex) -> Any:
    """Shapes about the origin, and surfaces, as one link."""
    solids = [
        checks.mesh_solid(each) if isinstance(each, Triangles) else checks.shape_solid(each, np.eye(4))
        for each in parts
    ]
    return checks.link_solid(solids)


def between(one: Shape | Triangles, other: Shape | Triangles, margin: float = 0.0) -> Contact:
    return convex.contact(link(one), link(other), margin)


@pytest.mark.parametrize(
    ("one", "other", "pose", "distance"),
    [
        (Box((0.2, 0.2, 0.2)), Box((0.2, 0.2, 0.2)), at(0.201), 0.001),
        (Box((0.2, 0.2, 0.2)), Box((0.2, 0.2, 0.2)), at(0.3, 0.3, 0.3), 0.1 * math.sqrt(3)),
        (Sphere(0.1), Sphere(0.2), at(0.0, 0.301), 0.001),
        (Capsule(0.1, 1.0), Sphere(0.1), at(0.5, 0.0, 0.5), 0.3),
        (Capsule(0.1, 1.0), Sphere(0.1), at(0.0, 0.0, 1.0), 0.3),
        (Cylinder(0.1, 1.0), Sphere(0.1), at(0.5, 0.0, 0.4), 0.3),
        (Cylinder(0.1, 1.0), Box((0.2, 0.2, 0.2)), at(0.0, 0.0, 0.8), 0.2),
        (Cylinder(0.1, 1.0), Sphere(0.1), at(0.4, 0.0, 0.9), 0.4),
        (Cone(0.1, 1.0), Sphere(0.1), at(0.0, 0.0, 0.8), 0.2),
        (Cone(0.3, 0.8), Sphere(0.1), at(0.4, 0.0, 0.3), 0.29 / math.sqrt(0.73) - 0.1),
        (Ellipsoid((0.3, 0.2, 0.1)), Sphere(0.1), at(0.5), 0.1),
        (Ellipsoid((0.3, 0.2, 0.1)), Ellipsoid((0.3, 0.2, 0.1)), at(0.0, 0.0, 0.5), 0.3),
    ],
)
def test_distances_that_are_known(one: Shape, other: Shape, pose: Floats, distance: float) -> None:
    contact = between(one, other)
    assert contact.distance(pose) == pytest.approx(distance, abs=1e-6)
    assert not contact.touch(pose)
    assert between(one, other, distance + 0.001).touch(pose)
    assert not between(one, other, distance - 0.001).touch(pose)


@pytest.mark.parametrize("one", SHAPES, ids=repr)
@pytest.mark.parametrize("other", SHAPES, ids=repr)
def test_a_shape_inside_a_solid_touches_but_inside_a_surface_does_not(one: Shape, other: Shape) -> None:
    assert between(one, other).touch(np.eye(4))
    assert between(one, other).distance(np.eye(4)) == 0.0
    small = mesh_of(other).scaled([0.01] * 3)
    assert between(one, small).touch(np.eye(4))
    assert not between(mesh_of(one), small).touch(np.eye(4))
    assert between(mesh_of(one), small).distance(np.eye(4)) > 0.01


def test_a_box_within_a_hollow_box() -> None:
    hollow = mesh_of(Box((0.4, 0.4, 0.4)))
    inner = Box((0.2, 0.2, 0.2))
    for form in (inner, mesh_of(inner)):
        contact = between(hollow, form)
        assert contact.distance(np.eye(4)) == pytest.approx(0.1)
        assert contact.distance(at(0.099)) == pytest.approx(0.001)
        assert not contact.touch(at(0.099))
        assert contact.touch(at(0.101))


@pytest.mark.parametrize(("gap_between", "touches"), [(2e-6, False), (1e-7, True), (0.0, True), (-1e-7, True)])
def test_faces_that_meet_touch_up_to_rounding(gap_between: float, touches: bool) -> None:
    box = Box((0.2, 0.2, 0.2))
    for one in (box, mesh_of(box)):
        for other in (box, mesh_of(box)):
            assert between(one, other).touch(at(0.2 + gap_between)) is touches


def cell_of(kind: int, form: str, generator: np.random.Generator) -> Floats:
    """A random triangle or solid; slivers, plates, and what meets others in corners, edges and faces too."""
    cell = np.zeros(gaps.WIDTH)
    grid = form == "grid"
    if kind == gaps.TRIANGLE:
        corners = generator.standard_normal((3, 3))
        if form == "thin":
            corners[2] = corners[0] + generator.random() * (corners[1] - corners[0]) + generator.choice([0, 1e-7])
        cell[:9] = (np.round(2 * corners) / 2 if grid else corners).ravel()
        return cell
    rotation = np.eye(3)[generator.permutation(3)] if grid else turned(generator)
    place = 1.5 * generator.standard_normal(3)
    cell[:9], cell[9:12] = rotation.ravel(), np.round(2 * place) / 2 if grid else place
    cell[12:] = generator.choice([0.25, 0.5, 1.0], 3) if grid else np.exp(generator.standard_normal(3) - 1)
    if form == "thin":
        cell[12 + generator.integers(3)] *= 1e-3
    return cell


@pytest.mark.parametrize("form", ["plain", "thin", "grid"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_bounds_meet_whatever_the_shapes(kind: int, form: str) -> None:
    """A lower bound that is proved and an upper one that is shown: what is between them would be unknown."""
    generator, room = np.random.default_rng([kind, len(form)]), np.empty((6, 4))
    apart = 0
    for other_kind in KINDS:
        for _ in range(300):
            one, other = cell_of(kind, form, generator), cell_of(other_kind, form, generator)
            lower, upper = gap(kind, one, other_kind, other, (math.inf, TOUCHING), room)
            assert lower <= upper + 1e-12
            assert upper <= TOUCHING or upper - lower < 2e-7
            quick, _ = gap(kind, one, other_kind, other, (TOUCHING, TOUCHING), room)
            assert (quick > TOUCHING) is (upper > TOUCHING)
            apart += upper > TOUCHING
    assert 600 < apart < 1800


@pytest.mark.parametrize("count", [1, 2, 3, 100, 1001])
def test_the_boxes_of_a_tree_hold_all_below(count: int) -> None:
    cells = np.zeros((count, gaps.WIDTH))
    cells[:, :9] = np.random.default_rng(count).random((count, 9))
    found = tree(np.zeros(count, dtype=np.int64), cells)

    def below(node: int) -> list[int]:
        first, second = found.children[node].tolist()
        return [second] if first < 0 else below(first) + below(second)

    assert sorted(below(0)) == list(range(count))
    assert len(found.boxes) == 2 * count - 1
    for node, box in enumerate(found.boxes):
        corners = cells[below(node), :9].reshape(-1, 3)
        assert box[:3] - box[3:] == pytest.approx(corners.min(axis=0))
        assert box[:3] + box[3:] == pytest.approx(corners.max(axis=0))


FORMS = (*SHAPES, *(mesh_of(each) for each in SHAPES))


@pytest.mark.parametrize("one", range(len(FORMS)))
def test_coal_finds_the_same(one: int) -> None:
    """Distances up to the tolerance of coal's solver for round shapes."""
    pytest.importorskip("coal")
    coal = importlib.import_module("robotfmt.selfcollision.narrow")
    generator = np.random.default_rng(one)
    touching = 0
    for other in range(len(FORMS)):
        parts = [(FORMS[one], FORMS[(one + 1) % 6]), (FORMS[other],)]
        ours, theirs = (checks.contact(*(link(*each, checks=checks) for each in parts)) for checks in (convex, coal))
        for _ in range(40):
            place = generator.standard_normal(3)
            place *= generator.uniform(0.0, 0.5) / np.linalg.norm(place)
            pose = at(*place.tolist())
            pose[:3, :3] = turned(generator)
            distance = theirs.distance(pose)
            assert ours.distance(pose) == pytest.approx(distance, abs=5e-6)
            if not 0 < distance < 1e-5:
                assert ours.touch(pose) is theirs.touch(pose)
            touching += ours.touch(pose)
    assert 50 < touching < 40 * len(FORMS) - 50


def test_surfaces_in_several_parts() -> None:
    far = mesh_of(Box((0.1, 0.1, 0.1))).moved(np.eye(3), np.array([5.0, 0.0, 0.0]))
    both = join([mesh_of(Sphere(0.1)), far])
    assert between(both, Sphere(0.1)).touch(at(5.1))
    assert between(both, Sphere(0.1)).distance(at(2.0)) == pytest.approx(1.8, abs=1e-3)
