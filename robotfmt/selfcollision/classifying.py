"""Classify the pairs of a robot's links: adjacent, or touching never, always, sometimes or by default."""

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
    """Classify which links of a robot can touch.

    Each pair that is not adjacent is checked in quasi-random poses of the joints between the two. A pair that touched
    in none is checked in poses at the ends of the ranges, and then a search tries to make it touch. Mimic joints are
    followed. Loops are not closed, so more poses are checked than the robot can reach: a pair that touches in none of
    them touches in no pose of the robot.

    Args:
        robot: The robot, with its modifiers already applied (:func:`robotfmt.edit.apply_modifiers`).
        context: Its assets find the meshes; its report gets missing ones.
        samples: The number of poses.
        seed: The seed of the poses, and of the search.
        visuals: True to use the visual geometry of a link without collision geometry.
        searching: True to search for contacts of pairs that touch in no sample.
        progress: Called with the step, the amount done, and the total.

    Raises:
        UsageError: The collision library is not installed.
        ModelError: Mimic joints form a cycle.
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
    """Return the pairs that can be checked, and whether they are adjacent; in the robot's order."""
    near = adjacent_pairs(robot, solid)
    names = dict.fromkeys(link.name for link in robot.links if link.name in solid)
    return [
        (first, second, pair_of(first, second) in near)
        for first, second in combinations(names, 2)
        if (first in placed and second in placed) or pair_of(first, second) in near
    ]
