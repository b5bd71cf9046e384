"""Each column of the judge sees what it is for: one change of a robot is a difference of that column alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt

from .comparison import COLUMNS
from .of_drake import of_drake
from .of_mujoco import of_mujoco
from .of_pinocchio import of_pinocchio

_ROBOT = """<mujoco model="arm"><option gravity="0 0 -9"/><worldbody>
  <light name="sun" pos="0 0 3"/>
  <body name="base"><freejoint/><geom type="box" size=".1 .1 .1" rgba="1 0 0 1"/>
    <body name="upper" pos="0 0 1"><joint name="shoulder" axis="0 1 0" range="-60 60"/>
      <geom type="sphere" size=".1"/><camera name="eye" fovy="50"/>
      <body name="lower" pos="0 0 1"><joint name="elbow" axis="0 1 0"/><geom type="sphere" size=".1"/>
        <site name="wrist"/></body></body></body></worldbody>
  <actuator><motor name="drive" joint="elbow" ctrllimited="true" ctrlrange="-2 2"/></actuator>
  <equality><joint name="pull" joint1="elbow" joint2="shoulder" polycoef="0 2 0 0 0"/></equality>
  <sensor><gyro name="turning" site="wrist"/></sensor>
  <keyframe><key name="home" qpos="0 0 0 1 0 0 0 .5 .25"/></keyframe></mujoco>"""
_CHANGES = {
    "bodies": ('<geom type="sphere" size=".1"/><camera', '<geom type="sphere" size=".1" mass="9"/><camera'),
    "axes": ("-60 60", "-60 50"),
    "base": ("<freejoint/>", ""),
    "poses": ('"lower" pos="0 0 1"', '"lower" pos="0 0 2"'),
    "states": (".5 .25", ".5 .3"),
    "actuators": ("-2 2", "-3 2"),
    "couplings": ("0 2 0 0 0", "0 3 0 0 0"),
    "gravity": ("0 0 -9", "0 0 -8"),
    "contact": ("<actuator>", '<contact><exclude body1="base" body2="lower"/></contact><actuator>'),
    "colours": ("1 0 0 1", "1 1 0 1"),
    "cameras": ('fovy="50"', 'fovy="60"'),
    "sensors": ('<gyro name="turning" site="wrist"/>', ""),
    "beams": ('name="sun" pos="0 0 3"', 'name="sun" pos="0 0 3" dir="1 0 -1"'),
    "lights": ('<light name="sun" pos="0 0 3"/>', ""),
}


@pytest.mark.parametrize("column", _CHANGES)
def test_a_column_sees_its_change(column: str, tmp_path: Path) -> None:
    old, new = _CHANGES[column]
    text = _ROBOT.replace(old, new)
    if column == "base":
        text = text.replace("0 0 0 1 0 0 0 .5", ".5")
    (tmp_path / "before.xml").write_text(_ROBOT)
    (tmp_path / "after.xml").write_text(text)
    before, after = of_mujoco(tmp_path / "before.xml"), of_mujoco(tmp_path / "after.xml")
    assert text != _ROBOT
    seen = {name for name, compare in COLUMNS.items() if list(compare(before, after))}
    expected = "lights" if column == "beams" else column
    assert expected in seen
    assert seen <= {expected, "contact"}


def test_poses_that_do_not_change_a_shape_are_equal(tmp_path: Path) -> None:
    turned = _ROBOT.replace('type="box" size=".1 .1 .1"', 'type="box" size=".1 .1 .1" euler="90 0 90"')
    moved = _ROBOT.replace('type="box" size=".1 .1 .1"', 'type="box" size=".1 .1 .1" pos="0 0 .1"')
    readings = []
    for number, text in enumerate((_ROBOT, turned, moved)):
        (tmp_path / f"{number}.xml").write_text(text)
        readings.append(of_mujoco(tmp_path / f"{number}.xml"))
    assert list(COLUMNS["shapes"](readings[0], readings[1])) == []
    assert [each.subject for each in COLUMNS["shapes"](readings[0], readings[2])] == ["base"] * 4


def test_contacts_at_the_default_pose_are_the_same_in_all_programs(tmp_path: Path) -> None:
    large = _ROBOT.replace('<geom type="sphere" size=".1"/>\n', '<geom type="sphere" size="2.05"/>\n')
    apart = _ROBOT
    found = {}
    for name, text in (("large", large), ("apart", apart)):
        (source := tmp_path / f"{name}.xml").write_text(text)
        robotfmt.convert(source, tmp_path / f"{name}.sdf")
        robotfmt.convert(source, tmp_path / f"{name}.urdf")
        readings = of_mujoco(source), of_drake(tmp_path / f"{name}.sdf"), of_pinocchio(tmp_path / f"{name}.urdf")
        found[name] = [each.overlaps.deep for each in readings if each.overlaps is not None]
        for each in readings[1:]:
            assert list(COLUMNS["overlaps"](readings[0], each)) == []
    pair = frozenset(("base", "lower"))
    assert all(pair in each for each in found["large"])
    assert len(found["large"]) == 3
    assert not any(pair in each for each in found["apart"])
    before, after = (of_mujoco(tmp_path / f"{name}.xml") for name in ("apart", "large"))
    assert [each.subject for each in COLUMNS["overlaps"](before, after)] == ["base"]
