"""Bodies by others: the same robots as Choreonoid reads, and in URDF and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from choreonoid_readings import FOLDER, bodies, reading, unlike
from real import example_robots, some

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import ModelError
from robotfmt.facts.difference import diff

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="there is no corpus of bodies")
BODIES = bodies() if FOLDER.is_dir() else []


@pytest.mark.parametrize(
    "path", some(BODIES, every=3, named=("SR1.body", "JAXON2.body")), ids=lambda each: each.stem
)
def test_a_body_is_what_choreonoid_reads(path: Path) -> None:
    assert list(unlike(robotfmt.read(path), reading(path))) == []


def test_sr1_is_the_same_robot_as_its_urdf() -> None:
    folder = FOLDER / "choreonoid+choreonoid" / "share" / "model" / "SR1"
    body, urdf = robotfmt.read(folder / "SR1.body"), robotfmt.read(folder / "SR1.urdf")
    found = {each.path[2] for each in diff(body, urdf) if each.path[0] == "joint"}
    assert found == {
        "lower",
        "upper",
        "velocity",
        "effort",
        "dof index",
    }  # the URDF rounds, and gives more limits
    assert [each for each in diff(body, urdf) if "inertial" in each.path] == []


@pytest.mark.parametrize("path", some(example_robots(), every=12), ids=lambda each: each.stem)
def test_a_urdf_comes_back_but_for_what_is_reported(path: Path, tmp_path: Path) -> None:
    robot, report = robotfmt.read(path), Report()
    try:
        robotfmt.write(robot, tmp_path / "robot.body", report=report)
    except ModelError:
        pytest.skip("the robot is too broken to be written")
    reported = tuple(each.subject for each in report if each.subject)
    found = [each.subject for each in diff(robot, robotfmt.read(tmp_path / "robot.body"))]
    assert [each for each in found if not f"{each}/".startswith(tuple(f"{it}/" for it in reported))] == []
