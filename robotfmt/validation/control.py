"""Checks of hardware and its driver (``ros2_control``): its joints, and what it declares about mimic joints."""

from __future__ import annotations

from .. import codes
from ..diagnostics import Report, Severity
from ..model import Controller, Joint, JointComponent, LinearCoupling, Parameter, Robot
from ..model.joint import linear

_MIMIC = "mimic"
_NUMBERS = (("multiplier", 1.0), ("offset", 0.0))
_SLACK = 1e-9


def check_control(robot: Robot, report: Report) -> None:
    """Find joints of hardware that ros2_control refuses, or reads differently from the robot."""
    if not robot.links:
        return
    for controller in robot.controllers:
        for component in controller.joints:
            joint = robot.joint_by_name.get(component.name)
            if joint is None:
                _unknown(robot, controller, component, report)
            else:
                _mimic(controller, component, joint, report)
                _parameter(component, joint, report)


def _unknown(robot: Robot, controller: Controller, component: JointComponent, report: Report) -> None:
    if component.name not in robot.carried_names:
        message = f"controller '{controller.name}' refers to the joint '{component.name}', which does not exist"
        report.add(codes.UNKNOWN_JOINT, message, component.origin)


def _mimic(controller: Controller, component: JointComponent, joint: Joint, report: Report) -> None:
    """Report what ros2_control refuses of a mimic joint since Jazzy (``component_parser.cpp``)."""
    coupling = linear(joint.coupling) if joint.coupling is not None else None
    if coupling is None:
        if component.mimic:
            message = f"joint '{joint.name}' has mimic=\"true\" in controller '{controller.name}', but follows no joint"
            report.add(codes.CONTROLLED_MIMIC, message, component.origin)
        return
    if component.mimic is False:
        return
    follows = f"joint '{joint.name}' follows '{coupling.joint}'"
    if component.commands:
        names = ", ".join(f"'{each.name}'" for each in component.commands)
        message = f"{follows}, but controller '{controller.name}' gives it command interfaces: {names}"
        report.add(codes.CONTROLLED_MIMIC, message, component.commands[0].origin or component.origin)
    if coupling.joint not in {each.name for each in controller.joints}:
        message = f"{follows}, which is not in controller '{controller.name}'"
        help = f"Add '{coupling.joint}' to the same <ros2_control>, or set mimic=\"false\" there."
        report.add(codes.CONTROLLED_MIMIC, message, component.origin, help=help)


def _parameter(component: JointComponent, joint: Joint, report: Report) -> None:
    """Report the parameter ``mimic``, which ros2_control no longer reads, with what it contradicts."""
    given = {each.name: each for each in component.parameters}
    parameter = given.get(_MIMIC)
    if parameter is None:
        return
    coupling = linear(joint.coupling) if joint.coupling is not None else None
    end = "; the URDF has no <mimic> for it" if coupling is None else _difference(given, parameter, coupling)
    message, severity = f"joint '{joint.name}' has a parameter 'mimic'{end}", None if end else Severity.NOTE
    report.add(codes.MIMIC_PARAMETER, message, parameter.origin, severity=severity)


def _difference(given: dict[str, Parameter], parameter: Parameter, coupling: LinearCoupling) -> str:
    found = [] if parameter.values == coupling.joint else [f"joint '{parameter.values}' instead of '{coupling.joint}'"]
    for name, default in _NUMBERS:
        coupled = getattr(coupling, name)
        value = _number(given.get(name), default)
        expected = default if coupled is None else coupled
        if value is not None and abs(value - expected) > _SLACK:
            found.append(f"{name} {value:g} instead of {expected:g}")
    return f", which contradicts its <mimic>: {', '.join(found)}" if found else ""


def _number(parameter: Parameter | None, default: float) -> float | None:
    if parameter is None:
        return default
    if isinstance(parameter.values, tuple):
        return parameter.values[0] if parameter.values else None
    try:
        return float(parameter.values)
    except ValueError:
        return None
