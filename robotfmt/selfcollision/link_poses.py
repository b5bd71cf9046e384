"""The poses of a robot's bodies in many configurations, and relative poses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..kinematics.formulas import Array
from ..kinematics.forward import forward_kinematics
from ..mesh.triangles import Choice, Floats
from ..model import Robot
from .bodies import Body


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


def inverse(poses: Floats) -> Floats:
    """Return the inverses of rigid motions (n, 4, 4)."""
    found = np.zeros_like(poses)
    turned = poses[:, :3, :3].transpose(0, 2, 1)
    found[:, :3, :3] = turned
    found[:, :3, 3] = -(turned @ poses[:, :3, 3, None])[:, :, 0]
    found[:, 3, 3] = 1.0
    return found
