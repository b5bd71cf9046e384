"""The command line: one module for each verb, imported when the verb is used.

Imports everything, the facade too; nothing imports it.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Collection, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from ..schemas import VERSION

if TYPE_CHECKING:
    from argparse import Namespace

    from ..errors import RobotfmtError
    from .parsing import Parser

_VERBS = {
    "convert": "convert robots between formats",
    "xrdf": "create an XRDF ready for planning: joints, spheres, ignored pairs, a default pose",
    "srdf": "create an SRDF for MoveIt: groups, end effectors, ignored pairs; or update its pairs",
    "setup": "write what MoveIt, roboplan, MuJoCo, Drake and others need of a robot, in a folder for each",
    "check": "check documents and their robots for errors",
    "edit": "rename, extract, attach, merge fixed joints, change the root, ...",
    "diff": "compare two robots",
    "info": "summarise a robot",
    "view": "view a robot in the browser, and edit its collision spheres",
    "render": "render a picture of a robot, or of several side by side",
    "spheres": "fit collision spheres, or measure existing ones",
    "resolve": "show where meshes are searched for and found",
    "expand": "expand a xacro document, which runs it",
    "explain": "explain a code, or what is lost between two formats",
    "formats": "list the formats and what each supports",
    "completion": "print a shell completion script",
    "new-format": "create the package of a new format, with working code and tests",
}
_WITHIN = {each: f"spheres {each}" for each in ("fit", "measure", "front")}
"""The verbs within others, by their last words."""
_PAGES = {
    "--man": "print the manual page: robotfmt --man > robotfmt.1",
    "--skill": "print what a program needs to drive robotfmt: robotfmt --skill > SKILL.md",
}
_EXAMPLES = """\
examples:
  robotfmt convert pr2.dae pr2.urdf
  robotfmt xrdf arm.urdf -o arm.xrdf
  robotfmt srdf arm.urdf -o arm.srdf
  robotfmt setup arm.urdf --for moveit,mujoco --out-dir out
  robotfmt convert arm.urdf arm.xrdf -o out/arm.dae
  robotfmt convert arm.urdf.xacro arm.xrdf --xacro prefix:=left_
  robotfmt convert robots/*.urdf --to collada --out-dir out
  robotfmt check arm.urdf arm.xrdf
  robotfmt edit arm.urdf --merge-fixed --prefix left_ -o left.urdf
  robotfmt spheres measure arm.urdf arm.xrdf
  robotfmt info arm.urdf --tree
  robotfmt render arm.urdf arm.xrdf -o arm.png
  robotfmt view arm.urdf arm.xrdf

'robotfmt VERB --help' describes a verb.
"""
# The exit codes of argparse for a wrong command line, of sysexits.h for a fault of the program, and of a shell for a
# process that SIGINT ended (128 + 2).
USAGE, INTERNAL, INTERRUPTED = 2, 70, 130
_COLLECTED = 50_000
"""The number of new objects after which Python looks for cycles of objects; by default 700."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] in (["--version"], ["-V"]):
        print(f"robotfmt {VERSION}")
        return 0
    if not given:
        parser([]).print_help(sys.stderr)
        return USAGE
    gc.set_threshold(_COLLECTED)  # robots are trees of records: there is hardly a cycle to collect in them
    atexit.register(gc.freeze)  # Python would look for cycles once more at its end
    return _run(given)


def _run(given: list[str]) -> int:
    from ..errors import RobotfmtError
    from .console import show_error, shown_progress
    from .needs import refuse_idle

    try:
        given = [*given[1:], "--help"] if given[0] == "help" else given
        if given[0] in _PAGES:
            sys.stdout.write(_page(given[0]))
            return 0
        options = _parsed(given, _parser_of(given))
        refuse_idle(options)
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except RobotfmtError as error:
        show_error(_naming(error, given[0]), "--json" in given)
        return error.exit_code
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of the output, such as "head", has ended. Without this, Python would report the pipe again on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if "--debug" in given:
            raise
        return _fault(error, "--json" in given)
    finally:
        for each in shown_progress:
            each.stop()


def _page(option: str) -> str:
    """Return the text that an option prints."""
    if option == "--skill":
        from importlib.resources import files

        return files("robotfmt").joinpath("SKILL.md").read_text(encoding="utf-8")
    from .manual import page

    return page()


def _naming(error: RobotfmtError, first: str) -> RobotfmtError:
    """Return an error of usage with the verb in its help, in place of that of any verb."""
    from ..codes import USAGE
    from ..model.record import replace

    found = error.diagnostic
    if first in _VERBS and found.code == USAGE.slug and found.help == USAGE.help:
        error.diagnostic = replace(found, help=f"'robotfmt {first} --help' lists the arguments.")
    return error


def _parser_of(given: Sequence[str]) -> Parser:
    """Return the parser for arguments, with only the verb that they begin with complete.

    Raises:
        UsageError: The arguments begin with an option that does not exist, or with a file.
    """
    first = given[0]
    if first not in _VERBS:
        _refuse_other(first)
    made = parser([first] if first in _VERBS else [])
    if len(first) > 1 and first.startswith("-") and not any(each.startswith(first) for each in made.names):
        made.refuse(first)
    return made


def _refuse_other(first: str) -> None:
    """Refuse a verb within another one, and a file in place of a verb.

    Raises:
        UsageError: The word is one of these.
    """
    from ..codes import USAGE
    from ..errors import UsageError
    from ..formats import named

    if first in _WITHIN:
        raise UsageError(
            USAGE,
            f"the verb '{first}' does not exist; did you mean '{_WITHIN[first]}'?",
            help=f"'robotfmt {_WITHIN[first]} --help' lists its arguments.",
        )
    if named(first) or os.path.exists(first):  # noqa: PTH110  pathlib is slow to import
        uses = f"robotfmt info {first}, robotfmt check {first}, robotfmt view {first}, robotfmt convert {first} OUTPUT"
        message = f"'{first}' is a document, and no verb precedes it"
        raise UsageError(USAGE, message, help=f"Choose what to do with it: {uses}.")


def _parsed(given: list[str], parser: Parser) -> Namespace:
    """Return the options; words NAME:=VALUE are xacro arguments wherever they appear.

    Raises:
        UsageError: There are xacro arguments, but xacro is not enabled.
    """
    from argparse import Namespace

    from .parsing import split_xacro_arguments

    words, arguments = split_xacro_arguments(given)
    options = parser.parse_args(words, Namespace(xacro_arguments=arguments))
    if arguments and not getattr(options, "xacro", False):
        from ..codes import USAGE
        from ..errors import UsageError

        first = next(each for each in given if each not in words)
        raise UsageError(USAGE, f"'{first}' is an argument of xacro; add --xacro (a file would be './{first}')")
    return options


def _fault(error: Exception, as_json: bool) -> int:
    """Report an internal error; return the exit code."""
    from ..codes import INTERNAL_FAULT
    from ..errors import InternalError
    from .console import show_error

    message = f"robotfmt {VERSION} failed: {type(error).__name__}: {error}"
    show_error(InternalError(INTERNAL_FAULT, message), as_json)
    return INTERNAL


def parser(complete: Collection[str] = tuple(_VERBS)) -> Parser:
    """Return the parser of the command line: with some verbs only, or with all by name and none complete."""
    from .parsing import Parser

    parser = Parser(
        prog="robotfmt",
        description="Convert robot descriptions between formats, and prove that nothing was lost.",
        epilog=_EXAMPLES,
    )
    parser.add_argument("-V", "--version", action="version", version=f"robotfmt {VERSION}")
    for option, text in _PAGES.items():
        parser.add_argument(option, action="store_true", help=text)
    verbs = parser.add_subparsers(prog="robotfmt", metavar="VERB", required=True)
    for name, summary in ((name, _VERBS[name]) for name in complete or _VERBS):
        verb = verbs.add_parser(name, help=summary, description=summary)
        if name in complete:
            import_module(f".{name.replace('-', '_')}", __name__).add_arguments(verb)
    return parser
