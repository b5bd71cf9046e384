"""Transmissions, controllers and what simulators are told, in robotfmt's technique."""

from __future__ import annotations

from featured import FEATURED, PLAIN
from reading import read_text, write_bytes

from robotfmt.diagnostics import Report
from robotfmt.formats import Feature
from robotfmt.model import Link, LinkSimulation, Robot, Surface
from robotfmt.model.record import replace

HAND = Link(
    name="hand",
    surface=Surface(friction=0.9, friction_direction=(1.0, 0.0, 0.0), max_contacts=8),
    simulation=LinkSimulation(gravity=False, material="Gazebo/Blue"),
)
TOLD = replace(PLAIN, links=(*PLAIN.links[:2], HAND))
SURFACE = '<surface link="hand" friction="0.9" friction_direction="1 0 0" max_contacts="8"/>'
SIMULATION = '<simulation link="hand" gravity="false" material="Gazebo/Blue"/>'
TRANSMISSION = '<transmission name="gear" type="transmission_interface/SimpleTransmission">'
END = '<joints name="hinge" offset="0.1">'


def document(robot: Robot) -> str:
    return write_bytes(robot, "collada").decode()


def test_what_is_written() -> None:
    text = document(TOLD)
    assert SURFACE in text
    assert SIMULATION in text


def test_what_is_read() -> None:
    hand = next(each for each in read_text(document(TOLD), "collada").links if each.name == "hand")
    assert (hand.surface, hand.simulation) == (HAND.surface, HAND.simulation)


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
        document(TOLD).replace('link="hand"', 'link="foot"', 1).replace('gravity="false"', 'gravity="down"')
    )
    robot = read_text(text, "collada", report)
    hand = next(each for each in robot.links if each.name == "hand")
    assert hand.surface is None
    assert hand.simulation == LinkSimulation(material="Gazebo/Blue")
    assert {each.name for each in robot.extensions} == {"surface", "gravity"}
