"""Masses as SDF has them: every link weighs something, and one that gives no mass weighs 1 kg."""

from __future__ import annotations

from robotfmt.inertia.values import is_complete, tiny
from robotfmt.model import Geometry, Link, Robot
from robotfmt.model.record import replace

from ..parts.roots import stands_for_world


def with_masses(robot: Robot) -> Robot:
    """Give links without a mass one that does not matter: SDF takes 1 kg for links that give none."""
    world, is_of_sdf = stands_for_world(robot), robot.layout("sdf") is not None

    def change(link: Link) -> Link:
        inertial = link.inertial
        if link.name == world or is_complete(inertial) or (inertial is not None and inertial.computed):
            return link
        if is_of_sdf and inertial is not None and inertial.mass == 0:
            return link  # a document of SDF that gives 0 has it again
        least = tiny()
        return replace(link, inertial=replace(least, pose=inertial.pose if inertial is not None else None))

    links = tuple(map(change, robot.links))
    return robot if links == robot.links else replace(robot, links=links)


def without_densities(robot: Robot) -> Robot:
    """Drop densities of shapes, which SDF has since version 1.11."""

    def dense(row: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
        return tuple(each if each.density is None else replace(each, density=None) for each in row)

    links = tuple(replace(each, collisions=dense(each.collisions), visuals=dense(each.visuals)) for each in robot.links)
    return robot if links == robot.links else replace(robot, links=links)
