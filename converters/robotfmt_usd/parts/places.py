"""Links that are no bodies: without mass and shapes, fixed to another one."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from robotfmt.kinematics.tree import joints_above
from robotfmt.model import Joint, JointType, Link, Pose, Robot, compose


def places(robot: Robot) -> set[str]:
    """Return the names of links that are only places on bodies: as bodies they would weigh 1 kg each in PhysX."""
    fixed = {name for name, joint in joints_above(robot).items() if joint.type is JointType.FIXED}
    return {each.name for each in robot.links if each.name in fixed and is_empty(each)}


def grounded(link: str, above: Mapping[str, Joint], bodies: Collection[str]) -> tuple[str, Pose]:
    """Return the body that a link is on, and its pose there.

    Args:
        link: The name of a link.
        above: The joint above each link.
        bodies: The names of the links that are bodies.
    """
    pose = Pose()
    while link not in bodies and link in above:
        joint = above[link]
        pose = compose(joint.pose_at_zero, pose)
        link = joint.parent or ""
    return link, pose


def is_static(robot: Robot) -> bool:
    """Return True for a robot that is a fixed part of the world: its shapes belong to no body."""
    return robot.simulation is not None and robot.simulation.static is True


def is_empty(link: Link) -> bool:
    """Return True if a link has neither a mass nor a shape."""
    return not weighs(link) and not link.visuals and not link.collisions


def weighs(link: Link) -> bool:
    """Return True if a link has a mass, or gets one from its shapes."""
    return link.inertial is not None and (bool(link.inertial.mass) or link.inertial.computed is True)
