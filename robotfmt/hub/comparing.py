"""Comparing robots by their facts and by how they move; mesh files are compared by their content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..context import Context
from ..diagnostics import Report
from ..facts import facts
from ..facts.difference import TOLERANCE, Difference, SameFile, Tolerance, compare
from ..model import Robot
from ..settings import Settings
from .proof import Files

if TYPE_CHECKING:
    from ..compare.motion import Comparison


def diff(
    a: Robot, b: Robot, tolerance: Tolerance = TOLERANCE, settings: Settings | None = None
) -> list[Difference]:
    """Return what differs between two robots, physically; mesh files are compared by their content.

    Args:
        a, b: The robots. A difference goes from the first to the second: ``upper limit 2.9 -> 2.8 rad``.
        tolerance: How much numbers in SI units may differ: absolutely up to 1, relatively above.
        settings: Where meshes are.

    Returns:
        The differences, in the order of the robots' facts; ``str`` of each is a line for people.
    """
    return compare(facts(a), facts(b), tolerance, _same_file(settings))


def compare_robots(
    a: Robot, b: Robot, tolerance: Tolerance = TOLERANCE, settings: Settings | None = None
) -> Comparison:
    """Compare two robots by how they move and by their facts; mesh files are compared by their content.

    Links whose frames sit elsewhere on them, but that move alike, are distinguished from links that differ.

    Args:
        a, b: The robots; if their roots differ, they are compared from a link that both have.
        tolerance: How much numbers in SI units may differ, of all features or of each.
        settings: Where meshes are.

    Returns:
        How each link moves that both have, and the differences of their facts.
    """
    from ..compare.motion import compare_robots

    return compare_robots(a, b, tolerance, _same_file(settings))


def _same_file(settings: Settings | None) -> SameFile:
    settings = settings or Settings()
    context = Context(report=Report(), limits=settings.limits, assets=settings.assets)
    return Files(context, missing_by_name=True).same
