"""The robot as XRDF 1.0 can say it, and with all that XRDF demands.

A row of steps, each with the code under which its changes are reported.
"""

from __future__ import annotations

import re

from robotfmt import edit, guesses
from robotfmt.codes import NO_PLACE, UNCHECKED_LINKS
from robotfmt.context import Context
from robotfmt.diagnostics import Report, quoted
from robotfmt.documents.compose_yaml import homeless
from robotfmt.documents.pairs import as_comment
from robotfmt.edit.sphere_sets import flat, said_once
from robotfmt.explain import explain
from robotfmt.model import Layout, LayoutItem, RemoveMimic, Robot
from robotfmt.model.record import replace

from .codes import (
    ACCELERATION_GUESSED,
    CLONES_FLATTENED,
    COLLISION_GUESSED,
    CSPACE_GUESSED,
    DEFAULT_GUESSED,
    JERK_GUESSED,
    LIMIT_OF_JOINT,
    MANY_GROUPS,
    NO_CSPACE,
    REASON,
    REMOVE_MIMIC_LOST,
    SAID_TWICE,
    SELF_GEOMETRY_DIFFERS,
    SEVERAL_VALUES,
    TOOL_FRAME_GUESSED,
)
from .writer import document

_NO_PLACE = re.compile(
    r"/(?:world_collision|cspace/(?:joint_names|acceleration_limits|jerk_limits)|geometry/[^/]*/clone)(?:/|$)"
)
_IN_MODIFIERS = re.compile(r"/modifiers/")


def adapt(robot: Robot, context: Context) -> Robot:
    """Give the robot what XRDF demands, and take from it what XRDF cannot say; every change is reported."""
    claims = Report()
    for step, code in (
        (_extensions_of_1_0, NO_PLACE),
        (said_once, SAID_TWICE),
        (_without_remove_mimic, REMOVE_MIMIC_LOST),
        (flat, CLONES_FLATTENED),
        (_single_values, SEVERAL_VALUES),
        (_unchecked_links, UNCHECKED_LINKS),
        (_reasons, REASON),
        (guesses.with_cspace, CSPACE_GUESSED),
        (guesses.with_limits_of_joints, LIMIT_OF_JOINT),
        (guesses.with_accelerations, ACCELERATION_GUESSED),
        (guesses.with_jerks, JERK_GUESSED),
        (guesses.with_default_positions, DEFAULT_GUESSED),
        (guesses.with_tool_frames, TOOL_FRAME_GUESSED),
        (guesses.with_collision, COLLISION_GUESSED),
        (guesses.with_whole_transforms, NO_PLACE),
        (_placed_extensions, NO_PLACE),
    ):
        robot = explain(robot, step(robot), code, claims)
    context.report.diagnostics += claims.diagnostics
    _warn(robot, context.report)
    return _with_comments(robot, {claim.code for claim in claims})


# What XRDF cannot say


def _extensions_of_1_0(robot: Robot) -> Robot:
    """What nobody understood stays, except where it would shift what is right, and where 1.0 has no place."""
    return _without_extensions(robot, _NO_PLACE)


def _without_extensions(robot: Robot, places: re.Pattern[str]) -> Robot:
    kept = tuple(
        each
        for each in robot.extensions
        if each.format != "xrdf" or not places.match(f"{each.place.rstrip('/')}/{each.name}")
    )
    return robot if len(kept) == len(robot.extensions) else replace(robot, extensions=kept)


def _without_remove_mimic(robot: Robot) -> Robot:
    """``remove_mimic_attributes`` came with 2.0. Without it, others in the list are not at their places."""
    kept = tuple(each for each in robot.modifiers if not isinstance(each, RemoveMimic))
    if len(kept) == len(robot.modifiers):
        return robot
    return _without_extensions(replace(robot, modifiers=kept), _IN_MODIFIERS)


def _single_values(robot: Robot) -> Robot:
    """A default position is one number."""
    kept = tuple(each for each in robot.default_positions if len(each.values) == 1)
    return robot if kept == robot.default_positions else replace(robot, default_positions=kept)


def _unchecked_links(robot: Robot) -> Robot:
    """Pairs say which links are not checked; not with links that the new base cuts off (XRDF 1.0 §2)."""
    return edit.spell_out_pairs(robot, among=guesses.kept_links(robot))


def _reasons(robot: Robot) -> Robot:
    """Reasons stand in comments: of one line, in ASCII."""
    pairs = tuple(replace(each, reason=as_comment(each.reason)) for each in robot.ignored_pairs)
    return robot if pairs == robot.ignored_pairs else replace(robot, ignored_pairs=pairs)


def _placed_extensions(robot: Robot) -> Robot:
    """What stood in a part of the document that is not there any more has no place."""
    lost = {id(each) for each in homeless(document(robot), robot, format="xrdf")}
    if not lost:
        return robot
    return replace(robot, extensions=tuple(each for each in robot.extensions if id(each) not in lost))


# What else there is to say


def _warn(robot: Robot, report: Report) -> None:
    if robot.cspace is None:
        report.add(NO_CSPACE, "no 'cspace' could be written", robot.origin)
    if len(robot.sphere_sets) > 1:
        names = ", ".join(quoted(each.name) for each in robot.sphere_sets[:5])
        report.add(MANY_GROUPS, f"there are the groups {names}", robot.sphere_sets[1].origin)
    world, itself = robot.world_collision, robot.self_collision
    if world is not None and itself is not None and world.spheres != itself.spheres:
        groups = [quoted(use.spheres or "") for use in (world, itself)]
        message = f"the world is checked with {groups[0]}, the robot itself with {groups[1]}"
        report.add(SELF_GEOMETRY_DIFFERS, message, itself.origin)


_GUESSES = (
    (DEFAULT_GUESSED, "default_joint_positions"),
    (CSPACE_GUESSED, "cspace/joint_names"),
    (ACCELERATION_GUESSED, "cspace/acceleration_limits"),
    (JERK_GUESSED, "cspace/jerk_limits"),
    (TOOL_FRAME_GUESSED, "tool_frames"),
)


def _with_comments(robot: Robot, changed: set[str]) -> Robot:
    """Guesses say so in the document, where its layout does not come from another one."""
    places = [place for code, place in _GUESSES if code.slug in changed]
    if not places or robot.layout("xrdf") is not None:
        return robot
    inner: dict[str, list[LayoutItem]] = {}
    for place in places:
        section, _, key = place.partition("/")
        trailing = LayoutItem(kind="trailing", step=" guessed")
        item = LayoutItem(kind="key", step=key, items=(trailing,)) if key else trailing
        inner.setdefault(section, []).append(item)
    items = tuple(LayoutItem(kind="key", step=key, items=tuple(each)) for key, each in inner.items())
    return replace(robot, layouts=(*robot.layouts, Layout(format="xrdf", items=items)))
