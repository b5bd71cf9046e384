"""``robotfmt completion``: print a shell completion script."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

SHELLS = ("bash", "zsh", "tcsh", "fish")
_EXAMPLES = """\
examples:
  robotfmt completion bash > ~/.local/share/bash-completion/completions/robotfmt
  robotfmt completion zsh > "${fpath[1]}/_robotfmt"
  robotfmt completion fish > ~/.config/fish/completions/robotfmt.fish
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.epilog = _EXAMPLES
    parser.add_argument("shell", choices=SHELLS, help="shell to make the completion script for")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    import shtab

    from . import parser

    whole = parser()
    for action in _actions(whole):
        if "FILE" in str(action.metavar):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif "FOLDER" in str(action.metavar):
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    print(shtab.complete(whole, shell=options.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield all arguments of a parser and of its verbs."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from _actions(each)
