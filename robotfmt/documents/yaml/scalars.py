"""Quote texts so that every YAML reader, of version 1.1 or 1.2, reads them as texts."""

from __future__ import annotations

import math
import re

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]*", re.ASCII)
_WORDS = re.compile(r"(?:y|n|yes|no|on|off|true|false|null|nan|inf|infinity)", re.ASCII | re.IGNORECASE)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_UNSAFE = re.compile(r"[^ !#-\[\]-~]")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_TYPES = (
    (re.compile(r"~|null|Null|NULL|"), "nothing"),
    (re.compile(r"y|n|yes|no|on|off|true|false", re.IGNORECASE), "a boolean"),
    (re.compile(r"[+-]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9]+)?"), "a number"),
    (re.compile(r"[+-]?0(?:b[01_]+|o[0-7_]+|x[0-9a-fA-F_]+)|[+-]?\.(?:inf|nan)", re.IGNORECASE), "a number"),
    (re.compile(r"[+-]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"), "a number"),
    (re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?"), "a date"),
    (re.compile(r"=|<<"), "another type"),
)
_NUMBER_1_1 = re.compile(r"[+-]?(?:0|[1-9][0-9]*|[0-9]+\.[0-9]*(?:[eE][+-][0-9]+)?)|\.[0-9]+(?:[eE][+-][0-9]+)?")
"""The texts that YAML 1.1 reads as decimal numbers: not ``1e-3``, not ``012``."""


def is_null(source: str) -> bool:
    """Return True if a plain scalar is null in YAML 1.2."""
    return source in _NULLS


def misread(source: str) -> str | None:
    """Return the type that a reader of YAML 1.1 or 1.2 assigns to a plain scalar, if it is not a text."""
    return next((what for pattern, what in _TYPES if pattern.fullmatch(source)), None)


def is_number_everywhere(source: str) -> bool:
    """Return True if readers of YAML 1.1 and 1.2 read a plain scalar as the same decimal number."""
    return _NUMBER_1_1.fullmatch(source) is not None


def flow(text: str) -> str:
    """Return a text in double quotes, in ASCII."""
    return '"' + _UNSAFE.sub(lambda found: _escaped(found.group()), text) + '"'


def plain(text: str) -> str:
    """Return a text without quotes if no reader could read it as another type, else in quotes."""
    return text if _PLAIN.fullmatch(text) and not _WORDS.fullmatch(text) else flow(text)


def number(value: float) -> str:
    """Return a number that YAML 1.1 and 1.2 both read as a float: with a point, and a signed exponent."""
    if not math.isfinite(value):
        return ".nan" if math.isnan(value) else ".inf" if value > 0 else "-.inf"
    if value == 0:
        return "0.0"
    mantissa, _, exponent = repr(float(value)).partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    if not exponent:
        return mantissa
    return f"{mantissa}e{exponent if exponent[0] in '+-' else '+' + exponent}"


def _escaped(character: str) -> str:
    code = ord(character)
    if character in _ESCAPES:
        return _ESCAPES[character]
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
