"""Worlds that we write: libsdformat 12 reads the same models, frames and lights of them as of their sources."""

from __future__ import annotations

from pathlib import Path

import pytest
from libsdformat import read_with_libsdformat
from real import WORLDS, some

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model.record import replace

from .sdf_facts import differences, of_reading
from .test_sdf_readings import REAL, folders, read
from .test_sdf_written import ACCEPTED, TOLERANCE, settings_of

REAL_WORLDS = [each for each in ACCEPTED if (REAL / each).exists() and b"<world" in (REAL / each).read_bytes()]
VERSIONED = some([(file, version) for file in REAL_WORLDS for version in ("", "1.7")], 13)


def of_world(path: Path, places: tuple[Path, ...] = ()) -> tuple[dict[str, object], list[str]]:
    """What the library reads of all models, and what it warns of."""
    reading, warnings = read_with_libsdformat(path, places)
    assert reading["ok"], reading["errors"]
    found = of_reading(reading)
    return {name: each for name, each in found.items() if not name.endswith("/uri")}, warnings


@pytest.mark.slow
@pytest.mark.parametrize(("file", "version"), VERSIONED)
def test_libsdformat_reads_the_same_world(file: str, version: str, tmp_path: Path) -> None:
    places = folders(file.split("/")[1])
    source, warnings = read_with_libsdformat(REAL / file, places)
    if not source["ok"]:
        pytest.skip("this libsdformat refuses the source")
    path = tmp_path / "world.sdf"
    robotfmt.write(read(file), path, report=Report(), settings=settings_of(file, version))
    ours, new = of_world(path, places)
    theirs = {name: each for name, each in of_reading(source).items() if not name.endswith("/uri")}
    assert theirs or not source["worlds"][0]["models"]
    assert differences(theirs, ours, TOLERANCE) == []
    assert len(new) <= len(warnings), new


@pytest.mark.parametrize("path", sorted(WORLDS.glob("*.sdf")), ids=lambda path: str(path.stem))
def test_libsdformat_reads_written_worlds_alike(path: Path, tmp_path: Path) -> None:
    """Joints between models are new to it: they are left out on both sides."""
    world, output = robotfmt.read_world(path), tmp_path / "world.sdf"
    robotfmt.write(replace(world, joints=()), output, report=Report())
    theirs, _ = of_world(path)
    ours, _ = of_world(output)
    assert theirs
    assert differences(theirs, ours, TOLERANCE) == []
