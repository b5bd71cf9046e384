"""The catalogue of codes: all diagnostics of robotfmt and of every installed format.

In addition to the short text of a :class:`~robotfmt.diagnostics.Code`, a Markdown file in the package that defines
the code explains, under a heading with its slug, what it means, why it matters, and how to fix it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ..codes import CODES, UNKNOWN_CODE
from ..diagnostics import Code, did_you_mean
from ..errors import UsageError
from . import all_formats, find, names, package

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

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


def explanation(slug: str) -> str:
    """Return the explanation of a code; an empty text if there is none."""
    prefix = slug.partition(".")[0]
    of_format = _explanations(package(prefix)) if prefix in names() else {}
    return of_format.get(slug) or _explanations("robotfmt.codes").get(slug, "")


@cache
def _explanations(package: str) -> dict[str, str]:
    """Return the explanations in the Markdown files of a package, by code."""
    found: dict[str, str] = {}
    for text in _pages(package):
        found |= _sections(text)
    return found


def _pages(package: str) -> Iterator[str]:
    """Yield the Markdown files of a package."""
    folder = Path(next(iter(import_module(package).__path__)))
    if folder.is_dir():
        entries: Iterable[Path | Traversable] = folder.iterdir()
    else:  # in an archive; importing importlib.resources takes longer than all the rest
        from importlib.resources import files

        entries = files(package).iterdir()
    for each in sorted(entries, key=lambda entry: entry.name):
        if each.name.endswith(".md"):
            yield each.read_text(encoding="utf-8")


def _sections(text: str) -> dict[str, str]:
    """Return the text under each heading that is a code."""
    _, *parts = _SECTION.split(text)
    return {slug: body.strip() for slug, body in zip(parts[::2], parts[1::2], strict=True)}
