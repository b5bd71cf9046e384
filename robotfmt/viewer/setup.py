"""The properties of a robot that a page can change besides spheres: pairs, limits, default positions, tool frames."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import PurePath

from ..adapting import spell_out_pairs
from ..kinematics.rest_pose import moves_itself
from ..model import Joint, JointType, Motion, Node, Robot
from .changing import is_limited
from .requests import LIMITS
from .shown import Described


def setup_of(robot: Robot, documents: Collection[str]) -> Described:
    """Return the joints with their limits and default positions, the tool frames, and the pairs that are not checked.

    Args:
        documents: The documents that can be changed in place; properties in others are locked.
    """
    return {
        "joints": list(_joints(robot, documents)),
        "tools": list(robot.tool_frames),
        "pairs": list(_pairs(robot, documents)),
    }


def _pairs(robot: Robot, documents: Collection[str]) -> Iterator[Described]:
    """Yield each pair once, with the first of several reasons."""
    found: dict[frozenset[str], Described] = {}
    for each in spell_out_pairs(robot).ignored_pairs:
        row: Described = {"a": each.first, "b": each.second, "reason": each.reason, "locked": None}
        row = found.setdefault(each.links, row)
        row["locked"] = row["locked"] or _locked(each, documents)
    return iter(found.values())


def _locked(node: Node, documents: Collection[str]) -> str | None:
    """Return the name of a document that cannot be changed in place; None if it can."""
    document = node.origin.document if node.origin is not None else None
    return None if document is None or document in documents else PurePath(document).name


def _joints(robot: Robot, documents: Collection[str]) -> Iterator[Described]:
    defaults = {each.joint: each.values[0] for each in robot.default_positions if len(each.values) == 1}
    for joint in robot.all_joints:
        if is_limited(joint) and robot.joint_by_name[joint.name] is joint:
            yield {
                "name": joint.name,
                "unit": "m" if joint.axis is not None and joint.axis.motion is Motion.SLIDE else "rad",
                "limits": _limits(joint, robot),
                "fixed": _fixed(joint, robot),
                "locked": _locked(joint, documents),
                "default": defaults.get(joint.name),
                "stands": moves_itself(joint),
            }


def _limits(joint: Joint, robot: Robot) -> Described:
    """Return the limits of a joint, with the acceleration and jerk of the configuration space."""
    own = joint.axis.hard if joint.axis is not None else None
    found: Described = {name: getattr(own, name, None) for name in LIMITS}
    for each in robot.cspace.joints if robot.cspace is not None else ():
        if each.joint == joint.name:
            rates = {"acceleration": each.acceleration_limit, "jerk": each.jerk_limit}
            found |= {name: rate for name, rate in rates.items() if rate is not None}
    return found


def _fixed(joint: Joint, robot: Robot) -> list[str]:
    """Return the limits that no document can store: positions of a continuous joint, rates of an uncontrolled one."""
    controlled = {each.joint for each in robot.cspace.joints} if robot.cspace is not None else set()
    own = joint.axis.hard if joint.axis is not None else None
    found = ["lower", "upper"] if joint.type is JointType.CONTINUOUS else []
    rates = [] if joint.name in controlled else ["acceleration", "jerk"]
    return found + [name for name in rates if getattr(own, name, None) is None]
