"""Another link as the root: the joints on the way to it are turned round."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from .. import codes
from ..diagnostics import Report
from ..errors import ModelError
from ..model import (
    Axis,
    Group,
    Joint,
    JointType,
    JointValue,
    Pose,
    Robot,
    inverse,
)
from ..model.record import replace
from ..reframing import with_link_frames
from .axes import with_last_axes_first
from .naming import no_such
from .parts import joints_above, links_below, ways
from .placement import with_pose_of_root

_OTHER_VALUES = (JointType.PLANAR, JointType.FLOATING, JointType.BALL)
"""Turned round, a value of these means another motion."""


def reroot(robot: Robot, link: str, *, move_frames: bool = False, report: Report | None = None) -> Robot:
    """The robot with another root. Every link moves against every other as before, by the same joint values.

    Joints on the way change parent and child, and the direction of their axes; names, limits and couplings stay.
    Values of planar, floating and ball joints are left out, since they would mean another motion, and that is reported.

    Args:
        link: The new root.
        move_frames: Whether the frames of the links on the way go to where their joints are now, as in a URDF that
            was written so; all on them is then given in the new frames. Else they stay where they are on the links,
            and a URDF gets massless links on the axes of turned joints.

    Raises:
        UsageError: There is no such link.
        ModelError: The joints above it form a ring.
    """
    if link not in robot.link_by_name:
        raise no_such("link", link, robot.link_by_name)
    report = report if report is not None else Report()
    way = _way(robot, link)
    if not way:
        return robot
    turned = {joint.name: _turned(joint) for joint in way}
    new = replace(robot, joints=tuple(turned.get(joint.name, joint) for joint in robot.joints))
    new = with_last_axes_first(new, {joint.name: len(joint.axes) for joint in way if len(joint.axes) > 1})
    new = _without_values(new, {joint.name for joint in way if joint.type in _OTHER_VALUES}, report)
    new = replace(new, groups=tuple(_group(robot, new, each, report) for each in robot.groups))
    new = with_pose_of_root(new, robot, report)
    return _with_moved_frames(new, turned) if move_frames else new


def _way(robot: Robot, link: str) -> list[Joint]:
    """The joints from a link up to its root."""
    above = joints_above(robot)
    way: dict[str, Joint] = {}
    name: str | None = link
    while name is not None and name in above:
        joint = above[name]
        if joint.name in way:
            raise ModelError(codes.CYCLE, f"the joints above '{link}' form a ring", joint.origin)
        way[joint.name] = joint
        name = joint.parent
    return list(way.values())


def _turned(joint: Joint) -> Joint:
    """From child to parent: ``inverse(P M C') = C M' P'``, and the inverse of a motion is the same one backwards."""
    moves = joint.type not in (JointType.FIXED, JointType.ON_OFF, *_OTHER_VALUES, None)
    return replace(
        joint,
        parent=joint.child,
        child=joint.parent,
        pose_in_parent=joint.pose_in_child,
        pose_in_child=joint.pose_in_parent,
        axes=tuple(_backwards(axis) for axis in reversed(joint.axes)) if moves else joint.axes,
    )


def _backwards(axis: Axis) -> Axis:
    x, y, z = axis.unit_direction
    return replace(axis, direction=(0.0 - x, 0.0 - y, 0.0 - z))


def _with_moved_frames(robot: Robot, turned: Mapping[str, Joint]) -> Robot:
    offsets = {
        joint.child: inverse(joint.pose_in_child or Pose())
        for joint in turned.values()
        if joint.child is not None
    }
    moved = with_link_frames(robot, offsets)
    joints = (replace(joint, pose_in_child=None) if joint.name in turned else joint for joint in moved.joints)
    return replace(moved, joints=tuple(joints))


# What is said of the joints


def _without_values(robot: Robot, joints: Collection[str], report: Report) -> Robot:
    def kept(values: tuple[JointValue, ...]) -> tuple[JointValue, ...]:
        for each in values:
            if each.joint in joints:
                report.add(codes.TURNED, f"a value of '{each.joint}' is left out", each.origin)
        return tuple(each for each in values if each.joint not in joints)

    if not joints:
        return robot
    return replace(
        robot,
        states=tuple(replace(each, values=kept(each.values)) for each in robot.states),
        default_positions=kept(robot.default_positions),
        scene_positions=kept(robot.scene_positions),
    )


def _group(before: Robot, after: Robot, group: Group, report: Report) -> Group:
    """A chain that is not one downwards any more becomes its joints and links."""
    chains, links, joints = [], list(group.links), list(group.joints)
    for chain in group.chains:
        known = {chain.base, chain.tip} <= before.link_by_name.keys()
        if (
            not known
            or chain.tip not in links_below(before, chain.base)
            or chain.tip in links_below(after, chain.base)
        ):
            chains.append(chain)
            continue
        inside = ways(before, chain.base, [chain.tip])
        links += [each.name for each in before.links if each.name in inside and each.name not in links]
        own = (each for each in before.joints if {each.parent, each.child} <= inside)
        joints += [each.name for each in own if each.name not in joints]
        message = f"the chain from '{chain.base}' to '{chain.tip}' of group '{group.name}' goes upwards now"
        report.add(codes.TURNED, message, chain.origin)
    return replace(group, chains=tuple(chains), links=tuple(links), joints=tuple(joints))
