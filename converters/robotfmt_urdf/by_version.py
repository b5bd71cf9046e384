"""The robot as the version of URDF that is written can say it: steps of ``adapt``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from robotfmt.explain import Step
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

from .codes import CAPSULE, CSPACE_LIMIT, OUTLIVED
from .versions import DERIVATIVES, SINCE, declared, has


def steps(robot: Robot, version: str) -> tuple[Step, ...]:
    """The steps that make of a robot what a version can say, and the codes that they are reported under."""
    before = declared(robot.layout("urdf"))
    found: list[Step] = [(partial(_left_out, before=before, version=version), OUTLIVED)]
    if not has(version, "capsule"):
        found.append((_capsules, CAPSULE))
    if has(version, "acceleration"):
        found.append((_cspace_limits, CSPACE_LIMIT))
    return tuple(found)


def without_derivatives(robot: Robot, version: str) -> Robot:
    """No limits of acceleration, deceleration and jerk where the version has none; of their loss the hub tells."""

    def change(_: Joint, hard: Limits | None) -> Limits | None:
        if hard is None or all(getattr(hard, name) is None for name in DERIVATIVES):
            return hard
        kept = replace(hard, acceleration=None, deceleration=None, jerk=None)
        return kept if kept != Limits() else None

    return robot if has(version, "acceleration") else _with_hard_limits(robot, change)


def with_rotations(robot: Robot, version: str) -> Robot:
    """All turns as rpy, which every program reads: ``quat_xyzw`` goes only where it comes from."""
    quaternions = has(version, "quat_xyzw") and has(declared(robot.layout("urdf")), "quat_xyzw")
    return robot if quaternions else _rpys(robot)


def _left_out(robot: Robot, before: str, version: str) -> Robot:
    """Words that the source's version did not know, and that would mean something in the version written."""

    def counts(each: Extension) -> bool:
        place = each.place.rpartition("/")[2]
        wakes = has(version, each.name) and not has(before, each.name) if each.name in SINCE else False
        return wakes and each.format == "urdf" and place in ("origin", "limit")

    kept = tuple(each for each in robot.extensions if not counts(each))
    return robot if len(kept) == len(robot.extensions) else replace(robot, extensions=kept)


def _capsules(robot: Robot) -> Robot:
    """A capsule becomes a cylinder at its place, and two balls behind all other shapes."""
    links = tuple(_without_capsules(link) for link in robot.links)
    return robot if links == robot.links else replace(robot, links=links)


def _without_capsules(link: Link) -> Link:
    return replace(link, visuals=_parts(link.visuals), collisions=_parts(link.collisions))


def _parts(geometries: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
    kept: list[Geometry] = []
    ends: list[Geometry] = []
    for geometry in geometries:
        match geometry.shape:
            case Capsule(float(radius), float(length)):
                kept.append(replace(geometry, shape=Cylinder(radius, length)))
                for height in (length / 2, -length / 2):
                    pose = compose(geometry.pose, Pose((0.0, 0.0, height)))
                    ends.append(replace(geometry, shape=Sphere(radius), pose=pose, name=None))
            case Capsule():
                kept.append(replace(geometry, shape=None))
            case _:
                kept.append(geometry)
    return (*kept, *ends)


def _rpys(robot: Robot) -> Robot:
    def pose(its: Pose | None) -> Pose | None:
        turned = its is not None and isinstance(its.rotation, Quaternion)
        return replace(its, rotation=rpy_of(its.rotation)) if its is not None and turned else its

    def shape(geometry: Geometry) -> Geometry:
        return replace(geometry, pose=pose(geometry.pose))

    def link(its: Link) -> Link:
        inertial = replace(its.inertial, pose=pose(its.inertial.pose)) if its.inertial is not None else None
        visuals, collisions = tuple(map(shape, its.visuals)), tuple(map(shape, its.collisions))
        return replace(its, inertial=inertial, visuals=visuals, collisions=collisions)

    def joint(its: Joint) -> Joint:
        return replace(its, pose_in_parent=pose(its.pose_in_parent))

    joints, loops = tuple(map(joint, robot.joints)), tuple(map(joint, robot.loops))
    links = tuple(map(link, robot.links))
    same = (links, joints, loops) == (robot.links, robot.joints, robot.loops)
    return robot if same else replace(robot, links=links, joints=joints, loops=loops)


def _cspace_limits(robot: Robot) -> Robot:
    """Limits that only the configuration space gives become those of the joints."""
    given = {each.joint: each for each in (robot.cspace.joints if robot.cspace is not None else ())}

    def change(joint: Joint, hard: Limits | None) -> Limits | None:
        its = given.get(joint.name) or CSpaceJoint(joint=joint.name)
        hard = hard or Limits(origin=its.origin)
        full = replace(
            hard,
            acceleration=hard.acceleration if hard.acceleration is not None else its.acceleration_limit,
            jerk=hard.jerk if hard.jerk is not None else its.jerk_limit,
        )
        return full if full != Limits() else None

    return _with_hard_limits(robot, change) if given else robot


def _with_hard_limits(robot: Robot, change: Callable[[Joint, Limits | None], Limits | None]) -> Robot:
    """The robot with other hard limits of joints that have one axis."""

    def changed(joint: Joint) -> Joint:
        return replace(joint, axes=tuple(one(joint, axis) for axis in joint.axes)) if joint.axes else joint

    def one(joint: Joint, axis: Axis) -> Axis:
        return replace(axis, hard=change(joint, axis.hard))

    joints, loops = tuple(map(changed, robot.joints)), tuple(map(changed, robot.loops))
    same = (joints, loops) == (robot.joints, robot.loops)
    return robot if same else replace(robot, joints=joints, loops=loops)
