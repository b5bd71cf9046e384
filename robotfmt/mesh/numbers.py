"""Parse many numbers of a text at once, by the strict grammar of :mod:`robotfmt.documents.tokens`.

``nan`` and infinities become NaN, and the data that use them are dropped later. Anything else that is not a decimal
number is refused.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..documents.tokens import BadToken, real
from .triangles import Floats, Ints

_DECIMAL = b"0123456789+-.eE \t\r\n"
_WHOLE = b"0123456789+- \t\r\n"
_BLANK = 32
# Below 2**63, so that the numbers fit into 64 bits with a sign; no index or count of a file comes near it.
_FARTHEST_WHOLE = 10**18
_NOT_FINITE = re.compile(r"[+-]?(?:inf(?:inity)?|nan(?:\(\w*\))?|\d\.#\w*)", re.ASCII | re.IGNORECASE)
_NOT_WHOLE = "has an index that is not a whole number"


def reals(text: bytes) -> Floats:
    """Return the decimal numbers of a text; NaN for those that are not finite.

    Raises:
        BadToken: A token is not a number.
    """
    values = _parsed(text, np.float64) if not text.translate(None, _DECIMAL) else None
    if values is None:
        return np.array([_real(token) for token in text.split()], dtype=np.float64)
    found: Floats = values
    found[~np.isfinite(found)] = np.nan
    return found


def wholes(text: bytes) -> Ints:
    """Return the whole numbers of a text.

    Raises:
        BadToken: A token is not a whole number, or has more than 18 digits.
    """
    values = _parsed(text, np.int64) if not text.translate(None, _WHOLE) else None
    if values is None or (values <= -_FARTHEST_WHOLE).any() or (values >= _FARTHEST_WHOLE).any():
        raise BadToken(_NOT_WHOLE)
    found: Ints = values
    return found


def whole_tokens(tokens: Sequence[bytes]) -> Ints:
    """Return the whole numbers of some tokens.

    Raises:
        BadToken: A token is not a whole number, or has more than 18 digits.
    """
    values = wholes(b" ".join(tokens))
    if len(values) != len(tokens):
        raise BadToken(_NOT_WHOLE)
    return values


def _parsed(text: bytes, kind: type[np.generic]) -> Any:
    """Return the numbers of a text, if every token is one; None otherwise.

    numpy stops with a warning at an invalid token, and reads ``1.2.3`` as two numbers. It is still five times as fast
    as Python, so the result is only counted.
    """
    count = _tokens(text)
    if not count:
        return np.zeros(0, dtype=kind)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            values = np.fromstring(text, dtype=kind, sep=" ")
        except (DeprecationWarning, ValueError):
            return None
    return values if len(values) == count else None


def _tokens(text: bytes) -> int:
    """Return the number of tokens: each begins where white space ends."""
    filled = np.frombuffer(text, np.uint8) > _BLANK
    return int(np.count_nonzero(filled[1:] & ~filled[:-1])) + int(filled[:1].any())


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
