"""A world as one robot: what belongs to the world goes with it, or is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt import Report
from robotfmt.diagnostics import Fate
from robotfmt.edit.worlds import as_one
from robotfmt.model import JointType

_BOX = '<freejoint/><geom type="box" size=".1 .1 .1" mass="1"/>'
_WORLD = f"""<mujoco model="pair"><option gravity="0 0 {{0}}"/><worldbody>
<body name="lower">{_BOX}</body><body name="upper" pos="0 0 .3">{_BOX}</body></worldbody>
<equality><weld name="bond" body1="lower" body2="upper" active="{{1}}"/></equality></mujoco>"""
_SDF = """<sdf version="1.9"><world name="w"><light name="sun" type="directional"><direction>0 0 -1</direction></light>
<model name="m"><static>true</static><link name="l"/></model></world></sdf>"""


def mjcf(folder: Path, gravity: str = "-9.81", active: str = "true") -> Path:
    path = folder / "pair.xml"
    path.write_text(_WORLD.format(gravity, active))
    return path


def test_unrecognised_content_of_a_world_refers_to_the_parts_by_their_new_names(tmp_path: Path) -> None:
    robot = as_one(robotfmt.read_world(mjcf(tmp_path, active="false")))
    (weld,) = (each for each in robot.extensions if each.name == "weld")
    assert 'body1="lower_lower"' in weld.content
    assert 'body2="upper_upper"' in weld.content


def test_a_constraint_between_robots_that_is_not_read_is_lost_and_not_passed_through(tmp_path: Path) -> None:
    done = robotfmt.convert(mjcf(tmp_path, active="false"), tmp_path / "one.urdf", as_one=True)
    (lost,) = (each for each in done.report.having(Fate.LOST) if "<weld" in each.message)
    assert lost.severity.value == "warning"
    assert done.tally.lost
    assert not [each for each in done.report.having(Fate.PASSED_THROUGH) if "weld" in each.message]


def test_a_weld_joins_two_robots(tmp_path: Path) -> None:
    robot = as_one(robotfmt.read_world(mjcf(tmp_path)))
    (weld,) = (each for each in robot.all_joints if {each.parent, each.child} == {"lower_lower", "upper_upper"})
    assert weld.type is JointType.FIXED


@pytest.mark.parametrize(("gravity", "count"), [("-9.81", 0), ("-9.8", 0), ("-1.62", 1), ("0", 1)])
def test_another_gravity_than_the_usual_one_is_reported(gravity: str, count: int, tmp_path: Path) -> None:
    report = Report()
    as_one(robotfmt.read_world(mjcf(tmp_path, gravity)), report)
    assert len(report.having("edit.not-taken-over")) == count


def test_the_lights_of_a_world_are_on_its_link(tmp_path: Path) -> None:
    (tmp_path / "w.sdf").write_text(_SDF)
    robot = as_one(robotfmt.read_world(tmp_path / "w.sdf"))
    assert [each.name for each in robot.links[0].lights] == ["sun"]


def test_masses_of_shapes_are_added_to_their_links_in_worlds_too(tmp_path: Path) -> None:
    done = robotfmt.convert(mjcf(tmp_path), tmp_path / "pair.sdf")
    assert isinstance(done.whole, robotfmt.World)
    about = [each for each in done.report if each.subject.endswith("/mass")]
    assert [each.fate for each in about] == [Fate.CONVERTED, Fate.CONVERTED]
    assert not [each for each in done.report.having(Fate.LOST) if "mass" in each.message]
