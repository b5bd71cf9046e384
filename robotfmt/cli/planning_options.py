"""Options shared by the verbs that prepare a robot for planning."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from .. import codes
from ..errors import UsageError
from .console import print_message
from .conversion_options import Request
from .converting import Outcome
from .options import pair

_MOST_SAMPLES = 10_000_000


def add_samples(group: argparse._ArgumentGroup) -> None:
    """Add the option for the number of sampled poses per pair."""
    group.add_argument(
        "--samples",
        type=int,
        default=10_000,
        metavar="N",
        help="number of poses to try for each pair of links (default 10000)",
    )


def add_seed(group: argparse._ArgumentGroup) -> None:
    """Add the option for the seed, unless another group of options has it."""
    group.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the random poses (default 0)")


def samples(count: int) -> int:
    """Return the number of sampled poses per pair.

    Raises:
        UsageError: The number is out of range.
    """
    if not 0 < count <= _MOST_SAMPLES:
        raise UsageError(codes.USAGE, f"the number of samples cannot be {count}")
    return count


def pose(text: str | None) -> tuple[str | None, dict[str, float]]:
    """Return the state, or the joint positions, of the default pose.

    Raises:
        UsageError: A position is not a number.
    """
    if text is None or "=" not in text:
        return text, {}
    return None, {name.strip(): _number(value) for name, value in map(pair, text.split(","))}


def show_plan(outcome: Outcome, asked: Request, summary: Callable[[dict[str, Any]], str]) -> None:
    """Show the plan of a single robot on the terminal."""
    record = outcome.records[0]
    if "plan" in record and asked.out_dir is None and not asked.json:
        print_message(summary(record["plan"]), asked.quiet)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UsageError(codes.USAGE, f"'{text}' is not a number") from None
