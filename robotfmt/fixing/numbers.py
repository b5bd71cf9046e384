"""Repaired numbers, as texts in which the rest stays: unit axes, moments of inertia, multiples of 45 degrees."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from decimal import ROUND_CEILING, Context, Decimal

from ..documents.angles import exact_turn
from ..documents.tokens import BadToken, reals, written

_TOKEN = re.compile(r"[^ \t\r\n]+")


def with_tokens(text: str, change: Callable[[int, str], str]) -> str:
    """Return a text whose tokens are changed; white space stays.

    Args:
        text: The text.
        change: Return the new token, given the index of the old one and itself.
    """
    places = iter(range(len(text) + 1))
    return _TOKEN.sub(lambda match: change(next(places), match[0]), text)


def unit_axis(text: str) -> str:
    """Return a vector with length 1; the text itself if it has none, or is no vector."""
    try:
        values = reals(text, 3)
    except BadToken:
        return text
    length = math.hypot(*values)
    if not length:
        return text
    return with_tokens(text, lambda place, token: f"{values[place] / length:.10g}" if values[place] else token)


def exact_turns(text: str, skip: int = 0) -> str:
    """Return a row of angles in which rounded multiples of 45 degrees have all digits.

    Args:
        text: The angles in radians.
        skip: The number of tokens before them: 3 for a pose.
    """

    def change(place: int, token: str) -> str:
        turn = exact_turn(token) if place >= skip else None
        return token if turn is None else written(turn)

    return with_tokens(text, change)


_UP = Context(prec=3, rounding=ROUND_CEILING)


def balanced(moments: Sequence[str], excess: float) -> list[str] | None:
    """Return three diagonal entries of an inertia, all larger by an excess; None if one is no number.

    With all of them larger by the same, the sum of each two exceeds the third by that much more.

    Args:
        moments: The entries as texts.
        excess: The amount in kg m^2 by which one principal moment exceeds the sum of the others; three digits of it are
            used, rounded up.
    """
    try:
        values = [Decimal(each.strip()) for each in moments]
    except ArithmeticError:
        return None
    more = _UP.create_decimal(f"{excess:.9g}")
    return [f"{each + more}" for each in values]
