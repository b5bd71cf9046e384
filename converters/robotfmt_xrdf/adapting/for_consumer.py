"""Documents for a particular program (``--target``, ``-O xrdf.target=...``): content that it refuses or silently
changes.

A check adds findings that concern only this program; its reactions to others are in :mod:`robotfmt.targets`. Writing
enforces only what the program requires; each such step is reported.
"""

from __future__ import annotations

from itertools import combinations

from robotfmt.adapting.sphere_sets import resolved
from robotfmt.compare.adaptation import Step
from robotfmt.context import Context
from robotfmt.diagnostics import Report, Severity, quoted
from robotfmt.formats import TARGET
from robotfmt.model import AddFrame, CollisionUse, CSpaceJoint, IgnoredPair, RemoveMimic, Robot, SetBaseFrame
from robotfmt.model.record import replace
from robotfmt.planning import defaults
from robotfmt.targets import TARGETS

from ..codes import (
    DEFAULT_ASSUMED,
    TARGET_BUFFER,
    TARGET_MODIFIER,
    TARGET_ONE_GROUP,
    TARGET_ORDER,
    TARGET_SELF_COLLISION,
    TARGET_VERSION,
)
from ..document.consumers import CONSUMERS, CUROBO, ISAACSIM, PORTABLE


def consumer_of(context: Context) -> str:
    """Return the program that the document is for; without the option, documents are portable."""
    return context.options.get(TARGET, PORTABLE)


# Checking


def check_consumer(robot: Robot, context: Context) -> None:
    """Report what concerns only the chosen program."""
    consumer, report = consumer_of(context), context.report
    if consumer == PORTABLE:
        return
    layout = robot.layout("xrdf")
    if layout is not None and layout.version not in CONSUMERS[consumer]:
        message = f"{_title(consumer)} loads a document of version {layout.version} without any of its spheres"
        report.add(TARGET_VERSION, message, robot.cspace.origin if robot.cspace is not None else robot.origin)
    warn(robot, consumer, report)


def _title(consumer: str) -> str:
    return TARGETS[consumer].title


def warn(robot: Robot, consumer: str, report: Report) -> None:
    """Report content that a program will ignore or silently change, in any form."""
    for modifier in robot.modifiers:
        name = _passed_over(modifier, consumer)
        if name is not None:
            message = f"{_title(consumer)} ignores {quoted(name)}"
            report.add(TARGET_MODIFIER, message, modifier.origin)
    if consumer == ISAACSIM:
        _warn_of_buffers(robot, report)


def report_version(robot: Robot, consumer: str, version: str, report: Report) -> None:
    """Report that the version is older than that of the source document, and why."""
    layout = robot.layout("xrdf")
    given = layout.version if layout is not None else None
    if consumer != PORTABLE and given not in (None, version, *CONSUMERS[consumer]):
        title = _title(consumer)
        message = f"written in version {version} instead of {given}, which {title} loads without spheres"
        report.add(TARGET_VERSION, message, severity=Severity.NOTE, help="No action needed.")


def _passed_over(modifier: AddFrame | RemoveMimic | SetBaseFrame, consumer: str) -> str | None:
    names = {AddFrame: "add_frame", RemoveMimic: "remove_mimic_attributes", SetBaseFrame: "set_base_frame"}
    passed_over = {CUROBO: (RemoveMimic,), ISAACSIM: tuple(names)}.get(consumer, ())
    return names[type(modifier)] if isinstance(modifier, passed_over) else None


def _warn_of_buffers(robot: Robot, report: Report) -> None:
    for buffer in robot.world_collision.buffers if robot.world_collision is not None else ():
        if buffer.distance:
            frame, distance = quoted(buffer.frame), f"{buffer.distance:g}"
            message = f"{_title(ISAACSIM)} adds {distance} to the radius of each sphere of {frame}"
            report.add(TARGET_BUFFER, message, buffer.origin)


# Writing


def steps(consumer: str) -> tuple[Step, ...]:
    """Return the steps that add what a program requires, with the codes that report them."""
    found: list[Step] = []
    if consumer in (CUROBO, ISAACSIM):
        found.append((_one_group, TARGET_ONE_GROUP))
    if consumer == CUROBO:
        found += [
            (_with_self_collision, TARGET_SELF_COLLISION),
            (_in_order, TARGET_ORDER),
            (defaults.with_clamped_positions, DEFAULT_ASSUMED),
        ]
    return tuple(found)


def wants_buffers(context: Context) -> bool:
    """Return True if both sections must have ``buffer_distance``: cuRobo 0.7 refuses sections without it."""
    return consumer_of(context) == CUROBO


def _one_group(robot: Robot) -> Robot:
    """Use the same group against the world and for self-collisions: the one with more spheres."""
    world, itself = robot.world_collision, robot.self_collision
    if world is None or itself is None or world.spheres == itself.spheres:
        return robot
    larger = max((world.spheres, itself.spheres), key=lambda name: _count(robot, name))
    return replace(
        robot,
        world_collision=replace(world, spheres=larger),
        self_collision=replace(itself, spheres=larger),
    )


def _count(robot: Robot, name: str | None) -> int:
    group = resolved(name, robot.sphere_sets) if name is not None else None
    spheres = (sphere for frame in group.frames for sphere in frame.spheres) if group is not None else ()
    return sum(sphere.radius is not None and sphere.radius > 0 for sphere in spheres)


def _with_self_collision(robot: Robot) -> Robot:
    """Add a self-collision section that ignores every pair: cuRobo requires one if there is a ``collision``."""
    world = robot.world_collision
    if world is None or robot.self_collision is not None:
        return robot
    group = resolved(world.spheres, robot.sphere_sets) if world.spheres is not None else None
    frames = [each.frame for each in group.frames if each.spheres] if group is not None else []
    pairs = tuple(IgnoredPair(first=first, second=second) for first, second in combinations(frames, 2))
    return replace(robot, self_collision=CollisionUse(spheres=world.spheres), ignored_pairs=pairs)


def _in_order(robot: Robot) -> Robot:
    """Return the configuration space in the order of the robot: cuRobo assigns default positions in that order."""
    if robot.cspace is None:
        return robot
    places = {joint.name: place for place, joint in enumerate(robot.joints)}

    def place(joint: CSpaceJoint) -> int:
        return places.get(joint.joint, len(places))

    joints = tuple(sorted(robot.cspace.joints, key=place))
    return robot if joints == robot.cspace.joints else replace(robot, cspace=replace(robot.cspace, joints=joints))
