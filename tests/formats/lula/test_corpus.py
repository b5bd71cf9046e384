"""Real descriptions: each is read, and becomes an XRDF and a configuration of cuRobo."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import corpus

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.formats import of_input
from robotfmt.model import Robot

FILES = corpus("lula/*.yaml")

pytestmark = pytest.mark.skipif(not FILES, reason="the corpus of real documents is not here")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.name))
def test_real_descriptions_become_xrdf(path: Path, tmp_path: Path) -> None:
    assert of_input(str(path), path.read_bytes()).name == "lula"
    report = Report()
    robot = robotfmt.read(path, report=report)
    assert report.errors == []
    assert robot.cspace is not None
    assert len(robot.default_positions) >= len(robot.cspace.joints)
    outputs = [tmp_path / "robot.xrdf", tmp_path / "robot.yml"]
    robotfmt.convert(path, *outputs)
    for output in outputs:
        after = robotfmt.read(output)
        assert spheres(after) == spheres(robot)
        assert after.default_positions == robot.default_positions


def spheres(robot: Robot) -> list[object]:
    return [each.frames for each in robot.sphere_sets]
