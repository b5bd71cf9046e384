"""Shapes keep their numbers: what is reported about one shape is about it, whatever happens to the others."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.diagnostics import Fate, Report
from robotfmt.facts import facts
from robotfmt.facts.shapes import numbered_as, with_places
from robotfmt.hub.conversion import Conversion
from robotfmt.model import Box, Geometry, Link, Purpose, Robot, Sphere
from robotfmt.model.record import replace

_MODEL = """<sdf version="1.9"><model name="stack"><link name="l">
  <collision name="void"><geometry><empty/></geometry></collision>
  <collision name="base"><geometry><box><size>1 2 3</size></box></geometry></collision>
  <collision name="wedge"><geometry>
    <polyline><point>0 0</point><point>1 0</point><point>0 1</point><height>0.5</height></polyline>
  </geometry></collision>
  <collision name="top"><geometry><sphere><radius>0.3</radius></sphere></geometry></collision>
</link></model></sdf>"""
_CUBES = """<robot name="r"><link name="l">{0}</link></robot>"""
_CUBE = '<collision><origin xyz="{0} 0 0"/><geometry><box size="{1} 1 1"/></geometry></collision>'


def converted(tmp_path: Path, name: str) -> Conversion:
    (tmp_path / "stack.sdf").write_text(_MODEL)
    return robotfmt.convert(tmp_path / "stack.sdf", tmp_path / name)


def about_shapes(report: Report, *fates: Fate) -> dict[str, str]:
    """Return the messages of diagnostics with some fates about shapes, by their subjects."""
    found = (each for each in report if each.fate in fates and "/collision/" in each.subject)
    return {each.subject: each.message for each in found if not each.subject.startswith("extension")}


@pytest.mark.parametrize("name", ["out.urdf", "out.xml", "out.dae"])
def test_a_shape_that_is_left_out_is_all_that_is_lost(name: str, tmp_path: Path) -> None:
    done = converted(tmp_path, name)
    assert about_shapes(done.report, Fate.LOST) == {"link/l/collision/0": "link 'l' collision 0: removed"}
    approximated = about_shapes(done.report, Fate.APPROXIMATED)
    assert {subject.split("/")[3] for subject in approximated} == {"2"}
    assert "link/l/collision/2/mesh" in approximated


def test_a_shape_that_is_left_out_leaves_the_others_kept(tmp_path: Path) -> None:
    done = converted(tmp_path, "out.urdf")
    before = facts(done.whole)
    void = [each for each in before if each.path[:4] == ("link", "l", "collision", "0")]
    assert done.tally.lost == len(void) + 2  # the base, and <empty/>
    assert done.tally.approximated == 3  # the kind of shape, the outline and the height, which are a mesh


def test_documents_that_differ_in_one_shape_differ_in_nothing_else(tmp_path: Path) -> None:
    cubes = [_CUBE.format(at, size) for at, size in ((0, 1), (1, 2), (2, 3))]
    for name, row in (("all", cubes), ("two", cubes[1:]), ("turned", cubes[::-1])):
        (tmp_path / f"{name}.urdf").write_text(_CUBES.format("".join(row)))
    whole, two, turned = (robotfmt.read(tmp_path / f"{name}.urdf") for name in ("all", "two", "turned"))
    assert [str(each) for each in robotfmt.diff(whole, two)] == ["link 'l' collision 0: removed"]
    assert [each.wording.words for each in robotfmt.diff(two, whole)] == ["added"]
    assert robotfmt.diff(whole, turned) == []


def test_a_shape_that_changed_is_compared_with_its_namesake(tmp_path: Path) -> None:
    shape = '<collision name="{0}"><geometry><box size="{1} 1 1"/></geometry></collision>'
    for name, row in (("one", ["abc", (1, 2, 3)]), ("other", ["bc", (2, 4)])):
        shapes = (shape.format(*each) for each in zip(*row, strict=True))
        (tmp_path / f"{name}.urdf").write_text(_CUBES.format("".join(shapes)))
    found = robotfmt.diff(robotfmt.read(tmp_path / "one.urdf"), robotfmt.read(tmp_path / "other.urdf"))
    assert [str(each) for each in found] == [
        "link 'l' collision 0: removed",
        "link 'l' collision 2: size 3 1 1 -> 4 1 1 m",
    ]


def test_the_parts_of_a_divided_shape_have_the_number_of_the_shape_and_new_ones() -> None:
    shapes = tuple(Geometry(shape=Box((size, 1.0, 1.0)), purpose=Purpose.COLLISION) for size in (1.0, 2.0, 3.0))
    robot = with_places(Robot(links=(Link(name="l", collisions=shapes),)))
    assert isinstance(robot, Robot)
    one, two, _ = robot.links[0].collisions
    ball = Geometry(shape=Sphere(1.0), purpose=Purpose.COLLISION)
    adapted = replace(robot, links=(replace(robot.links[0], collisions=(two, two, one, ball)),))
    assert numbers(adapted) == ["1", "3", "0", "4"]
    back = Robot(links=(replace(adapted.links[0], collisions=tuple(replace(each, place=None) for each in (two, one))),))
    assert numbers(back) == ["0", "1"]
    fewer = replace(adapted, links=(replace(adapted.links[0], collisions=(two, one)),))
    assert {each.path[3] for each in numbered_as(facts(back), facts(fewer)) if len(each.path) > 3} == {"1", "0"}


def numbers(robot: Robot) -> list[str]:
    """Return the numbers of the shapes of a robot, in the order of its facts."""
    return list(dict.fromkeys(each.path[3] for each in facts(robot) if len(each.path) > 3))


_UNNAMED = """<mujoco model="m"><compiler angle="radian"/><asset><mesh name="gone" file="gone.stl"/></asset><worldbody>
  <body name="l"><geom type="mesh" mesh="gone" contype="0" conaffinity="0" group="2"/>
    <geom name="base" type="box" size=".1 .2 .3" group="3"/><geom name="top" type="sphere" size=".1" group="3"/>
    <geom type="box" size=".3 .2 .1" group="3"/></body></worldbody></mujoco>"""


def test_shapes_without_names_may_change_places(tmp_path: Path) -> None:
    """The geom of a missing mesh is left out, and another one without a name takes its place in the document."""
    (tmp_path / "in.xml").write_text(_UNNAMED)
    done = robotfmt.convert(tmp_path / "in.xml", tmp_path / "out.xml")
    assert done.report.having("mjcf.no-file")
    names = [each.name for each in robotfmt.read(tmp_path / "out.xml").links[0].collisions]
    assert sorted(name or "" for name in names) == ["", "base", "top"]
