"""Check whether given lengths are plausible for the links that they concern."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...context import Context
from ...model import Link
from ...surfaces.loading import diagonals
from ..lengths import refuse_too_long
from .options import LENGTHS, GivenOptions, length_of


def refuse_long(given: GivenOptions, diagonals: Mapping[str, float]) -> None:
    """Refuse lengths, given for several links, that are too long for every one of them.

    Raises:
        UsageError: A length is too long.
    """
    for name in LENGTHS:
        refuse_too_long(_shown(name), length_of(name, given), diagonals)


def refuse_long_of(
    given: GivenOptions, overrides: Mapping[str, GivenOptions], links: Sequence[Link], context: Context
) -> None:
    """Refuse lengths for a robot's links, or for single ones, that are too long for all links concerned.

    Raises:
        UsageError: A length is too long.
    """
    if not any(length_of(name, each) is not None for each in (given, *overrides.values()) for name in LENGTHS):
        return
    known = diagonals(links, context)
    for name in LENGTHS:
        own = {link for link, each in overrides.items() if _is_said(name, each)}
        rest = {link: size for link, size in known.items() if link not in own}
        refuse_too_long(_shown(name), length_of(name, given), rest)
    for link, each in overrides.items():
        refuse_long(each, {link: known[link]} if link in known else {})


def _shown(name: str) -> str:
    return name.replace("_", "-")


def _is_said(name: str, given: GivenOptions) -> bool:
    """Return True if a link has its own value of a length, or a number instead."""
    return LENGTHS[name](given) is not None or (name == "tolerance" and given.get("per_link") is not None)
