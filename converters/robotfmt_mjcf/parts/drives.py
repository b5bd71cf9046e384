"""Elements for the actuators of a robot from another format: motors, and drives with known gains."""

from __future__ import annotations

from robotfmt.documents.xml.nodes import Content, Node, canonical, make
from robotfmt.model import Actuator, Command, ElectricMotor, Extension, ExtensionKind, Joint, Parameter, Robot
from robotfmt.model.devices import ELECTRIC_MOTOR
from robotfmt.model.record import replace

from ..document.layout import MjcfLayout
from .actuators import ACTUATOR, driven_joints
from .joint_rows import effort_of
from .plan import is_scalar

_GAINS = ("kp", "kv")


def given_drive(actuator: Actuator, robot: Robot) -> Actuator | None:
    """Return what an element can have of an actuator; None without a hinge or slide, or if its gains are not known."""
    joint = robot.joint_by_name.get(actuator.joint or "")
    gains = {each.name: float(each.values[0]) for each in actuator.parameters if each.name in _GAINS and each.values}
    if joint is None or not is_scalar(joint) or _tag(actuator.command, gains) is None:
        return None
    gear = actuator.motor.gear_ratio if actuator.motor is not None else None
    is_geared = gear is not None and abs(gear) not in (0.0, 1.0)
    return Actuator(
        origin=actuator.origin,
        name=actuator.name,
        joint=joint.name,
        type=ELECTRIC_MOTOR if is_geared else None,
        command=actuator.command,
        motor=ElectricMotor(gear_ratio=abs(gear or 1.0)) if is_geared else None,
        parameters=tuple(Parameter(name=name, values=(value,)) for name, value in gains.items() if value),
    )


def _tag(command: Command | None, gains: dict[str, float]) -> str | None:
    """Return the element of an actuator with some gains."""
    if command is Command.EFFORT and not any(gains.values()):
        return "motor"
    if command is Command.POSITION and gains.get("kp"):
        return "position"
    return "velocity" if command is Command.VELOCITY and gains.get("kv") and not gains.get("kp") else None


def with_given(robot: Robot) -> Robot:
    """Return the robot with elements for its actuators that no element of the document is; it is adapted."""
    driven, layout = driven_joints(robot.extensions), robot.layout("mjcf")
    read = {each.name for each in layout.actuators} if isinstance(layout, MjcfLayout) else set[str]()
    given = [each for each in robot.actuators if each.joint and each.joint not in driven and each.name not in read]
    nodes = [node for each in given if (node := _element(each, robot.joint(each.joint or ""))) is not None]
    made = tuple(
        Extension(
            format="mjcf", place=ACTUATOR, kind=ExtensionKind.ELEMENT, name=str(each.tag), content=canonical(each, None)
        )
        for each in nodes
    )
    return replace(robot, extensions=(*robot.extensions, *made)) if made else robot


def _element(actuator: Actuator, joint: Joint) -> Node | None:
    """Return the element of an actuator; None for a drive whose gains are not known yet."""
    gains = {each.name: float(each.values[0]) for each in actuator.parameters}
    tag = _tag(actuator.command, gains)
    if tag is None:
        return None
    gear = actuator.motor.gear_ratio if actuator.motor is not None else None
    effort = effort_of(joint)
    force = (-effort / (gear or 1.0), effort / (gear or 1.0)) if effort is not None else None
    given: dict[str, Content | None] = {"name": actuator.name, "joint": joint.name, "gear": gear}
    return make(tag, {**given, **gains, "ctrlrange" if tag == "motor" else "forcerange": force})
