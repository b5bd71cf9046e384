"""Real robots by others: from the test extra, and from a corpus beside the project where there is one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

HERE = Path(__file__).resolve().parent.parent
FIXTURES = HERE.parent / "fixtures"
CORPUS = HERE.parent.parent / "shared" / "corpus"
BROKEN = FIXTURES / "broken"
"""Documents that are wrong on purpose, and those that show how they are right."""


WORLDS = FIXTURES / "worlds"
SEVERAL = ("cell.dae", "holding.dae", *(path.name for path in WORLDS.glob("*")))
"""Documents of several robots."""


def fixtures(*suffixes: str) -> list[Path]:
    """The sound documents among the fixtures that have one of these suffixes and one robot."""
    return sorted(path for path in _sound() if path.suffix in suffixes)


@cache
def _sound() -> tuple[Path, ...]:
    everything = (path for path in FIXTURES.rglob("*") if not path.is_relative_to(BROKEN))
    return tuple(path for path in everything if path.name not in SEVERAL)


def installed(package: str, suffix: str) -> list[Path]:
    """The files of an installed package that have a suffix; none where it is not installed."""
    return list(_files(package, suffix))


@cache
def _files(package: str, end: str) -> tuple[Path, ...]:
    try:
        here = distribution(package)
    except PackageNotFoundError:
        return ()
    names = (str(each) for each in here.files or ())
    return tuple(sorted(Path(str(here.locate_file(each))) for each in names if each.endswith(end)))


def example_robots() -> list[Path]:
    """The URDFs of example-robot-data; none where it is not installed."""
    return installed("example-robot-data", ".urdf")


def named_robots(of_examples: Iterable[str], of_pybullet: Iterable[str]) -> list[Path]:
    """The URDFs of example-robot-data and of pybullet whose paths end with some names, in the order of these."""
    found: list[Path] = []
    for package, names in (("example-robot-data", of_examples), ("pybullet", of_pybullet)):
        there = installed(package, ".urdf")
        found += [path for name in names for path in there if str(path).endswith(f"/{name}")]
    return found


def some(items: Sequence[T], every: int = 2, named: Iterable[str] = ()) -> list[T]:
    """Every other item of a list (or every third, ...), all with ROBOTFMT_ALL=1: many are variants of one robot.

    Args:
        every: How many items there are for one that is taken.
        named: Parts of the names of those that are always taken, because they are special.
    """
    if os.environ.get("ROBOTFMT_ALL"):
        return list(items)
    return [each for index, each in enumerate(items) if index % every == 0 or any(part in str(each) for part in named)]


def example_srdfs() -> list[Path]:
    """The SRDFs of example-robot-data; none where it is not installed."""
    return installed("example-robot-data", ".srdf")


def corpus(*patterns: str) -> list[Path]:
    """The files of the corpus that match; none where it is absent."""
    return sorted(path for pattern in patterns for path in _matching(pattern)) if CORPUS.is_dir() else []


@cache
def _matching(pattern: str) -> tuple[Path, ...]:
    return tuple(CORPUS.glob(pattern))


def is_ok(reading: Path) -> bool:
    """Whether another program could read a document, by its reading; parsing hundreds of them takes long."""
    return b'"ok":true' in reading.read_bytes()


def example_meshes(*names: str) -> list[Path]:
    """Meshes of example-robot-data by the ends of their paths; none where it is not installed."""
    return [each for name in names for each in _files("example-robot-data", name)]
