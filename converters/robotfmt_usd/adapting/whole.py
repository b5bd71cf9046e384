"""The robot as a whole: its base, its name, and shapes without a surface."""

from __future__ import annotations

from robotfmt import adapting, edit
from robotfmt.context import Context
from robotfmt.kinematics.tree import base_of
from robotfmt.model import (
    Base,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Link,
    Mesh,
    Plane,
    Robot,
    Sphere,
)
from robotfmt.model.record import replace

_SHAPES = (Box, Sphere, Cylinder, Capsule, Cone, Ellipsoid, Mesh)


def based(robot: Robot) -> Robot:
    """Give the robot a base that is fixed or floats, without a link ``world``."""
    kind = base_of(robot)
    if kind is Base.PLANAR:
        robot, kind = edit.with_base(robot, "planar", as_joints=True), Base.FIXED
    robot = adapting.without_world(robot) if robot.links else robot
    return replace(robot, base=kind or Base.FIXED, virtual_joints=())


def used(robot: Robot) -> Robot:
    """Drop materials that no shape has."""
    shapes = (each for link in robot.links for each in (*link.visuals, *link.collisions))
    names = {each.material.name for each in shapes if each.material is not None}
    kept = tuple(each for each in robot.materials if each.name in names)
    return robot if len(kept) == len(robot.materials) else replace(robot, materials=kept)


def shaped(robot: Robot, context: Context) -> Robot:
    """Drop shapes that are no prims, and meshes that cannot be read."""
    from robotfmt.surfaces.loading import surface

    def stays(geometry: Geometry) -> bool:
        shape = geometry.shape
        if isinstance(shape, Mesh):
            is_seen = geometry.purpose.value == "visual" and geometry.material is None
            return surface(geometry, context, appearance=is_seen) is not None
        if isinstance(shape, Plane):
            return shape.normal in (None, (0.0, 0.0, 1.0)) and shape.size is not None
        return isinstance(shape, _SHAPES)

    def change(link: Link) -> Link:
        visuals, collisions = (tuple(filter(stays, row)) for row in (link.visuals, link.collisions))
        same = (len(visuals), len(collisions)) == (len(link.visuals), len(link.collisions))
        return link if same else replace(link, visuals=visuals, collisions=collisions)

    return replace(robot, links=tuple(map(change, robot.links)))
