"""Collision spheres as the collision geometry of links, for programs that check shapes alone."""

from __future__ import annotations

from ..model import Geometry, Link, Pose, Purpose, Robot, Sphere, SphereSet
from ..model.record import replace


def with_spheres(robot: Robot) -> Robot:
    """Return the robot with the spheres of each link as its only collision geometry; links without spheres do not
    change.

    Raises:
        UsageError: The robot has several sphere sets, and none is used for collision checks.
    """
    chosen = _chosen(robot) if robot.sphere_sets else []
    if not chosen:
        return robot
    from .arrays import spheres_of_links, with_clones

    shapes: dict[str, list[Geometry]] = {}
    for purpose, group in chosen:
        for link, spheres in spheres_of_links(robot, group.name).items():
            shapes.setdefault(link, []).extend(_shape(purpose, *map(float, sphere)) for sphere in spheres)
    shown = {each.name for _, group in chosen for each in with_clones(robot, group)}
    return replace(
        robot,
        links=tuple(_with(link, shapes.get(link.name)) for link in robot.links),
        sphere_sets=tuple(each for each in robot.sphere_sets if each.name not in shown),
        world_collision=None,
        self_collision=None,
    )


def _chosen(robot: Robot) -> list[tuple[Purpose, SphereSet]]:
    """Return the sphere sets in use: one for everything, or one for the world and one for self-collisions."""
    from .arrays import sphere_set

    for_world = robot.world_collision.spheres if robot.world_collision is not None else None
    for_self = robot.self_collision.spheres if robot.self_collision is not None else None
    if for_world is not None and for_self is not None and for_world != for_self:
        return [(Purpose.ENVIRONMENT, sphere_set(robot, for_world)), (Purpose.SELF, sphere_set(robot, for_self))]
    return [(Purpose.COLLISION, sphere_set(robot, for_world or for_self))]


def _shape(purpose: Purpose, x: float, y: float, z: float, radius: float) -> Geometry:
    return Geometry(shape=Sphere(radius), pose=Pose((x, y, z)), purpose=purpose)


def _with(link: Link, shapes: list[Geometry] | None) -> Link:
    return replace(link, collisions=tuple(shapes)) if shapes else link
