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
    """What differs between two robots, physically; mesh files are compared by their content.

    Args:
        tolerance: How much numbers may differ, absolutely for small ones and relatively for large ones.
        settings: Where meshes are.
    """
    return compare(facts(a), facts(b), tolerance, _same_file(settings))


def compare_robots(
    a: Robot, b: Robot, tolerance: Tolerance = TOLERANCE, settings: Settings | None = None
) -> Comparison:
    """Compare two robots by how they move and by their facts; mesh files are compared by their content.

    Links whose frames sit elsewhere on them, but that move alike, are distinguished from links that differ.

    Args:
        tolerance: How much numbers may differ, of all features or of each.
        settings: Where meshes are.
    """
    from ..compare.motion import compare_robots

    return compare_robots(a, b, tolerance, _same_file(settings))


def _same_file(settings: Settings | None) -> SameFile:
    settings = settings or Settings()
    context = Context(report=Report(), limits=settings.limits, assets=settings.assets)
    return Files(context, missing_by_name=True).same
