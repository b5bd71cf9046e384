"""Transmissions, controllers and what simulators are told, in robotfmt's technique."""

from __future__ import annotations

from featured import FEATURED, PLAIN
from reading import read_text, write_bytes

from robotfmt.diagnostics import Report
from robotfmt.formats import Feature
from robotfmt.model import (
    Box,
    CollisionMask,
    Geometry,
    Link,
    LinkSimulation,
    Purpose,
    Robot,
    Surface,
)
from robotfmt.model.record import replace

TOUCH = Surface(friction=0.9, friction_direction=(1.0, 0.0, 0.0), max_contacts=8)
BLOCK = Geometry(shape=Box((0.1, 0.2, 0.3)), purpose=Purpose.COLLISION)
HAND = Link(
    name="hand",
    visuals=(Geometry(shape=Box((1.0, 2.0, 3.0)), script="Gazebo/Blue", laser_retro=2.0),),
    collisions=(replace(BLOCK, surface=TOUCH), replace(BLOCK, surface=TOUCH)),
    simulation=LinkSimulation(gravity=False, wind=True),
)
FEET = (
    replace(BLOCK, collision_mask=CollisionMask(collides_with=6, category=1)),
    replace(BLOCK, surface=Surface(restitution=0.5)),
    BLOCK,
)
TOLD = replace(PLAIN, links=(*PLAIN.links[:2], HAND))
SURFACE = '<surface friction="0.9" friction_direction="1 0 0" max_contacts="8"/>'
ALL = '<shape link="hand" in="collision">'
SEEN = '<shape link="hand" in="visual" laser_retro="2" script="Gazebo/Blue"/>'
SIMULATION = '<simulation link="hand" gravity="false" wind="true"/>'
TRANSMISSION = '<transmission name="gear" type="transmission_interface/SimpleTransmission">'
END = '<joints name="hinge" offset="0.1">'


def document(robot: Robot) -> str:
    return write_bytes(robot, "collada").decode()


def test_what_is_written() -> None:
    text = document(TOLD)
    assert SURFACE in text
    assert (text.count("<shape "), ALL in text, SEEN in text, SIMULATION in text) == (2, True, True, True)


def test_what_is_read() -> None:
    hand = next(each for each in read_text(document(TOLD), "collada").links if each.name == "hand")
    assert [each.surface for each in hand.collisions] == [TOUCH, TOUCH]
    assert [(each.script, each.laser_retro) for each in hand.visuals] == [("Gazebo/Blue", 2.0)]
    assert hand.simulation == HAND.simulation


def test_shapes_that_differ_are_said_one_by_one() -> None:
    text = document(replace(PLAIN, links=(*PLAIN.links[:2], replace(HAND, collisions=FEET))))
    assert (text.count('in="collision" index="'), ALL in text) == (2, False)
    hand = read_text(text, "collada").link_by_name["hand"]
    assert [(each.surface, each.collision_mask) for each in hand.collisions] == [
        (each.surface, each.collision_mask) for each in FEET
    ]


def test_records_in_records() -> None:
    robot = FEATURED[Feature.TRANSMISSIONS]
    text = document(robot)
    assert TRANSMISSION in text
    assert END in text
    assert "<interfaces>EffortJointInterface</interfaces>" in text
    assert read_text(text, "collada").transmissions == robot.transmissions
    driven = FEATURED[Feature.CONTROLLERS]
    assert read_text(document(driven), "collada").controllers == driven.controllers


def test_joints_and_the_robot() -> None:
    robot = FEATURED[Feature.SIMULATION]
    read = read_text(document(robot), "collada")
    assert read.simulation == robot.simulation
    assert read.joint_by_name["hinge"].simulation == robot.joints[0].simulation


def test_nothing_is_written_of_nothing() -> None:
    assert 'type="model"' not in document(PLAIN)


def test_what_is_not_understood_stays_in_the_ledger() -> None:
    report = Report()
    text = (
        document(TOLD)
        .replace('link="hand" in="coll', 'link="foot" in="coll')
        .replace('gravity="false"', 'gravity="down"')
        .replace('in="visual"', 'in="visual" index="1"')
    )
    robot = read_text(text, "collada", report)
    hand = next(each for each in robot.links if each.name == "hand")
    assert {each.surface for each in hand.collisions} == {None}
    assert hand.visuals[0].script is None
    assert hand.simulation == LinkSimulation(wind=True)
    assert [each.name for each in robot.extensions] == ["shape", "shape", "gravity"]
