"""A frame of SDF before 1.7 may have the name of a link; libsdformat gives it another one."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.diagnostics import Report

_MODEL = """<sdf version="1.6"><model name="m">
  <link name="a"/><link name="a_frame"/>
  <joint name="j" type="fixed"><parent>a</parent><child>a_frame</child></joint>
  <frame name="a"/>
</model></sdf>"""


@pytest.mark.parametrize("suffix", ["sdf", "xml", "urdf"])
def test_a_frame_with_the_name_of_a_link_has_a_name_of_its_own(suffix: str, tmp_path: Path) -> None:
    (source := tmp_path / "m.sdf").write_text(_MODEL)
    report = Report()
    robot = robotfmt.read(source, report=report)
    names = [*robot.link_by_name, *(each.name for each in robot.frames)]
    assert len(set(names)) == len(names) == 3
    assert len(report.having("sdf.renamed")) == 1
    robotfmt.convert(source, tmp_path / f"out.{suffix}", allow=["mjcf.massless", "mjcf.inertia"])
