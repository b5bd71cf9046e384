"""The arms of a robot: the joints that lead to each tool, where their parts are in many poses, and how well the tool
can move.

An arm that is stretched out, or folded onto an axis, cannot move its tool in every direction, and planners that
follow the Jacobian get stuck there. The distance from such a pose is measured by the ratio of the smallest singular
value of the tool's Jacobian to the largest (its inverse condition number; Salisbury and Craig 1982), with lengths in
units of the tool's mean distance from the root. For a tool that can never move in all six directions, only the
possible ones are used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..kinematics.forward import axis_range, matrix, poses_of_links, with_couplings
from ..kinematics.freedom import Array, degrees_of_freedom, neutral
from ..kinematics.joint_values import moves_itself
from ..kinematics.tree import joints_above, with_leaders
from ..mesh.triangles import Floats
from ..model import Frame, Joint, JointType, Motion, Robot, unit
from ..model.joint import leaders
from ..model.record import replace

_SAMPLES = 256
"""The number of random poses in which an arm is measured; the seed is the same each time."""
_STEP = 1e-4
"""The step in radians or metres for the differences of coupled joints."""
_RANK = 1e-3


def arms_of(robot: Robot) -> list[Arm]:
    """Return the arms of a robot: the controlled joints that lead to each tool.

    Args:
        robot: The robot, with its modifiers already applied.
    """
    controlled = {each.joint for each in robot.cspace.joints} if robot.cspace is not None else set()
    found: list[Arm] = []
    for name in robot.tool_frames:
        tool = _tool(robot, name)
        way = _way(robot, tool[0]) if tool is not None else []
        leading = {each for joint in way for each in (joint.name, *leaders(joint))}
        joints = [j for j in robot.joints if j.name in controlled & leading and moves_itself(j)]
        if tool is not None and joints:
            found.append(Arm(robot, name, tool, way, joints))
    return found


@dataclass(frozen=True, eq=False, slots=True)
class Places:
    """Where the parts of an arm are in n poses, in the frame of the root."""

    tool: Floats
    """The poses of the tool, (n, 4, 4)."""
    links: Mapping[str, Floats]
    """The poses of the links on the way, (n, 4, 4) each."""
    anchors: Floats
    """A point on the axis of each moving joint, from the root to the tool, (n, k, 3)."""
    axes: Floats
    """The directions of these axes, (n, k, 3)."""


class Arm:
    """The controlled joints that lead to a tool."""

    def __init__(
        self, robot: Robot, name: str, tool: tuple[str, Floats], way: Sequence[Joint], joints: Sequence[Joint]
    ) -> None:
        self.name = name
        """The name of the tool."""
        self.joints = list(joints)
        self.ranges = np.array([axis_range(joint, joint.axes[0]) for joint in joints]).reshape(-1, 2)
        """The lowest and the highest position of each joint, (d, 2)."""
        self._link, self._offset = tool
        self._chain = _chain(robot, way)
        self.moving = [joint for joint in reversed(way) if degrees_of_freedom(joint) == 1]
        """The joints on the way that turn or slide, including mimic joints, from the root to the tool."""
        points = self.random(_SAMPLES)
        self.known = self.places(points)
        """The places in some random poses."""
        self.unit = float(np.linalg.norm(self.known.tool[:, :3, 3], axis=1).mean()) or 1.0
        """The mean distance of the tool from the root, in metres."""
        values = self._singular_values(points, self.known)
        self.rank = int((values > _RANK * np.maximum(values[:, :1], 1e-12)).sum(axis=1).max(initial=0))
        """The number of directions in which the tool can move."""

    @property
    def names(self) -> list[str]:
        """The names of the controlled joints."""
        return [joint.name for joint in self.joints]

    def random(self, count: int, seed: int = 0) -> Floats:
        """Return random positions of the joints, (count, d)."""
        low, high = self.ranges.T
        return np.random.default_rng(seed).uniform(low, high, (count, len(self.joints)))

    def places(self, points: Floats) -> Places:
        """Return where the parts are for positions of the joints, (n, d)."""
        poses = poses_of_links(self._chain, dict(zip(self.names, points.T, strict=True)))
        whole = {name: np.broadcast_to(pose, (len(points), 4, 4)) for name, pose in poses.items()}
        joints = [(whole[j.child or ""] @ matrix(j.pose_in_child), unit(j.axes[0].direction_or_x)) for j in self.moving]
        anchors = [pose[:, :3, 3] for pose, _ in joints]
        axes = [pose[:, :3, :3] @ np.array(axis) for pose, axis in joints]
        return Places(whole[self._link] @ self._offset, whole, np.stack(anchors, axis=1), np.stack(axes, axis=1))

    def conditions(self, points: Floats, places: Places) -> Floats:
        """Return the inverse condition number of the tool's Jacobian in each pose, (n,); 0 if the tool never moves."""
        values = self._singular_values(points, places)
        if not self.rank:
            return np.zeros(len(points))
        found: Floats = values[:, self.rank - 1] / np.maximum(values[:, 0], 1e-12)
        return found

    def margins(self, points: Floats) -> Floats:
        """Return the smallest distance of a joint from a limit, as a share of its range, (n,); 1 without limits."""
        width = self.ranges[:, 1] - self.ranges[:, 0]
        limited = np.array([joint.type is not JointType.CONTINUOUS for joint in self.joints]) & (width > 0)
        near = np.minimum(points - self.ranges[:, 0], self.ranges[:, 1] - points)[:, limited]
        margins: Floats = (near / width[limited]).min(axis=1, initial=1.0)
        return margins

    def _singular_values(self, points: Floats, places: Places) -> Floats:
        """Return the singular values of the tool's Jacobian, the largest first: (n, at most 6)."""
        away = (places.tool[:, None, :3, 3] - places.anchors) / self.unit
        slides = np.array([joint.axes[0].motion is Motion.SLIDE for joint in self.moving])[:, None]
        pitch = np.array([joint.axes[0].pitch or 0.0 for joint in self.moving])[:, None] / self.unit
        turned = np.cross(places.axes, away) + pitch * places.axes
        moved = np.where(slides, places.axes / self.unit, turned)
        columns = np.concatenate([moved, np.where(slides, 0.0, places.axes)], axis=2)
        return np.asarray(np.linalg.svd(self._rates(points) @ columns, compute_uv=False), dtype=np.float64)

    def _rates(self, points: Floats) -> Floats:
        """Return how fast each moving joint follows each controlled one, (n, d, k)."""
        count, width = points.shape
        if not any(joint.coupling is not None for joint in self.moving):
            same = [[float(one is other) for other in self.moving] for one in self.joints]
            return np.array(same).reshape(width, len(self.moving))[None]
        steps = np.repeat(np.eye(width), 2, axis=0) * np.tile([[_STEP], [-_STEP]], (width, 1))
        around = (points[:, None] + steps).reshape(-1, width)
        values: dict[str, Array] = {joint.name: neutral(joint, len(around)) for joint in self._chain.all_joints}
        values |= {name: column[:, None] for name, column in zip(self.names, around.T, strict=True)}
        followed = with_couplings(self._chain, values, len(around))
        found = np.stack([followed[joint.name][:, 0] for joint in self.moving], axis=1)
        found = found.reshape(count, width, 2, len(self.moving))
        rates: Floats = (found[:, :, 0] - found[:, :, 1]) / (2 * _STEP)
        return rates


def _tool(robot: Robot, name: str) -> tuple[str, Floats] | None:
    """Return the link of a tool, and its pose on the link."""
    frames: dict[str, Frame] = {frame.name: frame for frame in robot.frames}
    offset: Floats = np.eye(4)
    while name not in robot.link_by_name:
        if name not in frames:
            return None
        frame = frames.pop(name)
        offset, name = matrix(frame.pose) @ offset, frame.parent
    return name, offset


def _way(robot: Robot, link: str) -> list[Joint]:
    """Return the joints from a link up to its root, the nearest first; a cycle ends where it would repeat."""
    above, found = joints_above(robot), list[Joint]()
    while link in above and above[link] not in found:
        found.append(above[link])
        link = above[link].parent or ""
    return found


def _chain(robot: Robot, joints: Iterable[Joint]) -> Robot:
    """Return the robot with only some of its joints, those that they follow, and the links between them."""
    kept = with_leaders(robot, joints)
    links: Collection[str] = {name for joint in kept for name in (joint.parent, joint.child) if name is not None}
    return replace(robot, joints=kept, links=tuple(each for each in robot.links if each.name in links), loops=())
