"""What options of formats, and programs that documents are for, need: a document of their format."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import TypeAlias

from .. import formats
from ..documents.source import plain_name
from ..errors import UsageError
from ..formats import TARGET, Format
from .needs import Idle

Written: TypeAlias = Callable[[argparse.Namespace], list[Format] | None]
"""Return the formats of the documents that a command writes or checks; None if they are not known."""
_LEAVE = "Leave it out, or name a document of the format."


def nothing_written(options: argparse.Namespace) -> list[Format]:
    """Return the formats of a verb that neither writes nor checks documents: none."""
    return []


def anything_written(options: argparse.Namespace) -> None:
    """Return the formats of a verb whose documents depend on more than its arguments: they are not known."""


def formats_read(options: argparse.Namespace) -> list[Format] | None:
    """Return the formats that the named documents may have; None if a name leaves them open."""
    found = [(path, formats.named(plain_name(path))) for path in _inputs(options)]
    if getattr(options, "source_format", None) or not all(names for _, names in found):
        return None
    return [each for _, names in found for each in names]


def _inputs(options: argparse.Namespace) -> Iterator[str]:
    """Yield the names of the documents of a command."""
    for name in ("files", "what", "file", "a", "b", "with_a", "with_b", "beside"):
        value = getattr(options, name, None) or ()
        for each in (value,) if isinstance(value, str) else value:
            yield from (each,) if isinstance(each, str) else each


def idle_format_option(written: Written, only: str | None, options: argparse.Namespace) -> Idle | None:
    """Return why an option of a format has no effect.

    Args:
        written: Return the formats of the documents that are written or checked.
        only: The only option of them that matters, if not all do.
        options: The options of the command.
    """
    read, made = formats_read(options), written(options)
    for text in options.option:
        name, _, option = text.partition("=")[0].partition(".")
        try:
            format = formats.find(name)
        except UsageError:
            return None  # it is refused with similar names
        chosen = next((each for each in format.all_options if each.name == option), None)
        if chosen is None:
            continue
        if not chosen.reading and only not in (None, option):
            return Idle(f"{name}.{option} is about documents that are written", "Leave it out.")
        found = read if chosen.reading else made
        if found is not None and format not in found:
            verb = "read" if chosen.reading or only is not None else "written"
            return Idle(f"no document of the format {name} is {verb}", _LEAVE)
    return None


def idle_target(written: Written, options: argparse.Namespace) -> Idle | None:
    """Return why the program that documents are written for has no effect: it reads none of them."""
    program, made = options.target, written(options)
    able = _formats_for(program)
    if able and made is not None and not any(each.name in able for each in made):
        return Idle(f"{program} reads {', '.join(able)}", "Leave it out, or write one of these.")
    return None


def _formats_for(program: str) -> list[str]:
    """Return the formats that a program reads, or that have an option for it."""
    from ..targets import TARGETS  # the tables, which most commands do not need

    reads = TARGETS[program].reads if program in TARGETS else ()
    named = (each.name for each in formats.all_formats() if program in _targets(each))
    return list(dict.fromkeys((*reads, *named)))


def _targets(format: Format) -> tuple[str, ...]:
    """Return the programs that documents of a format can be written for."""
    return next((each.choices for each in format.options if each.name == TARGET), ())


def idle_variant(options: argparse.Namespace) -> Idle | None:
    """Return why the choice of a variant has no effect: no input is a document with variants."""
    found = formats_read(options)
    if found is None or any(each.has_variants for each in found):
        return None
    return Idle("no input is a USD stage", "Leave it out.")
