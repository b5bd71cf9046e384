"""Transmissions as Drake reads them: it makes an actuator of each, which drives the joint that we say."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from lxml import etree
from real import example_robots

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.model import Robot
from robotfmt.model.record import replace
from robotfmt.settings import Settings, format_context
from robotfmt_urdf import FORMAT
from robotfmt_urdf.reader import read
from robotfmt_urdf.writer import write

ROBOTS = [each for each in example_robots() if b"<transmission" in each.read_bytes()]
pytestmark = pytest.mark.skipif(not ROBOTS, reason="example-robot-data is not installed")
_BESIDE = ("visual", "collision", "mimic")
"""What Drake need not read here, and cannot always."""


def actuators(data: bytes) -> list[tuple[str, str]]:
    """The actuators that Drake makes, each with its joint."""
    parsing = pytest.importorskip("pydrake.multibody.parsing", reason="Drake is not installed")
    plants = pytest.importorskip("pydrake.multibody.plant", reason="Drake is not installed")
    logging.getLogger("drake").setLevel(logging.ERROR)
    root = etree.fromstring(data)
    for element in [each for tag in _BESIDE for each in root.iter(tag)]:
        parent = element.getparent()
        assert parent is not None
        parent.remove(element)
    plant = plants.MultibodyPlant(0.0)
    parsing.Parser(plant).AddModelsFromString(etree.tostring(root).decode(), "urdf")
    found = map(plant.get_joint_actuator, plant.GetJointActuatorIndices())
    return sorted((each.name(), each.joint().name()) for each in found)


def alone(robot: Robot) -> bytes:
    """What is written of the model alone."""
    bare = replace(robot, extensions=(), layouts=())
    return write(bare, format_context(FORMAT, Settings(), Report(), "robot.urdf", "1.0"))["robot.urdf"]


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.stem)
def test_the_same_actuators(path: Path) -> None:
    data = path.read_bytes()
    robot = read(Source(str(path), data), None, Context(report=Report()))
    joints = {each.name for each in robot.joints}
    driven = {end.name for each in robot.transmissions for end in each.joints}
    if driven - joints:
        pytest.skip("a transmission drives a joint that there is not; Drake refuses that")
    reported = actuators(data)
    assert bool(reported) is bool(robot.transmissions)
    assert actuators(alone(robot)) == reported
