"""Documents with something wrong in them are read, refused or converted; none is a fault of robotfmt.

A conversion proves itself, so that each of them is one more test of every reader and writer. Tens of thousands made of
the documents of others were tried before; here are some of the project's own, the same each time.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from mutants import mutant
from real import BROKEN, FIXTURES

import robotfmt
from robotfmt.errors import InternalError, RobotfmtError
from robotfmt.hub.checking import check

pytestmark = pytest.mark.slow
SUFFIXES = (".urdf", ".dae", ".srdf", ".xrdf", ".yml")
SEEDS = {
    suffix: sorted(
        path
        for path in (*FIXTURES.rglob(f"*{suffix}"),)
        if path.stat().st_size < 30_000 and not path.is_relative_to(BROKEN / "documents")
    )
    for suffix in SUFFIXES
}
COUNT = 40


def fault(path: Path) -> str | None:
    """What robotfmt fails at in checking a document and in converting it to every format; None for nothing."""
    try:
        for each in check(path):
            list(each.report)
    except RobotfmtError as error:
        return str(error) if isinstance(error, InternalError) else None
    for suffix in SUFFIXES:
        try:
            robotfmt.convert(path, path.with_name(f"out{suffix}"), overwrite=True)
        except InternalError as error:
            return f"{suffix}: {error}"
        except RobotfmtError:
            continue
    return None


@pytest.mark.slow
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_no_mutant_is_a_fault(suffix: str, tmp_path: Path) -> None:
    chance = random.Random(suffix)
    faults = []
    for number in range(COUNT):
        source, seed = chance.choice(SEEDS[suffix]), chance.randrange(10**9)
        path = tmp_path / f"{number}" / f"in{suffix}"
        path.parent.mkdir()
        path.write_bytes(mutant(source.read_bytes(), seed))
        found = fault(path)
        if found is not None:
            faults.append(f"{source.name}, {seed}: {found}")
    assert faults == []


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_mutants_are_others_and_the_same_each_time(suffix: str) -> None:
    data = SEEDS[suffix][0].read_bytes()
    first, second = ([mutant(data, seed) for seed in range(20)] for _ in range(2))
    assert first == second
    assert len(set(first)) > 10
