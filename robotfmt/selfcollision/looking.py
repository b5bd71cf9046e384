"""Check pairs of links: in samples, at the ends of the joints' ranges, in the default pose, and by search."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

import numpy as np

from ..diagnostics import Report
from ..kinematics.freedom import Array
from ..kinematics.limbs import grippers
from ..mesh.triangles import Floats
from ..model import JointValue, Robot
from ..model.record import replace
from ..model.semantics import pair_of
from ..settings import Settings, context_of
from .bodies import Body, bodies_of, contact_of
from .configurations import Box, corners, samples
from .contact import TOUCHING, Contact
from .course import Course, Progress
from .ends import touch_at_ends_only
from .link_poses import LinkPoses, Way, link_poses
from .neighbours import Ways, adjacent_pairs, ways_of
from .pairs import Classes, Pair, PairClass
from .search import Job, Nearest, search
from .settle import ENOUGH, Sight, rarely_free, settle

_CORNERS = 256
"""The number of poses with every joint at one end of its range, where links touch most often."""
_STARTS = 24
_TOGETHER = 256
"""The number of pairs that are searched together."""
_ROUNDS = 2
"""The number of rounds in which contact poses of some pairs are tried for others."""
_ATTEMPTS, _NEARLY = 4, 0.003
"""The number of searches for a pair that comes nearer than a distance in metres, and touches in none of them."""
_CLOSE = 0.06
"""The distance of bounding spheres, in metres, up to which a pair is tried in contact poses of others."""
_SEARCHED = 2000
"""The maximum number of pairs that are searched, nearest first: a time limit for very large robots."""
_SAMPLING, _SEARCHING = 0.6, 0.7
"""The shares of the time that samples take, and of what is left then that the search takes."""
_ROOM = 1_500_000
"""The number of body poses in memory at once, 128 bytes each and as many again during computation."""


Ends: TypeAlias = tuple[str, str]


@dataclass(slots=True)
class _Looked:
    """Two bodies, and the findings about them so far."""

    first: Body
    second: Body
    way: Way
    contact: Contact
    poses: int = 0
    """The number of poses checked."""
    touching: Floats | None = None
    """A pose in which the bodies touch."""
    free: bool = False
    """True if there is a pose in which the bodies do not touch."""
    rarely: tuple[int, int] | None = None
    """The number of free poses, and of all poses, if the free ones are very few."""
    gaps: Floats = field(default_factory=lambda: np.zeros(0))
    """The smallest distances between the bounding spheres of the bodies."""
    starts: Floats | None = None
    """The poses with the smallest distances of their bounding spheres."""
    gap: float = 0.0
    """The distance of the bounding spheres of the bodies' parts at the end of the search."""

    def come_near(self, gaps: Floats, points: Floats) -> None:
        """Keep the poses in which the bounding spheres of the bodies are nearest."""
        if self.starts is not None:
            gaps, points = np.concatenate([self.gaps, gaps]), np.concatenate([self.starts, points])
        order = np.argsort(gaps, kind="stable")[:_STARTS]
        self.gaps, self.starts = gaps[order], points[order]


class Look:
    """The poses in which the pairs of a robot's bodies are checked."""

    def __init__(
        self,
        robot: Robot,
        bodies: Mapping[str, Body],
        ways: Ways,
        count: int,
        seed: int,
        progress: Progress | None,
    ) -> None:
        self._robot, self._bodies, self._ways, self._seed = robot, bodies, ways, seed
        self._course = Course(progress)
        self._box = Box(robot)
        self._points = samples(self._box, count, seed)
        self._grippers = grippers(robot)

    def at(self, ends: Sequence[tuple[str, str, bool]], searching: bool) -> tuple[Pair, ...]:
        """Return the findings about pairs of links, given whether each is adjacent."""
        looked: dict[Ends, _Looked] = {}
        for one, other, _ in ends:
            if one in self._bodies and other in self._bodies:
                looked[one, other] = self._pair(self._bodies[one], self._bodies[other])
        self._look([looked[one, other] for one, other, near in ends if not near])
        places = self._link_poses(self._box.default())
        found = {
            (one, other): self._judged(one, other, near, looked.get((one, other)), places) for one, other, near in ends
        }
        if searching:
            found |= self._searched(
                {ends: (pair, looked[ends]) for ends, pair in found.items() if _is_open(pair)},
                looked.values(),
            )
        pairs = tuple(self._of_gripper(pair, looked.get(ends)) for ends, pair in found.items())
        self._course.finish()
        return pairs

    def _of_gripper(self, pair: Pair, looked: _Looked | None) -> Pair:
        """Return a pair that can touch, and whether it does so only where a joint of its gripper is at an end."""
        if looked is None or pair.kind not in (PairClass.DEFAULT, PairClass.SOMETIMES):
            return pair
        if not any(pair.links <= gripper for gripper in self._grippers):
            return pair
        at_ends = touch_at_ends_only(pair, looked.first, looked.second, looked.way, looked.contact, self._seed)
        return replace(pair, at_ends=at_ends)

    def _pair(self, first: Body, second: Body) -> _Looked:
        way = Way(self._robot, *self._ways.between(first.link, second.link))
        return _Looked(first, second, way, contact_of(first, second))

    def _link_poses(self, values: Mapping[str, Array]) -> LinkPoses:
        return link_poses(self._robot, self._bodies, values)

    def _look(self, pairs: list[_Looked]) -> None:
        """Check all samples, as many at once as fit into memory; decided pairs are skipped."""
        pending = [each for each in pairs if each.way.box.width]
        progress = self._course.part(_SAMPLING)
        step = min(max(_ROOM // max(len(self._bodies), 1), 1000), 1 << 14)
        for start in range(0, len(self._points) if pending else 0, step):
            points = self._points[start : start + step]
            places = self._link_poses(self._box.values(points))
            for number, pair in enumerate(pending):
                _look_at(pair, places, points)
                done = start + len(points) * (number + 1) // len(pending)
                progress("samples", done, len(self._points))
            pending = [each for each in pending if each.touching is None or not each.free]

    def _judged(self, one: str, other: str, near: bool, looked: _Looked | None, places: LinkPoses) -> Pair:
        """Return the class of a pair after the samples, and whether it touches in the default pose."""
        if looked is None:
            return Pair(first=one, second=other, kind=PairClass.ADJACENT)
        sight = Sight(looked.first, looked.second, places, looked.contact)
        default = bool(sight.gaps[0] <= 0) and next(touch for _, touch in sight.touch([0]))
        if near:
            return Pair(first=one, second=other, kind=PairClass.ADJACENT, default=default)
        if not looked.way.box.width:
            return _fixed(sight)
        box = looked.way.box
        joints = tuple(joint.name for joint in box.joints)
        pair = Pair(first=one, second=other, kind=PairClass.NEVER, joints=joints, poses=looked.poses, default=default)
        if looked.touching is not None:
            kind = PairClass.SOMETIMES if looked.free and looked.rarely is None else PairClass.ALWAYS
            if looked.rarely is not None:
                free, poses = looked.rarely
                pair = replace(pair, poses=poses, free=free)
            return _touching(pair, kind, looked.way, box.values(looked.touching[None, looked.way.columns(self._box)]))
        return _touching(pair, PairClass.DEFAULT, looked.way, self._box.default()) if default else pair

    def _searched(self, pairs: Mapping[Ends, tuple[Pair, _Looked]], looked: Collection[_Looked]) -> dict[Ends, Pair]:
        """Return the pairs after all attempts to make them touch."""
        points = corners(self._box, _CORNERS, self._seed)
        places = self._link_poses(self._box.values(points))
        chosen = sorted(pairs, key=lambda ends: float(pairs[ends][1].gaps[0]))[:_SEARCHED]
        found, progress = dict[Ends, Pair](), self._course.part(_SEARCHING)
        for start in range(0, len(chosen), _TOGETHER):
            some = {ends: pairs[ends] for ends in chosen[start : start + _TOGETHER]}
            found |= self._approached(some, places, points)
            progress("search", len(found), len(chosen))
        known = [each.touching for each in looked if each.touching is not None and each.free and not each.rarely]
        for _ in range(_ROUNDS):
            if known:
                known = self._shared({ends: (found[ends], pairs[ends][1]) for ends in chosen}, known, found)
        for attempt in range(1, _ATTEMPTS):
            left = {ends: (found[ends], pairs[ends][1]) for ends in chosen if _is_nearly_touching(found[ends])}
            found |= self._driven(left, attempt)
        return found

    def _shared(
        self, pairs: Mapping[Ends, tuple[Pair, _Looked]], known: list[Floats], found: dict[Ends, Pair]
    ) -> list[Floats]:
        """Try the contact poses of other pairs, near which neighbouring links are close too; return the new poses.

        If fingers pass a wheel in only one of 100 000 poses, the pose that brings one of them there is a good start
        for the next one.
        """
        points = np.array(known)
        places = self._link_poses(self._box.values(points))
        close = {
            ends: (pair, looked)
            for ends, (pair, looked) in pairs.items()
            if looked.touching is None
            and looked.gap <= _CLOSE
            and float(places.gaps(looked.first, looked.second).min()) < float(looked.gaps[-1])
        }
        found |= self._approached(close, places, points)
        return [looked.touching for _, looked in close.values() if looked.touching is not None]

    def _approached(
        self, pairs: Mapping[Ends, tuple[Pair, _Looked]], places: LinkPoses, points: Floats
    ) -> dict[Ends, Pair]:
        """Return the pairs after checks at some points, and a search from the nearest for those that touch at none."""
        found = {ends: self._at_points(pair, looked, places, points) for ends, (pair, looked) in pairs.items()}
        left = {ends: pairs[ends] for ends, pair in found.items() if pair is None}
        return {ends: pair for ends, pair in found.items() if pair is not None} | self._driven(left)

    def _driven(self, pairs: Mapping[Ends, tuple[Pair, _Looked]], attempt: int = 0) -> dict[Ends, Pair]:
        """Return the pairs after a search, whose random numbers do not depend on other pairs."""
        jobs = [self._job(pair, looked, attempt) for pair, looked in pairs.values()]
        return {
            ends: self._after(nearest, pair, looked)
            for (ends, (pair, looked)), nearest in zip(pairs.items(), search(jobs), strict=True)
        }

    def _job(self, pair: Pair, looked: _Looked, attempt: int) -> Job:
        assert looked.starts is not None
        pair_seed = zlib.crc32(f"{pair.first} {pair.second}".encode())
        starts = looked.starts[:, looked.way.columns(self._box)]
        seeds = [self._seed, pair_seed, attempt] if attempt else [self._seed, pair_seed]
        generator = np.random.default_rng(seeds)
        return Job(looked.first, looked.second, looked.way, looked.contact, starts, generator)

    def _after(self, nearest: Nearest, pair: Pair, looked: _Looked) -> Pair:
        """Return a pair after the search; the pose that it found is a start of later ones."""
        assert looked.starts is not None
        looked.gap = nearest.gap
        whole = looked.starts[0].copy()
        whole[looked.way.columns(self._box)] = nearest.point
        if nearest.distance > 0:
            if nearest.is_measured:
                looked.starts[-1] = whole
            return _nearer(pair, nearest)
        looked.touching = whole
        values = looked.way.box.values(nearest.point[None])
        return replace(_touching(pair, PairClass.SOMETIMES, looked.way, values), searched=True)

    def _at_points(self, pair: Pair, looked: _Looked, places: LinkPoses, points: Floats) -> Pair | None:
        """Return the pair if it touches at some points, else None; the nearest points are kept to start a search."""
        sight = Sight(looked.first, looked.second, places, looked.contact)
        rows = np.arange(len(points))
        rows = rows[~sight.free(rows)]
        row = next((row for row, touch in sight.touch(rows.tolist()) if touch), None)
        looked.come_near(sight.gaps, points)
        if row is None:
            return None
        looked.touching = points[row]
        values = looked.way.box.values(points[row][None, looked.way.columns(self._box)])
        return replace(_touching(pair, PairClass.SOMETIMES, looked.way, values), searched=True)


def _nearer(pair: Pair, nearest: Nearest) -> Pair:
    """Return the pair with the result of a search, unless an earlier search came nearer, or is the only one with a
    measured distance.
    """
    if pair.distance is not None and (pair.at_least, nearest.is_measured) != (True, True):
        is_alike = pair.at_least != nearest.is_measured
        if not is_alike or nearest.distance >= pair.distance:
            return pair
    return replace(pair, distance=nearest.distance, at_least=not nearest.is_measured)


def _is_nearly_touching(pair: Pair) -> bool:
    known = pair.kind is PairClass.NEVER and not pair.at_least
    return known and pair.distance is not None and pair.distance < _NEARLY


def _is_open(pair: Pair) -> bool:
    return pair.kind is PairClass.NEVER and bool(pair.joints)


def _look_at(pair: _Looked, places: LinkPoses, points: Floats) -> None:
    """Check some more samples."""
    sight = Sight(pair.first, pair.second, places, pair.contact)
    outcome = settle(sight, len(points))
    pair.poses += outcome.poses
    pair.free = pair.free or outcome.free is not None
    if outcome.touching is not None:
        pair.touching = points[outcome.touching]
        free = rarely_free(sight, len(points)) if pair.free else None
        pair.rarely = (free, min(len(points), ENOUGH)) if free is not None else None
    else:
        nearest = np.argpartition(sight.gaps, min(_STARTS, len(points)) - 1)[:_STARTS]
        pair.come_near(sight.gaps[nearest], points[nearest])


def _fixed(sight: Sight) -> Pair:
    """Check, only once, two links that no joint moves relative to each other."""
    distance = sight.distance(0)
    touch = distance <= TOUCHING
    return Pair(
        first=sight.first.link,
        second=sight.second.link,
        kind=PairClass.ALWAYS if touch else PairClass.NEVER,
        poses=1,
        distance=0.0 if touch else distance,
        witness=() if touch else None,
        default=touch,
    )


def _touching(pair: Pair, kind: PairClass, way: Way, values: Mapping[str, Array]) -> Pair:
    """Return the pair with a pose in which it touches, by the joints between the two."""
    witness = tuple(
        JointValue(joint=joint.name, values=tuple(float(each) for each in values[joint.name][0]))
        for joint in way.box.joints
    )
    return replace(pair, kind=kind, witness=witness, distance=0.0)


# Classification


def classify(
    robot: Robot,
    *,
    report: Report | None = None,
    settings: Settings | None = None,
    samples: int = 10_000,
    seed: int = 0,
    visuals: bool = False,
    searching: bool = True,
    progress: Progress | None = None,
) -> Classes:
    """Classify which links of a robot can touch.

    Each pair that is not adjacent is checked in quasi-random poses of the joints between the two. A pair that touched
    in none is checked in poses at the ends of the ranges, and then a search tries to make it touch. Mimic joints are
    followed. Loops are not closed, so more poses are checked than the robot can reach: a pair that touches in none of
    them touches in no pose of the robot.

    Args:
        robot: The robot, with its modifiers already applied (:func:`robotfmt.edit.apply_modifiers`).
        report, settings: Where missing meshes are reported; where meshes are, limits.
        samples: The number of poses.
        seed: The seed of the poses, and of the search.
        visuals: True to use the visual geometry of a link without collision geometry.
        searching: True to search for contacts of pairs that touch in no sample.
        progress: Called with the step, the amount done, and the total.

    Raises:
        UsageError: The collision library is not installed.
        ModelError: Mimic joints form a cycle.
    """
    bodies, failed = bodies_of(robot, context_of(report, settings), visuals=visuals)
    ways = ways_of(robot)
    placed = {name: body for name, body in bodies.items() if ways.reach(name)}
    look = Look(robot, placed, ways, samples, seed, progress)
    pairs = look.at(_ends(robot, placed, {*bodies, *failed}), searching)
    unplaced = tuple(name for name in bodies if name not in placed)
    return Classes(pairs=pairs, samples=samples, seed=seed, without_shape=failed, unplaced=unplaced)


def _ends(robot: Robot, placed: Collection[str], solid: Collection[str]) -> list[tuple[str, str, bool]]:
    """Return the pairs that can be checked, and whether they are adjacent; in the robot's order."""
    near = adjacent_pairs(robot, solid)
    names = dict.fromkeys(link.name for link in robot.links if link.name in solid)
    return [
        (first, second, pair_of(first, second) in near)
        for first, second in combinations(names, 2)
        if (first in placed and second in placed) or pair_of(first, second) in near
    ]
