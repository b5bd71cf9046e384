"""Many numbers of a text at once, by the strict grammar of :mod:`robotfmt.documents.tokens`.

A number that is spelled as ``nan`` or infinity becomes NaN: what uses it is damaged and left out later.
Anything else that is no decimal number is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ..documents.tokens import BadToken, real
from .triangles import Floats, Ints

_DECIMAL = b"0123456789+-.eE \t\r\n"
_WHOLE = b"0123456789+- \t\r\n"
_LONGEST_WHOLE = 18
_NOT_FINITE = re.compile(r"[+-]?(?:inf(?:inity)?|nan(?:\(\w*\))?|\d\.#\w*)", re.ASCII | re.IGNORECASE)


def reals(text: bytes) -> Floats:
    """The decimal numbers of a text; NaN for those that are not finite.

    Raises:
        BadToken: One is no number.
    """
    tokens = text.split()
    if text.translate(None, _DECIMAL):
        return np.array([_real(token) for token in tokens], dtype=np.float64)
    try:
        values = np.array(list(map(float, tokens)), dtype=np.float64)
    except ValueError:
        return np.array([_real(token) for token in tokens], dtype=np.float64)
    values[~np.isfinite(values)] = np.nan
    return values


def wholes(text: bytes) -> Ints:
    """The whole numbers of a text.

    Raises:
        BadToken: One is no whole number, or has more than 18 digits.
    """
    return whole_tokens(text.split(), text)


def whole_tokens(tokens: Sequence[bytes], text: bytes | None = None) -> Ints:
    """The whole numbers of some tokens.

    Raises:
        BadToken: One is no whole number, or has more than 18 digits.
    """
    joined = b" ".join(tokens) if text is None else text
    if joined.translate(None, _WHOLE) or max(map(len, tokens), default=0) > _LONGEST_WHOLE:
        raise BadToken("has an index that is not a whole number")
    try:
        return np.array(list(map(int, tokens)), dtype=np.int64)
    except ValueError as error:
        raise BadToken("has an index that is not a whole number") from error


def _real(token: bytes) -> float:
    text = token.decode("utf-8", "replace")
    if _NOT_FINITE.fullmatch(text):
        return float("nan")
    try:
        return real(text)
    except BadToken as error:
        if not error.finite:
            return float("nan")
        raise BadToken(f"has '{ascii(text[:40])[1:-1]}' among its numbers, which {error}") from error
