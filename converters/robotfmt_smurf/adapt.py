"""Adapt a robot to what a SMURF model can store: its URDF first, then what sections add to that."""

from __future__ import annotations

from functools import partial
from pathlib import PurePath

from robotfmt.adapting import without_contact_of_visuals
from robotfmt.adapting.grouping import with_states_combined
from robotfmt.adapting.pairs import with_pairs_of_masks
from robotfmt.codes.conversion import NO_PLACE
from robotfmt.compare.adaptation import Step, adapted
from robotfmt.context import Context
from robotfmt.model import Limits, Robot
from robotfmt.model.record import replace

from .adapting import loops, sensors
from .codes import (
    APPEARANCE,
    LOOP,
    LOOP_ENDS,
    MASK,
    MASKED_PAIR,
    MOTOR,
    PAIR,
    PAIR_MASK,
    POSE,
    SENSOR,
    SENSOR_LINK,
    SHAPE_NAME,
)
from .parts import appearance, motors, pairs
from .writer import Documents, urdf_name, urdf_part


def adapt(robot: Robot, context: Context) -> Robot:
    """Give the robot a form that the URDF and the sections can store; report every change."""
    robot = adapted(robot, ((appearance.of_defined_ones, APPEARANCE),), context.report)
    base = context.adapt(urdf_part(robot), urdf_name(context.output), "urdf")
    steps: tuple[Step, ...] = (
        (motors.with_supported_motors, MOTOR),
        (with_states_combined, POSE),
        (motors.with_supported_states, POSE),
        (loops.described, LOOP),
        (loops.between_links, LOOP_ENDS),
        (sensors.described, SENSOR),
        (sensors.on_links, SENSOR_LINK),
        (without_contact_of_visuals, MASK),
        (pairs.with_one_mask, MASK),
        (with_pairs_of_masks, MASKED_PAIR),
        (partial(pairs.with_masks_of_pairs, scene=context.scene), PAIR_MASK),
        (pairs.of_masks, PAIR),
        (pairs.with_names, SHAPE_NAME),
        (appearance.with_supported_materials, APPEARANCE),
        (lambda robot: _placed(robot, context.output), NO_PLACE),
    )
    return adapted(_together(base, robot), steps, context.report)


def _together(base: Robot, robot: Robot) -> Robot:
    """Return the robot of the URDF, with what the sections of the given robot have."""
    soft = {each.name: each.axes[0].soft for each in robot.joints if motors.has_motor_limits(each)}
    driven = {each.joint for each in robot.actuators}
    joints = (
        motors.with_soft_limits(each, _soft(each.axes[0].soft, soft[each.name]))
        if each.name in driven and each.name in soft and motors.has_motor_limits(each)
        else each
        for each in base.joints
    )
    own = tuple(each for each in robot.extensions if each.format == "smurf")
    return replace(
        base,
        joints=tuple(joints),
        actuators=robot.actuators,
        sensors=robot.sensors,
        loops=robot.loops,
        ignored_pairs=robot.ignored_pairs,
        extensions=(*base.extensions, *own),
    )


def _soft(of_urdf: Limits | None, of_motor: Limits | None) -> Limits | None:
    return of_motor if of_motor is not None else of_urdf


def _placed(robot: Robot, output: str) -> Robot:
    """Drop content of a part that no longer exists."""
    lost = Documents(robot, PurePath(output).stem).unplaced
    if not lost:
        return robot
    gone = {id(each) for each in lost}
    return replace(robot, extensions=tuple(each for each in robot.extensions if id(each) not in gone))
