"""Parts that a document calls otherwise: what it has of them is kept, what differs is reported, and the name once."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES, WORLDS

import robotfmt
from robotfmt import Report, edit, formats
from robotfmt.context import Context
from robotfmt.diagnostics import Diagnostic, Fate
from robotfmt.errors import InternalError
from robotfmt.facts import facts
from robotfmt.facts.names import in_first_names, named_as, with_names
from robotfmt.hub.conversion import Conversion
from robotfmt.model import Inertial, Joint, JointType, Light, LightType, Link, PlacedRobot, Robot, World
from robotfmt.model.record import replace

PLUGIN = "<plugin name='motor' filename='libmotor.so'/>"
WORLD = """<sdf version="1.9"><world name="hall">
<model name="left"><link name="base"><inertial><mass>1</mass></inertial></link>{more}</model>
<model name="right"><link name="base"><inertial><mass>1</mass></inertial></link></model>
</world></sdf>"""


def test_content_of_a_renamed_robot_is_lost(tmp_path: Path) -> None:
    """An MJCF calls the robots after their bodies, ``left/base`` and ``right/base``."""
    assert [each for each in _lost(PLUGIN, tmp_path / "out.xml") if "<plugin>" in each]
    assert not [each for each in _lost("", tmp_path / "out.xml") if "<plugin>" in each]


def test_content_that_the_format_stores_is_not_lost(tmp_path: Path) -> None:
    assert _lost(PLUGIN, tmp_path / "out.sdf") == []


def test_only_the_names_of_renamed_parts_are_converted(tmp_path: Path) -> None:
    done = _converted("", tmp_path / "out.xml")
    names = [each for each in done.report if each.code == "mjcf.renamed-part" and "added" not in each.message]
    assert {each.subject for each in names if "virtual joint" not in each.subject} == {
        *("robot/left", "robot/left/link/base", "robot/right", "robot/right/link/base")
    }
    assert _message(names, "robot/left") == "robot 'left' is called 'left/base'"
    assert _message(names, "robot/right/link/base") == "right: link 'base' is called 'right/base'"
    assert (done.tally.converted, done.tally.lost) == (4, 0)
    assert done.tally.kept == len(facts(done.world)) - 4


def test_arms_are_where_they_were_under_other_names(tmp_path: Path) -> None:
    done = robotfmt.convert(WORLDS / "two_arms.sdf", tmp_path / "out.xml")
    assert done.tally.kept > 80
    assert {each.subject for each in done.report if each.fate is Fate.LOST} == {
        *(f"robot/{arm}/joint/{joint}/velocity" for arm in ("left", "right") for joint in ("shoulder", "elbow")),
        "joint/right_grip",
    }


def test_robots_of_one_name_that_sdf_cannot_have(tmp_path: Path) -> None:
    robot = Robot(name="world", links=(Link(name="__base__"), Link(name="arm")), joints=(_fixed("__base__", "arm"),))
    world = World(robots=(PlacedRobot(name="world", robot=robot),))
    report = Report()
    robotfmt.write(world, tmp_path / "out.sdf", report=report)
    messages = {each.message for each in report.having("sdf.renamed")}
    assert "robot 'world' is called 'model_world'" in messages
    assert "world: link '__base__' is called 'link_base'" in messages


def test_damage_under_another_name_is_noticed(tmp_path: Path) -> None:
    """A name that differs hides nothing: a writer that makes a renamed link heavier is found out."""
    world = robotfmt.read_world(WORLDS / "two_arms.sdf")
    format, report = formats.find("mjcf"), Report()
    write = format.write_world
    assert write is not None

    def damaged(it: World, context: Context) -> dict[str, bytes]:
        first, *others = it.robots
        made = edit.rename(first.robot, links={"left/tool": "left/hook"})
        return write(replace(it, robots=(replace(first, robot=made), *others)), context)

    with formats.added(replace(format, write_world=damaged)), pytest.raises(InternalError):
        robotfmt.write(world, tmp_path / "out.xml", report=report)
    assert "robot/left/link/tool" in {each.subject for each in report.errors}


def test_names_that_two_parts_exchange() -> None:
    robot = with_names(Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(_fixed("a", "b"),)))
    swapped = edit.rename(robot, links={"a": "b", "b": "a"})
    found = robotfmt.diff(robot, swapped)
    assert [str(each) for each in found] == ["link 'a' is called 'b'", "link 'b' is called 'a'"]


def test_parts_made_of_one_part_do_not_get_its_first_name() -> None:
    robot = with_names(Robot(name="r", links=(Link(name="a"),)))
    (link,) = robot.links
    several = replace(robot, links=(replace(link, name="a_1"), replace(link, name="a_2")))
    assert [each.name for each in in_first_names(several).links] == ["a_1", "a_2"]
    beside = replace(robot, links=(link, replace(link, name="a_2")))
    assert [each.name for each in in_first_names(beside).links] == ["a", "a_2"]


def test_a_part_of_another_kind_is_not_called_otherwise() -> None:
    """What is known of an inertial decides which feature it is, not its name."""
    one, other = (Link(name="a", inertial=each) for each in (Inertial(mass=1.0), Inertial(computed=True)))
    found = robotfmt.diff(Robot(name="r", links=(one,)), Robot(name="r", links=(other,)))
    assert found
    assert not [each for each in found if each.is_renaming or " is called " in str(each)]


def test_lights_of_one_name(tmp_path: Path) -> None:
    lamp = Light(name="lamp", type=LightType.POINT)
    robot = with_names(Robot(name="r", links=(Link(name="a", lights=(lamp,)), Link(name="b", lights=(lamp,)))))
    one, other = robot.links
    called = replace(robot, links=(one, replace(other, lights=(replace(other.lights[0], name="lamp_2"),))))
    assert [str(each) for each in robotfmt.diff(robot, called)] == ["link 'b' light lamp is called 'lamp_2'"]
    read = Robot(name="r", links=(Link(name="a", lights=(lamp,)), _link("b", "lamp_2")))
    assert robotfmt.diff(called, named_as(read, called)) == []


def _link(name: str, light: str) -> Link:
    return Link(name=name, lights=(Light(name=light, type=LightType.POINT),))


def _fixed(parent: str, child: str) -> Joint:
    return Joint(name="j", type=JointType.FIXED, parent=parent, child=child)


def _message(found: list[Diagnostic], subject: str) -> str:
    (message,) = (each.message for each in found if each.subject == subject)
    return message


def _converted(more: str, output: Path) -> Conversion:
    source = output.with_name("in.sdf")
    source.write_text(WORLD.format(more=more))
    return robotfmt.convert(source, output, overwrite=True)


def _lost(plugin: str, output: Path) -> list[str]:
    return [each.message for each in _converted(plugin, output).report if each.fate is Fate.LOST]


def test_a_part_that_an_overlay_calls_otherwise_is_there_once(tmp_path: Path) -> None:
    """The spheres of an OpenRAVE robot have another name in the SRDF, which adds to that robot."""
    report = Report()
    robotfmt.convert(FIXTURES / "openrave_xml" / "arm.robot.xml", tmp_path / "arm.srdf", report=report)
    (line,) = report.having("srdf.spheres")
    assert line.message == "spheres spheres is called 'collision_spheres'"
