"""Parts without an element of their own: the link for the world, joints that only give the pose of a link."""

from __future__ import annotations

from robotfmt.model import Joint, JointType, Link, Robot, Sensor
from robotfmt.model.record import replace

from .forest import WORLD, loose_name


def loose_joints(robot: Robot) -> list[Joint]:
    """Return the joints that need not be written: floating ones, and in a static model those of loose links."""
    static = robot.simulation is not None and bool(robot.simulation.static)
    first = first_root(robot)
    return [
        joint
        for joint in robot.joints
        if joint.type is JointType.FLOATING
        or (static and joint.type is JointType.FIXED and _is_of(joint, first) and not joint.axes)
    ]


def unwritten(robot: Robot) -> list[tuple[str, str]]:
    """Return the joints and the link that have no element, as the kind and the name of each."""
    world = stands_for_world(robot)
    found = [("joint", joint.name) for joint in loose_joints(robot)]
    return found if world is None else [*found, ("link", world)]


def _is_of(joint: Joint, root: str | None) -> bool:
    return joint.name == loose_name(joint.child or "") and joint.parent == root


def first_root(robot: Robot) -> str | None:
    """Return the first link without a parent joint."""
    children = {joint.child for joint in robot.joints}
    return next((link.name for link in robot.links if link.name not in children), None)


def stands_for_world(robot: Robot) -> str | None:
    """Return the link that is not written because it represents the world."""
    link = robot.link_by_name.get(WORLD)
    if link is None or first_root(robot) != WORLD or robot.pose is not None:
        return None
    if link != Link(name=WORLD) and replace(link, origin=None) != Link(name=WORLD):
        return None
    loose = {joint.name for joint in loose_joints(robot)}
    hung = any(joint.parent == WORLD and joint.name not in loose for joint in robot.all_joints)
    used = any(frame.parent == WORLD for frame in robot.frames) or any(it.link == WORLD for it in robot.sensors)
    into = any(joint.child == WORLD for joint in robot.all_joints)
    return WORLD if hung and not used and not into else None


def has_place(sensor: Sensor, robot: Robot) -> bool:
    """Return True if a sensor is in the element of its joint, or of its link."""
    joint = robot.joint_by_name.get(sensor.joint or "")
    if sensor.joint is not None:
        return joint is not None and all(each.name != joint.name for each in loose_joints(robot))
    return sensor.link in robot.link_by_name
