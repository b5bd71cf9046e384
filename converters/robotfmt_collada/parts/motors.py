"""Electric motors (the extension text, "actuator"); numbers are not converted. The text mixes revolutions per minute
with 1/s, and gives some units wrongly.
"""

from __future__ import annotations

from typing import Any

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import ElectricMotor, SpeedTorquePoint
from robotfmt.model.record import replace
from robotfmt.words.elements import read_parts, written_parts

from ..document.values import children, quiet_numbers
from ..words import MOTOR, POINTS

TAGS = (*(each.path for each in MOTOR), *POINTS)
_LEAST_RATIO = 1e-6
"""Gear ratios beyond this, or its inverse, are not realistic; torques computed with one could exceed floating point."""


def read_motor(entry: Element) -> ElectricMotor:
    """Return the motor of a library entry."""
    found: dict[str, Any] = read_parts(entry, MOTOR)
    for tag, field in POINTS.items():
        found[field] = _read_points(entry, tag)
    return ElectricMotor(origin=entry.origin, **found)


def _read_points(entry: Element, tag: str) -> tuple[SpeedTorquePoint, ...]:
    """Return the points: a pair of numbers in each element, as in the text, or all in one, as OpenRAVE writes them."""
    points: list[SpeedTorquePoint] = []
    for element in children(entry, tag):
        values = quiet_numbers(element)
        if values is None or len(values) % 2:
            element.text_numbers(2)
            continue
        element.take_text()
        points += map(SpeedTorquePoint, values[::2], values[1::2])
    return tuple(points)


def motor_for(effort: float, speed: float | None, ratio: float) -> ElectricMotor:
    """Return a motor with a gear that gives the limits of a joint to ROS's parser and to OpenRAVE.

    OpenRAVE multiplies torques by the gear ratio, and divides speeds by it. ROS's parser uses the nominal torque as
    the joint's effort unchanged.
    """
    turns = speed * ratio if speed is not None else None
    return ElectricMotor(
        gear_ratio=ratio,
        max_speed=turns,
        no_load_speed=turns,
        stall_torque=effort / ratio,
        nominal_torque=effort,
        max_instantaneous_torque=effort / ratio,
    )


def is_made_for(effort: float, motor: ElectricMotor) -> bool:
    """Return True if a motor specifies only an effort limit and its gear."""
    ratio = motor.gear_ratio
    plain = replace(motor, max_speed=None, no_load_speed=None)
    same_speed = motor.max_speed == motor.no_load_speed
    return ratio is not None and ratio > 0 and same_speed and plain == motor_for(effort, None, ratio)


def torque(motor: ElectricMotor) -> float | None:
    """Return the effort limit of a joint that OpenRAVE computes from its motor; None if the motor gives no torque."""
    points = motor.max_speed_torque_points
    peak = points[0].torque if points else motor.max_instantaneous_torque
    return None if peak is None else peak * (1.0 if motor.gear_ratio is None else motor.gear_ratio)


def gear(motor: ElectricMotor) -> float | None:
    """Return the gear ratio of a motor that specifies nothing else."""
    ratio = motor.gear_ratio
    if ratio is None or not _LEAST_RATIO < ratio < 1 / _LEAST_RATIO:
        return None
    return ratio if motor == ElectricMotor(gear_ratio=ratio) else None


def write_motor(motor: ElectricMotor) -> list[Node]:
    """Return the elements of a motor; OpenRAVE keeps only the last element of points, so all points are in one."""
    nodes = written_parts(motor, MOTOR)
    for tag, field in POINTS.items():
        points: tuple[SpeedTorquePoint, ...] = getattr(motor, field)
        if points:
            values = [value for point in points for value in (point.speed, point.torque)]
            nodes.append(make(tag, text=values))
    return nodes
