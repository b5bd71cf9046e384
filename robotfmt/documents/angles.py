"""Angles that were rounded: ``1.57`` and ``1.5708`` for pi/2."""

from __future__ import annotations

import math
import re

_STEP = math.pi / 4
_EXACT = 1e-8
"""The error in radians below which a number has enough digits: 10 nm at a metre."""
_DECIMAL = re.compile(r"[+-]?0*([0-9]*)\.([0-9]+)", re.ASCII)
_LEAST_DIGITS = 3
_FEW_DECIMALS = 2


def exact_turn(token: str) -> float | None:
    """Return the multiple of 45 degrees, in radians, that a decimal number with three or more digits was rounded from.

    With two decimals only multiples of 90 degrees are meant: others are as likely to be an angle of their own. Longer
    numbers may also have been cut off: ``3.1415``.
    """
    match = _DECIMAL.fullmatch(token)
    if match is None:
        return None
    whole, decimals = match.groups()
    value, count = float(token), round(float(token) / _STEP)
    turn, unit = count * _STEP, 10.0 ** -len(decimals)
    digits = len((whole + decimals).lstrip("0"))
    error = abs(value - turn)
    if count == 0 or digits < _LEAST_DIGITS or error < _EXACT or (len(decimals) <= _FEW_DECIMALS and count % 2):
        return None
    is_cut = len(decimals) > _FEW_DECIMALS and abs(value) < abs(turn) and error < unit
    return turn if is_cut or error <= unit / 2 * (1 + 1e-9) else None
