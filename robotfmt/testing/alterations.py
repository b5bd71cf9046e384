"""Other values for the parts of a document, and unknown words, inserted into documents to check that they are kept."""

from __future__ import annotations

import re

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_OTHERS = {"true": "false", "false": "true", "null": "zz"}
ODD = (
    "",
    " ",
    "x",
    "nan",
    "1e999",
    "1e200",
    "-1",
    "0",
    "1 2 3 4",
    "0,5",
    "1_0",
    "true",
    "\u0661",
    "a/b",
    "it's",
    "#",
    "${x}",
)
"""Values that real documents rarely contain."""


def others(text: str) -> tuple[str, ...]:
    """Return different values of the same kind: of several numbers, the last or the first differs."""
    words = text.split()
    if not words or not NUMBER.fullmatch(words[-1]):
        return (_OTHERS.get(text.strip(), f"{text.strip()}_zz"),)
    last = " ".join([*words[:-1], _other_number(words[-1])])
    return (last, " ".join([_other_number(words[0]), *words[1:]])) if len(words) > 1 else (last,)


def _other_number(text: str) -> str:
    if not NUMBER.fullmatch(text):
        return f"{text}_zz"
    is_whole = text.lstrip("+-").isdigit()
    return str(int(text) + 1) if is_whole else repr(float(text) * 1.25 + 0.125)


_MARK = re.compile(r"zz_unknown\d+[ab]")


def mark(number: int, which: str = "a") -> str:
    """Return an unknown word with a number; a place can have two, ``a`` and ``b``."""
    return f"zz_unknown{number}{which}"


def marks(text: str) -> set[str]:
    """Return the words of :func:`mark` that a text contains."""
    return set(_MARK.findall(text))
