"""A sample of a format, with results that all clauses share: the stored part of a feature, and its unreported
losses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import translate
from functools import cached_property

from ..diagnostics import Report
from ..facts import Fact
from ..facts import Path as FactPath
from ..formats import Carries, Feature, Format
from ..model import Robot
from .anatomy import Anatomy, anatomy
from .bench import Bench, Sample, Written, messages_of


class Trial:
    """A sample, and its results."""

    def __init__(self, format: Format, sample: Sample, silent: tuple[str, ...] = ()) -> None:
        self.format = format
        self.sample = sample
        self.silent = silent
        """Patterns of paths without meaning for a robot."""
        self.report = Report()
        """The report of reading the sample."""

    @cached_property
    def bench(self) -> Bench:
        """The operations with the format."""
        return Bench(self.format, self.sample.name)

    @cached_property
    def robot(self) -> Robot:
        """The robot that the document describes."""
        return self.bench.sample(self.sample, self.report)

    @cached_property
    def messages(self) -> list[tuple[str, str]]:
        """The codes and messages of reading, without lines."""
        assert self.robot
        return messages_of(self.report)

    @property
    def written(self) -> Written:
        """The document written again, with its further files in place."""
        self.bench.restore(self._written)
        return self._written

    @cached_property
    def _written(self) -> Written:
        return self.bench.written(self.robot)

    @cached_property
    def parts(self) -> Anatomy | None:
        """The parts of the document; None if it is not text."""
        return anatomy(self.sample.data)

    def read(self, data: bytes, report: Report | None = None) -> Robot:
        """Read another document in place of the sample."""
        return self.bench.read(data, self.sample.name, report, self.sample.beside)


_SOME = 5


def by_kind(paths: Iterable[str], without: Iterable[str] = ()) -> list[list[int]]:
    """Return the numbers of some parts of each kind; parts are of one kind if the ends of their paths are the same.

    Args:
        paths: The paths of all parts, in order.
        without: Patterns of paths that are left out.
    """
    left_out = [re.compile(translate(each)) for each in without]
    found: dict[str, list[int]] = {}
    for number, path in enumerate(paths):
        if not any(each.match(path) for each in left_out):
            found.setdefault("/".join(path.split("/")[-2:]), []).append(number)
    return [each[:: -(-len(each) // _SOME)] for each in found.values()]


# Losses


def share(paths: set[FactPath], same: set[FactPath], there: set[FactPath]) -> Carries:
    """Return how much of a feature a document stores: all, a part or another form, or nothing."""
    if same == paths:
        return Carries.FULL
    return Carries.PARTIAL if paths & there else Carries.NONE


def unreported(feature: Feature, before: list[Fact], same: set[FactPath], report: Report) -> list[str]:
    """Return the unreported losses of a feature."""
    subjects = {each.subject for each in report if each.fate is not None}
    gone = [each.subject for each in before if each.path not in same]
    return [f"{feature.name}: {each} is lost in silence" for each in gone if not _is_within(each, subjects)]


def _is_within(subject: str, wholes: Iterable[str]) -> bool:
    """Return True if a fact, or a node above it, is among some paths."""
    return any(f"{subject}/".startswith(f"{each}/") for each in wholes if each)
