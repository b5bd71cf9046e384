"""The robot as a whole: its base, its name, and shapes without a surface."""

from __future__ import annotations

from pathlib import PurePath

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
    Material,
    Mesh,
    Plane,
    Robot,
    RobotSimulation,
    Sphere,
)
from robotfmt.model.record import replace

from ..parts.images_written import image_of
from ..parts.places import is_static, places

_SHAPES = (Box, Sphere, Cylinder, Capsule, Cone, Ellipsoid, Mesh)


def based(robot: Robot) -> Robot:
    """Give the robot a base that is fixed or floats, without a link ``world``."""
    kind = base_of(robot)
    if kind is Base.PLANAR:
        robot, kind = edit.with_base(robot, "planar", as_joints=True), Base.FIXED
    robot = adapting.without_world(robot) if robot.links else robot
    return replace(robot, base=kind or Base.FIXED, virtual_joints=())


def named(robot: Robot, name: str) -> Robot:
    """Give the robot a name if it has none: its prim has one."""
    return replace(robot, name=name) if robot.name is None else robot


def still(robot: Robot) -> Robot:
    """Leave out what has no effect on a fixed part of the world: its mass; only one link can be such a part."""
    if not is_static(robot):
        return robot
    assert robot.simulation is not None
    if len(robot.links) != 1 or robot.frames or robot.joints:
        made = replace(robot.simulation, static=None)
        return replace(robot, simulation=made if made != RobotSimulation() else None, base=Base.FIXED)
    link = replace(robot.links[0], inertial=None, simulation=None)
    simulation = RobotSimulation(origin=robot.simulation.origin, static=True)
    return replace(robot, links=(link,), simulation=simulation, base=Base.FIXED)


def parted(robot: Robot) -> Robot:
    """Drop ignored pairs of links that are no bodies, which touch nothing, and of one link with itself."""
    bodies = robot.link_by_name.keys() - places(robot)
    pairs = ((each, {each.first, each.second}) for each in robot.ignored_pairs)
    kept = tuple(each for each, ends in pairs if len(ends) == 2 and ends <= bodies)
    return robot if len(kept) == len(robot.ignored_pairs) else replace(robot, ignored_pairs=kept)


def plain(robot: Robot) -> Robot:
    """Drop what shapes have no words for: masses of visuals, masses of 0, which mean to compute them."""

    def change(link: Link) -> Link:
        visuals = tuple(replace(each, mass=None, density=None, surface=None) for each in link.visuals)
        collisions = tuple(
            replace(each, mass=each.mass or None, density=each.density or None) for each in link.collisions
        )
        return replace(link, visuals=visuals, collisions=collisions)

    return replace(robot, links=tuple(map(change, robot.links)))


def painted(robot: Robot) -> Robot:
    """Bring colours, metalness and roughness within 0 to 1."""

    def of(geometry: Geometry) -> Geometry:
        return geometry if geometry.material is None else replace(geometry, material=_painted(geometry.material))

    links = (replace(each, visuals=tuple(map(of, each.visuals))) for each in robot.links)
    return replace(robot, links=tuple(links), materials=tuple(map(_painted, robot.materials)))


def _painted(material: Material) -> Material:
    """Return a material with colours that a stage can have."""
    changes: dict[str, object] = {}
    for name in ("color", "emission"):
        value = getattr(material, name)
        if value is not None:
            changes[name] = tuple(map(_within, value))
    for name in ("metalness", "roughness"):
        value = getattr(material, name)
        if value is not None:
            changes[name] = _within(value)
    return replace(material, **changes)


def packed(robot: Robot, context: Context) -> Robot:
    """Drop images that an archive cannot have: they are not in the folder of the output, or are not found."""
    if PurePath(context.output).suffix.lower() != ".usdz":
        return robot

    def of(material: Material) -> Material:
        image = material.texture
        is_there = image is not None and image_of(image.uri or "", context) is not None
        return material if image is None or is_there else replace(material, texture=None)

    def shape(geometry: Geometry) -> Geometry:
        return geometry if geometry.material is None else replace(geometry, material=of(geometry.material))

    links = (replace(each, visuals=tuple(map(shape, each.visuals))) for each in robot.links)
    return replace(robot, links=tuple(links), materials=tuple(map(of, robot.materials)))


def _within(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def used(robot: Robot) -> Robot:
    """Drop materials that no visual has."""
    shapes = (each for link in robot.links for each in link.visuals)
    names = {each.material.name for each in shapes if each.material is not None}
    kept = tuple(each for each in robot.materials if each.name in names)
    return robot if len(kept) == len(robot.materials) else replace(robot, materials=kept)


def shaped(robot: Robot, context: Context) -> Robot:
    """Drop shapes that are no prims or lack a dimension, and meshes that cannot be read."""
    from robotfmt.surfaces.loading import surface

    def stays(geometry: Geometry) -> bool:
        shape = geometry.shape
        if isinstance(shape, Mesh):
            is_seen = geometry.purpose.value == "visual" and geometry.material is None
            return surface(geometry, context, appearance=is_seen) is not None
        if isinstance(shape, Plane):
            return shape.normal in (None, (0.0, 0.0, 1.0)) and shape.size is not None
        return isinstance(shape, _SHAPES) and all(getattr(shape, name) is not None for name in shape.compared_fields)

    def change(link: Link) -> Link:
        visuals, collisions = (tuple(filter(stays, row)) for row in (link.visuals, link.collisions))
        same = (len(visuals), len(collisions)) == (len(link.visuals), len(link.collisions))
        return link if same else replace(link, visuals=visuals, collisions=collisions)

    return replace(robot, links=tuple(map(change, robot.links)))
