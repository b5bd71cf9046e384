"""The parser of the command line: argparse, with errors that suggest the probable meaning."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from .helping import ALL, Help, ShowHelp, help_of
from .needs import GIVEN, needs_of

_ARGUMENT = re.compile(r"([A-Za-z_][\w.-]*):=(.*)", re.DOTALL)
_ALIKE = 0.7
"""The similarity required of a suggested option: higher than for other names, because all options begin with ``--``."""


class Parser(argparse.ArgumentParser):
    """A parser of the arguments of robotfmt, or of one of its verbs.

    Raises:
        UsageError: An argument is unknown, missing or wrong.
    """

    def __init__(self, **given: Any) -> None:
        """Create a parser; an option is given by its whole name, so that new ones never change what scripts mean."""
        super().__init__(**given, add_help=False, allow_abbrev=False, formatter_class=Help)
        text = f"show this help; '--help {ALL}' shows every option" if " " in self.prog else "show this help"
        self.add_argument("-h", "--help", action=ShowHelp, nargs="?", default=argparse.SUPPRESS, metavar=ALL, help=text)

    def format_help(self) -> str:
        """Return the help without general options."""
        return help_of(self)

    @property
    def names(self) -> list[str]:
        """The names of all options."""
        return list(self._option_string_actions)

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        from ..codes import USAGE
        from ..errors import UsageError

        raise UsageError(USAGE, message, help=f"'{self.prog} --help' lists the arguments.")

    def parse_known_args(  # type: ignore[override]  # the stubs have three overloads for one function
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Parse the arguments; unlike in argparse, each verb refuses unknown ones itself, because it knows similar
        ones.
        """
        self._given: list[argparse.Action] = []
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.refuse(next((each for each in unknown if each.startswith("-")), unknown[0]))
        setattr(options, GIVEN, [*self._given, *getattr(options, GIVEN, [])])  # of a verb within this one
        return options, unknown

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Keep the options of the command line that need something; its value may be the usual one."""
        if needs_of(action):
            self._given.append(action)
        return super()._get_values(action, arg_strings)

    def refuse(self, argument: str) -> NoReturn:
        """Refuse an argument that does not exist, and suggest similar ones."""
        name = argument.partition("=")[0]
        if not name.startswith("-"):
            self.error(f"unexpected argument '{argument}'")
        self.error(f"{self.prog} has no option '{name}'{_suggestion(name, self.names)}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not one of the choices of an argument."""
        if action.choices is None or value in action.choices:
            return
        what = "verb" if isinstance(action, argparse._SubParsersAction) else "choice"
        choices = [str(each) for each in action.choices]
        hint = _suggestion(str(value), choices) or f"; choose from {', '.join(choices)}"
        raise argparse.ArgumentError(None if what == "verb" else action, f"the {what} '{value}' does not exist{hint}")


def _suggestion(name: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown name."""
    from ..diagnostics import did_you_mean

    return did_you_mean(name, known, most=2, cutoff=_ALIKE)


def split_xacro_arguments(given: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return a command line without xacro arguments, which may be anywhere in it, and those arguments."""
    matches = [_ARGUMENT.fullmatch(each) for each in given]
    rest = [each for each, match in zip(given, matches, strict=True) if match is None]
    return rest, {match.group(1): match.group(2) for match in matches if match is not None}
