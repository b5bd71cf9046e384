"""Good default poses: away from limits and from singular configurations.

An arm that is stretched out, or folded onto an axis, cannot move its tool in every direction, and planners that
follow the Jacobian get stuck there. The distance from such a pose is measured by the ratio of the smallest singular
value of the tool's Jacobian to the largest (its inverse condition number; Salisbury and Craig 1982), with lengths in
units of the tool's mean distance from the root. For a tool that can never move in all six directions, only the
possible ones are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..kinematics.forward import axis_range, matrix, poses_of_links
from ..kinematics.freedom import Array
from ..kinematics.joint_values import moves_itself
from ..kinematics.tree import joints_above, with_leaders
from ..mesh.triangles import Floats
from ..model import Frame, Joint, JointType, Motion, Robot
from ..model.joint import leaders
from ..model.record import replace

MARGIN = 0.05
"""The share of a joint's range: a pose in which the joint is nearer to a limit is not good."""
CONDITION = 0.05
"""The inverse condition number below which a pose is not good."""
_TRIALS = 512
_STEP = 1e-4
"""The step in radians or metres for differences of poses."""
_RANK = 1e-3
_DIGITS = 2
"""The number of digits of a pose, kept readable."""
_LOSS = 0.95
"""The loss of quality that is accepted to move a joint back to zero."""


@dataclass(frozen=True, slots=True)
class Posture:
    """The positions of the joints that lead to tools, and their quality."""

    positions: Mapping[str, float]
    margin: float
    """The smallest distance of a joint from a limit, as a share of its range; 1 if no joint has limits."""
    condition: float
    """The inverse condition number of the worst tool; 1 if there is no tool."""

    @property
    def is_good(self) -> bool:
        """True if the pose is away from limits and singular configurations."""
        return self.margin >= MARGIN and self.condition >= CONDITION

    @property
    def quality(self) -> float:
        """The quality of the pose, from 0 to 1."""
        return min(self.margin / MARGIN, 1.0) * self.condition

    def __str__(self) -> str:
        """The fault of the pose, or its quality, as text."""
        if self.condition < CONDITION:
            return f"nearly singular (1/condition {self.condition:.2g})"
        if self.margin < MARGIN:
            return f"{100 * self.margin:.0f} % of the range from a limit"
        return f"1/condition {self.condition:.2f}, {100 * self.margin:.0f} % of the range from the nearest limit"


def postures_of(robot: Robot) -> Postures:
    """Find the controlled joints that lead to a tool.

    Args:
        robot: The robot, with its modifiers already applied.
    """
    tools = [tool for name in robot.tool_frames if (tool := _tool(robot, name)) is not None]
    controlled = {each.joint for each in robot.cspace.joints} if robot.cspace is not None else set()
    ways = [_way(robot, link) for link, _ in tools]
    leading = {joint.name for way in ways for joint in way}
    leading |= {name for way in ways for joint in way for name in leaders(joint)}
    joints = [j for j in robot.joints if j.name in controlled & leading and moves_itself(j)]
    return Postures(robot, tools, joints, _chain(robot, [joint for way in ways for joint in way]))


class Postures:
    """The poses of the controlled joints that lead to a tool."""

    def __init__(
        self, robot: Robot, tools: Sequence[tuple[str, Floats]], joints: Sequence[Joint], chain: Robot
    ) -> None:
        self._robot, self._tools, self._chain = robot, tools, chain
        self.joints = list(joints)
        self._ranges = np.array([_range(joint) for joint in joints]).reshape(-1, 2)
        self._unit = 1.0
        self._ranks: list[int] = []

    def zero(self) -> Posture:
        """Return the pose with every joint at zero, or at the limit closest to zero."""
        return self._postures(np.clip(np.zeros((1, len(self.joints))), *self._ranges.T))[0]

    def others(self, seed: int) -> list[Posture]:
        """Return the good poses of a fixed set, the best first."""
        if not self.joints or not self._tools:
            return []
        low, high = self._ranges.T
        turning = np.array([joint.axes[0].motion is Motion.TURN for joint in self.joints])
        low = np.where(turning & (low < -np.pi) & (high >= 0), -np.pi, low)
        high = np.where(turning & (high > np.pi) & (low <= 0), np.pi, high)
        inside = MARGIN * (high - low)
        generator = np.random.default_rng([seed, 3])
        points = generator.uniform(low + inside, high - inside, (_TRIALS, len(self.joints)))
        found = [each for each in self._postures(self._rounded(points)) if each.is_good]
        return sorted(found, key=lambda each: -each.quality)

    def plainer(self, it: Posture, is_free: Callable[[Posture], bool]) -> Posture:
        """Return a pose of nearly the same quality, with as many joints at zero as possible.

        Args:
            it: A good pose.
            is_free: Returns True if a pose is free of collisions.
        """
        for joint, (low, high) in zip(self.joints, self._ranges, strict=True):
            if it.positions[joint.name] and low <= 0 <= high:
                (other,) = self._postures(self._row({**it.positions, joint.name: 0.0}))
                if other.quality >= _LOSS * it.quality and is_free(other):
                    it = other
        return it

    def _rounded(self, points: Floats) -> Floats:
        """Return a pose rounded to two digits, or for a short range to a hundredth of it."""
        width = np.maximum(self._ranges[:, 1] - self._ranges[:, 0], 1e-9)
        units = 10.0 ** np.minimum(-_DIGITS, np.floor(np.log10(width / 100)))
        rounded: Floats = np.clip(np.round(points / units) * units, *self._ranges.T) + 0.0
        return np.round(rounded, 9)

    def _row(self, positions: Mapping[str, float]) -> Floats:
        return np.array([[positions[joint.name] for joint in self.joints]])

    def _postures(self, points: Floats) -> list[Posture]:
        margins, conditions = self._margins(points), self._conditions(points)
        names = [joint.name for joint in self.joints]
        return [
            Posture(dict(zip(names, point, strict=True)), float(margin), float(condition))
            for point, margin, condition in zip(points.tolist(), margins, conditions, strict=True)
        ]

    def _margins(self, points: Floats) -> Floats:
        width = self._ranges[:, 1] - self._ranges[:, 0]
        limited = [
            joint.type is not JointType.CONTINUOUS and each > 0 for joint, each in zip(self.joints, width, strict=True)
        ]
        if not any(limited):
            return np.ones(len(points))
        near = np.minimum(points - self._ranges[:, 0], self._ranges[:, 1] - points)[:, limited]
        margins: Floats = (near / width[limited]).min(axis=1)
        return margins

    def _conditions(self, points: Floats) -> Floats:
        worst = np.ones(len(points))
        if not self._ranks:
            self._measure()
        for number, rank in enumerate(self._ranks):
            values = self._singular_values(points, number)
            worst = np.minimum(worst, values[:, rank - 1] / values[:, 0] if rank else 0.0)
        return worst

    def _measure(self) -> None:
        """Compute the unit of length, and the number of directions in which each tool can move."""
        generator = np.random.default_rng(0)
        low, high = self._ranges.T
        points = generator.uniform(low, high, (32, len(self.joints)))
        places = [self._poses(points, number)[:, :3, 3] for number in range(len(self._tools))]
        self._unit = max((float(np.linalg.norm(each, axis=1).mean()) for each in places), default=0.0) or 1.0
        for number in range(len(self._tools)):
            values = self._singular_values(points, number)
            self._ranks.append(int((values > _RANK * np.maximum(values[:, :1], 1e-12)).sum(axis=1).max(initial=0)))

    def _singular_values(self, points: Floats, tool: int) -> Floats:
        """Return the singular values of a tool's Jacobian at each point, the largest first: (n, at most 6)."""
        count, width = points.shape
        steps = np.repeat(np.eye(width), 2, axis=0) * np.tile([[_STEP], [-_STEP]], (width, 1))
        around = (points[:, None] + steps).reshape(-1, width)
        poses = self._poses(around, tool).reshape(count, width, 2, 4, 4)
        moved = (poses[:, :, 0, :3, 3] - poses[:, :, 1, :3, 3]) / (2 * _STEP * self._unit)
        turned = poses[:, :, 0, :3, :3] @ np.swapaxes(poses[:, :, 1, :3, :3], -1, -2)
        skew = (turned - np.swapaxes(turned, -1, -2)) / (4 * _STEP)
        turns = np.stack([skew[..., 2, 1], skew[..., 0, 2], skew[..., 1, 0]], axis=-1)
        columns = np.concatenate([moved, turns], axis=2)
        return np.asarray(np.linalg.svd(columns, compute_uv=False), dtype=np.float64)

    def _poses(self, points: Floats, tool: int) -> Floats:
        link, offset = self._tools[tool]
        values: dict[str, Array] = {
            joint.name: points[:, number]
            for number, joint in enumerate(self.joints)
            if joint.name in self._chain.joint_by_name
        }
        found: Floats = poses_of_links(self._chain, values)[link] @ offset
        return found if len(found) == len(points) else np.repeat(found, len(points), axis=0)


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
    links = {name for joint in kept for name in (joint.parent, joint.child)} | set(robot.tool_frames)
    return replace(robot, joints=kept, links=tuple(each for each in robot.links if each.name in links), loops=())


def _range(joint: Joint) -> tuple[float, float]:
    return axis_range(joint, joint.axes[0])
