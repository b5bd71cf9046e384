"""``robotfmt explain``: explain a code, or list the losses between two formats."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from .. import codes
from ..diagnostics import Code, Fate
from ..errors import UsageError
from ..formats import Carries, Format, find, names
from ..formats.catalogue import all_codes, find_code
from ..model.features import Feature

_EXAMPLES = """\
examples:
  robotfmt explain xrdf.negative-radius     meaning of a code, why it matters, how to fix it
  robotfmt explain xrdf                     all codes with this prefix
  robotfmt explain urdf collada             what is lost from one format to another
  robotfmt explain --list                   all codes
"""
_WIDTH = 88
_FATES = {
    Fate.LOST: "something is lost",
    Fate.CONVERTED: "it is written in another form with the same meaning",
    Fate.APPROXIMATED: "the nearest thing is written instead",
    Fate.ASSUMED: "a value is assumed that no input gives",
    Fate.PASSED_THROUGH: "it is copied unchanged, though not understood",
    Fate.BROKEN: "the document contradicts itself, or a value has no meaning",
    Fate.REPAIRED: "something was repaired",
    Fate.REMOVED: "something is removed, as requested by an edit",
    Fate.CHANGED: "something is changed, as requested by an edit",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.epilog = _EXAMPLES
    parser.add_argument("what", nargs="*", metavar="CODE or FORMAT", help="a code, or an input and an output format")
    parser.add_argument("--list", action="store_true", help="list all codes")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    if options.list and options.what:
        raise UsageError(codes.USAGE, "--list lists all codes; leave it out to explain some")
    if options.list:
        _codes(list(all_codes().values()), options.json)
    elif len(options.what) == 2 and set(names()).issuperset(options.what):
        _pair(find(options.what[0]), find(options.what[1]), options.json)
    elif options.what:
        _refuse_programs(options.what)
        found = [code for name in options.what for code in _named(name)]
        _codes(found, options.json) if len(found) > len(options.what) else _pages(found, options.json)
    else:
        raise UsageError(codes.USAGE, "name a code, or an input and an output format; --list lists all codes")
    return 0


def _refuse_programs(given: Sequence[str]) -> None:
    """Refuse names of programs in place of formats, with what to type instead."""
    wanted = [each for each in given if "." not in each and each not in names()]
    if not wanted:
        return
    from ..targets import TARGETS  # the tables, which codes and formats do not need

    program = next((TARGETS[each] for each in wanted if each in TARGETS), None)
    if program is None:
        return
    others = [each for each in given if each != program.name]
    format = next((each for each in program.reads if each not in others), program.reads[0])
    typed = " ".join(format if each == program.name else each for each in given)
    message = f"'{program.name}' is a program, and neither a code nor a format"
    *most, last = program.reads
    reads = f"{', '.join(most)} and {last}" if most else last
    raise UsageError(codes.UNKNOWN_CODE, message, help=f"{program.title} reads {reads}: robotfmt explain {typed}")


def _named(name: str) -> list[Code]:
    """Return the code with a name, or all codes with that prefix."""
    with_prefix = {} if "." in name else all_codes()
    return [code for slug, code in with_prefix.items() if slug.startswith(f"{name}.")] or [find_code(name)]


def _codes(found: list[Code], as_json: bool) -> None:
    if as_json:
        _print([_record(code) for code in found])
        return
    width = max(len(code.slug) for code in found)
    for code in found:
        print(f"{code.slug:{width}}  {code.severity.value:7}  {code.title}")


def _pages(found: list[Code], as_json: bool) -> None:
    if as_json:
        _print([_record(code) for code in found])
    else:
        print("\n\n".join("\n".join(_page(code)) for code in found))


def _page(code: Code) -> Iterator[str]:
    import textwrap

    fate = f", {code.fate.word}: {_FATES[code.fate]}" if code.fate is not None else ""
    yield f"{code.slug} ({code.severity.value}{fate})"
    yield from ("", *textwrap.wrap(code.title, _WIDTH))
    if text := code.explanation:
        yield ""
        yield from _wrapped(text)
    if code.help:
        yield from ("", *textwrap.wrap(f"help: {code.help}", _WIDTH, subsequent_indent="      "))


def _wrapped(text: str) -> Iterator[str]:
    """Yield the lines of a Markdown text: paragraphs are filled, code blocks stay unchanged."""
    import textwrap

    for number, part in enumerate(text.split("```")):
        if number % 2:
            yield from (f"    {line}" for line in part.splitlines()[1:])
            continue
        for index, paragraph in enumerate(filter(None, map(str.strip, part.split("\n\n")))):
            yield from ([""] if index or number else [])
            yield from textwrap.wrap(paragraph, _WIDTH) if not paragraph.startswith("- ") else [paragraph]
        if number + 1 < len(text.split("```")):
            yield ""


def _print(record: object) -> None:
    import json

    print(json.dumps(record, indent=2))


def _record(code: Code) -> dict[str, object]:
    return {
        "code": code.slug,
        "severity": code.severity.value,
        "fate": code.fate.value if code.fate is not None else None,
        "title": code.title,
        "explanation": code.explanation or None,
        "help": code.help,
    }


# What a pair of formats loses


def _pair(source: Format, output: Format, as_json: bool) -> None:
    """Show the features that the first format supports and the second does not, and those that the second requires."""
    features = [each for each in Feature if source.holds(each) is not Carries.NONE]
    lost = [each for each in features if output.holds(each) is Carries.NONE]
    partly = [each for each in features if output.holds(each) is Carries.PARTIAL]
    made = [code for code in output.codes if code.fate is Fate.ASSUMED]
    if as_json:
        record = {"lost": [each.value for each in lost], "partly": [each.value for each in partly]}
        _print({**record, "assumed": [_record(code) for code in made]})
        return
    _section(f"{source.name} -> {output.name} loses:", [each.value for each in lost])
    _section("partly supported:", [each.value for each in partly])
    _section("assumed, if no input gives it:", [f"{code.slug}: {code.title}" for code in made])
    if output.overlay and lost:
        print(f"{output.name} adds to another document, which still describes the rest.")


def _section(title: str, lines: list[str]) -> None:
    if lines:
        print(title)
        print("".join(f"  {line}\n" for line in lines), end="")
