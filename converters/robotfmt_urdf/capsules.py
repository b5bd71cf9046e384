"""Capsules as a cylinder and two spheres that form the same shape, for versions of URDF without capsules."""

from __future__ import annotations

from robotfmt.model import Capsule, Cylinder, Geometry, Pose, Robot, Sphere, compose
from robotfmt.model.record import replace


def without_capsules(robot: Robot) -> Robot:
    """Return a robot with a cylinder in the place of each capsule, and two spheres after all other shapes."""
    links = tuple(
        replace(link, visuals=_taken_apart(link.visuals), collisions=_taken_apart(link.collisions))
        for link in robot.links
    )
    return robot if links == robot.links else replace(robot, links=links)


def _taken_apart(geometries: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
    bodies: list[Geometry] = []
    ends: list[Geometry] = []
    for geometry in geometries:
        match geometry.shape:
            case Capsule(float(radius), float(length)):
                bodies.append(replace(geometry, shape=Cylinder(radius, length)))
                ends += [
                    replace(geometry, shape=Sphere(radius), pose=_end(geometry, length, side), name=None)
                    for side in (1, -1)
                ]
            case _:
                bodies.append(geometry)
    return (*bodies, *ends)


def _end(geometry: Geometry, length: float, side: int) -> Pose:
    return compose(geometry.pose, Pose((0.0, 0.0, side * length / 2)))
