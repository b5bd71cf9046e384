"""Unrecognised content that a conversion puts elsewhere or renames on its way is lost where no output has it."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.diagnostics import Fate, Report

_MJCF = """<mujoco model="arm"><worldbody><body name="base"><geom size=".1"/>
  <body name="arm"><joint name="turn" type="hinge"
    solreflimit="0.01 1"/><geom size=".1" solref="0.01 1"/></body></body></worldbody></mujoco>"""
_URDF = """<robot name="arm"><link name="base"/><link name="arm"/>
  <joint name="mount" type="fixed"><parent link="base"/><child link="arm"/></joint>
  <gazebo><plugin name="mimic" filename="libmimic.so"><joint>mount</joint></plugin></gazebo></robot>"""
_SCENE = """<mujoco><worldbody><geom name="floor" type="plane" size="2 2 .1" condim="6"/>
  <body name="base"><geom size=".1"/><body name="arm"><joint name="turn"/><geom size=".1"/></body></body>
</worldbody></mujoco>"""
_CASES = {
    "a base that becomes a joint to the world": (_MJCF, "a.xml", "b.sdf", {"solreflimit", "solref"}),
    "a joint that gets another name": (_URDF, "a.urdf", "b.xml", {"<plugin>"}),
    "a part that is not read": (_SCENE, "a.xml", "b.urdf", set[str]()),
}


@pytest.mark.parametrize("case", _CASES)
def test_lost_content_is_not_called_passed_through(case: str, tmp_path: Path) -> None:
    text, source, output, words = _CASES[case]
    (tmp_path / source).write_text(text)
    report = Report()
    robotfmt.convert(tmp_path / source, tmp_path / output, report=report)
    assert [str(each) for each in report if each.fate is Fate.PASSED_THROUGH] == []
    lost = [each.message for each in report if each.fate is Fate.LOST and "output format stores it" in each.message]
    assert {word for word in words if any(word in message for message in lost)} == words


def test_content_that_an_output_has_under_another_name_is_there(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(_MJCF)
    report = Report()
    robotfmt.convert(tmp_path / "a.xml", tmp_path / "b.xml", report=report)
    assert len([each for each in report if each.fate is Fate.PASSED_THROUGH]) == 2
    assert not report.having("convert.no-place")
