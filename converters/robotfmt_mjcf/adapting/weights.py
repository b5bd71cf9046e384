"""Masses as MuJoCo needs them: numbers, and some for every body that moves."""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.inertia.repair import moving_groups
from robotfmt.inertia.values import is_complete, of_shapes, tiny
from robotfmt.model import Geometry, Inertial, Link, Mesh, Robot
from robotfmt.model.record import replace

from ..parts.joint_rows import is_ground
from ..parts.notation import layout_of
from ..parts.plan import BodyPlan


def weightless(robot: Robot) -> Robot:
    """Drop inertias that MJCF has no words for: those of links without a mass."""
    links = tuple(
        each if each.inertial is None or is_complete(each.inertial) else replace(each, inertial=None)
        for each in robot.links
    )
    return robot if all(a is b for a, b in zip(links, robot.links, strict=True)) else replace(robot, links=links)


def assumed(robot: Robot, context: Context) -> Robot:
    """Give bodies that move without a mass the mass of their shapes, as MuJoCo itself does, or a tiny one."""
    layout = layout_of(robot)
    by_mujoco = layout is not None and layout.inertia != "false"  # MuJoCo weighs meshes itself
    links, merged = robot.link_by_name, BodyPlan(robot).merged
    groups = [
        [links[name] for name in group if name in links] for group in moving_groups(robot) if group[0] not in merged
    ]
    groups = [group for group in groups if not (by_mujoco and any(map(_has_mesh, group)))]
    bare = [each for group in groups if not any(is_complete(it.inertial) for it in group) for each in group]
    if by_mujoco and not is_ground(robot):  # MuJoCo also weighs the other shapes of static bodies
        bare += [each for each in robot.links if each.inertial is None and each not in bare and not _has_mesh(each)]
    if not bare:
        return robot
    shaped = {each.name: Inertial(computed=True) for each in bare if each.geometries}
    made = of_shapes(robot, context, shaped) if shaped else robot
    found = made.link_by_name
    least = {
        group[0].name for group in groups if group and not any(is_complete(found[it.name].inertial) for it in group)
    }
    links_made = (replace(each, inertial=tiny()) if each.name in least else each for each in made.links)
    return replace(made, links=tuple(links_made)) if least else made


def _has_mesh(link: Link) -> bool:
    return any(isinstance(each.shape, Mesh) for each in link.geometries)


def unweighed(robot: Robot) -> Robot:
    """Drop masses and densities of the shapes of links that weigh nothing, and masses of 0."""
    layout = layout_of(robot)
    by_mujoco = is_ground(robot) or (layout is not None and layout.inertia != "false")

    def change(link: Link) -> Link:
        is_bare = link.inertial is None and not by_mujoco

        def plain(geometry: Geometry) -> Geometry:
            if is_bare and (geometry.mass is not None or geometry.density is not None):
                return replace(geometry, mass=None, density=None)
            return replace(geometry, mass=None) if geometry.mass == 0 else geometry

        return replace(link, visuals=tuple(map(plain, link.visuals)), collisions=tuple(map(plain, link.collisions)))

    links = tuple(map(change, robot.links))
    return robot if links == robot.links else replace(robot, links=links)
