"""The table of programs in the documentation is that of the code, and each row has a source."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from robotfmt import formats
from robotfmt.codes.targets import IGNORED, NEEDS, REFUSED
from robotfmt.diagnostics import Severity
from robotfmt.formats import TARGET
from robotfmt.formats.catalogue import all_codes
from robotfmt.targets import TARGETS
from robotfmt.targets.planners import URDFDOM
from robotfmt.targets.rows import Row, Target

PAGE = Path(__file__).parent.parent.parent / "docs" / "check.md"
_OF_FORMATS = {"any", "portable"}
"""Choices of the formats' option that are no program."""


def _words(rows: Iterable[Row]) -> str:
    named = ((row.on if not isinstance(row.on, str) else f"`{row.on}`", row.word) for row in rows)
    found = (f"{each if isinstance(each, str) else each.words}{f' ({word})' if word else ''}" for each, word in named)
    return ", ".join(dict.fromkeys(each.replace(";", "") for each in found))


def _cells(name: str, target: Target) -> str:
    own = [row for row in target.rows if row not in URDFDOM]
    urdfdom = ["what urdfdom refuses"] if len(own) < len(target.rows) else []
    refused = [*urdfdom, *filter(None, [_words(row for row in own if row.code is REFUSED)])]
    changed = _words(row for row in own if row.code is IGNORED)
    needed = _words(row for row in own if row.code is NEEDS)
    return f"| `{name}` | {', '.join(target.reads)} | {', '.join(refused)} | {changed} | {needed} |"


def test_the_page_has_the_table() -> None:
    refused, changed = (_words(row for row in URDFDOM if row.code is code) for code in (REFUSED, IGNORED))
    rows = [f"| urdfdom | | {refused} | {changed} | |", *(_cells(name, it) for name, it in TARGETS.items())]
    page = PAGE.read_text(encoding="utf-8")
    start = page.index("| program | reads |")
    table = page[start : page.index("\n\n", start)].splitlines()[2:]
    assert table == rows, "\n".join(rows)


def test_rows_are_about_codes_that_exist() -> None:
    named = {row.on for target in TARGETS.values() for row in target.rows if isinstance(row.on, str)}
    assert named <= all_codes().keys()


def test_every_program_has_a_source_and_formats_that_exist() -> None:
    for name, target in TARGETS.items():
        assert target.name == name
        assert target.source
        assert set(target.reads) <= set(formats.names())
        assert {each for row in target.rows for each in row.formats} <= set(target.reads)


def test_programs_of_formats_are_known_and_read_them() -> None:
    for format in formats.all_formats():
        chosen = (each for it in format.options if it.name == TARGET for each in it.choices)
        assert all(format.name in TARGETS[each].reads for each in chosen if each not in _OF_FORMATS)


def test_meshes_that_are_written_for_a_program_are_read_by_it() -> None:
    """The formats of meshes are those that a conversion for the program writes."""
    for format in formats.all_formats():
        for name, files in format.mesh_files.items():
            rows = TARGETS[name].rows if name else ()
            mine = (row for row in rows if row.severity is Severity.ERROR and format.name in row.formats)
            words = (row.on.words for row in mine if not isinstance(row.on, str))
            listed = (each.partition(" mesh that is not ")[2] for each in words)
            suffixes = {each.lower() for it in listed for each in re.findall(r"[A-Z]{3,}", it)}
            assert not name or suffixes == set(files.formats)
