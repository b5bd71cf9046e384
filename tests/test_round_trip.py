"""Every fixture, through every format that can be written: read back, it says what the report promises."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import fixtures
from renamed import under_first_names

import robotfmt
from robotfmt import formats
from robotfmt.diagnostics import Fate
from robotfmt.facts import facts

pytestmark = pytest.mark.slow
URDFS = fixtures(".urdf")
DOCUMENTS = [*URDFS, *fixtures(".dae")]
WRITTEN = [each for each in formats.all_formats() if each.write is not None]
SUFFIXES = [(suffix, each.overlay) for each in WRITTEN for suffix in each.suffixes]
"""Every suffix that can be written, and whether such a document stands beside another one."""


def name_of(value: object) -> str:
    return str(getattr(value, "name", value))


@pytest.mark.parametrize(("suffix", "is_overlay"), SUFFIXES)
@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_facts_without_a_report_read_back(path: Path, suffix: str, is_overlay: bool, tmp_path: Path) -> None:
    output = tmp_path / f"robot{suffix}"
    done = robotfmt.convert(path, output, allow=("mjcf.massless", "mjcf.inertia"))
    there = robotfmt.read(path, output) if is_overlay else robotfmt.read(output)
    reported = {each.subject for each in done.report if each.fate is not None}
    back = under_first_names(there, done.report)
    different = {str(each.subject) for each in robotfmt.diff(done.robot, back)}
    assert {each for each in different if not covered(each, reported)} == set()
    assert facts(there)


def covered(subject: str, reported: set[str]) -> bool:
    """Whether a fact, or the thing that it is part of, is reported; of content that moved, its old place is."""
    moved = {each.split("/")[-3:] == subject.split("/")[-3:] for each in reported if each.startswith("extension/")}
    return True in moved or any(subject == each or subject.startswith(f"{each}/") for each in reported if each)


@pytest.mark.parametrize("path", URDFS, ids=name_of)
def test_through_the_other_format_and_back(path: Path, tmp_path: Path) -> None:
    there = robotfmt.convert(path, tmp_path / "there.dae", keep=True)
    back = robotfmt.convert(tmp_path / "there.dae", tmp_path / "back.urdf", keep=True)
    assert not back.report.having(Fate.LOST)
    assert [each.name for each in back.robot.joints] == [each.name for each in there.robot.joints]
    assert robotfmt.diff(there.robot, robotfmt.read(tmp_path / "back.urdf")) == []
