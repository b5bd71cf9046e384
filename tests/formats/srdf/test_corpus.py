"""Real documents, alone and with the URDF that they are about."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from canonical import changed
from reading import context_for, read_text, write_bytes
from real import CORPUS, corpus, example_robots, example_srdfs

import robotfmt
from robotfmt.diagnostics import Fate, Report
from robotfmt.errors import ModelError, UnsafeInput
from robotfmt.facts import facts
from robotfmt.hub.proof import Files, differences, unexplained, untrue
from robotfmt_srdf import FORMAT

FILES = [*corpus("srdf/**/*.srdf"), *example_srdfs()]
IDS = [f"{path.parent.parent.name}-{path.stem}" for path in FILES]
_NAME = re.compile(rb"""<robot\b[^>]*?\bname\s*=\s*["']([^"']*)""")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.many,
    pytest.mark.skipif(not FILES, reason="neither example-robot-data nor the corpus is here"),
]


def source(path: Path) -> str:
    """Where a file comes from: the repository, or the package of the test extra."""
    return path.relative_to(CORPUS).parts[1] if CORPUS in path.parents else "example-robot-data"


@cache
def urdfs() -> dict[tuple[str, str], Path]:
    """All URDFs, by where they come from and by the names of the file and of the robot."""
    found: dict[tuple[str, str], Path] = {}
    for path in [*corpus("urdf/**/*.urdf"), *example_robots()]:
        for name in (path.stem, robot_name(path)):
            found.setdefault((source(path), name), path)
    return found


def robot_name(path: Path) -> str:
    match = _NAME.search(path.read_bytes())
    return match.group(1).decode("utf-8", "replace") if match is not None else ""


def urdf_of(path: Path) -> Path | None:
    """The URDF beside a document: of the same file name, else of the same robot name."""
    by_file = urdfs().get((source(path), path.stem))
    return by_file or urdfs().get((source(path), robot_name(path)))


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_document_is_the_same_after_one_writing(path: Path) -> None:
    report = Report()
    robot = read_text(path.read_bytes(), "srdf", report)
    assert report.errors == []
    assert FORMAT.sniff(path.read_bytes())
    data = write_bytes(robot, "srdf")
    again = read_text(data, "srdf")
    assert again == robot
    assert write_bytes(again, "srdf") == data


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_document_comes_back_as_it_was(path: Path) -> None:
    data = path.read_bytes()
    assert changed(data, write_bytes(read_text(data, "srdf"), "srdf")) == []


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_conversion_proves_itself(path: Path) -> None:
    assert FORMAT.adapt is not None
    robot, report = read_text(path.read_bytes(), "srdf"), Report()
    context = context_for("srdf", report)
    adapted = FORMAT.adapt(robot, context)
    changed = differences(facts(robot), facts(adapted), FORMAT, Files(context))
    assert unexplained(changed, report) == []
    assert untrue(changed, report) == []
    assert len(report) == 0


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_with_its_urdf_nothing_is_lost(path: Path, tmp_path: Path) -> None:
    beside = urdf_of(path)
    if beside is None:
        pytest.skip("there is no URDF of this robot")
    report, output = Report(), tmp_path / "robot.srdf"
    try:
        done = robotfmt.convert([beside, path], output, report=report)
    except UnsafeInput:
        pytest.skip("the URDF is xacro")
    except ModelError:
        assert beside.stem.startswith("alex_psyonic")
        return
    assert report.having(Fate.LOST) == []
    assert [each for each in report.errors if each.code.startswith("srdf.")] == []
    assert robotfmt.read(beside, output) == done.robot
    robotfmt.convert([beside, output], tmp_path / "again.srdf")
    assert (tmp_path / "again.srdf").read_bytes() == output.read_bytes()


def test_little_is_left_over() -> None:
    ours = {"link_sphere_approximation", ""}  # said twice; and what is left of a broken comment
    others = {"gripper", "passive_joint", "specificities", "rotor_params", "torque_constant"}
    left = {each.name for path in FILES for each in read_text(path.read_bytes(), "srdf").extensions}
    assert left <= ours | others
