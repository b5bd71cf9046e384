"""The manual page, generated from the parser: ``robotfmt --man``. The language is that of man(7)."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator

from ..schemas import VERSION
from . import parser

_EXIT_CODES = (
    ("0", "Success, possibly with warnings and reported losses."),
    (
        "1",
        "There are findings: errors of check (see --fail-on), differences of diff, errors in a robot to convert.",
    ),
    ("2", "The arguments or the configuration are invalid."),
    ("3", "An input cannot be read, is unsafe, or exceeds a limit."),
    ("4", "An output cannot be written."),
    ("70", "An internal error of robotfmt; --debug shows the traceback."),
    ("71", "Memory ran out."),
    ("130", "Interrupted."),
)
_VARIABLES = (
    ("NO_COLOR, FORCE_COLOR", "Disable colours, or enable them also if the output is not a terminal."),
    ("COLUMNS", "Width of help texts, in characters."),
    (
        "ROS_PACKAGE_PATH, AMENT_PREFIX_PATH, GZ_SIM_RESOURCE_PATH, GAZEBO_MODEL_PATH",
        "Where package:// and model:// are searched, after --package and --root.",
    ),
)
_FILES = (
    (
        "robotfmt.toml, pyproject.toml",
        "Project configuration, in the nearest folder upwards from an input.",
    ),
    (".gitignore", "Files to skip in folders that are checked."),
)


def page() -> str:
    """Return the manual page of robotfmt and all its verbs; the output is deterministic."""
    whole = parser()
    for each in (whole, *_verbs(whole)):
        vars(each)["color"] = False  # from Python 3.14 on, argparse may colour what it formats
    summaries = _summaries(whole)
    lines = [
        f'.TH ROBOTFMT 1 "" "robotfmt {VERSION}" "User Commands"',
        ".SH NAME",
        f"robotfmt \\- {_text('convert, check and compare descriptions of robots')}",
        *_synopsis(whole),
        ".SH DESCRIPTION",
        _text(whole.description or ""),
        *_options(whole),
        ".SH VERBS",
        *(line for name, text in summaries for line in _entry(name, text)),
    ]
    for each in _verbs(whole):
        lines += _section(each)
    lines += [".SH EXIT STATUS", *_table(_EXIT_CODES), ".SH ENVIRONMENT", *_table(_VARIABLES)]
    lines += [".SH FILES", *_table(_FILES), *_examples(whole)]
    return "\n".join(lines) + "\n"


def _section(verb: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the lines about one verb."""
    yield f'.SH "{_text(verb.prog.upper())}"'
    yield _text(verb.description or "")
    yield from _synopsis(verb, ".SS Usage")
    yield from _options(verb, ".SS")
    yield from _examples(verb, ".SS")


def _synopsis(it: argparse.ArgumentParser, heading: str = ".SH SYNOPSIS") -> Iterator[str]:
    usage = it.format_usage().removeprefix("usage: ").split()
    yield from (heading, f".B {_text(it.prog)}", _text(" ".join(usage[len(it.prog.split()) :])))


def _options(it: argparse.ArgumentParser, heading: str = ".SH") -> Iterator[str]:
    """Yield the arguments, in the groups that help shows."""
    for group in it._action_groups:
        actions = [each for each in group._group_actions if each.help is not argparse.SUPPRESS]
        actions = [each for each in actions if not isinstance(each, argparse._SubParsersAction)]
        if actions:
            title = (group.title or "").upper() if heading == ".SH" else (group.title or "").capitalize()
            yield f'{heading} "{_text(title)}"'
            for each in actions:
                yield from _entry(_invocation(each), _help(it, each))


def _invocation(action: argparse.Action) -> str:
    """Return an argument as the manual shows it: its spellings and the placeholder of its value."""
    value = "" if action.nargs == 0 else _value(action)
    if not action.option_strings:
        return value
    return ", ".join(f"{each} {value}".rstrip() for each in action.option_strings)


def _value(action: argparse.Action) -> str:
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    if action.metavar is None and action.choices is not None:
        return "{" + ",".join(str(each) for each in action.choices) + "}"
    return action.metavar or action.dest.upper()


def _help(it: argparse.ArgumentParser, action: argparse.Action) -> str:
    return it._get_formatter()._expand_help(action) if action.help else ""


def _examples(it: argparse.ArgumentParser, heading: str = ".SH") -> Iterator[str]:
    if it.epilog:
        title = "EXAMPLES" if heading == ".SH" else "Examples"
        body = it.epilog.removeprefix("examples:\n").rstrip("\n")
        yield from (f"{heading} {title}", ".nf", *map(_text, body.split("\n")), ".fi")


def _entry(term: str, text: str) -> tuple[str, str, str]:
    return ".TP", f".B {_text(term)}", _text(text)


def _table(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (line for term, text in rows for line in _entry(term, text))


def _text(text: str) -> str:
    """Return a text for man(7): with hyphens that can be pasted, and no line that is a request."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return re.sub(r"^([.'])", r"\\&\1", safe, flags=re.MULTILINE)


def _summaries(it: argparse.ArgumentParser) -> list[tuple[str, str]]:
    """Return the verbs of the command with one line about each."""
    found = [each for each in it._actions if isinstance(each, argparse._SubParsersAction)]
    return [(each.dest, each.help or "") for action in found for each in action._choices_actions]


def _verbs(it: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield the parsers of all verbs and subverbs."""
    for action in it._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield each
                yield from _verbs(each)
