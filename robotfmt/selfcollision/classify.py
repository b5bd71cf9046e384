"""Which pairs of a robot's links are adjacent, and which touch never, always, sometimes, or in the default pose only."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from itertools import combinations

import numpy as np

from ..context import Context
from ..formulas import Array
from ..mesh.triangles import Floats
from ..model import JointValue, Robot
from ..model.record import replace
from .bodies import Body, bodies_of
from .configurations import Box, poses
from .narrow import TOUCHING
from .neighbours import Ways, adjacent_pairs
from .places import Places, Way
from .records import Classes, Pair, PairClass
from .search import search
from .settle import Sight, settle

_CORNERS = 256
"""Poses with every joint at one end of its range: links touch there most often."""
_STARTS = 24


def classify(
    robot: Robot,
    *,
    context: Context | None = None,
    samples: int = 10_000,
    seed: int = 0,
    visuals: bool = False,
    searching: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Classes:
    """Find which links of a robot can touch.

    Each pair that is not adjacent is looked at in so many quasi-random poses of the joints between the two. A pair that touched in none is looked at in poses at the ends of the
    ranges, and then a search tries to make it touch. Couplings are followed. Loops are not closed, so that more poses
    are looked at than the robot can take: what never touches in them does not in those of the robot.

    Args:
        robot: Its modifiers count as applied already (:func:`robotfmt.edit.apply_modifiers`).
        context: Its assets find the meshes; its report says which are missing.
        samples: How many poses.
        seed: Of the poses, and of the search.
        visuals: Whether a link without shapes for collisions counts by its visual ones.
        searching: Whether to search where no sample touches.
        progress: Told how many pairs are done, and of how many.

    Raises:
        UsageError: The library that finds collisions is not installed.
        ModelError: Joints follow one another in a ring.
    """
    context = context if context is not None else Context()
    bodies, failed = bodies_of(robot, context, visuals=visuals)
    ways = Ways(robot)
    known = {name: body for name, body in bodies.items() if ways.reach(name)}
    neighbours = adjacent_pairs(robot, {*bodies, *failed})
    look = _Look(robot, known, ways, samples, seed, searching)
    found: list[Pair] = []
    names = [name for name in robot.link_by_name if name in bodies or name in failed]
    ends = list(combinations(names, 2))
    for number, (first, second) in enumerate(ends):
        if frozenset((first, second)) in neighbours:
            found.append(Pair(first=first, second=second, kind=PairClass.ADJACENT))
        elif first in known and second in known:
            found.append(look.at(known[first], known[second]))
        if progress is not None:
            progress(number + 1, len(ends))
    unplaced = tuple(name for name in bodies if name not in known)
    return Classes(
        pairs=tuple(found), samples=samples, seed=seed, without_shape=failed, unplaced=unplaced
    )


class _Look:
    """The poses that pairs are looked at in: samples, then corners, then the default pose."""

    def __init__(
        self, robot: Robot, bodies: dict[str, Body], ways: Ways, samples: int, seed: int, searching: bool
    ) -> None:
        self._robot, self._ways, self._samples, self._searching = robot, ways, samples, searching
        self._box = Box(robot)
        self._points = poses(self._box, samples, seed, _CORNERS if searching else 0)
        self._default = self._box.default()
        values = self._box.values(self._points)
        values = {name: np.concatenate([array, self._default[name]]) for name, array in values.items()}
        self._places = Places(robot, bodies, values)
        self._seed = seed

    def at(self, first: Body, second: Body) -> Pair:
        """What is found of two links."""
        way = Way(self._robot, *self._ways.between(first.link, second.link))
        sight = Sight(first, second, self._places)
        if not way.box.width:
            return self._fixed(sight)
        outcome = settle(sight, self._samples)
        default = self._touch_by_default(sight)
        joints = tuple(joint.name for joint in way.box.joints)
        pair = Pair(
            first=first.link,
            second=second.link,
            kind=PairClass.NEVER,
            poses=outcome.poses,
            joints=joints,
            default=default,
        )
        if outcome.touching is not None:
            kind = PairClass.SOMETIMES if outcome.free is not None else PairClass.ALWAYS
            witness = self._witness(way, self._points[outcome.touching])
            return replace(pair, kind=kind, witness=witness, distance=0.0)
        if default:
            return replace(pair, kind=PairClass.DEFAULT, witness=_said(way, self._default), distance=0.0)
        return self._searched(pair, sight, way) if self._searching else pair

    def _fixed(self, sight: Sight) -> Pair:
        """Of links that nothing moves against each other one look is enough."""
        pose = self._places.relative(sight.first, sight.second, np.array([0]))[0]
        distance = sight.contact.distance(pose)
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

    def _touch_by_default(self, sight: Sight) -> bool:
        row = len(self._points)
        if sight.gaps[row] > 0:
            return False
        return next(touch for _, touch in sight.touch([row]))

    def _searched(self, pair: Pair, sight: Sight, way: Way) -> Pair:
        """The pair after all that was tried to make it touch."""
        corner = self._touching_corner(sight)
        if corner is not None:
            witness = self._witness(way, self._points[corner])
            return replace(pair, kind=PairClass.SOMETIMES, witness=witness, distance=0.0, searched=True)
        likely = np.argsort(sight.gaps[:-1], kind="stable")[:_STARTS]
        starts = self._points[likely][:, way.columns(self._box)]
        own = zlib.crc32(f"{pair.first} {pair.second}".encode())  # so that no pair depends on which came before
        generator = np.random.default_rng([self._seed, own])
        nearest = search(sight.first, sight.second, way, sight.contact, starts, generator)
        if nearest.distance > 0:
            return replace(pair, distance=nearest.distance)
        witness = _said(way, way.box.values(nearest.point[None]))
        return replace(pair, kind=PairClass.SOMETIMES, witness=witness, distance=0.0, searched=True)

    def _touching_corner(self, sight: Sight) -> int | None:
        rows = np.arange(self._samples, len(self._points))
        rows = np.setdiff1d(rows, sight.free(rows))
        return next((row for row, touch in sight.touch(rows.tolist()) if touch), None)

    def _witness(self, way: Way, point: Floats) -> tuple[JointValue, ...]:
        return _said(way, way.box.values(point[None, way.columns(self._box)]))


def _said(way: Way, values: Mapping[str, Array]) -> tuple[JointValue, ...]:
    """The values of the joints between two links, in the first row."""
    return tuple(
        JointValue(joint=joint.name, values=tuple(float(each) for each in values[joint.name][0]))
        for joint in way.box.joints
    )
