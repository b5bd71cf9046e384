"""Adapt the robot to the version of URDF that is written: steps of ``adapt``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from robotfmt.adapting import with_each_joint
from robotfmt.adapting.wordless import without_fields
from robotfmt.compare.adaptation import Step
from robotfmt.context import Context
from robotfmt.formats import Feature
from robotfmt.model import (
    Axis,
    Capsule,
    CSpaceJoint,
    Cylinder,
    Extension,
    Geometry,
    Joint,
    Limits,
    Link,
    Pose,
    Quaternion,
    Robot,
    Sphere,
    compose,
    rpy_of,
)
from robotfmt.model.record import replace

from ..codes import CAPSULE, CSPACE_LIMIT, DERIVATIVE_LIMIT, OUTLIVED
from ..document.versions import DERIVATIVES, SINCE, declared, has


def without_capsules(robot: Robot) -> Robot:
    """Return a robot with a cylinder in the place of each capsule, and two spheres after all other shapes."""
    links = tuple(
        replace(link, visuals=_taken_apart(link.visuals), collisions=_taken_apart(link.collisions))
        for link in robot.links
    )
    return robot if links == robot.links else replace(robot, links=links)


def _taken_apart(geometries: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
    bodies: list[Geometry] = []
    ends: list[Geometry] = []
    for geometry in geometries:
        match geometry.shape:
            case Capsule(float(radius), float(length)):
                bodies.append(replace(geometry, shape=Cylinder(radius, length)))
                ends += [
                    replace(geometry, shape=Sphere(radius), pose=_end(geometry, length, side), name=None)
                    for side in (1, -1)
                ]
            case _:
                bodies.append(geometry)
    return (*bodies, *ends)


def _end(geometry: Geometry, length: float, side: int) -> Pose:
    return compose(geometry.pose, Pose((0.0, 0.0, side * length / 2)))


def steps(robot: Robot, context: Context) -> tuple[Step, ...]:
    """Return the steps that adapt a robot to a version, with the codes that report them."""
    before = declared(robot.layout("urdf"))
    found: list[Step] = [(partial(_left_out, before=before, version=context.version), OUTLIVED)]
    if Feature.CSPACE not in context.held_elsewhere:
        found.append((_cspace_limits, CSPACE_LIMIT))
    if not has(context.version, "acceleration"):
        found.append((_without_derivatives, DERIVATIVE_LIMIT))
    if not has(context.version, "capsule"):
        found.append((without_capsules, CAPSULE))
    return tuple(found)


def _without_derivatives(robot: Robot) -> Robot:
    """Drop limits of acceleration, deceleration and jerk, and a ``<limit>`` that has only these."""

    def change(_: Joint, hard: Limits | None) -> Limits | None:
        kept = replace(hard, **dict.fromkeys(DERIVATIVES)) if hard is not None else None
        return hard if kept == hard or kept != Limits() else None

    return without_fields(_with_hard_limits(robot, change), {Limits: DERIVATIVES})


def with_rotations(robot: Robot, version: str) -> Robot:
    """Return all rotations as rpy, which every program reads: ``quat_xyzw`` is written only if it was read."""
    quaternions = has(version, "quat_xyzw") and has(declared(robot.layout("urdf")), "quat_xyzw")
    return robot if quaternions else _rpys(robot)


def _left_out(robot: Robot, before: str, version: str) -> Robot:
    """Remove content that the source's version ignores, and that would take effect in the version written."""

    def counts(each: Extension) -> bool:
        place = each.place.rpartition("/")[2]
        wakes = has(version, each.name) and not has(before, each.name) if each.name in SINCE else False
        return wakes and each.format == "urdf" and place in ("origin", "limit")

    kept = tuple(each for each in robot.extensions if not counts(each))
    return robot if len(kept) == len(robot.extensions) else replace(robot, extensions=kept)


def _rpys(robot: Robot) -> Robot:
    """Write quaternions as roll, pitch and yaw: ``quat_xyzw`` exists since URDF 1.1 only."""

    def pose(at: Pose | None) -> Pose | None:
        if at is None or not isinstance(at.rotation, Quaternion):
            return at
        return replace(at, rotation=rpy_of(at.rotation))

    def shape(geometry: Geometry) -> Geometry:
        return replace(geometry, pose=pose(geometry.pose))

    def link(whole: Link) -> Link:
        inertial = replace(whole.inertial, pose=pose(whole.inertial.pose)) if whole.inertial is not None else None
        visuals, collisions = tuple(map(shape, whole.visuals)), tuple(map(shape, whole.collisions))
        return replace(whole, inertial=inertial, visuals=visuals, collisions=collisions)

    def joint(whole: Joint) -> Joint:
        return replace(whole, pose_in_parent=pose(whole.pose_in_parent))

    joints, loops = tuple(map(joint, robot.joints)), tuple(map(joint, robot.loops))
    links = tuple(map(link, robot.links))
    sensors = tuple(replace(each, pose=pose(each.pose)) for each in robot.sensors)
    made = replace(robot, links=links, joints=joints, loops=loops, sensors=sensors)
    return robot if made == robot else made


def _cspace_limits(robot: Robot) -> Robot:
    """Write limits that only the configuration space gives as limits of the joints."""
    given = {each.joint: each for each in (robot.cspace.joints if robot.cspace is not None else ())}

    def change(joint: Joint, hard: Limits | None) -> Limits | None:
        cspace = given.get(joint.name) or CSpaceJoint(joint=joint.name)
        hard = hard or Limits(origin=cspace.origin)
        full = replace(
            hard,
            acceleration=hard.acceleration if hard.acceleration is not None else cspace.acceleration_limit,
            jerk=hard.jerk if hard.jerk is not None else cspace.jerk_limit,
        )
        return full if full != Limits() else None

    return _with_hard_limits(robot, change) if given else robot


def _with_hard_limits(robot: Robot, change: Callable[[Joint, Limits | None], Limits | None]) -> Robot:
    """Return the robot with other hard limits of joints that have one axis."""

    def changed(joint: Joint) -> Joint:
        return replace(joint, axes=tuple(one(joint, axis) for axis in joint.axes)) if joint.axes else joint

    def one(joint: Joint, axis: Axis) -> Axis:
        return replace(axis, hard=change(joint, axis.hard))

    return with_each_joint(robot, changed)
