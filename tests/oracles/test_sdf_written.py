"""SDF that we write of the SDF of others: libsdformat 12 reads the same of it, without a new warning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from libsdformat import read_with_libsdformat
from real import corpus, some

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.diagnostics import Report
from robotfmt.errors import InputError, ModelError
from robotfmt.facts.difference import diff
from robotfmt.model import Robot
from robotfmt.settings import Settings

from .sdf_facts import Values, differences, of_reading
from .test_sdf_readings import REAL, folders, read

TOLERANCE = 1e-11
MERGED = ("buoyant_lrauv",)
"""Documents of whose merged models libsdformat 12 reads other poses than 17, which we agree with."""
VERDICTS = [line.split("\t") for each in corpus("sdf/real/VERDICTS.tsv") for line in each.read_text().splitlines()[1:]]
ACCEPTED = [row[0] for row in VERDICTS if row[2] == "ok" and not any(each in row[0] for each in MERGED)]
BROKEN = ("four_bar_loop", "wsg50_one_motor_gripper_free_base")
"""Documents that are read, and whose robots are too broken to be converted."""
SPECIAL = (*BROKEN, "half_dome")
"""Documents that are always tried."""
DOCUMENTS = some([row[0] for row in VERDICTS], 10, SPECIAL)
VERSIONED = some([(file, version) for file in ACCEPTED for version in ("1.7", "1.9")], 13)

pytestmark = pytest.mark.skipif(not VERDICTS, reason="the corpus of SDF is not here")


def robots(file: str) -> list[Robot]:
    """The robots of a document; an only one has with it what the document says of the world around it."""
    world = read(file, Report())
    placed = [each for each in world.robots[:4] if each.robot.links]
    if len(world.robots) == len(placed) == 1:
        return [robotfmt.read(REAL / file, report=Report(), settings=settings_of(file))]
    return [each.alone for each in placed]


def settings_of(file: str, version: str = "") -> Settings:
    """Settings in which the models of a document are found."""
    return Settings(
        assets=Assets(roots=folders(file.split("/")[1])), target_format=f"sdf@{version}" if version else None
    )


def about(values: Values, robot: Robot) -> Values:
    """The values of one robot; where its meshes are is another matter."""
    return {
        path: each for path, each in values.items() if path.startswith(f"{robot.name}/") and not path.endswith("/uri")
    }


@pytest.mark.parametrize("file", DOCUMENTS)
def test_a_written_robot_reads_back_equal_twice(file: str, tmp_path: Path) -> None:
    try:
        found = robots(file)
    except InputError as error:
        pytest.skip(f"it is no XML: {error}")
    for robot in found:
        first, second = tmp_path / f"{len(list(tmp_path.iterdir()))}.sdf", tmp_path / "again.sdf"
        report = Report()
        try:
            robotfmt.write(robot, first, report=report, settings=settings_of(file))
        except ModelError:
            assert any(each in file for each in BROKEN)
            return
        back = robotfmt.read(first, report=Report(), settings=settings_of(file))
        robotfmt.write(back, second, settings=settings_of(file))
        # What Gazebo would refuse gets another value, which is reported: no mass, a body with the name of the world.
        said = {each.subject for code in ("sdf.default-inertia", "sdf.base") for each in report.having(code)}
        assert [each for each in diff(robot, back) if each.subject not in said] == []
        assert not report.having("convert.place-gone")
        assert first.read_bytes() == second.read_bytes()
        second.unlink()


@pytest.mark.slow
@pytest.mark.parametrize(("file", "version"), VERSIONED)
def test_libsdformat_reads_the_same(file: str, version: str, tmp_path: Path) -> None:
    source, warnings = read_with_libsdformat(REAL / file, folders(file.split("/")[1]))
    if not source["ok"]:
        pytest.skip("this libsdformat refuses the source")
    for index, robot in enumerate(robots(file)):
        path = tmp_path / f"{index}.sdf"
        robotfmt.write(robot, path, report=Report(), settings=settings_of(file, version))
        reading, new = read_with_libsdformat(path, folders(file.split("/")[1]))
        _agrees(reading, source, robot)
        assert len(new) <= len(warnings), new


def _agrees(reading: dict[str, Any], source: dict[str, Any], robot: Robot) -> None:
    assert reading["ok"], reading["errors"]
    theirs, ours = about(of_reading(source), robot), about(of_reading(reading), robot)
    assert theirs
    assert differences(theirs, ours, TOLERANCE) == []
