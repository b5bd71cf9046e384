"""The contract of a format, clause by clause; also those about its record: its functions exist, and are imported only
on use.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from traceback import extract_tb

from ..diagnostics import Severity
from ..errors import RobotfmtError, UsageError
from ..formats import Carries, Feature, Format
from ..formats.imports import Imported
from .bench import AnySample, Sample, Trial, sample
from .clauses import (
    nothing_in_silence,
    proved,
    renames_are_followed,
    sabotage_is_noticed,
    same_again,
    understood,
    unknown_is_kept,
    words_are_no_numbers,
)
from .damage import damage_is_refused, harm_is_refused
from .matrix import faults_are_found, table_is_true
from .worlds import faults_in_worlds_are_found, worlds_are_true

# The record of a format

_FUNCTIONS = (
    *("read", "read_world", "read_mesh", "check", "adapt", "adapt_world"),
    *("write", "write_world", "revise"),
)
_HEAVY = ("collada", "difflib", "lxml", "numpy", "ruamel", "scipy", "trimesh", "yaml")


def is_whole(format: Format) -> list[str]:
    """Check that functions, versions and suffixes of the record are valid, and that each code has its page."""
    problems = []
    for name in _FUNCTIONS:
        given = getattr(format, name)
        try:
            if isinstance(given, Imported):
                given.load()
        except UsageError as error:
            problems.append(str(error))
    if format.read is None and not format.writes:
        problems.append("it can neither be read nor written")
    if not format.versions or not all("." in each and each == each.lower() for each in format.suffixes):
        problems.append("it has no version, or a suffix that is not lower case with a dot")
    if format.sniff(b"") or format.sniff(b"\0\xff" * 50):
        problems.append("its sniff accepts anything as a document")
    for feature, carries in format.carries.items():
        if not isinstance(feature, Feature) or not isinstance(carries, Carries):
            problems.append(f"carries: {feature!r}: {carries!r} is not a feature and how it is supported")
    return problems + _of_codes(format)


def costs_nothing(format: Format) -> list[str]:
    """Check that importing the package of the format loads neither a library nor the format's functions."""
    package, functions = package_of(format), _modules(format)
    if package is None:
        return []
    program = f"import sys, {package}; print(*({{*{(*_HEAVY, *functions)!r}}} & set(sys.modules)))"
    paths = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    loaded = (done.stdout if done.returncode == 0 else done.stderr).strip()
    return [f"importing {package} loads {loaded}"] if loaded else []


def package_of(format: Format) -> str | None:
    """Return the package of a format; None if its functions are not given by name."""
    return next((each.partition(".")[0] for each in _modules(format)), None)


def _modules(format: Format) -> list[str]:
    given = (getattr(format, name) for name in _FUNCTIONS)
    return sorted({each.module for each in given if isinstance(each, Imported)})


def _of_codes(format: Format) -> list[str]:
    pages = _pages(format) if format.codes else ""
    problems = []
    for code in format.codes:
        if not code.slug.startswith(f"{format.name}."):
            problems.append(f"the code {code.slug} does not begin with '{format.name}.'")
        if not code.title.endswith("."):
            problems.append(f"the title of {code.slug} is not a sentence with a full stop")
        if f"\n## {code.slug}\n" not in pages and f"\n## `{code.slug}`\n" not in pages:
            problems.append(f"no Markdown file next to the package's modules explains {code.slug} ('## {code.slug}')")
        if code.fate is None and code.severity is not Severity.NOTE and not code.help:
            problems.append(f"{code.slug} has no help: what should the reader of the message do?")
    known = {code.slug for code in format.codes}
    headings = re.findall(rf"^## `?({re.escape(format.name)}\.[\w.-]+)`?$", pages, re.MULTILINE)
    problems += [f"a page explains {each}, which is not a code of the format" for each in headings if each not in known]
    return problems


def _pages(format: Format) -> str:
    package = package_of(format)
    where = Path(import_module(package).__file__ or "").parent if package is not None else None
    texts = (each.read_text(encoding="utf-8") for each in sorted(where.glob("*.md"))) if where else ()
    return "\n" + "\n".join(texts)


# All clauses

_OF_DOCUMENTS: tuple[Callable[[Trial], list[str]], ...] = (
    understood,
    nothing_in_silence,
    unknown_is_kept,
    words_are_no_numbers,
    damage_is_refused,
)
_OF_WRITTEN: tuple[Callable[[Trial], list[str]], ...] = (
    same_again,
    proved,
    renames_are_followed,
    sabotage_is_noticed,
    faults_are_found,
)
_OF_TEXTS = (
    nothing_in_silence,
    unknown_is_kept,
    words_are_no_numbers,
    renames_are_followed,
    sabotage_is_noticed,
    faults_are_found,
)
"""The clauses that need a document in text."""


class BrokenContract(AssertionError):
    """A format does not keep a clause of the contract; the message gives the place and the fault."""


@dataclass(frozen=True)
class Clause:
    """One clause, of a format or of one of its documents: a test."""

    name: str
    """The name: ``same-again``."""
    on: str
    """The subject: the format, or a document."""
    _find: Callable[[], list[str]] = field(repr=False)
    _meaning: str = field(repr=False)

    def __str__(self) -> str:
        return f"{self.name}-{self.on}"

    def problems(self) -> list[str]:
        """Return the violations of the clause; an exception of the format is one too."""
        try:
            return self._find()
        except RobotfmtError as error:
            return [f"it ends with an error: {error}"]
        except Exception as error:  # the code of a format may raise anything
            last = extract_tb(error.__traceback__)[-1]
            return [f"{type(error).__name__}: {error} ({last.filename}, line {last.lineno})"]

    def check(self) -> None:
        """Check the clause.

        Raises:
            BrokenContract: The format violates the clause.
        """
        found = self.problems()
        if found:
            more = [f"... and {len(found) - 20} more"] if len(found) > 20 else []
            raise BrokenContract("\n  ".join((f"{self}: {self._meaning}", *found[:20], *more)))


def contract(
    format: Format,
    documents: Iterable[AnySample] = (),
    *,
    silent: Iterable[str] = (),
    without: Collection[str] = (),
) -> list[Clause]:
    """Return all clauses of the contract, for ``pytest.mark.parametrize("clause", contract(...), ids=str)``.

    Args:
        format: The format, which need not be installed.
        documents: Documents of the format, as paths or samples: the more features they use, the more is tested.
        silent: Patterns (``*/asset/*``) of paths in documents without meaning for a robot, where another value may
            change nothing.
        without: The names of clauses to leave out.
    """
    samples, patterns = list(map(sample, documents)), tuple(silent)
    found = [
        _clause(is_whole, format.name, lambda: is_whole(format)),
        _clause(costs_nothing, format.name, lambda: costs_nothing(format)),
    ]
    if format.read is not None:
        found.append(_clause(harm_is_refused, format.name, lambda: harm_is_refused(format, samples)))
    if format.read is not None and format.write is not None:
        found.append(_clause(table_is_true, format.name, lambda: table_is_true(format, samples)))
    if format.read_world is not None and format.write_world is not None:
        found += [
            _clause(each, format.name, partial(each, format)) for each in (worlds_are_true, faults_in_worlds_are_found)
        ]
    for each in samples if format.read is not None else ():
        found += _of_sample(Trial(format, each, patterns))
    return [each for each in found if each.name not in without]


def check_format(
    format: Format,
    documents: Iterable[AnySample],
    *,
    silent: Iterable[str] = (),
    without: Collection[str] = (),
) -> None:
    """Check every clause of the contract; the arguments are those of :func:`contract`.

    Raises:
        BrokenContract: A clause is violated; the message lists all violations.
    """
    broken: list[str] = []
    for clause in contract(format, documents, silent=silent, without=without):
        try:
            clause.check()
        except BrokenContract as error:
            broken.append(str(error))
    if broken:
        raise BrokenContract("\n".join(broken))


def _of_sample(trial: Trial) -> list[Clause]:
    on = str(trial.sample)
    written = _OF_WRITTEN if trial.format.write is not None else ()
    clauses = (each for each in (*_OF_DOCUMENTS, *written) if trial.parts is not None or each not in _OF_TEXTS)
    return [_clause(each, on, _bound(each, trial)) for each in clauses]


def _bound(clause: Callable[[Trial], list[str]], trial: Trial) -> Callable[[], list[str]]:
    return lambda: clause(trial)


def _clause(function: Callable[..., list[str]], on: str, find: Callable[[], list[str]]) -> Clause:
    meaning = (function.__doc__ or "").strip().splitlines()[0]
    return Clause(function.__name__.replace("_", "-"), on, find, meaning)


__all__ = ["BrokenContract", "Clause", "Sample", "check_format", "contract"]
