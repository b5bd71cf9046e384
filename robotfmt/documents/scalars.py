"""How a text must be quoted so that every YAML reader, of version 1.1 or 1.2, takes it for a text."""

from __future__ import annotations

import json
import re

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]*", re.ASCII)
_WORDS = re.compile(r"(?:y|n|yes|no|on|off|true|false|null|nan|inf|infinity)", re.ASCII | re.IGNORECASE)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


def is_null(source: str) -> bool:
    """Whether a plain scalar is nothing in YAML 1.2."""
    return source in _NULLS


def flow(text: str) -> str:
    """A text in double quotes."""
    return json.dumps(text, ensure_ascii=True)


def plain(text: str) -> str:
    """A text without quotes where no reader could mistake it for anything else, else in quotes."""
    return text if _PLAIN.fullmatch(text) and not _WORDS.fullmatch(text) else flow(text)


def number(value: float) -> str:
    """A number that YAML 1.1 and 1.2 both read as a real one: with a point, and a signed exponent."""
    if value == 0:
        return "0.0"
    mantissa, _, exponent = repr(float(value)).partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    if not exponent:
        return mantissa
    return f"{mantissa}e{exponent if exponent[0] in '+-' else '+' + exponent}"
