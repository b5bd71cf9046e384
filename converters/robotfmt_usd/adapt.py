"""Adapt a robot to what a stage can have, and engines read of it; every change is reported."""

from __future__ import annotations

from functools import partial
from pathlib import PurePath

from robotfmt import adapting
from robotfmt.adapting.wordless import without_fields
from robotfmt.codes import USAGE
from robotfmt.codes.conversion import ASSUMED_BASE
from robotfmt.compare.adaptation import Change, Step, adapted
from robotfmt.context import Context
from robotfmt.errors import UsageError
from robotfmt.model import Base, JointValue, Robot, World
from robotfmt.model.record import replace
from robotfmt.spheres.shapes import with_spheres

from .adapting import copies, joints, masses, massless, rounding, spheres, whole, worlds
from .codes import (
    ASSUMED_NAME,
    AXES_IN_ROWS,
    BALANCED,
    BASE,
    COPIED,
    COUPLING,
    ENDLESS,
    FRAME,
    JOINT_TYPE,
    LEAST_MASS,
    MERGED,
    MOTOR,
    NO_SHAPE,
    NO_WORDS,
    ONE_END,
    ROBOT_TYPE,
    ROUNDED,
    SEVERAL_ROOTS,
    SPHERES,
)
from .parts.copies import type_given
from .parts.robot_types import DEFAULT, robot_type
from .words import WORDLESS

_ONE_ROBOT = "Choose one of its robots with --robot NAME."


def adapt(robot: Robot, context: Context) -> Robot:
    """Return the robot as its stage has it.

    Raises:
        UsageError: A type of robot is chosen for a world.
    """
    if copies.in_world(context) and context.option("robot_type") not in ("auto", "default"):
        raise UsageError(USAGE, "usd.robot_type is for one robot, and the output is a world", help=_ONE_ROBOT)
    collides = context.option("spheres") == "colliders"
    steps: tuple[Step, ...] = (
        *(((with_spheres, SPHERES),) if collides else ()),
        (partial(whole.named, name=PurePath(context.output).stem), ASSUMED_NAME),
        *_of_joints(),
        (partial(without_fields, wordless=WORDLESS), NO_WORDS),
        *_of_bodies(context),
        (rounding.rounded, ROUNDED),
        (partial(masses.balanced, context=context), BALANCED),
        (partial(copies.kept, context=context), NO_WORDS),
        (partial(copies.moved, context=context), COPIED),
    )
    robot = adapted(robot, steps, context.report)
    _report_type(robot, context)
    return robot


def _of_joints() -> tuple[Step, ...]:
    return (
        (adapting.without_lumping, NO_WORDS),
        (adapting.on_links, FRAME),
        (adapting.with_frames_on_links, FRAME),
        (partial(adapting.assume_base, base=Base.FIXED), ASSUMED_BASE),
        (whole.based, BASE),
        (adapting.with_one_root, SEVERAL_ROOTS),
        (joints.in_rows, AXES_IN_ROWS),
        (joints.typed, JOINT_TYPE),
        (joints.bare, NO_WORDS),
        (joints.endless, ENDLESS),
        (joints.bounded, ONE_END),
        (joints.coupled, COUPLING),
        (joints.driven, MOTOR),
        (positioned, NO_WORDS),
        (whole.still, NO_WORDS),
    )


def _of_bodies(context: Context) -> tuple[Step, ...]:
    return (
        (spheres.shown, NO_WORDS),
        (partial(whole.shaped, context=context), NO_SHAPE),
        (whole.plain, NO_WORDS),
        (whole.painted, NO_WORDS),
        (partial(whole.packed, context=context), NO_WORDS),
        (adapting.without_collision_materials, NO_WORDS),
        (whole.used, NO_WORDS),
        *(((massless.merged, MERGED),) if context.option("massless") == "merge" else ()),
        (masses.bare, NO_WORDS),
        (whole.parted, NO_WORDS),
        (masses.weighed, LEAST_MASS),
        (partial(masses.principal, context=context), ROUNDED),
    )


def adapt_world(world: World, context: Context) -> World:
    """Return the world as its stage has it; its robots are adapted."""
    steps: tuple[Change[World], ...] = (
        (worlds.plain, NO_WORDS),
        (worlds.joined, NO_WORDS),
        (partial(worlds.with_each_joint, change=joints.endless_joint), ENDLESS),
        (partial(worlds.with_each_joint, change=joints.bounded_joint), ONE_END),
        (worlds.named, ASSUMED_NAME),
        (worlds.rounded, ROUNDED),
    )
    return adapted(world, steps, context.report)


def _report_type(robot: Robot, context: Context) -> None:
    """Report the type of the robot for Isaac Sim, if it is concluded from the joints."""
    found, why = robot_type(robot)
    if type_given(robot):
        return
    if context.option("robot_type") == "auto" and found != DEFAULT:
        context.report.add(ROBOT_TYPE, f"the type of the robot is '{found}': it has {why}", robot.origin)


def positioned(robot: Robot) -> Robot:
    """Keep the positions in the scene and in states of joints with one axis, each one number."""
    known = {each.name for each in robot.all_joints if len(each.axes) == 1}

    def of(values: tuple[JointValue, ...]) -> tuple[JointValue, ...]:
        return tuple(each for each in values if each.joint in known and len(each.values) == 1)

    states = (replace(each, values=of(each.values)) for each in robot.states)
    scene = tuple(each for each in of(robot.scene_positions) if each.joint not in {it.name for it in robot.loops})
    return replace(robot, scene_positions=scene, states=tuple(each for each in states if each.values))
