"""``robotfmt formats``: list the formats, and what each supports."""

from __future__ import annotations

import argparse

from ..formats import Carries, Format, all_formats
from ..model.features import Feature

_SIGNS = {Carries.FULL: "yes", Carries.PARTIAL: "part", Carries.NONE: "-"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--matrix", action="store_true", help="print a table of the features that each format supports")
    only.add_argument("--options", action="store_true", help="print the options of each format (-O)")
    only.add_argument("--json", action="store_true", help="print JSON, with the features and the options")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    if options.json:
        import json

        print(json.dumps([_record(each) for each in all_formats()], indent=2))
    elif options.matrix:
        print(feature_table())
    elif options.options:
        print("\n".join(_options()))
    else:
        rows = [(each, " ".join(each.suffixes)) for each in all_formats()]
        name, suffixes = (max(map(len, column)) for column in ((it.name for it, _ in rows), (it for _, it in rows)))
        for each, its in rows:
            ways = ("r" if each.read else "-") + ("w" if each.writes else "-")
            print(f"{each.name:{name}} ({ways})  {its:{suffixes}}  {each.title} {_versions(each)}")
    return 0


def _versions(format: Format) -> str:
    """Return the versions that can be written, the usual one first."""
    usual, *others = format.versions
    return f"{usual} (or {', '.join(others)})" if others else usual


def _options() -> list[str]:
    """Return every option with its choices, the default first, and its help."""
    return [
        f"-O {format.name}.{each.name}={'|'.join(filter(None, each.choices))}\n      {each.help}"
        for format in all_formats()
        for each in format.all_options
    ]


def feature_table() -> str:
    """Return the features of all formats that are written, as a table in Markdown."""
    known = [each for each in all_formats() if each.writes]
    lines = ["| | " + " | ".join(each.name for each in known) + " |", "|---|" + "---|" * len(known)]
    for feature in Feature:
        signs = [_SIGNS[each.holds(feature)] for each in known]
        lines.append(f"| {feature.value} | " + " | ".join(signs) + " |")
    return "\n".join(lines)


def _record(format: Format) -> dict[str, object]:
    return {
        "name": format.name,
        "title": format.title,
        "versions": list(format.versions),
        "suffixes": list(format.suffixes),
        "reads": format.read is not None,
        "writes": format.writes,
        "adds_to_others": format.overlay,
        "options": {each.name: list(each.choices) for each in format.options},
        "carries": {feature.value: format.holds(feature).value for feature in Feature},
    }
