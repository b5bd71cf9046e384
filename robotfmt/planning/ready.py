"""What a person calls a ready pose of an arm, as a cost: the tool in front of the base and above it, the elbow up, the
joints near the middle of their ranges, and the tool able to move in all directions.

No term depends on collision spheres: all are computed from the joints, and from the shapes of the links.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from ..mesh.triangles import Floats
from ..model import Motion
from .arms import Arm, Places

MARGIN = 0.05
"""The share of a joint's range that a chosen pose keeps away from a limit."""
_UP = np.array([0.0, 0.0, 1.0])
_FRONT = np.array([1.0, 0.0, 0.0])
# Where the tool of an arm is expected, relative to its reach.
_AHEAD, _ABOVE, _LOW, _HIGHER, _LEG = 0.5, 0.3, 0.35, 0.25, (0.75, 0.85)
_ASIDE, _CENTRAL, _ALL_ROUND, _LEVEL = 0.15, 0.15, 5.5, 0.9
"""An arm faces another way than +x if the mean of all positions is aside by this share of its reach; its base is within
the next share, its first joint has a range of less than this, in radians, and both directions differ by more than the
angle with this cosine.
"""
_BESIDE = 0.2
"""The distance of the tool from the plane of the shoulder, relative to the reach, that is no fault: arms with an offset
at each joint have it."""
_HIGH = 0.6
"""The height of a shoulder, relative to the reach, from which an arm is that of a trunk, not one on a table."""
_STILL, _FIRST = 4.0, 2.0
"""How much more the joints of a trunk count, and the first joint of an arm."""
_RESTING, _RAISED_SHARE = 1e-3, 0.1
"""The distance in metres below the plane up to which a part rests on it, and the share of random poses in which an arm
is above its plane: of 60 robots every arm is in at least 0.3, and no wheel or leg in more than 0.08.
"""
_HANGING = 0.3
"""The distance of a resting tool below its base, relative to the reach, that shows a leg or a hanging arm; and that of
a shoulder above the base that shows an arm.
"""
_LESS = 0.7
"""The share of the advantage of a tool that points ahead on a table, or down from a trunk."""
_WELL = 0.12
"""The inverse condition number from which a larger one is no advantage."""
_ROUND = np.pi / 4
WEIGHTS = {
    "clear": 40.0,
    "ahead": 3.0,
    "aside": 3.0,
    "height": 2.0,
    "elbow": 2.0,
    "pointing": 2.0,
    "square": 2.0,
    "middle": 5.0,
    "condition": 3.0,
    "round": 1.0,
}
"""How much each term counts: a term is about 1 for a pose that a person would refuse because of it."""


@dataclass(frozen=True, eq=False, slots=True)
class Stance:
    """How an arm stands: its shoulder and its reach, its mounting plane, and where its front is."""

    arm: Arm
    bodies: Mapping[str, Floats]
    """The corners of what each moving link on the way carries, (n, 3)."""
    up: float
    """1, or -1 for an arm that hangs from its base, or is a leg."""
    plane: float
    """The height of the mounting plane in the frame of the root, in metres."""
    clearance: float
    """The bounding radius of what the last joint moves: the distance from the plane that is wanted."""
    shoulder: int
    """The number of the moving joint at which the arm itself begins."""
    reach: float
    front: Floats
    is_on_trunk: bool
    """True for an arm on a high shoulder of a trunk, which may have its elbow below, and whose tool points ahead."""
    elbow: int
    """The number of the moving joint that can be farthest from the line between shoulder and tool."""
    possible: Mapping[str, float]
    """The distance from the plane that each link is wanted to have: less where it can never have the clearance."""

    def height(self, points: Floats) -> Floats:
        """Return the distance of points (..., 3) from the mounting plane, to the side of the arm."""
        found: Floats = self.up * (points[..., 2] - self.plane)
        return found

    def lowest(self, places: Places) -> dict[str, Floats]:
        """Return the smallest distance from the plane of what each moving link carries, (n,) each."""
        return _lowest(self.bodies, places, self.up, self.plane)

    def above_plane(self, places: Places) -> Floats:
        """Return the smallest distance from the plane of the links that can have the clearance, (n,)."""
        heights = [h for link, h in self.lowest(places).items() if self.possible[link] >= self.clearance]
        found: Floats = np.min([*heights, self.height(places.tool[:, :3, 3])], axis=0)
        return found

    def clear(self, places: Places) -> Floats:
        """Return how much of the wanted distance from the plane is missing, relative to the clearance, (n,)."""
        missing = np.zeros(len(places.tool))
        for link, heights in self.lowest(places).items():
            missing = np.maximum(missing, (self.possible[link] - heights) / self.clearance)
        return missing

    def costs(self, points: Floats) -> Floats:
        """Return the cost of each pose, (n,), less for a better one."""
        places = self.arm.places(points)
        terms = self.terms(points, places)
        found: Floats = sum((WEIGHTS[name] * term for name, term in terms.items()), np.zeros(len(points)))
        return found

    def terms(self, points: Floats, places: Places) -> dict[str, Floats]:
        """Return the terms of the cost, (n,) each."""
        shoulder, tool = places.anchors[:, self.shoulder], places.tool[:, :3, 3]
        away = (tool - shoulder) / self.reach
        beside = np.abs(away @ np.cross(_UP, self.front))
        hangs = self.up < 0
        low, high = self._heights(self.height(shoulder) / self.reach)
        height = self.height(tool) / self.reach
        return {
            "clear": self.clear(places) ** 2,
            "ahead": ((away @ self.front - (0.0 if hangs else _AHEAD)) / 0.3) ** 2,
            "aside": (np.maximum(beside - _BESIDE, 0.0) / 0.3) ** 2,
            "height": ((height - np.clip(height, low, high)) / 0.2) ** 2,
            "elbow": self._elbow(places),
            "pointing": self._pointing(places),
            "square": 1 - np.abs(places.tool[:, :3, :3]).max(axis=1).mean(axis=1),
            "middle": self._middle(points),
            "condition": np.maximum(1 - self.arm.conditions(points, places) / _WELL, 0.0) ** 2,
            "round": self._round(points),
        }

    def _heights(self, shoulder: Floats) -> tuple[Floats, Floats]:
        """Return the range of heights that suits a tool, relative to the reach, for heights of its shoulder."""
        if self.up < 0:
            return shoulder + _LEG[0], shoulder + _LEG[1]
        return np.maximum(shoulder - _LOW, _ABOVE), np.maximum(shoulder + _HIGHER, _ABOVE + _HIGHER)

    def _elbow(self, places: Places) -> Floats:
        """Return how far the elbow is from above the line from the shoulder to the tool, or ahead of it for a leg."""
        off = off_line(places, self.shoulder)[:, self.elbow - self.shoulder] / self.reach
        raised = off @ (self.front if self.up < 0 else _UP)
        missing: Floats = np.clip(1 - (np.abs(raised) if self.is_on_trunk else raised) / 0.2, 0.0, 2.0) ** 2
        return missing

    def _pointing(self, places: Places) -> Floats:
        """Return how far the tool points elsewhere than ahead or to the plane: 0 to 2."""
        way = _direction(places, 1e-3 * self.reach)
        ahead, down = way @ self.front, -way[:, 2]
        better = np.maximum(ahead, _LESS * down) if self.is_on_trunk else np.maximum(down, _LESS * ahead)
        return np.asarray(1 - better)

    def _middle(self, points: Floats) -> Floats:
        """Return the mean square distance from the middle of the ranges, relative to their half; of a trunk's joints
        that turn, from zero.
        """
        low, high = turn_at_most(self.arm).T
        half = np.maximum((high - low) / 2, 1e-9)
        trunk = {joint.name for joint in self.arm.moving[: self.shoulder]}
        is_trunk = np.array([joint.name in trunk for joint in self.arm.joints])
        turns = np.array([joint.axes[0].motion is Motion.TURN for joint in self.arm.joints])
        wanted = np.where(is_trunk & turns, np.clip(0.0, low, high), (low + high) / 2)
        counts = np.where(is_trunk, _STILL, 1.0)
        counts[0] = max(counts[0], _FIRST)
        found: Floats = (((points - wanted) / half) ** 2 * counts).mean(axis=1)
        return found

    def _round(self, points: Floats) -> Floats:
        """Return the share of joints that are at no multiple of 45 degrees."""
        turns = [joint.axes[0].motion is Motion.TURN for joint in self.arm.joints]
        off = np.abs(points / _ROUND - np.round(points / _ROUND)) > 1e-3
        found: Floats = (off & np.array(turns)).mean(axis=1)
        return found


def off_line(places: Places, shoulder: int) -> Floats:
    """Return how far each joint from the shoulder on is from the line between shoulder and tool, (n, k, 3)."""
    start = places.anchors[:, shoulder, None]
    line = places.tool[:, None, :3, 3] - start
    line = line / np.maximum(np.linalg.norm(line, axis=2, keepdims=True), 1e-9)
    joints = places.anchors[:, shoulder:] - start
    found: Floats = joints - (joints * line).sum(axis=2, keepdims=True) * line
    return found


def _direction(places: Places, least: float) -> Floats:
    """Return where a tool points, (n, 3): along the last axis if it is on that, else away from it."""
    axis, end = places.axes[:, -1], places.tool[:, :3, 3]
    away = end - places.anchors[:, -1]
    off = away - (away * axis).sum(axis=1, keepdims=True) * axis
    along = np.zeros(len(end))
    for number in range(places.anchors.shape[1]):  # the nearest joint from which the tool is away along the axis
        here = ((end - places.anchors[:, number]) * axis).sum(axis=1)
        along = np.where(np.abs(here) > least, here, along)
    is_off = np.linalg.norm(off, axis=1, keepdims=True) > np.maximum(least, np.abs(along[:, None]))
    way = np.where(is_off, off, np.sign(along)[:, None] * axis)
    found: Floats = way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
    return found


def turn_at_most(arm: Arm) -> Floats:
    """Return the ranges of an arm's joints, of turning ones at most half a turn each way, (d, 2)."""
    low, high = arm.ranges.T
    turning = np.array([joint.axes[0].motion is Motion.TURN for joint in arm.joints])
    lower = np.where(turning & (low < -np.pi) & (high >= 0), -np.pi, low)
    upper = np.where(turning & (high > np.pi) & (low <= 0), np.pi, high)
    return np.column_stack([lower, upper])


def stance_of(arm: Arm, bodies: Mapping[str, Floats], still: Floats, shared: Collection[str]) -> Stance:
    """Return how an arm stands.

    Args:
        arm: The arm.
        bodies: The corners of what each moving link on the way carries, in its frame, (n, 3).
        still: The corners of what no joint moves, in the frame of the root, (n, 3).
        shared: The joints that lead to other tools too, such as those of a torso.
    """
    known = arm.known
    own = [k for k, joint in enumerate(arm.moving) if joint.name not in shared]
    turning = [k for k in own if arm.moving[k].axes[0].motion is Motion.TURN]
    shoulder = next(iter(turning or own), 0)
    start = known.anchors[:, shoulder]
    reach = float(np.linalg.norm(known.tool[:, :3, 3] - start, axis=1).max()) or 1.0
    bottom, top = (float(still[:, 2].min()), float(still[:, 2].max())) if len(still) else (0.0, 0.0)
    up, plane = (1.0, bottom) if _is_above(arm, bodies, bottom, start, reach) else (-1.0, top)
    clearance = _radius(bodies.get(arm.moving[-1].child or "", np.zeros((0, 3)))) or 0.05 * reach
    lowest = _lowest(bodies, known, up, plane)
    is_central = not shoulder and np.linalg.norm(start[0, :2]) <= _CENTRAL * reach
    return Stance(
        arm=arm,
        bodies=bodies,
        up=up,
        plane=plane,
        clearance=clearance,
        shoulder=shoulder,
        reach=reach,
        front=_front(arm, reach) if is_central else _FRONT,
        is_on_trunk=not is_central and float((start[:, 2] - plane).mean()) > _HIGH * reach,
        elbow=shoulder + int(np.linalg.norm(off_line(known, shoulder), axis=2).max(axis=0).argmax()),
        possible={link: min(clearance, 0.5 * float(heights.max())) for link, heights in lowest.items()},
    )


def _is_above(arm: Arm, bodies: Mapping[str, Floats], bottom: float, shoulder: Floats, reach: float) -> bool:
    """Return True for an arm on a high shoulder, or one that is above the bottom of its base in some poses, and not far
    below it at rest. No leg is, and no arm that hangs from its base.
    """
    if shoulder[:, 2].mean() > bottom + _HANGING * reach:
        return True
    at_rest = arm.places(np.clip(np.zeros((1, len(arm.joints))), *arm.ranges.T)).tool[0, 2, 3]
    lowest = list(_lowest(bodies, arm.known, 1.0, bottom).values()) or [arm.known.tool[:, 2, 3] - bottom]
    share = (np.min(lowest, axis=0) >= -_RESTING).mean()
    return bool(share >= _RAISED_SHARE and at_rest > bottom - _HANGING * reach)


def _lowest(bodies: Mapping[str, Floats], places: Places, up: float, plane: float) -> dict[str, Floats]:
    return {
        link: (up * (places.links[link][:, 2, :3] @ corners.T + places.links[link][:, 2, 3:])).min(axis=1) - up * plane
        for link, corners in bodies.items()
    }


def _radius(points: Floats) -> float:
    """Return the radius of a sphere around the bounding box's centre that contains points."""
    if not len(points):
        return 0.0
    return float(np.linalg.norm(points - (points.min(axis=0) + points.max(axis=0)) / 2, axis=1).max())


def _front(arm: Arm, reach: float) -> Floats:
    """Return where the front of an arm without a trunk is: +x of the root, unless the middle of its first joint's range
    looks aside, and this joint has limits and the vertical as its axis.
    """
    first = arm.moving[0]
    if first not in arm.joints:
        return _FRONT
    low, high = arm.ranges[arm.joints.index(first)]
    if high - low >= _ALL_ROUND or np.abs(arm.known.axes[0, 0, 2]) < _LEVEL:
        return _FRONT
    points = arm.random(len(arm.known.tool))
    points[:, arm.joints.index(first)] = (low + high) / 2
    places = arm.places(points)
    mean = (places.tool[:, :3, 3] - places.anchors[:, 0]).mean(axis=0) * [1.0, 1.0, 0.0]
    length = float(np.linalg.norm(mean))
    return mean / length if length > _ASIDE * reach and mean[0] < _LEVEL * length else _FRONT
