"""What a page can change of a robot besides spheres: pairs, limits, default positions, tool frames."""

from __future__ import annotations

from collections.abc import Iterator

from ..kinematics.rest_pose import moves_itself
from ..model import Joint, JointType, Motion, Robot
from .changing import is_limited
from .requests import LIMITS
from .shown import Described


def setup_of(robot: Robot) -> Described:
    """Return the joints with their limits and default positions, and the tool frames."""
    return {"joints": list(_joints(robot)), "tools": list(robot.tool_frames)}


def _joints(robot: Robot) -> Iterator[Described]:
    defaults = {each.joint: each.values[0] for each in robot.default_positions if len(each.values) == 1}
    for joint in robot.joint_by_name.values():
        if is_limited(joint):
            yield {
                "name": joint.name,
                "unit": "m" if joint.axis is not None and joint.axis.motion is Motion.SLIDE else "rad",
                "limits": _limits(joint, robot),
                "fixed": _fixed(joint, robot),
                "default": defaults.get(joint.name),
                "stands": moves_itself(joint),
            }


def _limits(joint: Joint, robot: Robot) -> Described:
    """Return the limits of a joint; of acceleration and jerk those of the configuration space count."""
    own = joint.axis.hard if joint.axis is not None else None
    found: Described = {name: getattr(own, name, None) for name in LIMITS}
    for each in robot.cspace.joints if robot.cspace is not None else ():
        if each.joint == joint.name:
            rates = {"acceleration": each.acceleration_limit, "jerk": each.jerk_limit}
            found |= {name: rate for name, rate in rates.items() if rate is not None}
    return found


def _fixed(joint: Joint, robot: Robot) -> list[str]:
    """Return which limits no document has a place for: positions of a continuous joint, rates of one not controlled."""
    controlled = {each.joint for each in robot.cspace.joints} if robot.cspace is not None else set()
    own = joint.axis.hard if joint.axis is not None else None
    found = ["lower", "upper"] if joint.type is JointType.CONTINUOUS else []
    rates = [] if joint.name in controlled else ["acceleration", "jerk"]
    return found + [name for name in rates if getattr(own, name, None) is None]
