"""Adapt a robot to what a stage can have, and engines read of it; every change is reported."""

from __future__ import annotations

from functools import partial
from pathlib import PurePath

from robotfmt import adapting
from robotfmt.adapting.wordless import without_fields
from robotfmt.codes.conversion import ASSUMED_BASE
from robotfmt.compare.adaptation import Step, adapted
from robotfmt.context import Context
from robotfmt.model import Base, Robot
from robotfmt.model.record import replace

from .adapting import joints, masses, rounding, whole
from .codes import (
    ASSUMED_NAME,
    AXES_IN_ROWS,
    BALANCED,
    BASE,
    COUPLING,
    ENDLESS,
    FRAME,
    JOINT_TYPE,
    LEAST_MASS,
    NO_SHAPE,
    NO_WORDS,
    ONE_END,
    ROUNDED,
    SEVERAL_ROOTS,
)
from .words import WORDLESS


def adapt(robot: Robot, context: Context) -> Robot:
    """Return the robot as its stage has it."""
    steps: tuple[Step, ...] = (
        (partial(whole.named, name=PurePath(context.output).stem), ASSUMED_NAME),
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
        (scened, NO_WORDS),
        (partial(without_fields, wordless=WORDLESS), NO_WORDS),
        (partial(whole.shaped, context=context), NO_SHAPE),
        (whole.plain, NO_WORDS),
        (whole.painted, NO_WORDS),
        (adapting.without_collision_materials, NO_WORDS),
        (whole.used, NO_WORDS),
        (whole.parted, NO_WORDS),
        (masses.bare, NO_WORDS),
        (whole.paired, NO_WORDS),
        (masses.weighed, LEAST_MASS),
        (partial(masses.principal, context=context), ROUNDED),
        (rounding.rounded, ROUNDED),
        (partial(masses.balanced, context=context), BALANCED),
    )
    return adapted(robot, steps, context.report)


def scened(robot: Robot) -> Robot:
    """Keep the positions in the scene of joints with one axis, each one number."""
    known = {each.name for each in robot.joints if len(each.axes) == 1}
    kept = tuple(each for each in robot.scene_positions if each.joint in known and len(each.values) == 1)
    return robot if kept == robot.scene_positions else replace(robot, scene_positions=kept)
