"""Which pairs of a robot's links are adjacent, and which touch never, always, sometimes or by default."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import combinations

from ..context import Context
from ..model import Robot
from ..model.semantics import pair_of
from .bodies import bodies_of
from .looking import Look
from .neighbours import adjacent_pairs, ways_of
from .pairs import Classes


def classify(
    robot: Robot,
    *,
    context: Context | None = None,
    samples: int = 10_000,
    seed: int = 0,
    visuals: bool = False,
    searching: bool = True,
    progress: Callable[[str, int, int], None] | None = None,
) -> Classes:
    """Find which links of a robot can touch.

    Each pair that is not adjacent is looked at in so many quasi-random poses of the joints between the two. A pair
    that touched in none is looked at in poses at the ends of the ranges, and then a search tries to make it touch.
    Couplings are followed. Loops are not closed, so that more poses are looked at than the robot can take: what never
    touches in them does not in those of the robot.

    Args:
        robot: Its modifiers count as applied already (:func:`robotfmt.edit.apply_modifiers`).
        context: Its assets find the meshes; its report says which are missing.
        samples: How many poses.
        seed: Of the poses, and of the search.
        visuals: Whether a link without shapes for collisions counts by its visual ones.
        searching: Whether to search where no sample touches.
        progress: Called with the step, how much of it is done, and how much there is.

    Raises:
        UsageError: The library that finds collisions is not installed.
        ModelError: Joints follow one another in a ring.
    """
    context = context if context is not None else Context()
    bodies, failed = bodies_of(robot, context, visuals=visuals)
    ways = ways_of(robot)
    placed = {name: body for name, body in bodies.items() if ways.reach(name)}
    look = Look(robot, placed, ways, samples, seed, progress)
    pairs = look.at(_ends(robot, placed, {*bodies, *failed}), searching)
    unplaced = tuple(name for name in bodies if name not in placed)
    return Classes(pairs=pairs, samples=samples, seed=seed, without_shape=failed, unplaced=unplaced)


def _ends(robot: Robot, placed: Collection[str], solid: Collection[str]) -> list[tuple[str, str, bool]]:
    """Return the pairs of which something can be known, and whether they are adjacent; in the robot's order."""
    near = adjacent_pairs(robot, solid)
    names = dict.fromkeys(link.name for link in robot.links if link.name in solid)
    return [
        (first, second, pair_of(first, second) in near)
        for first, second in combinations(names, 2)
        if (first in placed and second in placed) or pair_of(first, second) in near
    ]
