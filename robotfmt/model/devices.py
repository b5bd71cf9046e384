"""Actuators and motors."""

from __future__ import annotations

from enum import Enum

from .names import ActuatorName, JointName
from .node import InterfaceType, Node, Parameter
from .record import Record

ELECTRIC_MOTOR = "electric_motor"
"""The only actuator type of OpenRAVE."""


class SpeedTorquePoint(Record, kw_only=False):
    """The torque of a motor at a speed."""

    speed: float
    torque: float


class ElectricMotor(Node):
    """A motor's data, in the units of its document (OpenRAVE's text mixes rpm and 1/s)."""

    model_type: str | None = None
    gear_ratio: float | None = None
    assigned_power_rating: float | None = None
    max_speed: float | None = None
    no_load_speed: float | None = None
    stall_torque: float | None = None
    nominal_speed_torque_points: tuple[SpeedTorquePoint, ...] = ()
    max_speed_torque_points: tuple[SpeedTorquePoint, ...] = ()
    rotor_inertia: float | None = None
    torque_constant: float | None = None
    nominal_torque: float | None = None
    nominal_voltage: float | None = None
    speed_constant: float | None = None
    starting_current: float | None = None
    terminal_resistance: float | None = None
    max_instantaneous_torque: float | None = None
    coulomb_friction: float | None = None
    viscous_friction: float | None = None


class Command(str, Enum):
    """What the command of an actuator gives: the value of its joint, the speed, or the force or torque."""

    POSITION = "position"
    VELOCITY = "velocity"
    EFFORT = "effort"


class Actuator(Node):
    """A drive of a joint. ``Robot.all_actuators`` also has those that only transmissions name."""

    name: ActuatorName
    joint: JointName | None
    type: str | None = None
    """``electric_motor``, ..."""
    command: Command | None = None
    """What its command gives (MJCF's kind of actuator, ``hardwareInterface`` in ROS); None if it is not known."""
    model: str | None = None
    """The name of the actuator's entry in a library."""
    motor: ElectricMotor | None = None
    parameters: tuple[Parameter, ...] = ()
    interface: InterfaceType | None = None
