"""Real robots of example-robot-data: what an XRDF beside the URDF adds and keeps."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import example_robots

import robotfmt
from robotfmt.errors import ModelError

ROBOTS = example_robots()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.many,
    pytest.mark.skipif(not ROBOTS, reason="example-robot-data is not installed"),
]


def is_reported(subject: str, reported: set[str]) -> bool:
    return any(subject == each or subject.startswith(f"{each}/") for each in reported)


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.stem)
def test_urdf_and_xrdf_together_are_the_robot_that_was_written(path: Path, tmp_path: Path) -> None:
    output = tmp_path / "robot.xrdf"
    try:
        done = robotfmt.convert(path, output)
    except ModelError as error:
        assert path.stem.startswith("alex"), error
        return
    together = robotfmt.read(path, output)
    reported = {each.subject for each in done.report if each.subject}
    different = {each.subject for each in robotfmt.diff(done.robot, together)}
    assert {each for each in different if not is_reported(each, reported)} == set()
    if not together.links:  # one of them is an empty template
        return
    assert together.cspace is not None
    again = robotfmt.convert([path, output], tmp_path / "again.xrdf")
    assert (tmp_path / "again.xrdf").read_bytes() == output.read_bytes()
    assert not [each for each in again.report if each.code.startswith("xrdf.") and "assumed" in each.code]


def test_most_robots_were_there() -> None:
    assert len(ROBOTS) > 50
