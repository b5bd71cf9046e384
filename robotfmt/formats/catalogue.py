"""The catalogue of codes: all diagnostics of robotfmt and of every installed format.

In addition to the short text of a :class:`~robotfmt.diagnostics.Code`, a Markdown file in the package that defines
the code explains, under a heading with its slug, what it means, why it matters, and how to fix it.
"""

from __future__ import annotations

import re
from functools import cache

from ..codes import CODES, UNKNOWN_CODE
from ..diagnostics import Code, did_you_mean
from ..errors import UsageError
from . import all_formats, package

_SECTION = re.compile(r"^## `?([a-z0-9.-]+)`?\s*$", re.MULTILINE)


@cache
def all_codes() -> dict[str, Code]:
    """Return every code by its slug: robotfmt's own first, then those of the formats."""
    from ..codes.xacro import CODES as OF_XACRO

    of_formats = (code for format in all_formats() for code in format.codes)
    return {code.slug: code for code in (*CODES, *OF_XACRO, *of_formats)}


def find_code(slug: str) -> Code:
    """Return the code with a slug, or with the slug that it had in robotfmt 0.1.

    Raises:
        UsageError: The code does not exist; the message suggests similar ones.
    """
    code = all_codes().get(current(slug))
    if code is None:
        raise UsageError(UNKNOWN_CODE, f"the code '{slug}' does not exist{did_you_mean(slug, all_codes())}")
    return code


def current(slug: str) -> str:
    """Return the current slug of a code: robotfmt 0.1 used 'guessed' for assumed, and 'looks' for appearance."""
    return slug.replace("guessed", "assumed").replace("looks-lost", "appearance-lost")


def explanation(slug: str) -> str:
    """Return the explanation of a code; an empty text if there is none."""
    return explanations().get(slug, "")


@cache
def explanations() -> dict[str, str]:
    """Return the explanation of every code that has one."""
    from importlib.resources import files

    found: dict[str, str] = {}
    for name in ("robotfmt.codes", *(package(format.name) for format in all_formats())):
        for each in sorted(files(name).iterdir(), key=lambda entry: entry.name):
            if each.name.endswith(".md"):
                found |= _sections(each.read_text(encoding="utf-8"))
    return found


def _sections(text: str) -> dict[str, str]:
    """Return the text under each heading that is a code."""
    _, *parts = _SECTION.split(text)
    return {slug: body.strip() for slug, body in zip(parts[::2], parts[1::2], strict=True)}
