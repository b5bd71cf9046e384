"""Elements for the actuators of a robot from another format: motors, and drives with known gains."""

from __future__ import annotations

from robotfmt.documents.xml.nodes import Content, Node, canonical, make
from robotfmt.model import Actuator, Command, Extension, ExtensionKind, Joint, Robot
from robotfmt.model.devices import drive
from robotfmt.model.record import replace

from ..document.layout import MjcfLayout
from .actuators import ACTUATOR, driven_joints
from .joint_rows import effort_of
from .plan import is_scalar


def given_drive(actuator: Actuator, robot: Robot) -> Actuator | None:
    """Return what an element can have of an actuator; None without a hinge or slide, or if its gains are not known."""
    joint = robot.joint_by_name.get(actuator.joint or "")
    if joint is None or not is_scalar(joint) or _tag(actuator) is None:
        return None
    return drive(actuator.name, joint.name, actuator.command, actuator.gains, actuator.gear_ratio, actuator.origin)


def _tag(actuator: Actuator) -> str | None:
    """Return the tag of the element of an actuator."""
    kp, kv = actuator.gains
    if actuator.command is Command.EFFORT and not (kp or kv):
        return "motor"
    if actuator.command is Command.POSITION and kp:
        return "position"
    return "velocity" if actuator.command is Command.VELOCITY and kv and not kp else None


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
    tag, gear = _tag(actuator), actuator.gear_ratio
    if tag is None:
        return None
    effort = effort_of(joint)
    force = (-effort / (gear or 1.0), effort / (gear or 1.0)) if effort is not None else None
    given: dict[str, Content | None] = {"name": actuator.name, "joint": joint.name, "gear": gear}
    gains = {name: value or None for name, value in actuator.gains._asdict().items()}
    return make(tag, {**given, **gains, "ctrlrange" if tag == "motor" else "forcerange": force})
