"""Two robots as one."""

from __future__ import annotations

from collections.abc import Iterable

from .. import codes
from ..diagnostics import Report
from ..errors import ModelError, UsageError
from ..model import (
    CollisionUse,
    CSpace,
    Joint,
    JointType,
    Material,
    Pose,
    Robot,
    SetBaseFrame,
    SphereSet,
)
from ..model.record import replace
from ..names import given_names
from ..tree import roots
from ..words import pose_in_words
from .modifiers import apply_modifiers
from .naming import no_such, prefix

_BOTH = (
    *("links", "joints", "frames", "loops", "groups", "states", "default_positions", "scene_positions"),
    *("end_effectors", "passive_joints", "joint_properties", "manipulators", "tool_frames", "ignored_pairs"),
    *("unchecked_links", "checked_pairs", "sensors", "actuators", "transmissions", "controllers", "grabs"),
    *("modifiers", "extensions", "virtual_joints", "connected_bodies"),
)
"""What is said of both robots, one after the other."""


def attach(
    robot: Robot,
    other: Robot,
    at: str,
    *,
    joint: str | None = None,
    pose: Pose | None = None,
    prefix: str = "",
    report: Report | None = None,
) -> Robot:
    """The robot with another one fixed to it, with all that is said of both.

    Where both check collisions with spheres, one set has the spheres of both. The other robot does not stand in the
    world by itself any more: its virtual joint is left out, and reported.

    Args:
        at: The link or frame of the robot that the other one's root is fixed to.
        joint: The name of the new joint; without one it is made of the root's name.
        pose: Of the other robot's root, in that link or frame.
        prefix: Put before the names of all parts of the other robot.

    Raises:
        UsageError: There is no such link or frame, or both robots have parts of the same name.
        ModelError: The other robot has not one root.
    """
    if at not in robot.frame_names:
        raise no_such("link or frame", at, robot.frame_names)
    report = report if report is not None else Report()
    other = _ready(other, prefix, report)
    root = _root(other)
    between = Joint(
        name=joint or f"{root}_mount", type=JointType.FIXED, parent=at, child=root, pose_in_parent=pose
    )
    other = _without_stand(other, root, report)
    if other.pose is not None:
        message = f"the pose of what is attached in its scene ({pose_in_words(other.pose)})"
        report.add(codes.LEFT_OUT, message, other.origin)
    _refuse_clashes(robot, replace(other, joints=(between, *other.joints)))
    return _together(robot, replace(other, joints=(between, *other.joints)))


def _together(robot: Robot, other: Robot) -> Robot:
    other = _after(robot, other)
    both = {field: (*getattr(robot, field), *getattr(other, field)) for field in _BOTH}
    new = replace(
        robot,
        **both,
        materials=tuple(dict.fromkeys((*robot.materials, *other.materials))),
        interfaces=tuple(dict.fromkeys((*robot.interfaces, *other.interfaces))),
        cspace=_cspace(robot.cspace, other.cspace),
    )
    return _with_spheres(new, robot, other)


def _ready(other: Robot, before: str, report: Report) -> Robot:
    """The other robot under its new names; a base of its own counts before it is attached."""
    if before:
        other = prefix(other, before, report=report)
    is_cut = any(isinstance(each, SetBaseFrame) for each in other.modifiers)
    return apply_modifiers(other, report=report) if is_cut else other


def _root(other: Robot) -> str:
    found = roots(other)
    if len(found) != 1:
        message = f"a robot that is attached must have one root, not {len(found)}"
        raise ModelError(codes.SEVERAL_ROOTS if found else codes.NO_LINKS, message, other.origin)
    return found[0]


def _without_stand(other: Robot, root: str, report: Report) -> Robot:
    kept = tuple(each for each in other.virtual_joints if each.child_link != root)
    for each in other.virtual_joints:
        if each not in kept:
            message = f"virtual joint '{each.name}' of what is attached"
            report.add(codes.LEFT_OUT, message, each.origin)
    return replace(other, virtual_joints=kept)


def _refuse_clashes(robot: Robot, other: Robot) -> None:
    first = {kind: set(names) for kind, names in given_names(robot).items()}
    clashes = [
        f"{kind} '{name}'"
        for kind, names in given_names(other).items()
        for name in names
        if kind not in ("material", "spheres") and name in first.get(kind, ())
    ]
    clashes += [f"material '{each.name}'" for each in _other_materials(robot, other.materials)]
    if clashes:
        more = f" and {len(clashes) - 5} more" if len(clashes) > 5 else ""
        message = f"both robots have {', '.join(clashes[:5])}{more}"
        raise UsageError(codes.NAME_TAKEN, message, help="Give the names of what is attached a prefix.")


def _other_materials(robot: Robot, materials: Iterable[Material]) -> list[Material]:
    known = {each.name: each for each in robot.materials if each.name}
    return [each for each in materials if known.get(each.name or "", each) != each]


def _after(robot: Robot, other: Robot) -> Robot:
    """The degrees of freedom of the other robot come after those of the first."""
    known = [each.dof_index for each in robot.joints if each.dof_index is not None]
    start = max(known) + 1 if known else sum(len(each.axes) for each in robot.joints)
    joints = (
        replace(each, dof_index=each.dof_index + start) if each.dof_index is not None else each
        for each in other.joints
    )
    return replace(other, joints=tuple(joints))


def _cspace(first: CSpace | None, second: CSpace | None) -> CSpace | None:
    if first is None or second is None:
        return first or second
    return replace(first, joints=(*first.joints, *second.joints))


# Spheres


def _with_spheres(new: Robot, robot: Robot, other: Robot) -> Robot:
    """Sets of the same name, and sets that are checked for the same, become one."""
    same = {each.name: each.name for each in robot.sphere_sets}
    for mine, its in (
        (robot.world_collision, other.world_collision),
        (robot.self_collision, other.self_collision),
    ):
        if mine is not None and its is not None and mine.spheres is not None and its.spheres is not None:
            same.setdefault(its.spheres, mine.spheres)
    sets = {each.name: each for each in robot.sphere_sets}
    for each in other.sphere_sets:
        name = same.get(each.name, each.name)
        sets[name] = _union(sets[name], each, same) if name in sets else _union(None, each, same)
    return replace(
        new,
        sphere_sets=tuple(sets.values()),
        world_collision=_use(robot.world_collision, other.world_collision, same),
        self_collision=_use(robot.self_collision, other.self_collision, same),
    )


def _union(mine: SphereSet | None, its: SphereSet, same: dict[str, str]) -> SphereSet:
    clones = tuple(same.get(each, each) for each in its.clones)
    if mine is None:
        return replace(its, clones=clones)
    together = dict.fromkeys(each for each in (*mine.clones, *clones) if each != mine.name)
    return replace(mine, frames=(*mine.frames, *its.frames), clones=tuple(together))


def _use(mine: CollisionUse | None, its: CollisionUse | None, same: dict[str, str]) -> CollisionUse | None:
    if its is None:
        return mine
    its = replace(its, spheres=same.get(its.spheres, its.spheres) if its.spheres is not None else None)
    if mine is None:
        return its
    spheres = mine.spheres if mine.spheres is not None else its.spheres
    return replace(mine, spheres=spheres, buffers=(*mine.buffers, *its.buffers))
