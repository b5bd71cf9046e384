"""Adapt a robot to what cuRobo supports and requires: a list of steps, each with its code."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from robotfmt import adapting
from robotfmt.adapting.sphere_sets import flat, without_repetitions
from robotfmt.codes import NO_PLACE, UNCHECKED_LINKS
from robotfmt.compare.adaptation import adapted
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.yaml.compose import unplaced
from robotfmt.documents.yaml.lines import flow
from robotfmt.model import (
    AddFrame,
    CollisionUse,
    Extension,
    ExtensionKind,
    Modifier,
    RemoveMimic,
    Robot,
    SetBaseFrame,
    SphereSet,
)
from robotfmt.model.record import replace
from robotfmt.planning import defaults
from robotfmt.planning.yaml_terms import as_comment

from .codes import (
    BASE_ASSUMED,
    CSPACE_ASSUMED,
    DEFAULT_ASSUMED,
    INCOMPLETE,
    LIMIT_ASSUMED,
    LIMIT_OF_JOINT,
    MODIFIER,
    OTHER_SPHERES,
    OTHER_VERSION,
    REASON,
    SPHERES,
    TOOL_FRAME_ASSUMED,
    URDF_PATH,
    USES,
)
from .parts.collision import SET
from .parts.weights import PLACES, fitting, without_weights
from .writer import document

KINEMATICS = "/robot_cfg/kinematics"
_OF_VERSION = {
    "1": (
        "use_usd_kinematics",
        "usd_path",
        "usd_robot_root",
        "isaac_usd_path",
        "usd_flip_joints",
        "usd_flip_joint_limits",
        "compute_jacobian",
        "load_link_names_with_mesh",
        "ee_link",
        "link_names",
        "retract_config",
    ),
    "2": (
        "format_version",
        "grasp_contact_link_names",
        "load_tool_frames_with_mesh",
        "load_collision_spheres",
        "num_envs",
        "null_space_maximum_distance",
        "tool_frames",
        "default_joint_position",
    ),
}
"""Keys of only one version; the other version fails on an unknown key."""
_OTHER = {"1": "2", "2": "1"}


def adapt(robot: Robot, context: Context) -> Robot:
    """Add what cuRobo requires, and remove what it does not support; report every change."""
    steps = (
        (lambda robot: _without_other_keys(robot, context.version), OTHER_VERSION),
        (without_repetitions, NO_PLACE),
        (_tools_once, NO_PLACE),
        (lambda robot: adapting.pairs_once(robot, "curobo"), NO_PLACE),
        (_single_values, NO_PLACE),
        (_fixed_frames, MODIFIER),
        (flat, SPHERES),
        (_one_set, OTHER_SPHERES),
        (_plain_name, SPHERES),
        (_both_uses, USES),
        (lambda robot: adapting.spell_out_pairs(robot, among=defaults.kept_links(robot)), UNCHECKED_LINKS),
        (_reasons, REASON),
        (_with_cspace, CSPACE_ASSUMED),
        (defaults.with_limits_of_joints, LIMIT_OF_JOINT),
        (lambda robot: _with_other_limits(robot, context.report), LIMIT_ASSUMED),
        (defaults.with_default_positions, DEFAULT_ASSUMED),
        (defaults.with_whole_positions, DEFAULT_ASSUMED),
        (defaults.with_tool_frames, TOOL_FRAME_ASSUMED),
        (defaults.with_base, BASE_ASSUMED),
        (defaults.with_whole_transforms, NO_PLACE),
        (lambda robot: _with_urdf(robot, context.output), URDF_PATH),
        (fitting, NO_PLACE),
        (lambda robot: _placed(robot, context.version), NO_PLACE),
    )
    found = adapted(robot, steps, context.report)
    if robot.cspace is None and found.cspace is not None:
        defaults.report_undriven(robot, context.report)
    _warn(found, context)
    return found


# Properties that cuRobo cannot store


def _without_other_keys(robot: Robot, version: str) -> Robot:
    others = _OF_VERSION[_OTHER[version]]
    kept = tuple(each for each in robot.extensions if not _is_of(each, others))
    return robot if len(kept) == len(robot.extensions) else replace(robot, extensions=kept)


def _is_of(extension: Extension, keys: tuple[str, ...]) -> bool:
    if extension.format != "curobo":
        return False
    inside = extension.place in (KINEMATICS, f"{KINEMATICS}/cspace") and extension.name in keys
    return inside or PLACES.get(extension.place) in keys


def _tools_once(robot: Robot) -> Robot:
    """Remove repeated tool frames."""
    frames = tuple(dict.fromkeys(robot.tool_frames))
    return robot if frames == robot.tool_frames else replace(robot, tool_frames=frames)


def _single_values(robot: Robot) -> Robot:
    """Remove default positions with several values."""
    kept = tuple(each for each in robot.default_positions if len(each.values) == 1)
    return robot if kept == robot.default_positions else replace(robot, default_positions=kept)


def _fixed_frames(robot: Robot) -> Robot:
    """Keep one base, and the added frames that are fixed, each once."""
    met: set[str | None] = set()
    kept: list[Modifier] = []
    for each in robot.modifiers:
        name = each.frame if isinstance(each, AddFrame) else None
        moves = isinstance(each, AddFrame) and each.joint_type is not None
        if not isinstance(each, RemoveMimic) and not moves and name not in met:
            met.add(name)
            kept.append(each)
    return robot if len(kept) == len(robot.modifiers) else replace(robot, modifiers=tuple(kept))


def _one_set(robot: Robot) -> Robot:
    """Return the sphere set for the world, else the one for self-collisions, else the first."""
    chosen = _chosen(robot)
    kept = (chosen,) if chosen is not None and chosen.frames else ()
    return robot if kept == robot.sphere_sets else replace(robot, sphere_sets=kept)


def _chosen(robot: Robot) -> SphereSet | None:
    known = {each.name: each for each in reversed(robot.sphere_sets)}
    for use in (robot.world_collision, robot.self_collision):
        if use is not None and use.spheres in known:
            return known[use.spheres]
    return robot.sphere_sets[0] if robot.sphere_sets else None


def _plain_name(robot: Robot) -> Robot:
    """Return the robot with a name of its sphere set that fits into a comment."""
    if not robot.sphere_sets:
        return robot
    (chosen,) = robot.sphere_sets
    name = as_comment(chosen.name) or SET
    if name == chosen.name:
        return robot
    return _with_uses(
        replace(robot, sphere_sets=(replace(chosen, name=name),)),
        lambda use: replace(use, spheres=name) if use is not None and use.spheres == chosen.name else use,
    )


def _both_uses(robot: Robot) -> Robot:
    """Use the single set against the world and for self-collisions."""
    if not robot.sphere_sets:
        return _with_uses(robot, lambda _: None)
    (chosen,) = robot.sphere_sets
    return _with_uses(robot, lambda use: replace(use or CollisionUse(), spheres=chosen.name))


def _with_uses(robot: Robot, change: Callable[[CollisionUse | None], CollisionUse | None]) -> Robot:
    world, itself = change(robot.world_collision), change(robot.self_collision)
    if (world, itself) == (robot.world_collision, robot.self_collision):
        return robot
    return replace(robot, world_collision=world, self_collision=itself)


def _reasons(robot: Robot) -> Robot:
    """Convert the reasons of pairs to comments."""
    pairs = tuple(replace(each, reason=as_comment(each.reason)) for each in robot.ignored_pairs)
    return robot if pairs == robot.ignored_pairs else replace(robot, ignored_pairs=pairs)


def _placed(robot: Robot, version: str) -> Robot:
    """Drop content of a part of the document that no longer exists."""
    lost = {id(each) for each in unplaced(document(robot, version), without_weights(robot), format="curobo")}
    if not lost:
        return robot
    return replace(robot, extensions=tuple(each for each in robot.extensions if id(each) not in lost))


# What cuRobo demands


def _with_cspace(robot: Robot) -> Robot:
    """Add a c-space. Without one, cuRobo locks the joints with positions, and controls the others, if any."""
    placed = {each.joint for each in robot.default_positions}
    assumed = defaults.with_cspace(robot) if placed else robot
    joints = assumed.cspace.joints if assumed.cspace is not None else ()
    return assumed if all(each.joint in placed for each in joints) else robot


def _with_other_limits(robot: Robot, report: Report) -> Robot:
    """Complete the limits: a list has a number for every joint; if all are cuRobo's defaults, none is written."""
    joints = robot.cspace.joints if robot.cspace is not None else ()
    if any(each.acceleration_limit is not None for each in joints):
        defaults.report_accelerations(robot, report)
        robot = defaults.with_accelerations(robot)
    return defaults.with_jerks(robot) if any(each.jerk_limit is not None for each in joints) else robot


def _with_urdf(robot: Robot, output: str) -> Robot:
    """Return the robot with the path of its URDF, relative to the output."""
    source = robot.origin.document if robot.origin is not None and robot.links else ""
    if not source.lower().endswith(".urdf") or any(_is_of(each, ("urdf_path",)) for each in robot.extensions):
        return robot
    path = os.path.relpath(source, Path(output).parent).replace(os.sep, "/")
    new = Extension(format="curobo", place=KINEMATICS, kind=ExtensionKind.ENTRY, name="urdf_path", content=flow(path))
    return replace(robot, extensions=(*robot.extensions, new))


def _warn(robot: Robot, context: Context) -> None:
    is_there = {
        "urdf_path": any(_is_of(each, ("urdf_path",)) for each in robot.extensions),
        "base_link": any(isinstance(each, SetBaseFrame) for each in robot.modifiers),
        "tool_frames" if context.version == "2" else "ee_link": bool(robot.tool_frames),
    }
    missing = ", ".join(f"'{key}'" for key, there in is_there.items() if not there)
    if missing:
        context.report.add(INCOMPLETE, f"the document has no {missing}", robot.origin)
