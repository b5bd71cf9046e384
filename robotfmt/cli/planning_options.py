"""Options shared by the verbs that prepare a robot for planning."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

from .. import codes, formats
from ..errors import UsageError
from ..kinematics.joint_values import positions_in
from ..model import Joint, Robot
from ..model.record import replace
from ..settings import Settings
from .console import print_message
from .conversion_options import Request, request
from .converting import Outcome
from .needs import Need, needing
from .options import pair

USUAL_SAMPLES = 10_000
"""The number of poses to try for each pair of links."""
_MOST_SAMPLES = 10_000_000


def planning_request(options: argparse.Namespace) -> Request:
    """Return the request of a verb whose outputs have the values that planners need; options of formats come first."""
    asked = request(options)

    def settings() -> Settings:
        given = asked.settings()
        return replace(given, options={**formats.options_assuming(), **given.options})

    return replace(asked, settings=settings)


def add_arms(group: argparse._ArgumentGroup, arms: Need, home: Need) -> None:
    """Add the options for arms, and for their pose in the state ``home``.

    Args:
        group: The group of options.
        arms: What the options for arms need.
        home: What the pose needs.
    """
    tool = group.add_argument(
        "--tool",
        action="append",
        default=[],
        metavar="LINK",
        help="last link of an arm; may be repeated (default: the ends of the longest arms)",
    )
    base = group.add_argument(
        "--base",
        metavar="LINK",
        help="first link of the arms (default: the parent of the first moving joint)",
    )
    pose = group.add_argument(
        "--pose",
        metavar="STATE|NAME=N,...",
        help="state 'home': the name of a state, or joint positions: 0.3, 15deg, 30mm",
    )
    for each, need in ((tool, arms), (base, arms), (pose, home)):
        needing(each, need)


def add_samples(group: argparse._ArgumentGroup, *needs: Need) -> None:
    """Add the option for the number of sampled poses per pair, which needs one of some things."""
    number = group.add_argument(
        "--samples",
        type=int,
        default=USUAL_SAMPLES,
        metavar="N",
        help="number of poses to try for each pair of links (default 10000)",
    )
    needing(number, *needs)


def samples(count: int) -> int:
    """Return the number of sampled poses per pair.

    Raises:
        UsageError: The number is out of range.
    """
    if not 0 < count <= _MOST_SAMPLES:
        raise UsageError(codes.USAGE, f"the number of samples cannot be {count}")
    return count


def pose(text: str | None, robot: Robot) -> tuple[str | None, dict[str, float]]:
    """Return the state, or the joint positions, of the default pose.

    Raises:
        UsageError: A position is not one number, or has the unit of another kind of joint.
    """
    if text is None or "=" not in text:
        return text, {}
    return None, {name.strip(): _number(value, robot.joint_by_name.get(name.strip())) for name, value in _pairs(text)}


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    return map(pair, text.split(","))


def show_plan(outcome: Outcome, asked: Request, summary: Callable[[dict[str, Any]], str]) -> None:
    """Show the plan of a single robot on the terminal."""
    record = outcome.records[0]
    if "plan" in record and asked.out_dir is None and not asked.json:
        print_message(summary(record["plan"]), asked.quiet)


def _number(text: str, joint: Joint | None) -> float:
    numbers = positions_in(text, joint)
    if len(numbers) != 1:
        raise UsageError(codes.USAGE, f"'{text}' is not one number")
    return numbers[0]
