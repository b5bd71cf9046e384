"""Shapes of a link that share a geom: one that is shown and one that collides."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import robotfmt
from robotfmt.model import Box, Cylinder, Geometry, Link, Mesh, Pose, Purpose, Robot, Shape, Sphere
from robotfmt_openrave.parts.shapes import pairs_of

MESH = Mesh("trunk.stl")
OTHER = Mesh("other.stl")
BOX = Box((0.25, 0.08, 0.114))
ROD = Cylinder(0.05, 0.25)


def shown(*shapes: Shape) -> tuple[Geometry, ...]:
    return tuple(Geometry(shape=each) for each in shapes)


def colliding(*shapes: Shape) -> tuple[Geometry, ...]:
    return tuple(Geometry(shape=each, purpose=Purpose.COLLISION) for each in shapes)


ROWS = {
    "a mesh before shapes that are only shown": (shown(MESH, BOX, ROD), ()),
    "a mesh that could take the box of another": (shown(MESH, BOX), colliding(BOX)),
    "a mesh behind": (shown(BOX, MESH), colliding(ROD, BOX)),
    "two meshes": (shown(MESH, OTHER, BOX), colliding(OTHER, ROD, BOX)),
    "all in another order": (shown(BOX, ROD, MESH), colliding(MESH, ROD, BOX)),
}


@pytest.mark.parametrize(("visuals", "collisions"), ROWS.values(), ids=ROWS)
def test_shapes_read_back(visuals: tuple[Geometry, ...], collisions: tuple[Geometry, ...], tmp_path: Path) -> None:
    path = tmp_path / "r.robot.xml"
    link = Link(name="trunk", visuals=visuals, collisions=collisions)
    robotfmt.write(Robot(name="r", links=(link,)), path)
    found = robotfmt.read(path).links[0]
    assert [type(each.shape) for each in found.visuals] == [type(each.shape) for each in visuals]


def test_a_mesh_is_shown_for_a_shape_that_no_other_needs() -> None:
    link = Link(name="trunk", visuals=shown(MESH, OTHER), collisions=colliding(BOX, OTHER))
    assert [(a is not None, b is not None) for a, b in pairs_of(link)] == [(True, True), (True, True)]


def test_many_shapes_are_paired_soon() -> None:
    places = [Pose((float(index), 0.0, 0.0)) for index in range(400)]
    visuals = tuple(Geometry(shape=MESH, pose=each) for each in places)
    collisions = tuple(Geometry(shape=Sphere(0.1), pose=each) for each in reversed(places))
    begun = time.process_time()
    assert len(pairs_of(Link(name="trunk", visuals=visuals, collisions=collisions))) == 799
    assert time.process_time() - begun < 5
