"""What was found of the pairs of links of a robot."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from ..model import JointValue
from ..model.names import LinkName
from ..model.record import Options, Record
from ..model.semantics import pair_of


class PairClass(str, Enum):
    """Whether two links can touch."""

    ADJACENT = "adjacent"
    """One is the ancestor of the other, with no link with shape between them and at most one moving joint on the way
    (:func:`robotfmt.selfcollision.neighbours.adjacent_pairs`); whether they touch does not matter."""
    NEVER = "never"
    """In no pose that was looked at."""
    ALWAYS = "always"
    """In every pose that was looked at, or in all but 1 %."""
    DEFAULT = "default"
    """In the default pose, and in no other that was looked at."""
    SOMETIMES = "sometimes"


class Pair(Record):
    """Two links, in the robot's order, and what was found of them."""

    first: LinkName
    second: LinkName
    kind: PairClass
    poses: int = 0
    """How many poses of the joints between them it stands on; 0 where nothing was looked at."""
    free: int = 0
    """In how many of these they do not touch, of a pair that touches always."""
    joints: tuple[str, ...] = ()
    """The joints that move them against each other; none where they are fixed to one another."""
    distance: float | None = None
    """How near they came in the pose that the search ended with, in metres; 0 where they touch. There may be a nearer
    one that it did not find."""
    at_least: bool = False
    """Whether that is only a lower bound, given by the spheres around the two."""
    witness: tuple[JointValue, ...] | None = None
    """A pose in which they touch, by the joints that move them against each other."""
    searched: bool = False
    """Whether the search found that pose, and the samples did not."""
    default: bool = False
    """Whether they touch in the default pose."""
    spheres: float | None = None
    """In which share of poses the robot's collision spheres touch, where that was looked at."""

    @property
    def links(self) -> frozenset[str]:
        """The key of the pair."""
        return pair_of(self.first, self.second)

    @property
    def bound(self) -> float | None:
        """The share of poses that may be otherwise than was found, with a confidence of 95 % (the rule of three)."""
        moves = bool(self.joints) and self.poses > 0 and not self.free
        return 3.0 / self.poses if moves and self.kind in (PairClass.NEVER, PairClass.ALWAYS) else None

    @property
    def reason(self) -> str:
        """Why the pair need not be checked, or has to be, in words."""
        return _REASONS[self.kind](self)


def _adjacent(_: Pair) -> str:
    return "a joint connects them"


def _never(pair: Pair) -> str:
    if not pair.joints:
        return f"fixed to one another{_apart(pair)}"
    spheres = f"; spheres touch in {100 * pair.spheres:.3g} %" if pair.spheres else ""
    return f"free in {pair.poses} poses (p < {pair.bound:.1g}){_apart(pair)}{spheres}"


def _apart(pair: Pair) -> str:
    """Return how far two links are apart; a bound is rounded down, and never called a distance."""
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
    """What was found of all pairs of a robot's links that have shapes."""

    pairs: tuple[Pair, ...]
    samples: int
    seed: int
    without_shape: tuple[LinkName, ...] = ()
    """Links with geometry of which a part could not be turned into shapes: nothing is known of their pairs, but
    which are adjacent."""
    unplaced: tuple[LinkName, ...] = ()
    """Links whose place nobody knows, since they hang on another root than the first, or on none."""

    def of(self, kind: PairClass) -> tuple[Pair, ...]:
        """Return the pairs of a class."""
        return tuple(pair for pair in self.pairs if pair.kind is kind)

    def find(self, one: LinkName, other: LinkName) -> Pair | None:
        """Return what was found of two links, in any order."""
        ends = {one, other}
        return next((pair for pair in self.pairs if {pair.first, pair.second} == ends), None)


class Collisions(Options):
    """How to find out which links can touch."""

    samples: int = 10_000
    """How many poses each pair is looked at in."""
    seed: int = 0
    progress: Callable[[str, int, int], None] | None = None
