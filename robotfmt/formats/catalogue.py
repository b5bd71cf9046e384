"""The catalogue of codes: all diagnostics of robotfmt and of every installed format."""

from __future__ import annotations

from functools import cache

from ..codes import CODES, UNKNOWN_CODE
from ..diagnostics import Code, did_you_mean
from ..errors import UsageError
from . import all_formats, find, names


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
    code = _codes_near(slug).get(current(slug))
    if code is None:
        raise UsageError(UNKNOWN_CODE, f"the code '{slug}' does not exist{did_you_mean(slug, all_codes())}")
    return code


def _codes_near(slug: str) -> dict[str, Code]:
    """Return the codes among which a slug is found without importing those of all formats, or else all."""
    prefix, now = slug.partition(".")[0], current(slug)
    some = {code.slug: code for code in (*CODES, *(find(prefix).codes if prefix in names() else ()))}
    return some if now in some else all_codes()


def current(slug: str) -> str:
    """Return the current slug of a code: robotfmt 0.1 used 'guessed' for assumed, and 'looks' for appearance."""
    return slug.replace("guessed", "assumed").replace("looks-lost", "appearance-lost")
