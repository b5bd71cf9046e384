"""Adapt a world to what SDF supports: a list of steps, each with the code that reports its changes."""

from __future__ import annotations

from functools import partial

from robotfmt.adapting.wordless import without_fields
from robotfmt.codes.conversion import ASSUMED_GRAVITY, ASSUMED_LIGHT
from robotfmt.compare.adaptation import Change, adapted
from robotfmt.context import Context
from robotfmt.model import Robot, World

from .adapting import worlds
from .adapting.wordless import WORDLESS
from .codes import BASE, GAZEBO_BLOCK, HELD_WORLD, JOINT_AT_REST, NOT_HELD, RENAMED
from .versions import NEWEST, parsed

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
        (worlds.standing, BASE),
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
