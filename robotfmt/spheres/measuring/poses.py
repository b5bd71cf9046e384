"""What a planner feels of spheres: of the poses that the shapes call free, how many the spheres refuse; of the poses
that the spheres call free, in how many the shapes collide.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ...edit import apply_modifiers
from ...kinematics.freedom import Array
from ...mesh.triangles import Flags
from ...model import Robot
from ...model.semantics import pair_of
from ...selfcollision.bodies import Body, bodies_of
from ...selfcollision.contacts import Contacts, contacts_between
from ...selfcollision.neighbours import adjacent_pairs
from ...settings import Settings, context_of
from ..overlaps import LinkPair, overlaps_of, planned_poses

ALWAYS = 0.99
"""The share of poses from which on links that touch in them count as touching always: such a pair is not checked."""
NEARLY_ALWAYS = 0.9
"""The share of free poses refused because of one pair from which on a planner finds hardly any pose."""


@dataclass(frozen=True, slots=True)
class PairPoses:
    """The poses in which the spheres and the shapes of two links disagree."""

    first: str
    second: str
    refused: int = 0
    """Poses without any contact of shapes in which the spheres of these links overlap."""
    collide: int = 0
    """Poses free by all spheres in which the shapes of these links touch."""


@dataclass(frozen=True, slots=True)
class PoseMeasure:
    """How often spheres and shapes disagree, in random poses that a planner may choose."""

    poses: int
    free: int
    """Poses in which no shapes touch, except adjacent links and those that touch in nearly all poses."""
    refused: int
    """Of these the poses in which spheres of a checked pair overlap."""
    clear: int
    """Poses in which no spheres of a checked pair overlap."""
    collide: int
    """Of these the poses in which shapes touch."""
    pairs: tuple[PairPoses, ...]
    """The pairs that disagree in any pose, those with most of them first."""


def measure_poses(
    robot: Robot,
    *,
    poses: int = 2000,
    seed: int = 0,
    settings: Settings | None = None,
) -> PoseMeasure:
    """Compare spheres with shapes in random poses of the controlled joints; others stay at their default positions.

    The spheres are those for self-collisions, with their buffers, of the pairs that the robot does not ignore. The
    shapes are those of all pairs but adjacent ones, and those that touch in nearly all poses.

    Args:
        robot: The robot with spheres.
        poses, seed: The number of poses, and the seed of the quasi-random sequence.
        settings: Where the meshes are.

    Raises:
        UsageError: The choice of the sphere set is ambiguous, or the collision library is not installed.
    """
    return shapes_in_poses(robot, poses=poses, seed=seed, settings=settings).compared(robot)


def shapes_in_poses(robot: Robot, *, poses: int, seed: int = 0, settings: Settings | None = None) -> ShapesInPoses:
    """Return which shapes of a robot touch in random poses; arguments as for :func:`measure_poses`."""
    whole = apply_modifiers(robot) if robot.modifiers else robot
    bodies, _ = bodies_of(whole, context_of(settings=settings), visuals=True)
    values = planned_poses(whole, poses, seed)
    touching = touches(contacts_between(whole, bodies, checked_ends(whole, bodies)), values)
    return ShapesInPoses(poses, values, touching)


@dataclass(frozen=True)
class ShapesInPoses:
    """Random poses of a robot, and the pairs of links whose shapes touch in them."""

    poses: int
    values: Mapping[str, Array]
    touching: Mapping[LinkPair, Flags]

    def compared(self, robot: Robot) -> PoseMeasure:
        """Return how often the spheres of the robot disagree with its shapes."""
        overlapping = overlaps_of(robot).found(self.values)
        collides, blocked = _any(self.touching.values(), self.poses), _any(overlapping.values(), self.poses)
        refused = {each: flags & ~collides for each, flags in overlapping.items()}
        return PoseMeasure(
            poses=self.poses,
            free=int((~collides).sum()),
            refused=int((blocked & ~collides).sum()),
            clear=int((~blocked).sum()),
            collide=int((collides & ~blocked).sum()),
            pairs=_pairs(refused, self.touching, ~blocked),
        )

    def passing(self, robot: Robot, links: Collection[str], pairs: Iterable[LinkPair] | None = None) -> float:
        """Return the share of the poses free by the spheres of some links in which the shapes of these links touch.

        Only pairs with these links count: others may refuse every pose, in which nothing would be left to pass.

        Args:
            robot: The robot with spheres.
            links: The links.
            pairs: The pairs that are checked; by default those that the robot does not ignore.
        """
        blocked, collides = self._of_links(robot, links, pairs)
        return float((collides & ~blocked).sum() / max((~blocked).sum(), 1))

    def refusing(self, robot: Robot, links: Collection[str], pairs: Iterable[LinkPair] | None = None) -> float:
        """Return the share of the poses free by the shapes of some links in which their spheres overlap others.

        Arguments as for :meth:`passing`.
        """
        blocked, collides = self._of_links(robot, links, pairs)
        return float((blocked & ~collides).sum() / max((~collides).sum(), 1))

    def _of_links(self, robot: Robot, links: Collection[str], pairs: Iterable[LinkPair] | None) -> tuple[Flags, Flags]:
        """Return the poses in which spheres of links overlap others, and those in which their shapes touch others."""
        overlapping = overlaps_of(robot).found(self.values)
        known = {pair_of(*each) for each in (overlapping if pairs is None else pairs)}
        overlapping = {pair: flags for pair, flags in overlapping.items() if pair_of(*pair) in known}
        blocked, collides = (
            _any((flags for pair, flags in found.items() if not set(links).isdisjoint(pair)), self.poses)
            for found in (overlapping, self.touching)
        )
        return blocked, collides


def checked_ends(robot: Robot, bodies: Mapping[str, Body]) -> list[LinkPair]:
    """Return the pairs of bodies that are not adjacent, in the order of the links."""
    near = adjacent_pairs(robot, set(bodies))
    names = [link.name for link in robot.links if link.name in bodies]
    return [pair for pair in combinations(dict.fromkeys(names), 2) if pair_of(*pair) not in near]


def touches(contacts: Contacts, values: Mapping[str, Array]) -> dict[LinkPair, Flags]:
    """Return the poses in which shapes touch, for each pair that touches in some, but not in nearly all of them."""
    return {ends: flags for ends, flags in contacts.found(values).items() if flags.mean() < ALWAYS}


def _any(flags: Iterable[Flags], count: int) -> Flags:
    found: Flags = np.logical_or.reduce([np.zeros(count, dtype=np.bool_), *flags])
    return found


def _pairs(
    refused: Mapping[LinkPair, Flags], touching: Mapping[LinkPair, Flags], clear: Flags
) -> tuple[PairPoses, ...]:
    """Return the pairs that disagree in any pose, those with most of them first."""
    counts: dict[frozenset[str], PairPoses] = {}
    for names in (*refused, *touching):
        flags, touch = _of(names, refused), _of(names, touching)
        found = PairPoses(
            *names,
            refused=int(flags.sum()) if flags is not None else 0,
            collide=int((touch & clear).sum()) if touch is not None else 0,
        )
        if found.refused or found.collide:
            counts.setdefault(pair_of(*names), found)
    return tuple(sorted(counts.values(), key=lambda each: -(each.refused + each.collide)))


def _of(names: LinkPair, flags: Mapping[LinkPair, Flags]) -> Flags | None:
    """Return the poses of a pair, in whichever order its links are."""
    return flags.get(names, flags.get((names[1], names[0])))


def pose_table(found: PoseMeasure) -> str:
    """Return both rates, and the pairs behind them, as text."""
    lines = [
        f"{found.poses} random poses: {found.free} are free by the shapes, of which the spheres refuse "
        f"{found.refused} ({_share(found.refused, found.free)})",
        f"{found.clear} are free by the spheres, of which {found.collide} collide "
        f"({_share(found.collide, found.clear)})",
    ]
    if found.pairs:
        wide = max(len(f"{each.first} - {each.second}") for each in found.pairs)
        lines.append(f"{'pair':{wide}}  refused  collide")
        lines += [
            f"{f'{each.first} - {each.second}':{wide}}  {each.refused:7}  {each.collide:7}" for each in found.pairs
        ]
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.3g} %" if whole else "0 %"
