"""Unknown words, inserted into documents to check that they are kept."""

from __future__ import annotations

import re

_MARK = re.compile(r"zz_unknown\d+[ab]")


def mark(number: int, which: str = "a") -> str:
    """Return an unknown word with a number; a place can have two, ``a`` and ``b``."""
    return f"zz_unknown{number}{which}"


def marks(text: str) -> set[str]:
    """Return the unknown words in a text."""
    return set(_MARK.findall(text))
