"""The poses of a robot's bodies in many configurations, the joints between two links, and the relative poses of many
pairs of links at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from ..kinematics.forward import joint_transform, matrix, poses_of_links, with_couplings
from ..kinematics.freedom import Array, degrees_of_freedom, neutral
from ..kinematics.tree import with_leaders
from ..mesh.triangles import Choice, Floats, Ints
from ..model import Axis, FormulaCoupling, Joint, Motion, Robot, unit
from ..model.record import replace
from .bodies import Body
from .configurations import Box

# Poses


def link_poses(robot: Robot, bodies: Mapping[str, Body], values: Mapping[str, Array]) -> LinkPoses:
    """Compute the poses of a robot's bodies for the values of its joints."""
    found = poses_of_links(robot, values)
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


# Joints between two links


class Product(NamedTuple):
    """The relative pose of two links as a product of one factor for each joint, which has one axis.

    A factor is still + a along + sin(a) sine + (1 - cos(a)) versine (Rodrigues' formula), where a is a position; the
    positions depend linearly on a point of the cube of joint values.
    """

    factors: Floats
    """An array (k, 4, 16): the matrices still, along, sine and versine of each factor."""
    slopes: Floats
    """An array (width, k): how positions change with points."""
    offsets: Floats
    """An array (k,): the positions at the point 0."""


class Products:
    """The relative poses of many pairs of links, whose points have the same number of dimensions by padding."""

    def __init__(self, products: Sequence[Product]) -> None:
        count, most = len(products), max(len(each.offsets) for each in products)
        self.width = max(len(each.slopes) for each in products)
        """The number of dimensions of points; the last ones of pairs with fewer have no effect."""
        self._factors = np.zeros((count, most, 4, 16))
        self._factors[:, :, 0] = np.eye(4).ravel()
        self._slopes, self._offsets = np.zeros((count, self.width, most)), np.zeros((count, 1, most))
        for number, (factors, slopes, offsets) in enumerate(products):
            self._factors[number, : len(factors)] = factors
            self._slopes[number, : len(slopes), : len(offsets)] = slopes
            self._offsets[number, 0, : len(offsets)] = offsets

    def poses(self, points: Floats) -> Floats:
        """Return the pose of the second link of each pair in the first, at points of its own: (pairs, n, 4, 4).

        Args:
            points: An array (pairs, n, width).
        """
        angles = points @ self._slopes + self._offsets
        weights = np.stack([np.ones_like(angles), angles, np.sin(angles), 1 - np.cos(angles)], axis=3)
        shape = (*points.shape[:2], 4, 4)
        found = (weights[:, :, 0] @ self._factors[:, 0]).reshape(shape)
        for number in range(1, angles.shape[2]):
            found = found @ (weights[:, :, number] @ self._factors[:, number]).reshape(shape)
        return found


class Way:
    """The joints between two links: their relative pose, at any points.

    The points are in a cube of only those joints that move the two relative to each other.
    """

    def __init__(self, robot: Robot, up: tuple[Joint, ...], down: tuple[Joint, ...]) -> None:
        self._up, self._down = up, down
        self._robot = replace(robot, links=(), joints=with_leaders(robot, (*up, *down)))
        self.box = Box(self._robot)

    @property
    def length(self) -> int:
        """The number of joints on the way that move."""
        return sum(degrees_of_freedom(joint) > 0 for joint in (*self._up, *self._down))

    def columns(self, whole: Box) -> Ints:
        """Return the dimensions of the cube of all joints that correspond to those of this way's cube."""
        edges = range(whole.width)
        found = [edge for joint in self.box.joints for edge in edges[whole.columns[joint.name]]]
        return np.array(found, dtype=np.int64)

    @cached_property
    def product(self) -> Product | None:
        """The relative pose as a product; None if a joint has several axes, or follows others by a formula."""
        if not self.box.width or not all(_is_plain(joint) for joint in self._robot.joints):
            return None
        moving, factors = _factors(self._up, self._down)
        corners = np.concatenate([np.zeros((1, self.box.width)), np.eye(self.box.width)])
        values = self._values(self.box.values(corners), len(corners))
        positions = np.stack([values[joint.name][:, 0] for joint in moving], axis=1)
        return Product(factors, positions[1:] - positions[0], positions[0])

    @cached_property
    def _alone(self) -> Products | None:
        return None if self.product is None else Products([self.product])

    def relative(self, points: Floats) -> Floats:
        """Return the pose of the second link in the first: (n, 4, 4)."""
        if self._alone is None:
            return self.at(self.box.values(points), len(points))
        found: Floats = self._alone.poses(points[None])[0]
        return found

    def at(self, given: Mapping[str, Array], count: int = 1) -> Floats:
        """Return the relative pose for joint values; those of other joints are ignored."""
        values = self._values(given, count)
        return inverse(_end(self._up, values, count)) @ _end(self._down, values, count)

    def _values(self, given: Mapping[str, Array], count: int) -> dict[str, Array]:
        values = {joint.name: neutral(joint, count) for joint in self._robot.all_joints}
        values |= {name: array for name, array in given.items() if name in values}
        return with_couplings(self._robot, values, count)


def _end(joints: tuple[Joint, ...], values: Mapping[str, Array], count: int) -> Floats:
    """Return the pose of the link below a chain of joints in the one above it: (n, 4, 4)."""
    pose: Floats = np.broadcast_to(np.eye(4), (count, 4, 4))
    for joint in joints:
        pose = pose @ joint_transform(joint, values[joint.name], count)
    return pose


def _is_plain(joint: Joint) -> bool:
    freedom = degrees_of_freedom(joint)
    return not freedom or (freedom == 1 and not isinstance(joint.axes[0].coupling, FormulaCoupling))


def _factors(up: tuple[Joint, ...], down: tuple[Joint, ...]) -> tuple[list[Joint], Floats]:
    """Return the moving joints from the end of one chain to the end of another, and their factors (k, 4, 16)."""
    moving: list[Joint] = []
    found: list[Floats] = []
    still: Floats = np.eye(4)
    steps = [(joint, _step(joint, backwards=True)) for joint in reversed(up)]
    for joint, (before, terms, after) in [*steps, *((each, _step(each)) for each in down)]:
        still = still @ before
        if terms is not None:
            moving.append(joint)
            found.append(still @ terms)
            still = np.eye(4)
        still = still @ after
    found[-1] = found[-1] @ still
    return moving, np.array(found).reshape(-1, 4, 16)


@lru_cache(maxsize=4096)
def _step(joint: Joint, *, backwards: bool = False) -> tuple[Floats, Floats | None, Floats]:
    """Return the constant matrices before and after the motion of a joint, and the motion; or those of the inverse."""
    before, after = matrix(joint.pose_in_parent), _inverse(matrix(joint.pose_in_child))
    terms = _terms(joint.axes[0]) if degrees_of_freedom(joint) else None
    if not backwards:
        return before, terms, after
    if terms is not None:
        terms = terms * np.array([1.0, -1.0, -1.0, 1.0])[:, None, None]  # the position has the other sign
    return _inverse(after), terms, _inverse(before)


def _inverse(pose: Floats) -> Floats:
    found: Floats = inverse(pose[None])[0]
    return found


def _terms(axis: Axis) -> Floats:
    """Return the matrices still, along, sine and versine of the motion of an axis: (4, 4, 4)."""
    x, y, z = unit(axis.direction_or_x)
    slides = axis.motion is Motion.SLIDE
    found = np.zeros((4, 4, 4))
    found[0] = np.eye(4)
    found[1, :3, 3] = np.array([x, y, z]) * (1.0 if slides else axis.pitch or 0.0)
    if not slides:
        found[2, :3, :3] = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
        found[3] = found[2] @ found[2]
    return found
