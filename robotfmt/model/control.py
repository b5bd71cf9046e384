"""Transmissions between actuators and joints, and controllers."""

from __future__ import annotations

import math

from .devices import ELECTRIC_MOTOR, Actuator, Command, ElectricMotor
from .names import ActuatorName, ControllerName, GpioName, JointName, SensorName, TransmissionName
from .node import Node, Parameter
from .record import replace

INTERFACES = {
    Command.POSITION: "hardware_interface/PositionJointInterface",
    Command.VELOCITY: "hardware_interface/VelocityJointInterface",
    Command.EFFORT: "hardware_interface/EffortJointInterface",
}
"""The names in ROS of the interfaces that take each command."""


class TransmissionEnd(Node):
    """A joint or an actuator at a transmission."""

    name: str
    """The name of the joint (:class:`JointEnd`) or actuator (:class:`ActuatorEnd`)."""
    role: str | None = None
    """The role among several ends: ``joint1``, ``actuator2``."""
    interfaces: tuple[str, ...] = ()
    """The command and state interfaces, as written: ``hardware_interface/EffortJointInterface``."""
    reduction: float | None = None
    """The turns of the actuator for one turn of the joint."""
    offset: float | None = None
    """The joint position with the actuator at zero, in radians or metres."""


class JointEnd(TransmissionEnd):
    """A joint at a transmission."""

    name: JointName


class ActuatorEnd(TransmissionEnd):
    """An actuator at a transmission."""

    name: ActuatorName


class Transmission(Node):
    """A transmission between actuators and joints."""

    name: TransmissionName
    type: str | None = None
    """The type as written: ``transmission_interface/SimpleTransmission``."""
    joints: tuple[JointEnd, ...] = ()
    actuators: tuple[ActuatorEnd, ...] = ()
    reduction: float | None = None
    """The overall reduction, if it is not given for an end."""

    def drives(self) -> tuple[Actuator, ...]:
        """Return the actuators with what the transmission gives: the joint, if it is the only one, its command, and
        the gear ratio.

        Only electric motors have a gear ratio. It has no sign: only the transmission gives the direction in which an
        actuator turns its joint.
        """
        joint = self.joints[0] if len(self.joints) == 1 else None
        return tuple(self._drive(end, joint) for end in self.actuators)

    def _drive(self, end: ActuatorEnd, joint: JointEnd | None) -> Actuator:
        reductions = (self.reduction, end.reduction, joint.reduction if joint is not None else None)
        known = [abs(each) for each in reductions if each is not None]
        ratio = math.prod(known)
        name = joint.name if joint is not None else None
        plain = Actuator(origin=end.origin, name=end.name, joint=name, command=_command(end, joint))
        if not known or not 0 < ratio < math.inf:
            return plain
        return replace(plain, type=ELECTRIC_MOTOR, motor=ElectricMotor(gear_ratio=ratio))


def _command(*ends: TransmissionEnd | None) -> Command | None:
    """Return the command that interfaces take, with or without the name of their package; None for several."""
    names = {name.rpartition("/")[2] for end in ends if end is not None for name in end.interfaces}
    found = [each for each, name in INTERFACES.items() if name.rpartition("/")[2] in names]
    return found[0] if len(found) == 1 else None


class Interface(Node):
    """A value that hardware accepts as a command or provides as its state."""

    name: str
    """``position``, ``velocity``, ``effort``, ..."""
    minimum: float | None = None
    """The lower bound; like the upper bound and the initial value in SI units and radians."""
    maximum: float | None = None
    initial: float | None = None
    parameters: tuple[Parameter, ...] = ()


class Component(Node):
    """A joint, a sensor or other inputs and outputs of hardware."""

    name: str
    commands: tuple[Interface, ...] = ()
    states: tuple[Interface, ...] = ()
    parameters: tuple[Parameter, ...] = ()


class JointComponent(Component):
    """A joint of hardware."""

    name: JointName
    mimic: bool | None = None
    """True if the joint must follow another one, False if it is commanded although it follows one; None if not given.
    """


class SensorComponent(Component):
    """A sensor of hardware; programs match it with a sensor of the robot by name."""

    name: SensorName


class GpioComponent(Component):
    """Inputs and outputs of hardware."""

    name: GpioName


class Controller(Node):
    """A controller that commands joints and reads their state: hardware with its driver (``ros2_control``)."""

    name: ControllerName
    type: str | None = None
    """``system``, ``actuator``, ``sensor``, ..."""
    plugin: str | None = None
    """The driver."""
    update_rate: float | None = None
    """The rate in Hz."""
    joints: tuple[JointComponent, ...] = ()
    sensors: tuple[SensorComponent, ...] = ()
    gpios: tuple[GpioComponent, ...] = ()
    transmissions: tuple[Transmission, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    """The parameters of the driver."""
