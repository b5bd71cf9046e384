"""Actuators and motors."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from .names import ActuatorName, JointName
from .node import InterfaceType, Node, Origin, Parameter
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


class Gains(NamedTuple):
    """The gains of a drive for position and velocity, at the side of its motor, in SI units; 0 where none is known."""

    kp: float = 0.0
    kv: float = 0.0


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

    @property
    def gains(self) -> Gains:
        """The gains, which are the parameters ``kp`` and ``kv``."""
        known = (each for each in self.parameters if each.name in Gains._fields and each.values)
        return Gains(**{each.name: float(each.values[0]) for each in known})

    @property
    def gear_ratio(self) -> float | None:
        """The gear ratio of the motor."""
        return self.motor.gear_ratio if self.motor is not None else None


def drive(
    name: str,
    joint: str | None,
    command: Command | None,
    gains: Gains = Gains(),  # noqa: B008  a tuple
    gear: float | None = None,
    origin: Origin | None = None,
) -> Actuator:
    """Return an actuator with gains, and with a motor if it has a gear; its direction is not part of the ratio."""
    ratio = abs(gear) if gear is not None and abs(gear) not in (0.0, 1.0) else None
    values = ((key, value) for key, value in gains._asdict().items() if value)
    return Actuator(
        origin=origin,
        name=name,
        joint=joint,
        type=ELECTRIC_MOTOR if ratio is not None else None,
        command=command,
        motor=ElectricMotor(origin=origin, gear_ratio=ratio) if ratio is not None else None,
        parameters=tuple(Parameter(origin=origin, name=key, values=(value,)) for key, value in values),
    )
