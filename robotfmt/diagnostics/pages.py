"""The pages of codes: sections of the Markdown files in the packages that define them, read when a code is shown.

A section has the code as its heading, its meaning in a sentence, the remedy after ``*Help:*`` if there is one, and an
explanation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_SECTION = re.compile(r"^## `?([a-z0-9._-]+)`?\s*$", re.MULTILINE)
_HELP = "*Help:* "


class Page(NamedTuple):
    """What a code means."""

    title: str = ""
    """The meaning, in a sentence without names."""
    help: str | None = None
    """The remedy."""
    explanation: str = ""
    """What it means, why it matters, and how to fix it; in Markdown."""


@cache
def page_of(package: str, slug: str) -> Page:
    """Return the page of a code; an empty one if no Markdown file of the package has it."""
    text = sections(package).get(slug) if package else None
    if text is None:
        return Page()
    title, _, rest = text.partition("\n\n")
    help = None
    if rest.startswith(_HELP):
        help, _, rest = rest.removeprefix(_HELP).partition("\n\n")
    return Page(_plain(title), _plain(help) if help is not None else None, rest.strip())


def _plain(paragraph: str) -> str:
    """Return a paragraph in a line without the marks of code, which keep Markdown from reading ``<link>`` as HTML."""
    return paragraph.strip().replace("\n", " ").replace("`", "")


@cache
def sections(package: str) -> dict[str, str]:
    """Return the text under each heading that is a code, in the Markdown files of a package."""
    found: dict[str, str] = {}
    for text in _files(package):
        _, *parts = _SECTION.split(text)
        found |= {slug: body.strip() for slug, body in zip(parts[::2], parts[1::2], strict=True)}
    return found


def _files(package: str) -> Iterator[str]:
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
