"""Adapt a robot to what OpenRAVE's XML can store: a list of steps, each with the code that reports its changes."""

from __future__ import annotations

from functools import partial
from pathlib import PurePath

from robotfmt.adapting import (
    on_links,
    with_axes,
    with_manipulators,
    with_pairs_of_links,
    with_static_base,
    with_unique_names,
    without_base,
    without_vacuum,
)
from robotfmt.adapting.wordless import without_fields
from robotfmt.codes.conversion import ASSUMED_AXIS
from robotfmt.compare.adaptation import Change, Step, adapted, report_changes
from robotfmt.context import Context
from robotfmt.inertia.values import with_computed_values
from robotfmt.model import Robot, World
from robotfmt.model.record import replace

from .adapting import attached, axes, shapes, structure
from .codes import (
    ALSO_COLLIDES,
    ASSUMED_DIRECTION,
    ASSUMED_LIMITS,
    ASSUMED_NAME,
    COMPUTED_INERTIA,
    FRAME_END,
    HELD,
    NOT_HELD,
    OPEN_LOOP,
    PAIR_REASON,
    RENAMED,
    SCENE_NAME,
    SPLIT_JOINT,
    SPLIT_SHAPE,
    TIED,
    UNKNOWN_INERTIA,
)
from .words import WORDLESS

STEPS: tuple[Step, ...] = (
    (structure.with_names, RENAMED),
    (with_unique_names, RENAMED),
    (on_links, FRAME_END),
    (without_vacuum, HELD),
    (structure.in_rows, SPLIT_JOINT),
    (partial(without_fields, wordless=WORDLESS), NOT_HELD),
    (structure.with_types, NOT_HELD),
    (with_static_base, HELD),
    (without_base, NOT_HELD),
    (structure.with_static, HELD),
    (partial(with_axes, zero=True), ASSUMED_AXIS),
    (structure.framed, HELD),
    (structure.rooted, TIED),
    (structure.passive, HELD),
    (axes.with_equations, NOT_HELD),
    (axes.with_limits, ASSUMED_LIMITS),
    (axes.plain, NOT_HELD),
    (structure.loops_downward, HELD),
    (structure.framed, HELD),
    (structure.closed, OPEN_LOOP),
    (shapes.with_masses, UNKNOWN_INERTIA),
    (shapes.with_primitives, SPLIT_SHAPE),
    (shapes.with_colors, NOT_HELD),
    (shapes.with_geoms, ALSO_COLLIDES),
    (with_manipulators, HELD),
    (attached.directed, ASSUMED_DIRECTION),
    (attached.with_manipulators, NOT_HELD),
    (attached.with_sensors, NOT_HELD),
    (with_pairs_of_links, NOT_HELD),
    (attached.adjacent, PAIR_REASON),
    (attached.named_spheres, HELD),
    (attached.with_spheres, NOT_HELD),
    (attached.with_interface, NOT_HELD),
    (attached.with_scene, NOT_HELD),
    (structure.numbered, NOT_HELD),
)
"""The changes that leave of a robot what OpenRAVE's XML has words for."""


def adapt(robot: Robot, context: Context) -> Robot:
    """Add what OpenRAVE requires, and remove what its XML does not have; report every change."""
    if not robot.name:
        named = replace(robot, name=PurePath(context.output).stem.partition(".")[0] or "robot")
        robot = report_changes(robot, named, ASSUMED_NAME, context.report)
    computed: Step = (partial(with_computed_values, context=context), COMPUTED_INERTIA)
    return adapted(robot, (computed, *STEPS), context.report)


def adapt_world(world: World, context: Context) -> World:
    """Give each robot its name in the world, which is its only name in OpenRAVE; a scene has no lights."""
    steps: tuple[Change[World], ...] = ((_named, SCENE_NAME), (_unlit, NOT_HELD))
    return adapted(world, steps, context.report)


def _unlit(world: World) -> World:
    return replace(world, lights=()) if world.lights else world


def _named(world: World) -> World:
    if all(each.robot.name == each.name for each in world.robots):
        return world
    return world.with_robots(
        each.robot if each.robot.name == each.name else replace(each.robot, name=each.name) for each in world.robots
    )
