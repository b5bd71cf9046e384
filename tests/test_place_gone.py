"""Unrecognised content that would be understood where it is written: it is left out, reported, and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import BROKEN

import robotfmt
from robotfmt.diagnostics import Fate, Report

SOUND = (BROKEN / "collada" / "sound.dae").read_text()
JOINT = SOUND[SOUND.index("<joint sid") : SOUND.index("</joint>") + len("</joint>")]


def replaced(text: str, old: str, new: str) -> str:
    """A text with something else in it."""
    assert text.count(old) == 1
    return text.replace(old, new)


DOCUMENTS = {
    "limits of an axis that does not exist": (BROKEN / "conversion" / "convert.ambiguous.dae").read_text(),
    "a second joint of one sid": replaced(SOUND, JOINT, JOINT + JOINT.replace("<min>-90", "<min>-45")),
    "the same joint twice": replaced(SOUND, JOINT, JOINT + JOINT),
}


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("keep", [False, True])
def test_content_without_a_place_is_lost_or_stored(name: str, keep: bool, tmp_path: Path) -> None:
    source, output = tmp_path / "in.dae", tmp_path / "out.dae"
    source.write_text(DOCUMENTS[name])
    report = Report()
    robotfmt.convert(source, output, report=report, keep=keep)
    gone = report.having("kept.stored" if keep else "convert.place-gone")
    assert gone
    assert {each.fate for each in gone} == {Fate.STORED if keep else Fate.LOST}
    found = robotfmt.diff(robotfmt.read(source), robotfmt.read(output))
    assert bool(found) is not keep
    assert all(each.path[0] == "extension" for each in found)


def test_content_that_reads_back_stays_at_its_place(tmp_path: Path) -> None:
    source, output = tmp_path / "in.dae", tmp_path / "out.dae"
    source.write_text(replaced(SOUND, '<joint sid="swing" name="swing">', '<joint sid="swing" name="swing"><paint/>'))
    report = Report()
    robotfmt.convert(source, output, report=report)
    assert report.having("convert.place-gone") == []
    assert "<paint" in output.read_text()
