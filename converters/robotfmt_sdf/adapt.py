"""Adapt a robot or a world to what SDF supports: lists of steps, each with the code that reports its changes."""

from __future__ import annotations

from functools import partial
from pathlib import PurePath

from robotfmt import adapting, edit
from robotfmt.adapting.appearance import with_lights, without_ambient
from robotfmt.adapting.pairs import report_parted
from robotfmt.adapting.wordless import without_fields
from robotfmt.codes.conversion import ASSUMED_AXIS, ASSUMED_BASE, ASSUMED_GRAVITY, ASSUMED_LIGHT, HELD_JOINT, OTHER_FORM
from robotfmt.compare.adaptation import Change, Step, adapted, report_changes
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.edit.lumping import merged
from robotfmt.gazebo.lights import named_lights, whole_lights
from robotfmt.inertia.values import with_computed_values, with_tensors
from robotfmt.kinematics.colliding import assume_self_collide
from robotfmt.model import Base, Robot, World
from robotfmt.model.record import replace

from .adapting import joints, links, naming, roots, worlds
from .adapting.blocks import with_blocks
from .adapting.drake import actuated, with_drake, with_filters, with_friction, with_mimics
from .adapting.plugins import migrated
from .codes import (
    AMBIENT,
    ASSUMED_NAME,
    ASSUMED_NOISE,
    BASE,
    COLOR_RANGE,
    COMPUTED_INERTIA,
    CONTACT_NAME,
    DEFAULT_INERTIA,
    DRAKE_FRICTION,
    FRAME_END,
    GAZEBO_BLOCK,
    HELD,
    HELD_WORLD,
    HUNG,
    JOINT_AT_REST,
    LUMPED,
    MASKED_PAIR,
    MIMIC,
    NOT_HELD,
    OPEN_LOOP,
    RENAMED,
    RENAMED_SENSOR,
    SELF_COLLIDE,
    SHAPE_NAME,
    SPLIT_JOINT,
)
from .document.versions import NEWEST, has_auto, has_mimic, parsed
from .parts.sensors import with_supported_sensors, with_typed_noise
from .words import WORDLESS


def adapt(robot: Robot, context: Context) -> Robot:
    """Convert what SDF has other words for, and leave out what it has none for; every change is reported."""
    if not robot.name:
        named = replace(robot, name=PurePath(context.output).stem)
        robot = report_changes(robot, named, ASSUMED_NAME, context.report)
    joints_of_transmissions = actuated(robot)
    since = len(context.report.diagnostics)
    made = _self_colliding(adapted(robot, (*_joints(context), *_parts(context)), context.report), context)
    adapting.hint_base(robot, context.report, since)
    report_parted(robot, made, context.report)
    made = with_drake(with_blocks(made, context), joints_of_transmissions, context)
    if context.option("plugins") == "gz":
        made = migrated(made, context.report)
    return adapting.without_collision_materials(made)


def _joints(context: Context) -> tuple[Step, ...]:
    """Return the steps about names, the base and joints."""
    target, version = context.option("target"), context.version
    return (
        (naming.named_model, RENAMED),
        (links.with_named_shapes, SHAPE_NAME),
        (links.with_contacts, CONTACT_NAME),
        *(((partial(_lumped, report=context.report), LUMPED),) if target == "gazebo" else ()),
        (adapting.without_lumping, OTHER_FORM),
        (adapting.on_links, FRAME_END),
        (adapting.without_vacuum, HELD),
        (partial(adapting.with_axes, zero=True), ASSUMED_AXIS),
        (partial(adapting.assume_base, base=Base.FLOATING), ASSUMED_BASE),
        (roots.based, BASE),
        (adapting.lock_constants, HELD_JOINT),
        (partial(joints.in_rows, target=target), SPLIT_JOINT),
        (joints.without_ball_axes, NOT_HELD),
        (joints.with_one_pitch, NOT_HELD),
        (joints.without_floating_loops, NOT_HELD),
        (joints.still, NOT_HELD),
        (roots.attached, HUNG),
        (joints.attached_by_loops, HUNG),
        (joints.with_free_joints_at_root, HUNG),
        (joints.without_settings_of_free_joints, NOT_HELD),
        (joints.at_rest, OPEN_LOOP),
        (joints.limited, NOT_HELD),
        (partial(joints.coupled, has_mimics=True), NOT_HELD),
        *(
            ((partial(joints.coupled, has_mimics=False), MIMIC),)
            if not has_mimic(version) and target != "drake"
            else ()
        ),
        (joints.without_idle_stops, NOT_HELD),
        (adapting.without_contact_of_visuals, NOT_HELD),
    )


def _lumped(robot: Robot, report: Report) -> Robot:
    """Merge links over fixed joints, and report those that stay."""
    merged(robot, set(), keep_frames=True, report=report)
    return edit.merge_fixed_joints(robot, keep_frames=True)


def _parts(context: Context) -> tuple[Step, ...]:
    """Return the steps about links, and about what has no words at all."""
    computed, version = partial(with_computed_values, context=context), context.version
    return (
        (naming.shaped, NOT_HELD),
        (naming.painted, NOT_HELD),
        (adapting.clamped_colors, COLOR_RANGE),
        (partial(with_lights, change=without_ambient), NOT_HELD),
        (partial(with_lights, change=named_lights), RENAMED),
        (partial(with_lights, change=whole_lights), ASSUMED_LIGHT),
        (naming.placed_sensors, NOT_HELD),
        (naming.numbered_sensors, RENAMED_SENSOR),
        (with_typed_noise, ASSUMED_NOISE),
        (with_supported_sensors, NOT_HELD),
        *(((computed, COMPUTED_INERTIA), (links.without_densities, NOT_HELD)) if not has_auto(version) else ()),
        (partial(with_tensors, context=context), DEFAULT_INERTIA),
        (links.with_masses, DEFAULT_INERTIA),
        (naming.ambient, AMBIENT),
        (naming.named_parts, RENAMED),
        (naming.named_shapes, SHAPE_NAME),
        (naming.for_one_purpose, NOT_HELD),
        (partial(with_friction, context=context), DRAKE_FRICTION),
        (partial(with_mimics, context=context), OTHER_FORM),
        (partial(joints.coupled, has_mimics=has_mimic(version)), NOT_HELD),
        (partial(with_filters, context=context), OTHER_FORM),
        (partial(links.with_masks_of_pairs, scene=context.scene), MASKED_PAIR),
        (partial(without_fields, wordless=WORDLESS), NOT_HELD),
    )


def _self_colliding(robot: Robot, context: Context) -> Robot:
    """Return a robot whose links collide unless a document gives it otherwise, which SDF has to name."""
    made = assume_self_collide(robot)
    if made is not robot:
        what = f"the links of '{robot.name}' collide with each other"
        context.report.add(SELF_COLLIDE, f"{what}: wrote <self_collide>, as Gazebo asks for it", robot.origin)
    return made


JOINTS = "1.11"
"""The first version that is written in which joints connect models; SDF has them since 1.10."""


def needs(whole: Robot | World) -> str:
    """Return the version that a robot or a world of another format is written in: the newest of its robots' own."""
    if isinstance(whole, Robot):
        return ""
    layouts = (each.robot.layout("sdf") for each in whole.robots)
    found = [each.version for each in layouts if each is not None and each.version]
    found += [JOINTS] if whole.joints else []
    return max(found, key=lambda each: parsed(each) or NEWEST, default="")


def adapt_world(world: World, context: Context) -> World:
    """Add what SDF requires of joints between robots, and remove what it does not support."""
    steps: tuple[Change[World], ...] = (
        (worlds.with_poses_in_joints, BASE),
        (worlds.turned, HELD_WORLD),
        (partial(worlds.with_known_joints, version=context.version), NOT_HELD),
        (worlds.with_axes, NOT_HELD),
        (worlds.at_rest, JOINT_AT_REST),
        (worlds.without_start, NOT_HELD),
        (partial(without_fields, wordless=WORDLESS), NOT_HELD),
        (worlds.named, RENAMED),
        (worlds.weighted, ASSUMED_GRAVITY),
        (worlds.lit, ASSUMED_LIGHT),
        (worlds.with_content, GAZEBO_BLOCK),
    )
    return adapted(world, steps, context.report)
