"""Adapt a robot to what XRDF supports and requires.

This is a list of steps, each with the code that reports its changes.
"""

from __future__ import annotations

from functools import partial

from robotfmt import adapting
from robotfmt.adapting.sphere_sets import without_repetitions
from robotfmt.codes import NO_PLACE, UNCHECKED_LINKS
from robotfmt.compare.adaptation import Step, report_changes
from robotfmt.context import Context
from robotfmt.diagnostics import Report, quoted
from robotfmt.documents.yaml.compose import unplaced
from robotfmt.model import Layout, LayoutItem, Robot
from robotfmt.model.record import replace
from robotfmt.planning import defaults
from robotfmt.planning.yaml_terms import as_comment

from .adapting import by_version, for_consumer
from .codes import (
    ACCELERATION_ASSUMED,
    COLLISION_ASSUMED,
    CSPACE_ASSUMED,
    DEFAULT_ASSUMED,
    JERK_ASSUMED,
    LIMIT_OF_JOINT,
    MANY_GROUPS,
    NO_CSPACE,
    REASON,
    SAID_TWICE,
    SELF_GEOMETRY_DIFFERS,
    SEVERAL_VALUES,
    TOOL_FRAME_ASSUMED,
)
from .document.versions import EXTENDED
from .writer import document, version_of


def adapt(robot: Robot, context: Context) -> Robot:
    """Add what XRDF requires, and remove what it does not support; report every change."""
    claims, version, consumer = Report(), version_of(context), for_consumer.consumer_of(context)
    for step, code in _steps(version, consumer):
        if code is ACCELERATION_ASSUMED:
            defaults.report_accelerations(robot, context.report)
        robot = report_changes(robot, step(robot), code, claims)
    context.report.diagnostics += claims.diagnostics
    if any(claim.code == CSPACE_ASSUMED.slug for claim in claims):
        defaults.report_undriven(robot, context.report)
    _warn(robot, version, context.report)
    for_consumer.report_version(robot, consumer, version, context.report)
    for_consumer.warn(robot, consumer, context.report)
    return _with_comments(robot, {claim.code for claim in claims})


def _steps(version: str, consumer: str) -> tuple[Step, ...]:
    return (
        (without_repetitions, SAID_TWICE),
        *by_version.steps(version),
        (_single_values, SEVERAL_VALUES),
        (_unchecked_links, UNCHECKED_LINKS),
        (lambda robot: adapting.pairs_once(robot, "xrdf"), SAID_TWICE),
        (_reasons, REASON),
        (defaults.with_cspace, CSPACE_ASSUMED),
        (defaults.with_limits_of_joints, LIMIT_OF_JOINT),
        (defaults.with_accelerations, ACCELERATION_ASSUMED),
        (defaults.with_jerks, JERK_ASSUMED),
        (defaults.with_default_positions, DEFAULT_ASSUMED),
        (defaults.with_tool_frames, TOOL_FRAME_ASSUMED),
        (defaults.with_collision, COLLISION_ASSUMED),
        *for_consumer.steps(consumer),
        (defaults.with_whole_transforms, NO_PLACE),
        (partial(_placed_extensions, version=version), NO_PLACE),
    )


# Properties that XRDF cannot store


def _single_values(robot: Robot) -> Robot:
    """Drop default positions with several values."""
    kept = tuple(each for each in robot.default_positions if len(each.values) == 1)
    return robot if kept == robot.default_positions else replace(robot, default_positions=kept)


def _unchecked_links(robot: Robot) -> Robot:
    """Convert unchecked links to pairs, except with links that the new base cuts off (XRDF 1.0 §2)."""
    return adapting.spell_out_pairs(robot, among=defaults.kept_links(robot))


def _reasons(robot: Robot) -> Robot:
    """Convert the reasons of pairs to comments: one line of ASCII."""
    pairs = tuple(replace(each, reason=as_comment(each.reason)) for each in robot.ignored_pairs)
    return robot if pairs == robot.ignored_pairs else replace(robot, ignored_pairs=pairs)


def _placed_extensions(robot: Robot, version: str) -> Robot:
    """Drop content of a part of the document that no longer exists."""
    lost = {id(each) for each in unplaced(document(robot, version), robot, format="xrdf")}
    if not lost:
        return robot
    return replace(robot, extensions=tuple(each for each in robot.extensions if id(each) not in lost))


# Other findings


def _warn(robot: Robot, version: str, report: Report) -> None:
    if robot.cspace is None:
        report.add(NO_CSPACE, "no 'cspace' could be written", robot.origin)
    if version == EXTENDED:
        return
    if len(robot.sphere_sets) > 1:
        names = ", ".join(quoted(each.name) for each in robot.sphere_sets[:5])
        report.add(MANY_GROUPS, f"the document has the groups {names}", robot.sphere_sets[1].origin)
    world, itself = robot.world_collision, robot.self_collision
    if world is not None and itself is not None and world.spheres != itself.spheres:
        groups = [quoted(use.spheres or "") for use in (world, itself)]
        message = f"collisions with the world use {groups[0]}, self-collisions use {groups[1]}"
        report.add(SELF_GEOMETRY_DIFFERS, message, itself.origin)


_GUESSES = (
    (DEFAULT_ASSUMED, "default_joint_positions"),
    (CSPACE_ASSUMED, "cspace/joint_names"),
    (ACCELERATION_ASSUMED, "cspace/acceleration_limits"),
    (JERK_ASSUMED, "cspace/jerk_limits"),
    (TOOL_FRAME_ASSUMED, "tool_frames"),
)


def _with_comments(robot: Robot, changed: set[str]) -> Robot:
    """Mark assumed values by comments, unless the layout comes from another document."""
    places = [place for code, place in _GUESSES if code.slug in changed]
    if not places or robot.layout("xrdf") is not None:
        return robot
    inner: dict[str, list[LayoutItem]] = {}
    for place in places:
        section, _, key = place.partition("/")
        trailing = LayoutItem(kind="trailing", step=" assumed")
        item = LayoutItem(kind="key", step=key, items=(trailing,)) if key else trailing
        inner.setdefault(section, []).append(item)
    items = tuple(LayoutItem(kind="key", step=key, items=tuple(each)) for key, each in inner.items())
    return replace(robot, layouts=(*robot.layouts, Layout(format="xrdf", items=items)))
