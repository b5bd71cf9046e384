"""Make another link the root: the joints on the path to it are reversed."""

from __future__ import annotations

from collections.abc import Collection

from .. import codes
from ..adapting.axes import with_last_axes_first
from ..adapting.joints import OTHER_VALUES, turned_round
from ..diagnostics import Fate, Report
from ..errors import ModelError
from ..facts.difference import Difference
from ..kinematics.frames import with_link_frames
from ..kinematics.tree import joints_above, links_below, ways
from ..model import (
    Chain,
    ForceTorque,
    Group,
    Joint,
    JointValue,
    NamedState,
    Pose,
    Robot,
    Sensor,
    inverse,
)
from ..model.record import replace
from .naming import no_such
from .performing import perform
from .placement import Placement
from .tracing import Verdict, mark_of

"""Joint types whose values mean another motion after reversal."""
_OTHER_END = {None: "parent", "child": "parent", "parent": "child"}
_OTHER_WAY = {
    None: "parent_to_child",
    "child_to_parent": "parent_to_child",
    "parent_to_child": "child_to_parent",
}
"""Frames and directions of force-torque sensors, whose defaults are the child frame and child to parent (SDFormat)."""


def reroot(robot: Robot, link: str, *, move_frames: bool = False, report: Report | None = None) -> Robot:
    """Return the robot with another root. All links move relative to one another as before, with the same joint values.

    Joints on the path swap parent and child, and reverse their axes; names, limits and couplings stay. Values of
    planar, floating and ball joints are dropped, because they would mean another motion, and that is reported.

    Args:
        link: The new root.
        move_frames: True to move the frames of the links on the path to their joints, as in a URDF; all poses on them
            are then given in the new frames. Otherwise they stay where they are on the links, and a URDF gets
            massless links on the axes of reversed joints.

    Raises:
        UsageError: The link does not exist.
        ModelError: The joints above the link form a cycle.
    """
    if link not in robot.link_by_name:
        raise no_such("link", link, robot.link_by_name)
    chain = _way(robot, link)
    if not chain:
        return robot
    turning = Turning(robot, chain, move_frames)
    return perform(robot, turning.done, turning.judge, report, restate=turning.restated)


class Turning:
    """Reverse joints, and give the reason for each change."""

    def __init__(self, robot: Robot, chain: list[Joint], move_frames: bool) -> None:
        self._before = robot
        self._turned = {joint.name for joint in chain}
        self._unclear = {joint.name for joint in chain if joint.type in OTHER_VALUES}
        self._counts = {joint.name: len(joint.axes) for joint in chain if len(joint.axes) > 1}
        self._placement = Placement()
        self._upwards: dict[str, list[str]] = {}
        """Messages about chains of groups that were reversed."""
        turned = map(turned_round, chain)
        ends = {joint.child: joint.pose_in_child for joint in turned if joint.child is not None}
        self._offsets = {name: inverse(pose or Pose()) for name, pose in ends.items()} if move_frames else {}

    @classmethod
    def to(cls, robot: Robot, link: str) -> Turning | None:
        """Return the reversal that makes a link the root, or None if it is the root already."""
        chain = _way(robot, link)
        return cls(robot, chain, False) if chain else None

    def done(self, robot: Robot) -> Robot:
        """Return the robot with the joints reversed."""
        joints = (turned_round(joint) if joint.name in self._turned else joint for joint in robot.joints)
        new = with_last_axes_first(replace(robot, joints=tuple(joints)), self._counts)
        new = _without_values(new, self._unclear)
        groups = tuple(self._group(robot, new, each) for each in robot.groups)
        sensors = tuple(_sensor(each, self._turned) for each in robot.sensors)
        new = self._placement.done(replace(new, groups=groups, sensors=sensors), robot)
        return self._with_moved_frames(new)

    def _group(self, before: Robot, after: Robot, group: Group) -> Group:
        """Replace chains that no longer lead downwards by their joints and links."""
        upwards = [each for each in group.chains if _goes_upwards(each, before, after)]
        links, joints = list(group.links), list(group.joints)
        for chain in upwards:
            inside = ways(before, chain.base, [chain.tip])
            links += [each.name for each in before.links if each.name in inside and each.name not in links]
            between = (each for each in before.joints if {each.parent, each.child} <= inside)
            joints += [each.name for each in between if each.name not in joints]
            ends = f"from '{chain.base}' to '{chain.tip}' of group '{group.name}'"
            self._upwards.setdefault(group.name, []).append(f"the chain {ends} now goes upwards")
        chains = tuple(each for each in group.chains if each not in upwards)
        return replace(group, chains=chains, links=tuple(links), joints=tuple(joints))

    def _with_moved_frames(self, robot: Robot) -> Robot:
        if not self._offsets:
            return robot
        moved = self.restated(robot)
        joints = (replace(joint, pose_in_child=None) if joint.name in self._turned else joint for joint in moved.joints)
        return replace(moved, joints=tuple(joints))

    def restated(self, robot: Robot) -> Robot:
        """Return the robot in the link frames that apply afterwards."""
        return with_link_frames(robot, self._offsets) if self._offsets else robot

    def judge(self, difference: Difference) -> Verdict | None:
        """Give the reason for a difference."""
        match difference.path:
            case ("place", *_):
                return self._placement.judge(difference)
            case ("group", name, "chains"):
                return Verdict(codes.TURNED, "; ".join(self._upwards.get(name, ())) or None, Fate.CHANGED)
            case ("group", *_):
                return Verdict(codes.REVERSED)
            case ("default position" | "scene position", *_) if difference.after is None:
                return Verdict(codes.TURNED, f"{difference.path[0]} of '{difference.path[1]}': dropped", Fate.LOST)
            case ("state", name, *_) if self._loses_values(difference):
                return Verdict(codes.TURNED, f"state '{name}': the values of reversed joints are dropped", Fate.LOST)
            case ("state" | "default position" | "scene position" | "manipulator" | "sensor", *_):
                return Verdict(codes.REVERSED)
            case ("joint" | "loop", *_):
                return Verdict(codes.REVERSED) if self._concerns(difference) else None
        return None

    def _loses_values(self, difference: Difference) -> bool:
        mark = mark_of(difference.fact.origin)
        state = mark.node if mark is not None else None
        return isinstance(state, NamedState) and any(each.joint in self._unclear for each in state.values)

    def _concerns(self, difference: Difference) -> bool:
        """Return True if a joint is reversed, or mimics a joint whose axes are now numbered in reverse."""
        name = difference.path[1].partition("#")[0]
        return name in self._turned or (bool(self._counts) and {"mimic", "formula"} & {*difference.path[2:]} != set())


def _way(robot: Robot, link: str) -> list[Joint]:
    """Return the joints from a link up to its root."""
    above = joints_above(robot)
    chain: dict[str, Joint] = {}
    name: str | None = link
    while name is not None and name in above:
        joint = above[name]
        if joint.name in chain:
            raise ModelError(codes.CYCLE, f"the joints above '{link}' form a cycle", joint.origin)
        chain[joint.name] = joint
        name = joint.parent
    return list(chain.values())


# Properties of the joints


def _without_values(robot: Robot, joints: Collection[str]) -> Robot:
    def kept(values: tuple[JointValue, ...]) -> tuple[JointValue, ...]:
        return tuple(each for each in values if each.joint not in joints)

    if not joints:
        return robot
    return replace(
        robot,
        states=tuple(replace(each, values=kept(each.values)) for each in robot.states),
        default_positions=kept(robot.default_positions),
        scene_positions=kept(robot.scene_positions),
    )


def _sensor(sensor: Sensor, turned: Collection[str]) -> Sensor:
    """Return a sensor that measures the same forces after its joint is reversed: frame and direction are swapped."""
    data = sensor.data
    if sensor.joint not in turned or not isinstance(data, ForceTorque):
        return sensor
    frame = _OTHER_END.get(data.frame, data.frame)
    measured = _OTHER_WAY.get(data.measure_direction, data.measure_direction)
    return replace(sensor, data=replace(data, frame=frame, measure_direction=measured))


def _goes_upwards(chain: Chain, before: Robot, after: Robot) -> bool:
    known = {chain.base, chain.tip} <= before.link_by_name.keys()
    return known and chain.tip in links_below(before, chain.base) and chain.tip not in links_below(after, chain.base)
