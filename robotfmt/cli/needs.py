"""What an option needs to have an effect; without it the option is refused, by one function for all verbs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NamedTuple, TypeAlias


class Idle(NamedTuple):
    """Why an option has no effect, and what to do."""

    why: str
    help: str


Need: TypeAlias = Callable[[argparse.Namespace], Idle | None]
"""Return why an option has no effect with the other ones; None if it has one."""
GIVEN = "given"
"""The name under which a parser keeps the options of a command line that need something, until they are checked."""
VERB = "needs"
"""The name under which a verb has what it needs itself: pairs of its name and a need."""


def needing(action: argparse.Action, *needs: Need) -> None:
    """Declare what an option needs: one of several things."""
    action.needs = needs  # type: ignore[attr-defined]


def needs_of(action: argparse.Action) -> tuple[Need, ...]:
    """Return what an option needs: one of these; nothing if there are none."""
    found: tuple[Need, ...] = getattr(action, "needs", ())
    return found


def option(*names: str, text: str = "") -> Need:
    """Return the need of another option, or of one of several.

    Args:
        names: The options; each is given if its value differs from what it is without.
        text: What the user writes; by default the first option.
    """

    def idle(options: argparse.Namespace) -> Idle | None:
        if any(getattr(options, each.lstrip("-").replace("-", "_"), None) for each in names):
            return None
        wanted = text or " or ".join(names)
        return Idle(f"{wanted} is not given", f"Add {text or names[0]}, or leave it out.")

    return idle


def without(name: str) -> Need:
    """Return the need that another option is not given."""

    def idle(options: argparse.Namespace) -> Idle | None:
        if not getattr(options, name.lstrip("-").replace("-", "_"), None):
            return None
        return Idle(f"{name} replaces what it changes", f"Leave out {name}, or this option.")

    return idle


def both(first: Need, second: Need) -> Need:
    """Return the need of two things."""
    return lambda options: first(options) or second(options)


def refuse_idle(options: argparse.Namespace) -> None:
    """Refuse options that have no effect.

    Raises:
        UsageError: There is one.
    """
    from ..codes import USAGE  # a command line with only --help needs neither
    from ..errors import UsageError

    given: list[argparse.Action] = vars(options).pop(GIVEN, [])
    of_verb = {f"'{name}'": need for name, need in vars(options).pop(VERB, ())}
    needs = {**{_name(each): needs_of(each) for each in given}, **{name: (need,) for name, need in of_verb.items()}}
    for name, some in needs.items():
        found = [need(options) for need in some]
        idle = next((each for each in found if each is not None), None)
        if idle is not None and None not in found:
            raise UsageError(USAGE, f"{name} has no effect: {idle.why}", help=idle.help)


def _name(action: argparse.Action) -> str:
    """Return the name of an option for people: the first long one."""
    return next((each for each in action.option_strings if each.startswith("--")), action.option_strings[0])
