"""Bodies by others: the same robots as Choreonoid reads, and in URDF and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from choreonoid_readings import FOLDER, bodies, reading, unlike
from real import example_robots, some

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import ModelError
from robotfmt.facts.difference import Difference, diff

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="there is no corpus of bodies")
BODIES = bodies() if FOLDER.is_dir() else []


@pytest.mark.parametrize("path", some(BODIES, every=3, named=("SR1.body", "JAXON2.body")), ids=lambda each: each.stem)
def test_a_body_is_what_choreonoid_reads(path: Path) -> None:
    assert list(unlike(robotfmt.read(path), reading(path))) == []


ONLY_IN_BODY = {"place", "base", "virtual joint", "state", "group", "sensor", "ignored pair", "extension"}
"""What a URDF cannot give."""
UNLIKE_IN_URDF = {
    ("joint", "dof index"),
    ("joint", "velocity"),  # the URDF gives more limits
    ("joint", "effort"),
    ("joint", "lower"),  # it rounds 15 lower and 14 upper ones
    ("joint", "upper"),
    ("link", "visual", "rotation"),  # and turns cylinders by 1.57
    ("link", "collision", "rotation"),
    ("link", "visual", "color"),
    ("link", "visual"),  # and lacks two shapes of the chest
    ("link", "collision"),
}


def test_sr1_is_the_same_robot_as_its_urdf() -> None:
    folder = FOLDER / "choreonoid+choreonoid" / "share" / "model" / "SR1"
    found = diff(robotfmt.read(folder / "SR1.body"), robotfmt.read(folder / "SR1.urdf"))
    both = [each for each in found if each.path[0] not in ONLY_IN_BODY]
    names = {(each.path[0], *(it for it in each.path[2:] if not it.isdecimal())) for each in both}
    assert names == UNLIKE_IN_URDF
    limits = [each for each in both if each.path[2] in ("lower", "upper")]
    assert len(limits) == 29
    assert all(_distance(each) < 0.0017 for each in limits)


def _distance(difference: Difference) -> float:
    before, after = difference.before, difference.after
    assert before is not None
    assert after is not None
    return abs(float(str(before.value)) - float(str(after.value)))


@pytest.mark.parametrize("path", some(example_robots(), every=12), ids=lambda each: each.stem)
def test_a_urdf_comes_back_except_for_reported_losses(path: Path, tmp_path: Path) -> None:
    robot, report = robotfmt.read(path), Report()
    try:
        robotfmt.write(robot, tmp_path / "robot.body", report=report)
    except ModelError:
        pytest.skip("the robot is too broken to be written")
    reported = tuple(each.subject for each in report if each.subject)
    found = [each.subject for each in diff(robot, robotfmt.read(tmp_path / "robot.body"))]
    assert [each for each in found if not f"{each}/".startswith(tuple(f"{it}/" for it in reported))] == []
