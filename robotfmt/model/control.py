"""Transmissions between actuators and joints, and what commands them."""

from __future__ import annotations

from .names import ActuatorName, ControllerName, JointName, TransmissionName
from .node import Node, Parameter
from .record import record


@record()
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


@record()
class JointEnd(TransmissionEnd):
    """A joint at a transmission."""

    name: JointName


@record()
class ActuatorEnd(TransmissionEnd):
    """An actuator at a transmission."""

    name: ActuatorName


@record()
class Transmission(Node):
    """How actuators drive joints."""

    name: TransmissionName
    type: str | None = None
    """As written: ``transmission_interface/SimpleTransmission``."""
    joints: tuple[JointEnd, ...] = ()
    actuators: tuple[ActuatorEnd, ...] = ()
    reduction: float | None = None
    """Of the whole, where it is not said of an end."""


@record()
class Interface(Node):
    """A value that hardware takes as a command or tells of its state."""

    name: str
    """``position``, ``velocity``, ``effort``, ..."""
    minimum: float | None = None
    """In SI units and radians, as the two below."""
    maximum: float | None = None
    initial: float | None = None
    parameters: tuple[Parameter, ...] = ()


@record()
class Component(Node):
    """A joint, a sensor or other inputs and outputs that hardware serves."""

    name: str
    commands: tuple[Interface, ...] = ()
    states: tuple[Interface, ...] = ()
    parameters: tuple[Parameter, ...] = ()


@record()
class JointComponent(Component):
    """A joint that hardware serves."""

    name: JointName


@record()
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
    sensors: tuple[Component, ...] = ()
    gpios: tuple[Component, ...] = ()
    transmissions: tuple[Transmission, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    """Of the driver."""
