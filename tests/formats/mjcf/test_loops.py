"""Equalities that hold two bodies together are joints that close loops, in every format that has such."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from programs import oracle

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import JointType

BARS = """
<mujoco model="bars"><compiler angle="radian"/><default><equality solref=".005 1"/></default><worldbody>
  <body name="frame"><inertial pos="0 0 0" mass="1" diaginertia=".1 .1 .1"/>
    <body name="left"><joint name="a" axis="0 1 0"/><geom size=".02" fromto="0 0 0 0 0 .3" type="capsule"/>
      <body name="bar" pos="0 0 .3" euler="0 1.5707963267948966 0"><joint name="b" axis="0 1 0" ref=".2"/>
        <geom size=".1"/>
        <body name="plate"><joint name="p" axis="0 1 0"/><geom size=".1"/></body></body></body>
    <body name="right" pos=".4 0 0"><joint name="c" axis="0 1 0"/><geom size=".1"/></body></body></worldbody>
  <equality>
    <connect body1="bar" body2="right" anchor="0 0 .4" solimp=".9 .9 .001"/>
    <weld name="a" body1="plate" body2="left" torquescale=".5"/>
    <weld name="glue" body1="plate" body2="right" relpose="0 0 .1 2 0 0 0"/>
    <connect name="off" active="false" body1="bar" body2="left" anchor="0 0 0"/>
    <connect name="ground" body1="bar" body2="world" anchor="0 0 0"/>
  </equality></mujoco>
"""


@pytest.fixture
def bars(tmp_path: Path) -> Path:
    (tmp_path / "bars.xml").write_text(BARS, encoding="utf-8")
    return tmp_path / "bars.xml"


def test_connect_equalities_are_loops(bars: Path) -> None:
    pin, weld, glue = robotfmt.read(bars).loops
    assert (pin.name, pin.type, pin.parent, pin.child) == ("bar_right_loop", JointType.BALL, "bar", "right")
    assert pin.pose_in_parent is not None and pin.pose_in_parent.xyz == (0, 0, 0.4)
    assert pin.pose_in_child is not None and pin.pose_in_child.xyz == pytest.approx((0, 0, 0.3))
    assert (weld.name, weld.type, weld.child) == ("a_loop", JointType.FIXED, "left")
    assert weld.pose_at_zero.xyz == pytest.approx((0.3, 0, 0))
    assert glue.pose_at_zero.xyz == (0, 0, 0.1)


def test_connect_equalities_stay_as_they_are_in_mjcf(bars: Path, tmp_path: Path) -> None:
    for source, out in ((bars, tmp_path / "one.xml"), (tmp_path / "one.xml", tmp_path / "two.xml")):
        robotfmt.convert(source, out)
    assert (tmp_path / "one.xml").read_bytes() == (tmp_path / "two.xml").read_bytes()
    root = ElementTree.parse(tmp_path / "one.xml").getroot()
    assert root.find("custom") is None
    assert [(each.tag, each.get("name")) for each in root.iterfind("equality/*")] == [
        ("connect", "bar_right_loop"),
        ("weld", "a"),
        ("weld", "glue"),
        ("connect", "off"),
        ("connect", "ground"),
    ]
    mujoco = oracle("mujoco")
    before, after = (mujoco.MjModel.from_xml_path(str(each)) for each in (bars, tmp_path / "one.xml"))
    for name in ("eq_data", "eq_type", "eq_obj1id", "eq_obj2id", "eq_solref", "eq_solimp", "eq_active0"):
        assert abs(getattr(before, name).astype(float) - getattr(after, name)).max() < 1e-9, name


def test_loops_of_mjcf_are_joints_of_sdf(bars: Path, tmp_path: Path) -> None:
    report = Report()
    robotfmt.convert(bars, tmp_path / "bars.sdf", report=report)
    joints = ElementTree.parse(tmp_path / "bars.sdf").iter("joint")
    found = {each.get("name"): (each.get("type"), each.findtext("child")) for each in joints}
    assert found["bar_right_loop"] == ("ball", "right")
    assert found["a_loop"] == ("fixed", "left")
    moved = [each.subject for each in report.having("sdf.open-loop")]
    assert moved == ["loop/glue/position", "loop/glue/rotation"]
    back = robotfmt.read(tmp_path / "bars.sdf").loops
    assert [each.name for each in back] == ["bar_right_loop", "a_loop", "glue"]
