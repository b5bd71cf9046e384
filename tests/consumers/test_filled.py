"""The judge over robots that have one field set on one part each, on every type of joint, shape and sensor."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

import pytest
from filled import cases, filled

import robotfmt
from robotfmt.errors import ModelError
from robotfmt.model import JointType, Robot

from .judge import SUFFIXES, unclaimed

EVERY = 150
"""How many pairs of a robot and a conversion there are for one that is taken; all with ROBOTFMT_ALL=1."""
_UNREAD = {
    "screw": "is two coupled joints elsewhere",
    "floating joint": "is a free body among others: six degrees of freedom relative to the first in MuJoCo",
    "floating loop": "too",
    "continuous loop": "closes at the joint that moves, twice for Drake",
}
"""Robots whose programs describe them otherwise, by how their names begin."""
_NOT_COMPARED = (JointType.SCREW, JointType.FLOATING)
_NONSENSE = ("of text", "[text]", "The lower limit must be lower", "permitted in static models")
"""A word that is in no list of words, and what else programs refuse in the source too."""
_PAIRS = (("urdf", "mjcf"), ("urdf", "sdf"), ("sdf", "mjcf"), ("sdf", "urdf"), ("mjcf", "sdf"), ("mjcf", "urdf"))


def _is_taken(name: str, pair: tuple[str, str]) -> bool:
    return bool(os.environ.get("ROBOTFMT_ALL")) or zlib.crc32(f"{name} {pair}".encode()) % EVERY == 0


@pytest.mark.parametrize("pair", _PAIRS, ids="-".join)
def test_the_reading_program_has_what_the_report_does_not_claim(pair: tuple[str, str], tmp_path: Path) -> None:
    robots = {name: make for name, make in cases().items() if not name.startswith(tuple(_UNREAD))}
    tried = {name: _unclaimed(make(), *pair, tmp_path) for name, make in robots.items() if _is_taken(name, pair)}
    judged = {name: found for name, found in tried.items() if found is not None}
    assert len(judged) > len(robots) / EVERY / 3
    assert {name: found for name, found in judged.items() if found} == {}


@pytest.mark.parametrize("seed", range(120 if os.environ.get("ROBOTFMT_ALL") else 24))
def test_the_same_of_robots_with_many_fields(seed: int, tmp_path: Path) -> None:
    robot = filled(seed)
    if any(each.type in _NOT_COMPARED for each in (*robot.joints, *robot.loops)) or robot.loops:
        pytest.skip("it has joints that programs describe otherwise")
    found = _unclaimed(robot, *_PAIRS[seed % len(_PAIRS)], tmp_path)
    if found is None:
        pytest.skip("it is refused")
    assert found == []


def _unclaimed(robot: Robot, source: str, target: str, folder: Path) -> list[str] | None:
    """Return what no line of the report claims; None for a robot that the source's format or its program refuses."""
    path = folder / f"source{SUFFIXES[source]}"
    try:
        robotfmt.write(robot, path, overwrite=True)
        return [f"{each.subject}: {each.words}" for each in unclaimed((path,), source, target, folder)]
    except (ModelError, pytest.skip.Exception):
        return None
    except RuntimeError as error:
        if not any(each in str(error) for each in _NONSENSE):
            raise
        return None
