"""Unrecognised content of a URDF's blocks ``<gazebo>``, such as plugins: it is SDF, at its place in the model."""

from __future__ import annotations

import re

from robotfmt.context import Context
from robotfmt.gazebo.blocks import Place, is_copied, place_in_block
from robotfmt.hub.twins import Moved, with_twins
from robotfmt.model import Extension, Robot, Sensor
from robotfmt.model.record import replace

from . import FORMAT
from .codes import GAZEBO_BLOCK
from .scopes import step
from .writer import ModelWriter

_SENSOR = re.compile(r"""/sensor\[@name=(?:'([^']*)'|"([^"]*)")\](?:\[\d+\])?(?=/|$)""")


def with_blocks(robot: Robot, context: Context) -> Robot:
    """Return a robot, as SDF stores it, with the content of blocks at its place in the model; report each piece."""
    return with_twins(robot, _moved(robot, context), FORMAT, GAZEBO_BLOCK, "is an element of the SDF", context)


def _moved(robot: Robot, context: Context) -> list[Moved]:
    found: list[Moved] = []
    writer: ModelWriter | None = None
    for each in robot.extensions:
        block = place_in_block(each.place) if each.format == "urdf" else None
        if block is None or not is_copied(each, block):
            continue
        writer = writer or ModelWriter(robot, context)
        place = _place(each, block, robot, writer)
        if place is not None:
            found.append(Moved(each, replace(each, format="sdf", place=place)))
    return found


def _place(extension: Extension, block: Place, robot: Robot, writer: ModelWriter) -> str | None:
    """Return the place in the model; None if the link, the joint or the sensor is not written."""
    if block.reference is None:
        return writer.place + block.inside
    written = set(writer.names.things())
    sensor = _sensor(extension, block, robot) if _SENSOR.match(block.inside) else None
    kinds = ("link", "joint") if sensor is None else ("joint",) if sensor.joint is not None else ("link",)
    kind = next((each for each in kinds if (each, block.reference) in written), None)
    if kind is None:
        return None
    inside = block.inside if sensor is None else _SENSOR.sub(f"/{step('sensor', sensor.name)}", block.inside, count=1)
    return f"{writer.place}/{step(kind, block.reference)}{inside}"


def _sensor(extension: Extension, block: Place, robot: Robot) -> Sensor | None:
    """Return the sensor that contains a piece of a block: it was read there, or has the name."""
    found = _SENSOR.match(block.inside)
    assert found is not None
    there = extension.place[: len(extension.place) - len(block.inside) + found.end()]
    its = [each for each in robot.sensors if block.reference in (each.joint, each.link)]
    same = (each for each in its if each.origin is not None and each.origin.path == there)
    name = found[1] if found[1] is not None else found[2]
    return next(same, None) or next((each for each in its if each.name == name), None)
