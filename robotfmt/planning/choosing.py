"""Choose a default pose that no document gives: for one arm after the other, the best free pose of a search.

The search starts in random poses whose positions are multiples of 15 degrees, or of parts of a short range, and
improves one joint after the other until none can be improved. Of all poses met on the way, the best is taken in which
no links touch and nothing is too near the mounting plane.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from ..context import Context
from ..kinematics.forward import poses_of_links
from ..kinematics.freedom import Array
from ..kinematics.tree import joints_above
from ..mesh.triangles import Floats, Ints
from ..model import Motion, Robot
from ..model.semantics import pair_of
from ..selfcollision.bodies import Body, bodies_of
from ..selfcollision.contacts import Ends, contacts_between
from ..selfcollision.ignoring import ignored_pairs
from ..selfcollision.neighbours import adjacent_pairs, ways_of
from .arms import Arm, arms_of
from .mirror import mirrored_signs, own_joints
from .ready import MARGIN, Stance, stance_of, turn_at_most
from .space import Space

_TURN = np.pi / 12
_PARTS = 12
"""The number of parts of a range that is too short for multiples of 15 degrees."""
_FEWEST = 5
_DIGITS = 6
_RANDOM, _STARTS, _SWEEPS = 3000, 24, 6
_MIDDLE = 0.4
"""The share of positions in random poses that are in the middle of the range, where a person would have them."""
_KEPT = 384
"""The number of the best poses that are checked for contacts."""
_TOGETHER = 16
_ALWAYS = 32
"""The number of random poses in all of which links touch that always do."""
_ALIKE = 0.5
"""The share of a joint's range that its mirror image has too, at least."""
_COMPARED, _CROWDED = 24, 5.0
"""The number of free poses that are compared by the space between links too, and how much that counts."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A default pose, and the stances of the arms that it places."""

    positions: dict[str, float]
    stances: list[Stance] = field(default_factory=list)


def choose(robot: Robot, start: Mapping[str, float], seed: int, context: Context) -> Chosen:
    """Choose the positions of all controlled joints that lead to tools.

    Args:
        robot: The robot, with its modifiers already applied, its configuration space and its tool frames.
        start: The positions of all independent joints; the others stay there.
        seed: The seed of the search.
        context: Its assets find the meshes.

    Returns:
        The positions of all joints.

    Raises:
        UsageError: The collision library is not installed.
        ModelError: Mimic joints form a cycle.
    """
    arms = [arm for arm in arms_of(robot) if arm.rank]
    chosen = Chosen(dict(start))
    if not arms:
        return chosen
    shapes = _shapes(robot, start, context)
    pending = list(arms)
    while pending:
        arm = pending.pop(0)
        twins = _twins(arm, pending)
        pending = [each for each in pending if each not in twins]
        stance = _stance(robot, shapes, arm, arms)
        joints = _Joints(arm, {twin: _followers(arm, twin) for twin in twins}, chosen.positions)
        chosen.positions.update(_best(shapes, stance, joints, seed, {j.name for each in pending for j in each.joints}))
        chosen.stances.append(stance)
    return chosen


# Shapes


@dataclass(frozen=True, eq=False)
class _Shapes:
    """The links with shapes, and the pairs of them that are checked, each with the joints that move one to the
    other."""

    robot: Robot
    bodies: Mapping[str, Body]
    at_start: Mapping[str, Floats]
    """The poses of the links in the pose at the start, (4, 4) each."""
    pairs: Mapping[Ends, frozenset[str]]


def _shapes(robot: Robot, start: Mapping[str, float], context: Context) -> _Shapes:
    bodies, _ = bodies_of(robot, context, visuals=True)
    ways = ways_of(robot)
    bodies = {name: body for name, body in bodies.items() if ways.reach(name)}
    off = adjacent_pairs(robot, bodies) | ignored_pairs(robot).keys()
    contacts = contacts_between(robot, bodies, ())
    pairs = {
        ends: frozenset(contacts.joints_between([ends]))
        for ends in combinations((link.name for link in robot.links if link.name in bodies), 2)
        if pair_of(*ends) not in off
    }
    poses = poses_of_links(robot, {name: np.array([value]) for name, value in start.items()})
    return _Shapes(robot, bodies, {name: pose[0] for name, pose in poses.items()}, pairs)


def _stance(robot: Robot, shapes: _Shapes, arm: Arm, arms: Sequence[Arm]) -> Stance:
    """Return how an arm stands, with what its links carry in the pose at the start."""
    carriers = {joint.child or "" for each in arms for joint in each.moving}
    parts: dict[str, list[Floats]] = {}
    for name, body in shapes.bodies.items():
        carrier = _carrier(robot, name, carriers)
        here = shapes.at_start[name]
        pose = here if carrier is None else np.linalg.inv(shapes.at_start[carrier]) @ here
        parts.setdefault(carrier or "", []).append(body.hull @ pose[:3, :3].T + pose[:3, 3])
    corners = {link: np.concatenate(each) for link, each in parts.items()}
    still = corners.get("", np.zeros((0, 3)))
    own = {joint.child or "" for joint in arm.moving}
    shared = {joint.name for each in arms if each is not arm for joint in each.moving}
    return stance_of(arm, {link: each for link, each in corners.items() if link in own}, still, shared)


def _carrier(robot: Robot, link: str, carriers: Collection[str]) -> str | None:
    """Return the link of an arm that carries a link, or is it; None for a link that no arm moves."""
    above = joints_above(robot)
    while link not in carriers:
        if link not in above or above[link].parent is None:
            return None
        link = above[link].parent or ""
    return link


# Joints


def _twins(arm: Arm, others: Sequence[Arm]) -> list[Arm]:
    return [other for other in others if _followers(arm, other)]


def _followers(arm: Arm, other: Arm) -> dict[str, tuple[str, float]]:
    """Return the joints of a mirrored arm, each with the joint that it mirrors and a sign; empty if it is none."""
    signs = mirrored_signs(arm, other)
    if signs is None:
        return {}
    numbers = zip(own_joints(arm, other), own_joints(other, arm), signs, strict=True)
    names = [(arm.moving[i].name, other.moving[j].name, float(sign)) for i, j, sign in numbers]
    known, free = set(arm.names), set(other.names)
    if any((one in known) != (two in free) for one, two, _ in names):
        return {}
    one_range, two_range = (dict(zip(each.names, turn_at_most(each), strict=True)) for each in (arm, other))
    if any(
        _shared(one_range[one], np.sort(sign * two_range[two])) < _ALIKE for one, two, sign in names if one in known
    ):
        return {}
    return {two: (one, sign) for one, two, sign in names if one in known}


def _shared(one: Floats, other: Floats) -> float:
    """Return the share of the narrower of two ranges that is in both."""
    inside = min(one[1], other[1]) - max(one[0], other[0])
    return float(max(inside, 0.0) / max(min(np.ptp(one), np.ptp(other)), 1e-9))


class _Joints:
    """The joints that are chosen together: those of an arm, and of its mirror images; those chosen before stay."""

    def __init__(
        self, arm: Arm, twins: Mapping[Arm, Mapping[str, tuple[str, float]]], positions: Mapping[str, float]
    ) -> None:
        self.arm, self._start = arm, dict(positions)
        self._followers = {name: by for follow in twins.values() for name, by in follow.items()}
        ranges = {name: turn_at_most(twin)[number] for twin in twins for number, name in enumerate(twin.names)}
        self.choices = [self._choices(number, ranges) for number in range(len(arm.joints))]
        """The positions of each joint to choose from."""

    @property
    def names(self) -> set[str]:
        """The names of all joints that get a position."""
        return {*self.arm.names, *self._followers}

    def values(self, points: Floats) -> dict[str, Array]:
        """Return the positions of all joints of the robot, (n,) each."""
        columns = dict(zip(self.arm.names, points.T, strict=True))
        still = {name: np.full(len(points), value) for name, value in self._start.items()}
        return still | columns | {name: sign * columns[by] for name, (by, sign) in self._followers.items()}

    def positions(self, point: Floats) -> dict[str, float]:
        """Return the positions of these joints."""
        values = self.values(point[None])
        return {name: float(values[name][0]) + 0.0 for name in values if name in self.names}

    def _choices(self, number: int, ranges: Mapping[str, Floats]) -> Floats:
        """Return the positions of a joint that its mirror images can have too."""
        joint = self.arm.joints[number]
        low, high = turn_at_most(self.arm)[number]
        for name, (by, sign) in self._followers.items():
            if by == joint.name and name in ranges:
                ends = np.sort(sign * ranges[name])
                low, high = max(low, ends[0]), min(high, ends[1])
        inside = MARGIN * (high - low)
        return _grid(low + inside, high - inside, joint.axes[0].motion is Motion.TURN)


def _grid(low: float, high: float, turns: bool) -> Floats:
    """Return multiples of 15 degrees in a range; for a short range, or a joint that slides, rounded parts of it."""
    if high <= low:
        return np.array([(low + high) / 2])
    angles = _TURN * np.arange(np.ceil(low / _TURN - 1e-9), np.floor(high / _TURN + 1e-9) + 1)
    if turns and len(angles) >= _FEWEST:
        return np.round(angles, _DIGITS)
    unit = 10.0 ** np.floor(np.log10((high - low) / _PARTS))
    parts: Floats = np.round(np.clip(np.round(np.linspace(low, high, _PARTS + 1) / unit) * unit, low, high), 9)
    return np.unique(np.append(parts, 0.0)) if low <= 0 <= high else np.unique(parts)


# Search


def _best(shapes: _Shapes, stance: Stance, joints: _Joints, seed: int, later: Collection[str]) -> dict[str, float]:
    """Return the best positions in which no links touch, if there are any among the best."""
    generator = np.random.default_rng([seed, 3])
    points = np.column_stack([generator.choice(each, _RANDOM) for each in joints.choices])
    middles = np.array([each[np.abs(each - (each[0] + each[-1]) / 2).argmin()] for each in joints.choices])
    points = np.where(generator.random(points.shape) < _MIDDLE, middles, points)
    ranked = _searched(stance, joints.choices, points)
    pairs = [
        ends
        for ends, between in shapes.pairs.items()
        if between & joints.names and not between & (set(later) - joints.names)
    ]
    space = Space(shapes.robot, shapes.bodies, pairs, joints.values(points[:_ALWAYS]))
    roomy = space.is_roomy(joints.values(ranked))
    for some in (np.flatnonzero(roomy), np.arange(len(ranked))):
        rows = _free_rows(space, joints, ranked, some)
        if len(rows):
            return joints.positions(_roomiest(space, stance, joints, ranked[rows]))
    return joints.positions(ranked[0])


def _roomiest(space: Space, stance: Stance, joints: _Joints, points: Floats) -> Floats:
    """Return the best of some free poses, and of those that differ from the first in one joint, by their space too."""
    beside = [
        np.where(np.arange(len(points[0])) == number, value, points[0])
        for number, values in enumerate(joints.choices)
        for value in values
    ]
    every = np.concatenate([points, np.array(beside)])
    every = every[space.is_free(joints.values(every))]
    best: Floats = every[np.argmin(stance.costs(every) + _CROWDED * space.crowding(joints.values(every)))]
    return best


def _free_rows(space: Space, joints: _Joints, ranked: Floats, some: Ints) -> Ints:
    """Return the first few poses, of those given, in which no links touch."""
    found: list[Ints] = []
    for start in range(0, len(some), _TOGETHER):
        rows = some[start : start + _TOGETHER]
        found.append(rows[space.is_free(joints.values(ranked[rows]))])
        if sum(map(len, found)) >= _COMPARED:
            break
    return np.concatenate([*found, np.zeros(0, dtype=np.int64)])[:_COMPARED]


def _searched(stance: Stance, choices: Sequence[Floats], points: Floats) -> Floats:
    """Return the best poses met by a search, the best first."""
    costs = stance.costs(points)
    met, known = [points], [costs]
    order = np.argsort(costs, kind="stable")[:_STARTS]
    points, costs = points[order], costs[order]
    for _ in range(_SWEEPS):
        before = costs
        for number, values in enumerate(choices):
            tried = np.repeat(points, len(values), axis=0)
            tried[:, number] = np.tile(values, len(points))
            found = stance.costs(tried)
            met, known = [*met, tried], [*known, found]
            best = found.reshape(len(points), -1).argmin(axis=1) + len(values) * np.arange(len(points))
            points, costs = tried[best], found[best]
        if (costs >= before - 1e-9).all():
            break
    every, first = np.unique(np.concatenate(met), axis=0, return_index=True)
    return every[np.argsort(np.concatenate(known)[first], kind="stable")[:_KEPT]]
