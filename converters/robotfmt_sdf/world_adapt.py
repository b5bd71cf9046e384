"""Adapt a world to what SDF supports: a list of steps, each with the code that reports its changes."""

from __future__ import annotations

from functools import partial

from robotfmt.compare.adaptation import Change, adapted
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.model import JointType, Robot, World, WorldJoint
from robotfmt.model.record import replace

from .adapt import with_sound_axes
from .codes import HELD_WORLD, JOINT_AT_REST, NOT_HELD
from .ends import joints_at_rest
from .joints import WORDS
from .lights import is_held
from .versions import is_newer

JOINTS = "1.11"
"""The first version that is written in which joints connect models; SDF has them since 1.10."""


def needs(whole: Robot | World) -> str:
    """Return the version that a robot or a world of another format is written in."""
    return JOINTS if isinstance(whole, World) and whole.joints else ""


def adapt_world(world: World, context: Context) -> World:
    """Add what SDF requires of joints between robots, and remove what it does not support."""
    steps: tuple[Change[World], ...] = (
        (_turned, HELD_WORLD),
        (partial(_with_joints_held, version=context.version), NOT_HELD),
        (_with_axes, NOT_HELD),
        (_lights, NOT_HELD),
    )
    made = adapted(world, steps, context.report)
    _tell_at_rest(made, context.report)
    return made


def _turned(world: World) -> World:
    """Reverse fixed joints whose child is the world, which SDF does not allow."""

    def change(it: WorldJoint) -> WorldJoint:
        joint = it.joint
        if it.child_robot is not None or joint.type is not JointType.FIXED:
            return it
        turned = replace(
            joint,
            parent=joint.child,
            child=joint.parent,
            pose_in_parent=joint.pose_in_child,
            pose_in_child=joint.pose_in_parent,
        )
        return replace(it, joint=turned, parent_robot=it.child_robot, child_robot=it.parent_robot)

    joints = tuple(map(change, world.joints))
    return world if joints == world.joints else replace(world, joints=joints)


def _with_joints_held(world: World, version: str) -> World:
    """Remove joints between models before SDF 1.10, and those of types that SDF does not have."""
    able = is_newer(version, (1, 10))
    kept = tuple(each for each in world.joints if able and _is_held(each))
    return world if kept == world.joints else replace(world, joints=kept)


def _is_held(it: WorldJoint) -> bool:
    return it.joint.type in WORDS and it.child_robot is not None and len(it.joint.axes) <= 2


def _with_axes(world: World) -> World:
    """Add the axes that SDF requires of moving joints, and keep only linear couplings."""
    before = Robot(joints=tuple(each.joint for each in world.joints))
    after = with_sound_axes(before)
    if after is before:
        return world
    pairs = zip(world.joints, after.joints, strict=True)
    return replace(world, joints=tuple(replace(each, joint=joint) for each, joint in pairs))


def _tell_at_rest(world: World, report: Report) -> None:
    for it, at_rest in joints_at_rest(world):
        if at_rest is not None:
            message = (
                f"joint '{it.name}' is elsewhere than the models put it while all joints are at zero; "
                "other programs have it there"
            )
            report.add(JOINT_AT_REST, message, it.origin)


def _lights(world: World) -> World:
    """Remove ambient lights, which SDF has in the scene instead."""
    kept = tuple(filter(is_held, world.lights))
    return world if kept == world.lights else replace(world, lights=kept)
