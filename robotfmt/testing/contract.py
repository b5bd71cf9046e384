"""The contract of a format, clause by clause."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from traceback import extract_tb

from ..errors import RobotfmtError
from ..formats import Format
from .bench import AnySample, Sample, sample
from .clauses import (
    nothing_in_silence,
    proved,
    sabotage_is_noticed,
    same_again,
    understood,
    unknown_is_kept,
)
from .damage import damage_is_refused, harm_is_refused
from .definition import costs_nothing, is_whole
from .matrix import faults_are_found, table_is_true
from .numbers import words_are_no_numbers
from .renaming import renames_are_followed
from .trial import Trial
from .worlds import faults_in_worlds_are_found, worlds_are_true

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
