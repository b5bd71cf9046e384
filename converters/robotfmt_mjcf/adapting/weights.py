"""Masses as MuJoCo needs them: numbers, and some for every body that moves."""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.inertia.repair import moving_groups
from robotfmt.inertia.values import is_complete, of_shapes, tiny
from robotfmt.model import Geometry, Inertial, Robot
from robotfmt.model.record import replace

from ..writing.plan import Plan
from ..writing.rows import is_ground
from ..writing.written import layout_of


def weightless(robot: Robot) -> Robot:
    """Drop inertias that MJCF has no words for: those of links without a mass."""
    links = tuple(
        each if each.inertial is None or is_complete(each.inertial) else replace(each, inertial=None)
        for each in robot.links
    )
    return robot if all(a is b for a, b in zip(links, robot.links, strict=True)) else replace(robot, links=links)


def unfilled(robot: Robot) -> Robot:
    """Drop densities and masses of the shapes of links without a mass, whose geoms weigh nothing."""
    layout = layout_of(robot)
    if is_ground(robot) or (layout is not None and layout.inertia != "false"):
        return robot

    def bare(geometry: Geometry) -> Geometry:
        is_filled = geometry.density is not None or geometry.mass is not None
        return replace(geometry, density=None, mass=None) if is_filled else geometry

    links = tuple(
        each
        if each.inertial is not None
        else replace(each, visuals=tuple(map(bare, each.visuals)), collisions=tuple(map(bare, each.collisions)))
        for each in robot.links
    )
    return robot if links == robot.links else replace(robot, links=links)


def assumed(robot: Robot, context: Context) -> Robot:
    """Give bodies that move without a mass the mass of their shapes, as MuJoCo itself does, or a tiny one."""
    layout = layout_of(robot)
    if layout is not None and layout.inertia != "false":
        return robot  # MuJoCo computes the masses itself
    links, merged = robot.link_by_name, Plan(robot).merged
    groups = [
        [links[name] for name in group if name in links] for group in moving_groups(robot) if group[0] not in merged
    ]
    bare = [each for group in groups if not any(is_complete(it.inertial) for it in group) for each in group]
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
