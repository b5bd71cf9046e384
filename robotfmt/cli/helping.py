"""The help of a verb: its own arguments first, and the general ones folded, unless ``--help all`` asks for them."""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
from collections.abc import Collection, Iterator, Sequence
from typing import Any

WRITING, SPHERES_IN_DETAIL = "writing", "spheres in detail"
FOLDED = (WRITING, SPHERES_IN_DETAIL, "reading", "output")
"""The groups of options that several verbs share."""
ALL = "all"


class Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal; argparse asks ``shutil``, which is slow to import, for every argument."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=max(columns() - 2, 40))


def columns() -> int:
    """Return the width of the terminal in characters."""
    try:
        return int(os.environ.get("COLUMNS", "")) or 80
    except ValueError:
        return os.get_terminal_size(1).columns if os.isatty(1) else 80


class ShowHelp(argparse.Action):
    """The option ``--help``."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Print the help, and end."""
        parser._print_message(help_of(parser, FOLDED if values != ALL else ()), sys.stdout)
        parser.exit()


def help_of(parser: argparse.ArgumentParser, folded: Collection[str] = FOLDED) -> str:
    """Return the help of a verb.

    Args:
        parser: The parser of the verb.
        folded: The groups of which only the names of the options are shown.
    """
    formatter = parser._get_formatter()
    formatter.add_text(parser.description)
    groups = [each for each in parser._action_groups if _shown(each)]
    for group in groups:
        if group.title not in folded:
            formatter.start_section(group.title)
            formatter.add_arguments(_shown(group))
            formatter.end_section()
    rest = [each for each in groups if each.title in folded]
    if rest:
        formatter.add_text("\n".join(_names(parser.prog, rest)))
    formatter.add_text(parser.epilog)
    return f"{_usage(parser)}\n\n{formatter.format_help()}"


def _shown(group: argparse._ArgumentGroup) -> list[argparse.Action]:
    """Return the arguments of a group, the help last."""
    shown = [each for each in group._group_actions if each.help is not argparse.SUPPRESS]
    return sorted(shown, key=lambda each: isinstance(each, ShowHelp))


def _usage(parser: argparse.ArgumentParser) -> str:
    """Return the command with its arguments, without its options."""
    formatter = parser._get_formatter()
    formatter.add_usage(None, [each for each in parser._actions if not each.option_strings], [])
    arguments = formatter.format_help().removeprefix("usage: ").strip().removeprefix(parser.prog).split()
    return " ".join(("usage:", parser.prog, "[OPTIONS]", *arguments))


def _names(command: str, groups: Sequence[argparse._ArgumentGroup]) -> Iterator[str]:
    """Yield a line for each group with the names of its options."""
    yield f"more options ('{command} --help {ALL}' describes them):"
    wide = max(len(each.title or "") for each in groups)
    for group in groups:
        names = ", ".join(_longest(each) for each in _shown(group))
        first, rest = f"  {(group.title or '').ljust(wide)}  ", " " * (wide + 4)
        yield textwrap.fill(names, columns() - 2, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _longest(action: argparse.Action) -> str:
    """Return the first long name of an option."""
    return next((each for each in action.option_strings if each.startswith("--")), action.option_strings[0])
