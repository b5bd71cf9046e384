"""The poses of a robot's bodies in many configurations, and relative poses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..kinematics.formulas import Array
from ..kinematics.forward import forward_kinematics, matrix, motion, with_couplings
from ..kinematics.freedom import degrees_of_freedom, neutral
from ..mesh.triangles import Choice, Floats, Ints
from ..model import Joint, Motion, Robot, unit
from ..model.joint import leaders
from ..model.record import replace
from .bodies import Body
from .configurations import Box


def link_poses(robot: Robot, bodies: Mapping[str, Body], values: Mapping[str, Array]) -> LinkPoses:
    """Compute the poses of a robot's bodies for the values of its joints."""
    found = forward_kinematics(robot, values)
    poses = {name: found[name] for name in bodies}
    centers = {
        name: np.ascontiguousarray((pose[:, :3, :3] @ bodies[name].center + pose[:, :3, 3]).T)
        for name, pose in poses.items()
    }
    return LinkPoses(poses, centers)


@dataclass(frozen=True, slots=True)
class LinkPoses:
    """The poses of all bodies, for every sampled point of the cube of joint values."""

    _poses: Mapping[str, Floats]
    _centers: Mapping[str, Floats]
    """The centre of the sphere around each body, (3, n)."""

    def gaps(self, first: Body, second: Body) -> Floats:
        """Return the distance between the bounding spheres of two bodies, in every pose."""
        between = self._centers[first.link] - self._centers[second.link]
        distances: Floats = np.sqrt(np.einsum("ij,ij->j", between, between))
        return distances - (first.radius + second.radius)

    def relative(self, first: Body, second: Body, rows: Choice) -> Floats:
        """Return the pose of the second body in the first, in some of the configurations: (n, 4, 4)."""
        return inverse(self._poses[first.link][rows]) @ self._poses[second.link][rows]


class Way:
    """The joints between two links: their relative pose, at any points.

    The points are in a cube of only those joints that move the two relative to each other.
    """

    def __init__(self, robot: Robot, up: tuple[Joint, ...], down: tuple[Joint, ...]) -> None:
        self._ways = up, down
        self._robot = replace(robot, links=(), joints=_needed(robot, (*up, *down)))
        self.box = Box(self._robot)

    @cached_property
    def _chains(self) -> tuple[_Chain, _Chain]:
        up, down = self._ways
        return _chain(up), _chain(down)

    def columns(self, whole: Box) -> Ints:
        """Return the dimensions of the cube of all joints that correspond to those of this way's cube."""
        edges = range(whole.width)
        found = [edge for joint in self.box.joints for edge in edges[whole.columns[joint.name]]]
        return np.array(found, dtype=np.int64)

    def relative(self, points: Floats) -> Floats:
        """Return the pose of the second link in the first: (n, 4, 4)."""
        return self.at(self.box.values(points), len(points))

    def at(self, given: Mapping[str, Array], count: int = 1) -> Floats:
        """Return the relative pose for joint values; those of other joints are ignored."""
        values = {joint.name: neutral(joint, count) for joint in self._robot.all_joints}
        values |= {name: array for name, array in given.items() if name in values}
        values = with_couplings(self._robot, values, count)
        up, down = self._chains
        return inverse(up.poses(values, count)) @ down.poses(values, count)


def _needed(robot: Robot, joints: tuple[Joint, ...]) -> tuple[Joint, ...]:
    """Return joints of the tree, and those that they follow, in the robot's order."""
    found, pending = set[str](), [joint.name for joint in joints]
    while pending:
        name = pending.pop()
        if name not in found and name in robot.joint_by_name:
            found.add(name)
            pending += leaders(robot.joint_by_name[name])
    return tuple(joint for joint in robot.joints if joint.name in found)


def _chain(joints: tuple[Joint, ...]) -> _Chain:
    """Combine the constant transforms between moving joints."""
    moving: list[_Turn | _Anyhow] = []
    still: Floats = np.eye(4)
    for joint in joints:
        still = still @ matrix(joint.pose_in_parent)
        if degrees_of_freedom(joint):
            moving.append(_turn(still, joint) if degrees_of_freedom(joint) == 1 else _Anyhow(still, joint))
            still = np.eye(4)
        if joint.pose_in_child is not None:
            still = still @ np.linalg.inv(matrix(joint.pose_in_child))
    return _Chain(moving, still)


@dataclass(frozen=True, slots=True)
class _Chain:
    """A chain of joints, with combined constant transforms between the moving ones."""

    _moving: Sequence[_Turn | _Anyhow]
    _last: Floats
    """The pose of the last link below the last moving joint."""

    def poses(self, values: Mapping[str, Array], count: int) -> Floats:
        """Return the pose of the last link in the first: (n, 4, 4)."""
        pose: Floats | None = None
        for each in self._moving:
            moved = each.poses(values[each.joint.name], count)
            pose = moved if pose is None else pose @ moved
        return np.broadcast_to(self._last, (count, 4, 4)) if pose is None else pose @ self._last


class _Anyhow:
    """A joint of any type, after a constant transform."""

    def __init__(self, still: Floats, joint: Joint) -> None:
        self.joint, self._still = joint, still

    def poses(self, value: Array, count: int) -> Floats:
        found: Floats = self._still @ motion(self.joint, value, count)
        return found


def _turn(still: Floats, joint: Joint) -> _Turn:
    axis = joint.axes[0]
    direction = np.array(unit(axis.direction_or_x))
    along = np.zeros((4, 4))
    if axis.motion is Motion.SLIDE:
        along[:3, 3] = direction
        return _Turn(joint, still, still @ along)
    along[:3, 3] = direction * (axis.pitch or 0.0)
    x, y, z = direction
    cross = np.zeros((4, 4))
    cross[:3, :3] = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
    return _Turn(joint, still, still @ along, still @ cross, still @ cross @ cross)


@dataclass(frozen=True, slots=True)
class _Turn:
    """A joint with one axis, after a constant transform: a sum of constant matrices (Rodrigues' formula), for speed."""

    joint: Joint
    _still: Floats
    _along: Floats
    _sine: Floats | None = None
    _versine: Floats | None = None
    """The matrices; both None for a prismatic joint."""

    def poses(self, value: Array, count: int) -> Floats:
        angle = value[:, 0, None, None]
        found: Floats = self._still + angle * self._along
        if self._sine is not None and self._versine is not None:
            found += np.sin(angle) * self._sine
            found += (1 - np.cos(angle)) * self._versine
        return found


def inverse(poses: Floats) -> Floats:
    """Return the inverses of rigid motions (n, 4, 4)."""
    found = np.zeros_like(poses)
    turned = poses[:, :3, :3].transpose(0, 2, 1)
    found[:, :3, :3] = turned
    found[:, :3, 3] = -(turned @ poses[:, :3, 3, None])[:, :, 0]
    found[:, 3, 3] = 1.0
    return found
