"""Real documents of every format in every other format: the proof finds nothing that no report explains.

Documents that each reader and writer handles alone have failed together: contents of another format at a place that the
output lacks, joint values in another order than the bodies.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from real import corpus, example_robots, installed

import robotfmt
from robotfmt.cli import INTERNAL
from robotfmt.errors import RobotfmtError
from robotfmt.formats import all_formats

LARGEST = 300_000
"""The most bytes of a document: the largest take half a minute."""
EVERY = 400
"""How many pairs there are for one that is taken; all with ROBOTFMT_ALL=1."""
DOCUMENTS = [
    each
    for each in (
        *corpus("urdf/**/*.urdf", "collada/**/*.dae", "sdf/real/**/*.sdf", "sdf/real/**/*.world"),
        *corpus("mjcf/**/*.xml", "legacy/**/*.body", "legacy/**/*.smurf", "legacy/**/*.robot.xml"),
        *corpus("legacy/**/*.kinbody.xml", "legacy/**/*.env.xml"),
        *example_robots(),
        *(path for suffix in (".urdf", ".sdf") for path in installed("pybullet", suffix)),
    )
    if each.is_file() and each.stat().st_size < LARGEST
]
REFUSED_BY_MUJOCO = ("mjcf.massless", "mjcf.inertia")
OUTPUTS = [each.suffixes[0] for each in all_formats() if each.writes and not each.overlay]


def _pairs() -> Iterator[tuple[Path, str]]:
    """Documents and outputs that take their turn."""
    everything = bool(os.environ.get("ROBOTFMT_ALL"))
    for path in DOCUMENTS:
        start = zlib.crc32(f"{'/'.join(path.parts[-3:])} ".encode())
        yield from ((path, each) for each in OUTPUTS if everything or zlib.crc32(each.encode(), start) % EVERY == 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "suffix"),
    [pytest.param(*each, id=f"{each[0].name} to {each[1]}") for each in _pairs()],
)
def test_every_difference_is_explained(path: Path, suffix: str, tmp_path: Path) -> None:
    try:
        done = robotfmt.convert(path, tmp_path / f"written{suffix}", allow=REFUSED_BY_MUJOCO)
    except RobotfmtError as error:
        assert error.exit_code != INTERNAL, error
    else:
        assert done.files
