"""All programs, by name, and the options of formats that write documents for them."""

from __future__ import annotations

from collections.abc import Mapping

from ..codes import BAD_OPTION
from ..diagnostics import did_you_mean
from ..errors import UsageError
from ..formats import TARGET, all_formats
from ..settings import Settings
from .nvidia import NVIDIA
from .planners import PLANNERS
from .rows import Target
from .simulators import SIMULATORS

TARGETS: Mapping[str, Target] = {each.name: each for each in (*PLANNERS, *NVIDIA, *SIMULATORS)}
"""The programs by their names: what ``--target`` accepts."""


def find(name: str) -> Target:
    """Return the program with a name.

    Raises:
        UsageError: No such program is known.
    """
    if name not in TARGETS:
        hint = did_you_mean(name, TARGETS, cutoff=0.7) or f"; there are: {', '.join(TARGETS)}"
        raise UsageError(BAD_OPTION, f"no program is called '{name}'{hint}")
    return TARGETS[name]


def options_for(name: str) -> dict[str, str]:
    """Return the options, such as ``xrdf.target``, that make formats write and check for a program.

    Raises:
        UsageError: No such program is known, and no format has an option for it.
    """
    known = {each.name: it.choices for each in all_formats() for it in each.options if it.name == TARGET}
    found = {f"{format}.{TARGET}": name for format, choices in known.items() if name in choices}
    if not found:
        find(name)
    return found


def programs_of(settings: Settings) -> tuple[Target, ...]:
    """Return the programs that documents are for, by the settings: their target, and options of formats."""
    chosen = (value for option, value in settings.options.items() if option.partition(".")[2] == TARGET)
    names = dict.fromkeys((*((settings.target,) if settings.target is not None else ()), *chosen))
    return tuple(TARGETS[each] for each in names if each in TARGETS)
