"""What two programs say of a robot, fact by fact under the same names, and where they are meant to differ."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TypeAlias

import numpy as np

from .oracle import Array

Fact: TypeAlias = "str | Array | None"
Facts: TypeAlias = "dict[str, Fact]"


@dataclass(frozen=True)
class Exempt:
    """Facts of some files that differ for a reason; where there is a rule, just so."""

    files: tuple[str, ...]
    facts: str
    reason: str
    rule: Callable[[Array, Array], bool] | None = None

    def covers(self, fact: str, theirs: Fact, ours: Fact) -> bool:
        """Whether a difference is the one that was foreseen."""
        if not fnmatchcase(fact, self.facts):
            return False
        if self.rule is None:
            return True
        return isinstance(theirs, np.ndarray) and isinstance(ours, np.ndarray) and self.rule(theirs, ours)


def same(theirs: Fact, ours: Fact) -> bool:
    """Whether a fact is the same; what is compared has six digits or more."""
    if isinstance(theirs, np.ndarray) and isinstance(ours, np.ndarray):
        return np.allclose(ours, theirs, rtol=1e-5, atol=1e-6)
    return type(theirs) is type(ours) and theirs == ours


def differences(theirs: Facts, ours: Facts) -> dict[str, tuple[Fact, Fact]]:
    """The facts that differ or that only one side has."""
    pairs = {name: (theirs.get(name), ours.get(name)) for name in sorted(theirs.keys() | ours.keys())}
    return {name: pair for name, pair in pairs.items() if not same(*pair)}


def unforeseen(theirs: Facts, ours: Facts, exempts: Iterable[Exempt]) -> list[str]:
    """What differs without a reason, one line each."""
    exempts = list(exempts)
    return [
        f"{fact}: they read {pair[0]}, we {pair[1]}"
        for fact, pair in differences(theirs, ours).items()
        if not any(exempt.covers(fact, *pair) for exempt in exempts)
    ]


def needless(theirs: Facts, ours: Facts, exempts: Iterable[Exempt]) -> list[str]:
    """The reasons of exceptions that nothing needs any more."""
    found = differences(theirs, ours)
    return [exempt.reason for exempt in exempts if not any(exempt.covers(fact, *pair) for fact, pair in found.items())]


def exempting(file: str, exempts: Collection[Exempt]) -> list[Exempt]:
    """The exceptions of a file."""
    return [each for each in exempts if file in each.files]


def prefixed(prefix: str, facts: Facts) -> Facts:
    """The facts of a part under the name of the whole."""
    return {prefix + name: fact for name, fact in facts.items()}
