"""Unrecognised content that would be understood where it is written: it is kept apart, and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import BROKEN

import robotfmt
from robotfmt.diagnostics import Report

SOUND = (BROKEN / "collada" / "sound.dae").read_text()
ACTUATOR = (BROKEN / "collada" / "sound.actuator.dae").read_text()
JOINT = SOUND[SOUND.index("<joint sid") : SOUND.index("</joint>") + len("</joint>")]


def replaced(text: str, old: str, new: str) -> str:
    """A text with something else in it."""
    assert text.count(old) == 1
    return text.replace(old, new)


DOCUMENTS = {
    "limits of an axis that does not exist": (BROKEN / "conversion" / "convert.kept-apart.dae").read_text(),
    "a second joint of one sid": replaced(SOUND, JOINT, JOINT + JOINT.replace("<min>-90", "<min>-45")),
    "the same joint twice": replaced(SOUND, JOINT, JOINT + JOINT),
    "an actuator that nothing refers to": replaced(
        ACTUATOR, '<instance_actuator url="#motor"/>', "<instance_actuator/>"
    ),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_it_is_kept_apart(name: str, tmp_path: Path) -> None:
    source, output, again = (tmp_path / each for each in ("in.dae", "out.dae", "again.dae"))
    source.write_text(DOCUMENTS[name])
    report = Report()
    robotfmt.convert([source], [output], report=report)
    apart = report.having("convert.kept-apart")
    assert apart
    assert output.read_text().count("<extension ") >= len(apart)
    assert robotfmt.diff(robotfmt.read(source), robotfmt.read(output)) == []
    # What is apart stays there, without a further word.
    second = Report()
    robotfmt.convert([output], [again], report=second)
    assert robotfmt.diff(robotfmt.read(output), robotfmt.read(again)) == []
    assert output.read_text().count("<extension ") == again.read_text().count("<extension ")


def test_what_reads_back_stays_at_its_place(tmp_path: Path) -> None:
    source, output = tmp_path / "in.dae", tmp_path / "out.dae"
    source.write_text(replaced(SOUND, '<joint sid="swing" name="swing">', '<joint sid="swing" name="swing"><paint/>'))
    report = Report()
    robotfmt.convert([source], [output], report=report)
    assert report.having("convert.kept-apart") == []
    assert "<extension " not in output.read_text()
    assert "<paint" in output.read_text()
