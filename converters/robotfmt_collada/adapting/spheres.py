"""Collision spheres as geometry that is bound for collisions, when asked for (``-O collada.spheres=collision``).

COLLADA has no place for spheres, but OpenRAVE checks whatever shapes are bound to a link.
"""

from __future__ import annotations

from robotfmt.model import CollisionUse, Geometry, Link, Pose, Purpose, Robot, Sphere, SphereSet
from robotfmt.model.record import replace


def with_spheres(robot: Robot) -> Robot:
    """Return the robot whose links have their spheres as their only collision geometry; links without spheres stay.

    Raises:
        UsageError: It has several sets of spheres, and says of none that it is checked.
    """
    chosen = _chosen(robot) if robot.sphere_sets else []
    if not chosen:
        return robot
    from robotfmt.spheres.sets import spheres_of_links, with_clones

    shapes: dict[str, list[Geometry]] = {}
    for purpose, group in chosen:
        for link, spheres in spheres_of_links(robot, group.name).items():
            shapes.setdefault(link, []).extend(_shape(purpose, *map(float, sphere)) for sphere in spheres)
    shown = {each.name for _, group in chosen for each in with_clones(robot, group)}
    return replace(
        robot,
        links=tuple(_with(link, shapes.get(link.name)) for link in robot.links),
        sphere_sets=tuple(each for each in robot.sphere_sets if each.name not in shown),
        world_collision=_buffers(robot.world_collision),
        self_collision=_buffers(robot.self_collision),
    )


def _buffers(use: CollisionUse | None) -> CollisionUse | None:
    """Return what is still to say of spheres that are geometry now."""
    return replace(use, spheres=None) if use is not None and use.buffers else None


def _chosen(robot: Robot) -> list[tuple[Purpose, SphereSet]]:
    """Return the sets that are checked: one against everything, or one against the world and one against the robot."""
    from robotfmt.spheres.sets import sphere_set

    world = robot.world_collision.spheres if robot.world_collision is not None else None
    own = robot.self_collision.spheres if robot.self_collision is not None else None
    if world is not None and own is not None and world != own:
        return [(Purpose.ENVIRONMENT, sphere_set(robot, world)), (Purpose.SELF, sphere_set(robot, own))]
    return [(Purpose.COLLISION, sphere_set(robot, world or own))]


def _shape(purpose: Purpose, x: float, y: float, z: float, radius: float) -> Geometry:
    return Geometry(shape=Sphere(radius), pose=Pose((x, y, z)), purpose=purpose)


def _with(link: Link, shapes: list[Geometry] | None) -> Link:
    return replace(link, collisions=tuple(shapes)) if shapes else link
