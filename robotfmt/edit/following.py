"""Ask formats to fit their unrecognised content to an edited robot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..errors import UsageError
from ..formats import Format, find
from ..model import Robot


def followed(before: Sequence[Robot], after: Robot) -> tuple[Robot, dict[int, str]]:
    """Return an edited robot whose unrecognised content fits its parts, and the reasons for what changed in it.

    Args:
        before: The marked robots before the operation.
        after: The marked robot after it.
    """
    reasons: dict[int, str] = {}
    for format in _formats(after):
        if format.follow is not None:
            after, more = format.follow(before, after)
            reasons |= more
    return after, reasons


def ready_to_join(robot: Robot, other: Robot) -> tuple[Robot, Robot]:
    """Return two robots with unrecognised content that one document can contain."""
    formats = [*_formats(robot), *_formats(other)]
    for format in {each.name: each for each in formats}.values():
        if format.join is not None:
            robot, other = format.join(robot, other)
    return robot, other


def _formats(robot: Robot) -> Iterator[Format]:
    """Yield the installed formats that a robot has unrecognised content of."""
    names = (*(each.format for each in robot.extensions), *(each.format for each in robot.layouts))
    for name in dict.fromkeys(names):
        try:
            yield find(name)
        except UsageError:
            continue
