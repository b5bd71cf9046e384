"""Transmissions between actuators and joints, and what commands them."""

from __future__ import annotations

import math

from .devices import ELECTRIC_MOTOR, Actuator, ElectricMotor
from .names import ActuatorName, ControllerName, GpioName, JointName, SensorName, TransmissionName
from .node import Node, Parameter
from .record import replace


class TransmissionEnd(Node):
    """A joint or an actuator at a transmission."""

    name: str
    """Of the :class:`JointEnd` or the :class:`ActuatorEnd`."""
    role: str | None = None
    """Which of several ends it is: ``joint1``, ``actuator2``."""
    interfaces: tuple[str, ...] = ()
    """What it is commanded by and tells of itself, as written: ``hardware_interface/EffortJointInterface``."""
    reduction: float | None = None
    """How often the actuator turns while the joint turns once."""
    offset: float | None = None
    """Where the joint stands while the actuator is at zero, in radians or metres."""


class JointEnd(TransmissionEnd):
    """A joint at a transmission."""

    name: JointName


class ActuatorEnd(TransmissionEnd):
    """An actuator at a transmission."""

    name: ActuatorName


class Transmission(Node):
    """How actuators drive joints."""

    name: TransmissionName
    type: str | None = None
    """As written: ``transmission_interface/SimpleTransmission``."""
    joints: tuple[JointEnd, ...] = ()
    actuators: tuple[ActuatorEnd, ...] = ()
    reduction: float | None = None
    """Of the whole, where it is not said of an end."""

    def drives(self) -> tuple[Actuator, ...]:
        """Return what is known of its actuators: the joint, if there is just one, and the gear ratio.

        Only electric motors have a place for a gear.
        A gear ratio has no sign: which way an actuator turns its joint only the transmission says.
        """
        joint = self.joints[0] if len(self.joints) == 1 else None
        return tuple(self._drive(end, joint) for end in self.actuators)

    def _drive(self, end: ActuatorEnd, joint: JointEnd | None) -> Actuator:
        reductions = (self.reduction, end.reduction, joint.reduction if joint is not None else None)
        known = [abs(each) for each in reductions if each is not None]
        ratio = math.prod(known)
        name = joint.name if joint is not None else None
        plain = Actuator(origin=end.origin, name=end.name, joint=name)
        if not known or not 0 < ratio < math.inf:
            return plain
        return replace(plain, type=ELECTRIC_MOTOR, motor=ElectricMotor(gear_ratio=ratio))


class Interface(Node):
    """A value that hardware takes as a command or tells of its state."""

    name: str
    """``position``, ``velocity``, ``effort``, ..."""
    minimum: float | None = None
    """In SI units and radians, as the two below."""
    maximum: float | None = None
    initial: float | None = None
    parameters: tuple[Parameter, ...] = ()


class Component(Node):
    """A joint, a sensor or other inputs and outputs that hardware serves."""

    name: str
    commands: tuple[Interface, ...] = ()
    states: tuple[Interface, ...] = ()
    parameters: tuple[Parameter, ...] = ()


class JointComponent(Component):
    """A joint that hardware serves."""

    name: JointName


class SensorComponent(Component):
    """A sensor that hardware serves; programs look for one of the robot's sensors of the same name."""

    name: SensorName


class GpioComponent(Component):
    """Inputs and outputs that hardware serves."""

    name: GpioName


class Controller(Node):
    """What commands joints and reads their state: a piece of hardware with its driver (``ros2_control``)."""

    name: ControllerName
    type: str | None = None
    """``system``, ``actuator``, ``sensor``, ..."""
    plugin: str | None = None
    """The driver."""
    update_rate: float | None = None
    """Hz."""
    joints: tuple[JointComponent, ...] = ()
    sensors: tuple[SensorComponent, ...] = ()
    gpios: tuple[GpioComponent, ...] = ()
    transmissions: tuple[Transmission, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    """Of the driver."""
