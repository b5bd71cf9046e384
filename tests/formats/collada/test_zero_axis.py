"""A fixed joint whose axis is 0 0 0: the document has a direction, as COLLADA requires."""

from __future__ import annotations

from pathlib import Path

from lxml import etree

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import Axis, Joint, JointType, Link, Robot

URDF = """\
<robot name="r">
  <link name="a"/>
  <link name="b"/>
  <joint name="j" type="fixed"><parent link="a"/><child link="b"/><axis xyz="0 0 0"/></joint>
</robot>
"""


def test_a_zero_axis_is_read_back_without_a_report(tmp_path: Path) -> None:
    axes = (Axis(direction=(0.0, 0.0, 0.0)),)
    joint = Joint(name="j", type=JointType.FIXED, parent="a", child="b", axes=axes)
    path = tmp_path / "r.dae"
    robotfmt.write(Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(joint,)), path)
    report = Report()
    (found,) = robotfmt.read(path, report=report).joints
    assert (found.type, found.axes) == (JointType.FIXED, ())
    assert not report.having("collada.zero-axis")
    hinges = etree.parse(path).iter("{*}revolute")
    assert [each.findtext("{*}axis") for each in hinges] == ["1 0 0"]


def test_a_zero_axis_comes_back_from_collada(tmp_path: Path) -> None:
    source, there, back = (tmp_path / name for name in ("r.urdf", "r.dae", "back.urdf"))
    source.write_text(URDF, encoding="utf-8")
    assert not robotfmt.convert(source, there, keep=True).findings
    robotfmt.convert(there, back)
    assert 'xyz="0 0 0"' in back.read_text(encoding="utf-8")
