"""The feet of a robot on legs: where they are, and how they share its weight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..model import Base, Joint, Link, Motion, Robot, unit
from .mobility import feet_of
from .tree import base_of, links_below

if TYPE_CHECKING:
    from .freedom import Array

_GRAVITY = 9.81


class Support(NamedTuple):
    """A robot on its feet, in the frame of its root."""

    forces: Mapping[str, float]
    """The force of the floor on each foot along z, in newtons, by the name of the link."""
    weight: float
    """That of the whole robot, in newtons."""


def support_of(robot: Robot, pose: Mapping[str, float]) -> Support | None:
    """Return what carries a floating robot with legs in a pose; None for another robot.

    Each foot is the lowest link frame of its limb, and only carries weight: no torque and no friction. Of the forces
    that balance the weight the most even ones are taken; where the centre of mass is not above the feet, none of them
    pulls, and the robot tips.

    Args:
        robot: The robot.
        pose: The positions of joints in radians and metres; the others are at zero.
    """
    import numpy as np

    from .forward import poses_of_links

    feet = feet_of(robot) if base_of(robot) is Base.FLOATING else ()
    if not feet:
        return None
    poses = poses_of_links(robot, {name: np.array([value]) for name, value in pose.items()})
    mass, middle = _centre(robot, poses)
    places = np.array([poses[name][0, :3, 3] for name in feet])
    weight = mass * _GRAVITY
    rows = np.vstack([np.ones(len(feet)), places[:, 0] - middle[0], places[:, 1] - middle[1]])
    forces = np.clip(np.linalg.lstsq(rows, np.array([weight, 0.0, 0.0]), rcond=None)[0], 0.0, weight)
    return Support(dict(zip(feet, forces.tolist(), strict=True)), weight)


def largest_supports(robot: Robot, joints: Iterable[Joint]) -> dict[str, float]:
    """Return the largest torque on each joint of a leg of a floating robot, with an even share of the weight on its
    foot, in any direction.

    Args:
        robot: The robot, in each of its states, and with all joints at zero if it has none.
        joints: Joints with one axis.

    Returns:
        Newton metres, or newtons for joints that slide; only for joints above a foot.
    """
    import numpy as np

    from .forward import poses_of_links

    feet = feet_of(robot) if base_of(robot) is Base.FLOATING else ()
    if not feet:
        return {}
    rows = [{it.joint: it.values[0] for it in each.values if len(it.values) == 1} for each in robot.states] or [{}]
    values = {name: np.array([row.get(name, 0.0) for row in rows]) for name in {key for row in rows for key in row}}
    poses = poses_of_links(robot, {name: each for name, each in values.items() if name in robot.joint_by_name})
    most = sum(map(_mass, robot.links)) * _GRAVITY / len(feet)
    below = {joint.name: links_below(robot, joint.child or "") & set(feet) for joint in joints}
    return {
        joint.name: most * max(_arm(joint, poses[joint.parent], poses[foot]) for foot in below[joint.name])
        for joint in joints
        if below[joint.name] and joint.parent in poses
    }


def _arm(joint: Joint, parent: Array, foot: Array) -> float:
    """Return the largest distance of a foot from the axis of a joint, in metres; 1 for a joint that slides."""
    import numpy as np

    from .forward import matrix

    axis = joint.axes[0]
    if axis.motion is Motion.SLIDE:
        return 1.0
    frame = parent @ matrix(joint.pose_in_parent)
    direction = frame[:, :3, :3] @ np.array(unit(axis.direction_or_x))
    return float(np.linalg.norm(np.cross(foot[:, :3, 3] - frame[:, :3, 3], direction), axis=1).max())


def _mass(link: Link) -> float:
    return (link.inertial.mass or 0.0) if link.inertial is not None else 0.0


def _centre(robot: Robot, poses: Mapping[str, Array]) -> tuple[float, Array]:
    """Return the mass of a robot in kg, and its centre in the frame of the root in metres."""
    import numpy as np

    total, moment = 0.0, np.zeros(3)
    for link in robot.links:
        inertial = link.inertial
        if inertial is not None and inertial.mass and link.name in poses:
            at = np.array([*(inertial.pose.xyz if inertial.pose is not None else (0.0, 0.0, 0.0)), 1.0])
            total, moment = total + inertial.mass, moment + inertial.mass * (poses[link.name][0] @ at)[:3]
    return total, moment / (total or 1.0)
