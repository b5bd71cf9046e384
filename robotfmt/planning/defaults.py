"""Defaults that planners require (XRDF, cuRobo) and no document gives: each function adds one, and reports nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..adapting.grouping import moving
from ..codes.planning import ACCELERATION, NOT_DRIVEN
from ..diagnostics import Report, quoted
from ..facts.joints import unit_of
from ..kinematics.groups import Members, hierarchy_of
from ..kinematics.joint_values import moves_itself, rest, states, undriven
from ..kinematics.tree import downward, links_below, roots
from ..model import (
    AddFrame,
    Axis,
    CollisionUse,
    CSpace,
    CSpaceJoint,
    Joint,
    JointType,
    JointValue,
    Pose,
    Quaternion,
    RemoveMimic,
    Robot,
    SetBaseFrame,
    SphereSet,
)
from ..model.record import replace
from .accelerations import MOST, Acceleration, assumed_accelerations, assumed_jerk

DEFAULT = "default"
"""The name of the state (SRDF) with the default positions."""
_CONTROLLED = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC)


def with_cspace(robot: Robot) -> Robot:
    """Return the robot with a configuration space: the joints of the group with a default state, else all independent
    joints (XRDF 1.0 §7).

    They are in the order of the robot: otherwise cuRobo assigns default positions to the wrong joints. Undriven
    joints are left out.
    """
    if robot.cspace is not None or not robot.links:
        return robot
    still = undriven(robot)
    names = dict.fromkeys(name for name in _movable(robot) if name not in still)
    chosen = _default_group(robot)
    if chosen and names.keys() >= chosen:
        names = {name: None for name in names if name in chosen}
    return replace(robot, cspace=CSpace(joints=tuple(CSpaceJoint(joint=name) for name in names)))


def report_undriven(robot: Robot, report: Report) -> None:
    """Report the joints that could move, but are not controlled because they are undriven."""
    found = undriven(robot)
    for joint in robot.joints:
        if joint.name in found and moves_itself(joint):
            message = f"joint {quoted(joint.name)} is {found[joint.name]}; it is not controlled"
            report.add(NOT_DRIVEN, message, joint.origin)


def _default_group(robot: Robot) -> frozenset[str]:
    """Return the joints of the only group with a state ``default``, in any notation."""
    names = {state.group for state in robot.states if state.name == DEFAULT}
    groups = [each.name for each in robot.groups if names == {each.name}]
    if len(groups) != 1:
        return frozenset()
    return moving(robot, Members(robot.groups, hierarchy_of(robot)).joints(groups[0]) or frozenset())


def _kept_joints(robot: Robot) -> list[Joint]:
    """Return the joints that ``set_base_frame`` keeps (XRDF 1.0 §2); all without one."""
    base = _base(robot)
    if base is None:
        return list(robot.joints)
    links = links_below(robot, base)
    return [each for each in robot.joints if each.parent in links and each.child != base]


def kept_links(robot: Robot) -> set[str]:
    """Return the links that ``set_base_frame`` keeps; all without one."""
    base = _base(robot)
    return links_below(robot, base) if base is not None else set(robot.link_by_name)


def _base(robot: Robot) -> str | None:
    base = next((each.frame for each in reversed(robot.modifiers) if isinstance(each, SetBaseFrame)), None)
    return base if base in robot.link_by_name else None


def with_limits_of_joints(robot: Robot) -> Robot:
    """Use a joint's own acceleration and jerk limits for control."""

    def change(joint: CSpaceJoint, axis: Axis | None) -> CSpaceJoint:
        limits = axis.hard if axis is not None else None
        if limits is None:
            return joint
        return replace(
            joint,
            acceleration_limit=_or(joint.acceleration_limit, limits.acceleration),
            jerk_limit=_or(joint.jerk_limit, limits.jerk),
        )

    return _with_limits(robot, change)


def with_accelerations(robot: Robot) -> Robot:
    """Assume the accelerations that are unknown (XRDF 1.0 §7 requires a number); see :mod:`.accelerations`."""
    found = assumed_accelerations(robot, _without_acceleration(robot))

    def change(joint: CSpaceJoint, _: Axis | None) -> CSpaceJoint:
        if joint.acceleration_limit is not None:
            return joint
        return replace(joint, acceleration_limit=found[joint.joint].value if joint.joint in found else MOST)

    return _with_limits(robot, change)


def _without_acceleration(robot: Robot) -> list[str]:
    joints = robot.cspace.joints if robot.cspace is not None else ()
    return [each.joint for each in joints if each.acceleration_limit is None]


def with_jerks(robot: Robot) -> Robot:
    """Assume the jerks that are unknown, from the accelerations."""

    def change(joint: CSpaceJoint, _: Axis | None) -> CSpaceJoint:
        acceleration = MOST if joint.acceleration_limit is None else joint.acceleration_limit
        return replace(joint, jerk_limit=_or(joint.jerk_limit, assumed_jerk(acceleration)))

    return _with_limits(robot, change)


def report_accelerations(robot: Robot, report: Report) -> None:
    """Report what each acceleration that :func:`with_accelerations` assumes for a robot is computed from."""
    report_reasons(robot, assumed_accelerations(robot, _without_acceleration(robot)), report)


def report_reasons(robot: Robot, accelerations: Mapping[str, Acceleration], report: Report) -> None:
    """Report what assumed accelerations are computed from."""
    for name, each in accelerations.items():
        joint = robot.joint_by_name[name]
        unit = unit_of("acceleration", joint.axes[0])
        report.add(ACCELERATION, f"joint {quoted(name)}: {each.value:g} {unit}: {each.reason}", joint.origin)


def _or(value: float | None, other: float | None) -> float | None:
    return other if value is None else value


def _with_limits(robot: Robot, change: Callable[[CSpaceJoint, Axis | None], CSpaceJoint]) -> Robot:
    if robot.cspace is None:
        return robot
    joints = tuple(change(each, _axis(robot, each.joint)) for each in robot.cspace.joints)
    if joints == robot.cspace.joints:
        return robot
    return replace(robot, cspace=replace(robot.cspace, joints=joints))


def _axis(robot: Robot, joint: str) -> Axis | None:
    found = robot.joint_by_name.get(joint)
    return found.axis if found is not None else None


def with_default_positions(robot: Robot) -> Robot:
    """Add the positions of a state ``default``, else the implied ones (XRDF 1.0 §6), which cuRobo does not infer.

    This includes joints that are not controlled, such as those of a gripper: programs lock them there.
    """
    if robot.default_positions or robot.cspace is None:
        return robot
    names = dict.fromkeys(each.joint for each in robot.cspace.joints if each.joint in robot.joint_by_name)
    names |= dict.fromkeys(_movable(robot))
    stated = states(robot).get(DEFAULT, ())
    given = {each.joint: each.values[0] for each in stated if len(each.values) == 1}
    found = {name: given[name] if name in given else rest(robot.joint_by_name[name]) for name in names}
    values = tuple(JointValue(joint=name, values=(value,)) for name, value in found.items())
    return replace(robot, default_positions=values) if values else robot


def with_clamped_positions(robot: Robot) -> Robot:
    """Add default positions for joints whose limits exclude 0: cuRobo would assume 0."""
    known = {each.joint for each in robot.default_positions}
    found = {name: rest(robot.joint_by_name[name]) for name in _movable(robot) if name not in known}
    values = tuple(JointValue(joint=name, values=(value,)) for name, value in found.items() if value)
    return replace(robot, default_positions=(*robot.default_positions, *values)) if values else robot


def with_whole_positions(robot: Robot) -> Robot:
    """Add a position for each controlled joint, and for each other independent one."""
    if robot.cspace is None:
        return robot
    names = dict.fromkeys((*(each.joint for each in robot.cspace.joints), *_movable(robot)))
    known = {each.joint for each in robot.default_positions}
    new = tuple(
        JointValue(joint=name, values=(rest(joint) if (joint := robot.joint_by_name.get(name)) else 0.0,))
        for name in names
        if name not in known
    )
    return replace(robot, default_positions=(*robot.default_positions, *new)) if new else robot


def _movable(robot: Robot) -> list[str]:
    """Return the joints below the base that turn or slide and are not mimic joints."""
    freed = {each.joint for each in robot.modifiers if isinstance(each, RemoveMimic)}
    independent = (each for each in _kept_joints(robot) if each.coupling is None or each.name in freed)
    return [joint.name for joint in independent if joint.type in _CONTROLLED]


def with_tool_frames(robot: Robot) -> Robot:
    """Add tool frames: those of manipulators or end effectors, else the end of the longest chain."""
    if robot.tool_frames or not robot.links:
        return robot
    names = [each.tip for each in robot.manipulators] or [each.parent_link for each in robot.end_effectors]
    return replace(robot, tool_frames=tuple(dict.fromkeys(names)) or (_last_link(robot),))


def _last_link(robot: Robot) -> str:
    kept = {id(joint) for joint in _kept_joints(robot)}
    depths: dict[str, int] = {}
    for joint in downward(robot):
        if id(joint) in kept and joint.child is not None:
            depths[joint.child] = depths.get(joint.parent or "", 0) + 1
    return max(depths, key=depths.__getitem__, default=robot.links[0].name)


def with_base(robot: Robot) -> Robot:
    """Use the first root as the base, if no document gives one."""
    if not robot.links or any(isinstance(each, SetBaseFrame) for each in robot.modifiers):
        return robot
    root = next(iter(roots(robot)), robot.links[0].name)
    return replace(robot, modifiers=(*robot.modifiers, SetBaseFrame(frame=root)))


def with_collision(robot: Robot) -> Robot:
    """Use the spheres for both kinds of checks: pairs can be ignored only with self-collision checks."""
    world, itself, pairs = robot.world_collision, robot.self_collision, robot.ignored_pairs
    if world is None and itself is None and not robot.sphere_sets and not pairs:
        return robot
    given = [use.spheres for use in (world, itself) if use is not None and use.spheres is not None]
    sets = robot.sphere_sets or (SphereSet(name=_group_name(robot)),)
    name = given[0] if given else sets[0].name
    if world is None and itself is None:
        world = CollisionUse(spheres=name)
    if itself is None and pairs:
        itself = CollisionUse(spheres=name)
    changed = replace(
        robot,
        sphere_sets=robot.sphere_sets if given else sets,
        world_collision=_with_spheres(world, name),
        self_collision=_with_spheres(itself, name),
    )
    return robot if changed == robot else changed


def _with_spheres(use: CollisionUse | None, name: str) -> CollisionUse | None:
    return replace(use, spheres=name) if use is not None and use.spheres is None else use


def _group_name(robot: Robot) -> str:
    return f"{robot.name}_collision_spheres" if robot.name else "collision_spheres"


def with_whole_transforms(robot: Robot) -> Robot:
    """Complete ``fixed_transform``, which must have both parts (XRDF 1.0 §2), with identities."""
    modifiers = tuple(
        replace(each, pose=_whole(each.pose or Pose())) if isinstance(each, AddFrame) else each
        for each in robot.modifiers
    )
    return robot if modifiers == robot.modifiers else replace(robot, modifiers=modifiers)


def _whole(pose: Pose) -> Pose:
    return Pose(pose.position or (0.0, 0.0, 0.0), pose.rotation or Quaternion(1.0, 0.0, 0.0, 0.0))
