"""Findings about the pairs of links of a robot."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from ..model import JointValue
from ..model.names import LinkName
from ..model.record import Options, Record
from ..model.semantics import pair_of


class PairClass(str, Enum):
    """The result of checking whether two links can touch."""

    ADJACENT = "adjacent"
    """One is the ancestor of the other, with no link with shape between them and at most one moving joint on the way
    (:func:`robotfmt.selfcollision.neighbours.adjacent_pairs`); whether they touch does not matter."""
    NEVER = "never"
    """The links touch in no checked pose."""
    ALWAYS = "always"
    """The links touch in every checked pose, or in all but 1 %."""
    DEFAULT = "default"
    """The links touch in the default pose, but in no other checked pose."""
    SOMETIMES = "sometimes"


class Pair(Record):
    """Two links, in the robot's order, and the findings about them."""

    first: LinkName
    second: LinkName
    kind: PairClass
    poses: int = 0
    """The number of checked poses of the joints between the links; 0 if nothing was checked."""
    free: int = 0
    """The number of poses in which the links do not touch, for a pair that always touches."""
    joints: tuple[str, ...] = ()
    """The joints that move the links relative to each other; empty if they are fixed to one another."""
    distance: float | None = None
    """The smallest distance found by the search, in metres, not always the smallest of all; 0 if the links touch."""
    at_least: bool = False
    """True if the distance is only a lower bound, from the bounding spheres of the two links."""
    witness: tuple[JointValue, ...] | None = None
    """A pose in which the links touch, by the joints that move them relative to each other."""
    searched: bool = False
    """True if the search found the touching pose, but the samples did not."""
    default: bool = False
    """True if the links touch in the default pose."""
    at_ends: bool = False
    """True if both links belong to one gripper, and touch only where a joint between them is at a limit or at zero."""
    spheres: float | None = None
    """The share of poses in which the robot's collision spheres touch, if that was checked."""

    @property
    def links(self) -> frozenset[str]:
        """The key of the pair."""
        return pair_of(self.first, self.second)

    @property
    def bound(self) -> float | None:
        """The share of poses that may differ from the findings, with a confidence of 95 % (the rule of three)."""
        moves = bool(self.joints) and self.poses > 0 and not self.free
        return 3.0 / self.poses if moves and self.kind in (PairClass.NEVER, PairClass.ALWAYS) else None

    @property
    def reason(self) -> str:
        """The reason why the pair can be ignored, or must be checked, as text."""
        return _closed(self) if self.at_ends else _REASONS[self.kind](self)


def _adjacent(_: Pair) -> str:
    return "a joint connects them"


def _never(pair: Pair) -> str:
    if not pair.joints:
        return f"fixed to one another{_apart(pair)}"
    spheres = f"; spheres touch in {100 * pair.spheres:.3g} %" if pair.spheres else ""
    return f"free in {pair.poses} poses (p < {pair.bound:.1g}){_apart(pair)}{spheres}"


def _apart(pair: Pair) -> str:
    """Return the distance of two links as text; a lower bound is rounded down, and marked as such."""
    if pair.distance is None:
        return ""
    if pair.at_least:
        return f", at least {int(1000 * pair.distance)} mm apart"
    return f", {1000 * pair.distance:.3g} mm apart at the nearest"


def _always(pair: Pair) -> str:
    if not pair.joints:
        return "fixed to one another, and touch"
    if pair.free:
        return f"touch in {pair.poses - pair.free} of {pair.poses} poses"
    return f"touch in {pair.poses} poses (free: p < {pair.bound:.1g})"


def _closed(_: Pair) -> str:
    return "parts of one gripper, which touch only where a joint between them is at a limit or at zero"


def _default(pair: Pair) -> str:
    return f"touch in the default pose, free in {pair.poses} others"


def _sometimes(pair: Pair) -> str:
    by = "a search found a pose" if pair.searched else "there is a pose"
    return f"{by} in which they touch"


_REASONS = {
    PairClass.ADJACENT: _adjacent,
    PairClass.NEVER: _never,
    PairClass.ALWAYS: _always,
    PairClass.DEFAULT: _default,
    PairClass.SOMETIMES: _sometimes,
}


class Classes(Record):
    """The findings about all pairs of a robot's links with shapes."""

    pairs: tuple[Pair, ...]
    samples: int
    seed: int
    without_shape: tuple[LinkName, ...] = ()
    """Links with geometry that could not be completely turned into shapes: of their pairs only adjacency is known."""
    unplaced: tuple[LinkName, ...] = ()
    """Links with unknown poses, because they are below another root than the first, or none."""

    def of(self, kind: PairClass) -> tuple[Pair, ...]:
        """Return the pairs of a class."""
        return tuple(pair for pair in self.pairs if pair.kind is kind)

    def find(self, one: LinkName, other: LinkName) -> Pair | None:
        """Return the findings about two links, in any order."""
        ends = {one, other}
        return next((pair for pair in self.pairs if {pair.first, pair.second} == ends), None)


class Collisions(Options):
    """The options for finding the links that can touch."""

    samples: int = 10_000
    """The number of poses in which each pair is checked."""
    seed: int = 0
    progress: Callable[[str, int, int], None] | None = None
