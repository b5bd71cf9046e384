"""Lengths given by users: in metres without a unit, and refused if they are probably millimetres."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from ..codes import USAGE
from ..errors import UsageError

_SHARE = 0.5
"""The largest plausible length without a unit, relative to the diagonal of the largest link."""
_LENGTH = re.compile(r"([0-9.eE+-]+)\s*(mm|cm|m|um)?")
_UNITS = {"um": 1e-6, "mm": 1e-3, "cm": 1e-2, "m": 1.0, None: 1.0}
Length: TypeAlias = float | str
"""A number of metres, or a text with a unit: ``5mm``, ``0.5 cm``, ``20um``, ``1m``."""


class Metres(float):
    """A length with a given unit: it is accepted, however long."""

    __slots__ = ()


def parsed(text: str) -> float | None:
    """Return a length from a text in metres, a :class:`Metres` if it has a unit; None if it is not a length."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        return None
    try:
        value = float(match.group(1)) * _UNITS[match.group(2)]
    except ValueError:
        return None
    return Metres(value) if match.group(2) is not None else value


def metres(name: str, length: Length | None) -> float | None:
    """Return a length in metres; None stays None.

    Args:
        name: The name of the length, such as ``tolerance``, for the message.
        length: A number of metres, or a text such as ``5mm``.

    Raises:
        UsageError: The text is not a length.
    """
    if not isinstance(length, str):
        return length
    value = parsed(length)
    if value is None:
        raise UsageError(USAGE, f"{name}: '{length}' is not a length; write 5mm, or 0.005 for metres")
    return value


def refuse_too_long(name: str, length: float | None, diagonals: Mapping[str, float]) -> None:
    """Refuse a length without a unit that is longer than half the diagonal of the largest link concerned.

    Args:
        name: The name of the length, such as ``tolerance``.
        length: The length in metres; None, and lengths with a unit, are accepted.
        diagonals: The diagonals of the links concerned, in metres, by name; that of a bare surface has an empty name.

    Raises:
        UsageError: The length is too long.
    """
    if length is None or isinstance(length, Metres) or not diagonals:
        return
    largest = max(diagonals, key=lambda each: diagonals[each])
    size, which = diagonals[largest], f"link '{largest}'" if largest else "the surface"
    if 0 < size * _SHARE < length:
        message = (
            f"{name}: {length:g} has no unit and would mean metres, more than half the diagonal of "
            f"{which} ({size:.3g} m), the largest part concerned; did you mean {length:g}mm?"
        )
        help = f"Write the unit: {length:g}mm, or {length:g}m for metres (in Python as a string: '{length:g}mm')."
        raise UsageError(USAGE, message, help=help)
