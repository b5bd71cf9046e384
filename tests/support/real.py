"""Real robots by others: from the test extra, and from a corpus beside the project where there is one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, files
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
    sound = (path for path in FIXTURES.rglob("*") if not path.is_relative_to(BROKEN) and path.name not in SEVERAL)
    return sorted(path for path in sound if path.suffix in suffixes)


def installed(package: str, suffix: str) -> list[Path]:
    """The files of an installed package that have a suffix; none where it is not installed."""
    try:
        found = files(package) or []
    except PackageNotFoundError:
        return []
    return sorted(Path(str(each.locate())) for each in found if each.suffix == suffix)


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
    return sorted(path for pattern in patterns for path in CORPUS.glob(pattern)) if CORPUS.is_dir() else []


def example_meshes(*names: str) -> list[Path]:
    """Meshes of example-robot-data by the ends of their paths; none where it is not installed."""
    try:
        found = [Path(str(each.locate())) for each in files("example-robot-data") or []]
    except PackageNotFoundError:
        return []
    return [each for name in names for each in found if each.as_posix().endswith(name)]
