"""Compare robots by their facts and their motion; mesh files are compared by content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..facts import Whole, facts
from ..facts.difference import TOLERANCE, Differences, SameFile, Tolerance, compare_shapes
from ..model import Robot, World
from ..settings import Settings, context_of
from .proof import Files

if TYPE_CHECKING:
    from ..compare.motion import Comparison


def diff(a: Whole, b: Whole, tolerance: Tolerance = TOLERANCE, *, settings: Settings | None = None) -> Differences:
    """Return the physical differences of two robots, or two worlds; mesh files are compared by their content.

    Args:
        a, b: The robots or worlds. A difference is a change from the first to the second: ``upper limit 2.9 -> 2.8
            rad``.
        tolerance: How much numbers in SI units may differ: absolutely up to 1, relatively above.
        settings: Where meshes are.

    Returns:
        The differences, a list in the order of the robots' facts. ``print`` shows each in a line, then their number.

    Raises:
        TypeError: An argument is no robot or world, such as the path of one.
    """
    for each in (a, b):
        if not isinstance(each, Robot | World):
            raise TypeError(f"diff() compares robots or worlds, got {each!r}: read it first, with robotfmt.read()")
    return Differences(compare_shapes(facts(a), facts(b), tolerance, _same_file(settings)))


def compare_robots(
    a: Robot, b: Robot, tolerance: Tolerance = TOLERANCE, *, settings: Settings | None = None
) -> Comparison:
    """Compare two robots by their motion and their facts; mesh files are compared by content.

    Links that move alike, with their frames at different places, are distinguished from links that differ.

    Args:
        a, b: The robots; if their roots differ, they are compared from a link that both have.
        tolerance: The largest differences of numbers in SI units, of all features or of each.
        settings: The locations of meshes, ...

    Returns:
        The motion of each shared link, and the differences of facts.
    """
    from ..compare.motion import compare_robots

    return compare_robots(a, b, tolerance, _same_file(settings))


def _same_file(settings: Settings | None) -> SameFile:
    return Files(context_of(settings=settings), missing_by_name=True).same
