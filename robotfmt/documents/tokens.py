"""One strict grammar for numbers, stricter than Python's ``float``.

Decimal numbers as in XML Schema and YAML 1.2: ``+1``, ``.5``, ``5.``, ``1e-3``. No ``1_000``, no hexadecimal, no
digits of other scripts; ``nan``, infinities and numbers that overflow are not allowed.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_REAL = re.compile(_NUMBER, re.ASCII)
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
_NOT_FINITE = re.compile(r"[+-]?(?:\.?inf(?:inity)?|\.?nan)", re.ASCII | re.IGNORECASE)
_XML_SPACE = " \t\r\n"
SPELLINGS = {
    **dict.fromkeys(("1", "True", "TRUE", "yes", "Yes", "YES"), True),
    **dict.fromkeys(("0", "False", "FALSE", "no", "No", "NO"), False),
}
"""Spellings of ``true`` and ``false`` for programs that are not strict."""


_LARGEST = "1.8e308"
_COUNTS = {2: "two ", 3: "three ", 4: "four ", 6: "six ", 7: "seven ", 9: "nine "}


class BadToken(ValueError):
    """The fault of a token: a text such as ``is not a decimal number``.

    Attributes:
        expected: The expected token: ``a finite number``.
        finite: False for a number that is not finite.
    """

    def __init__(self, reason: str, expected: str = "a number", *, finite: bool = True) -> None:
        super().__init__(reason)
        self.expected = expected
        self.finite = finite


def real(token: str) -> float:
    """Return a finite decimal number.

    Raises:
        BadToken: The token is not a number.
    """
    token = token.strip(_XML_SPACE)
    if _REAL.fullmatch(token):
        value = float(token)
        if math.isfinite(value):
            return value
        raise BadToken("exceeds the range of numbers", f"a number of at most {_LARGEST}", finite=False)
    if _NOT_FINITE.fullmatch(token):
        raise BadToken("is not a finite number", "a finite number", finite=False)
    if not token:
        raise BadToken("is empty; expected a number", "a number, got nothing")
    if "," in token:
        reason = "has a comma; numbers are written with a point and separated by spaces"
        raise BadToken(reason, "a number with a decimal point")
    if token.startswith(("${", "$(")):
        reason = "is an unexpanded xacro expression"
        raise BadToken(reason, "a number, got an unexpanded xacro expression")
    raise BadToken("is not a decimal number")


def reals(text: str, count: int | None = None) -> tuple[float, ...]:
    """Return decimal numbers separated by white space; exactly ``count`` of them if that is given.

    Raises:
        BadToken: A token is not a number, or the count differs.
    """
    try:
        values = tuple(map(float, text.split()))
    except ValueError:
        values = ()
    # Python reads more than numbers: 1_000, nan, and the digits of every script.
    if not values or "_" in text or not text.isascii() or not math.isfinite(sum(values)):
        values = tuple(_of_row(token, count) for token in text.split())  # raises an error about the wrong one
    if count is not None and len(values) != count:
        reason = f"has {len(values)} numbers; expected {count}"
        raise BadToken(reason, f"{_row(count)}, got {len(values) or 'nothing'}")
    return values


def _of_row(token: str, count: int | None) -> float:
    """Return a number of a row, for an error about it."""
    try:
        return real(token)
    except BadToken as error:
        if count == 1:
            raise
        expected = f"{_row(count)}{error.expected.partition('number')[2]}"
        if not error.finite:
            expected = f"{_count(count)}{error.expected.removeprefix('a ').replace('number', 'numbers')}"
        elif "," in token:
            expected = _row(count)
        raise BadToken(str(error), expected, finite=error.finite) from error


def _row(count: int | None) -> str:
    return "a number" if count == 1 else f"{_count(count)}numbers separated by spaces"


def _count(count: int | None) -> str:
    return _COUNTS.get(count, f"{count} ") if count is not None else ""


row = lru_cache(4096)(reals)
"""A cached :func:`reals` for few numbers: robots repeat ``0 0 0`` and ``1`` often."""


def whole(token: str) -> int:
    """Return a whole number.

    Raises:
        BadToken: The token is not a whole number.
    """
    token = token.strip(_XML_SPACE)
    if not _WHOLE.fullmatch(token):
        raise BadToken("is not a whole number", "a whole number")
    return int(token)


def boolean(token: str) -> bool:
    """Return the value of ``true``, ``false``, ``1`` or ``0`` (XML Schema's ``xs:boolean``).

    Raises:
        BadToken: The token is none of these.
    """
    word = token.strip(_XML_SPACE)
    if word in ("true", "1"):
        return True
    if word in ("false", "0"):
        return False
    raise BadToken("is neither 'true' nor 'false'", "'true' or 'false'")


def yes_or_no(token: str) -> bool | None:
    """Return the value of a word for true or false in any spelling; None for other words."""
    word = token.strip(_XML_SPACE)
    return word == "true" if word in ("true", "false") else SPELLINGS.get(word)


def written(value: float) -> str:
    """Return the shortest text that reads back as exactly this number; whole numbers without a point, no ``-0``."""
    if value == 0:
        return "0"
    text = repr(float(value))
    return text[:-2] if text.endswith(".0") else text


def written_all(values: tuple[float, ...] | list[float]) -> str:
    """Return numbers separated by single spaces (TinyXML does not read any other white space)."""
    return " ".join(map(written, values))


def degrees(angle: float) -> float:
    """Return an angle in degrees that :func:`radians` converts back exactly, if there is one.

    Degrees that were read become radians and degrees again; the two roundings may change the last digit. Of the
    neighbours that read back exactly, the one with the shortest text is used.
    """
    first = math.degrees(angle)
    candidates = [first]
    for direction in (math.inf, -math.inf):
        neighbour = first
        for _ in range(2):
            neighbour = math.nextafter(neighbour, direction)
            candidates.append(neighbour)
    exact = [value for value in candidates if radians(value) == angle]
    return min(exact or [first], key=lambda value: len(repr(value)))


def radians(angle: float) -> float:
    """Return degrees as radians."""
    return math.radians(angle)
