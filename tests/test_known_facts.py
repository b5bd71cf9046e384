"""Facts of a robot after a step: those of the parts that the step left alone are not worked out again."""

from __future__ import annotations

from robotfmt.facts import facts
from robotfmt.model import Box, Geometry, Joint, JointType, Link, Material, PlacedRobot, Robot, World
from robotfmt.model.record import replace

RED, BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)
BODY = Geometry(shape=Box(size=(1.0, 1.0, 1.0)), material=Material(name="paint"))
ARM = Robot(
    name="arm",
    materials=(Material(name="paint", color=RED),),
    links=(Link(name="base", visuals=(BODY,)), Link(name="hand")),
    joints=(Joint(name="wrist", type=JointType.FIXED, parent="base", child="hand"),),
)


def values(robot: Robot) -> dict[str, object]:
    """The value of each fact by its path."""
    return {fact.subject: fact.value for fact in facts(robot)}


def test_parts_that_stay_have_the_same_facts() -> None:
    first = {fact.subject: fact for fact in facts(ARM)}
    other = replace(ARM, links=(ARM.links[0], Link(name="hand", static=True)))
    second = {fact.subject: fact for fact in facts(other)}
    assert second["link/base"] is first["link/base"]
    assert second["joint/wrist/type"] is first["joint/wrist/type"]
    assert second["link/hand"] is not first["link/hand"]
    assert second.keys() - first.keys() == {"link/hand/static"}


def test_a_color_follows_the_materials_of_the_robot() -> None:
    assert values(ARM)["link/base/visual/0/color"] == RED
    painted = replace(ARM, materials=(Material(name="paint", color=BLUE),))
    assert values(painted)["link/base/visual/0/color"] == BLUE
    assert values(ARM)["link/base/visual/0/color"] == RED


def test_a_part_at_another_path_has_other_facts() -> None:
    twice = replace(ARM, links=(ARM.links[1], *ARM.links))
    assert {"link/hand", "link/hand#2", "link/base"} < values(twice).keys()
    loop = replace(ARM, joints=(), loops=ARM.joints)
    assert "loop/wrist" in values(loop)
    assert "joint/wrist" not in values(loop)


def test_robots_of_a_world_are_known() -> None:
    robots = [replace(ARM, name=f"arm_{number}") for number in range(10)]
    alone = [facts(each) for each in robots]
    world = World(robots=tuple(PlacedRobot(name=f"{each.name}", robot=each) for each in robots))
    assert {fact.owner for fact in facts(world)} == {None, *(each.name for each in robots)}
    assert all(facts(each) is its for each, its in zip(robots, alone, strict=True))
