"""Move the zero of joints: the robot moves as before, and its positions are counted from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from .. import codes
from ..adapting.holding import motion_of
from ..diagnostics import Report, quoted
from ..errors import UsageError
from ..facts.difference import Difference
from ..model import (
    Axis,
    Calibration,
    Coupling,
    Dynamics,
    Expression,
    Extension,
    ExtensionKind,
    FormulaCoupling,
    Joint,
    JointType,
    JointValue,
    Limits,
    LinearCoupling,
    Number,
    Operation,
    Partial,
    Robot,
    Variable,
    compose,
)
from ..model.control import Controller, Interface, JointComponent, Transmission
from ..model.expression import substituted
from ..model.joint import leaders
from ..model.record import Record, replace
from .elements import last
from .foreign import names_in_content
from .naming import no_such
from .performing import perform
from .tracing import Verdict

_SINGLE = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC, JointType.SCREW)
_DIGITS = 12
"""The number of digits after the point that positions keep: 0.3 less 0.1 is 0.2."""
_KEYFRAME = "key"
_R = TypeVar("_R", bound=Record)
Shifts = Mapping[str, float]
"""The new zero of each joint, in radians or metres from the old one."""


def set_zero(robot: Robot, values: Shifts, *, report: Report | None = None) -> Robot:
    """Return the robot with the zero of joints moved: where a joint was at its value, it is at zero.

    The frame of the joint is moved in its parent. Limits, the positions of states, of springs, of calibration and
    of interfaces (``ros2_control``), offsets of transmissions and the couplings of joints that follow are counted from
    the new zero. A joint without a default position is then at its new zero by default. Unrecognised content that
    names the joint, and keyframes of MJCF, keep their numbers, which is reported.

    Args:
        robot: The robot.
        values: For each joint the position that becomes zero, in radians or metres; it may be outside the limits.
        report: Where the changes are reported.

    Raises:
        UsageError: The joint does not exist, is fixed, or has several degrees of freedom.
    """
    for name in values:
        _check(robot, name)
    found = perform(robot, lambda it: _moved(it, values), _judge, report)
    if report is not None:
        for each in found.extensions:
            _report_content(each, values, report)
    return found


def _report_content(it: Extension, values: Shifts, report: Report) -> None:
    """Report unrecognised elements that name a joint, and keyframes, which have positions of all joints."""
    names = dict.fromkeys(name for kind, name in names_in_content(it) if kind == "joint" and name in values)
    is_keyframe = _KEYFRAME in (it.name, last(it.place))
    if is_keyframe or (names and it.kind not in (ExtensionKind.ATTRIBUTE, ExtensionKind.TEXT)):
        which = f" of joint {', '.join(map(quoted, names))}" if names else ""
        what = f"<{it.name}>" if it.kind is ExtensionKind.ELEMENT else quoted(it.name)
        message = f"positions{which} in {what}, if there are any, are still counted from the old zero"
        report.add(codes.ZERO_KEPT, message, it.origin)


def _judge(difference: Difference) -> Verdict:
    """Give the reason for a difference: every one follows from the new zero."""
    return Verdict(codes.ZEROED)


def _check(robot: Robot, name: str) -> None:
    joint = next((each for each in robot.all_joints if each.name == name), None)
    if joint is None:
        raise no_such("joint", name, [each.name for each in robot.all_joints])
    if joint.type not in _SINGLE or len(joint.axes) != 1:
        kind = joint.type.value if joint.type is not None else "of unknown type"
        message = f"joint '{name}' has no single position: it is {kind}"
        raise UsageError(codes.NO_ZERO, message, joint.origin)


def _moved(robot: Robot, values: Shifts) -> Robot:
    def positions(given: tuple[JointValue, ...]) -> tuple[JointValue, ...]:
        return tuple(_position(each, values) for each in given)

    return replace(
        robot,
        joints=tuple(_joint(each, values) for each in robot.joints),
        loops=tuple(_joint(each, values) for each in robot.loops),
        states=tuple(replace(each, values=positions(each.values)) for each in robot.states),
        default_positions=positions(robot.default_positions),
        scene_positions=positions(robot.scene_positions),
        transmissions=tuple(_transmission(each, values) for each in robot.transmissions),
        controllers=tuple(_controller(each, values) for each in robot.controllers),
    )


def _position(value: JointValue, values: Shifts) -> JointValue:
    if value.joint not in values:
        return value
    return replace(value, values=tuple(_less(each, values[value.joint]) for each in value.values))


def _less(value: float, shift: float) -> float:
    return round(value - shift, _DIGITS)


def _shifted(it: _R | None, shift: float, *fields: str) -> _R | None:
    """Return a record with some of its positions counted from the new zero."""
    if it is None:
        return None
    known = {name: getattr(it, name) for name in fields}
    return replace(it, **{name: _less(value, shift) for name, value in known.items() if value is not None})


# Joints


def _joint(joint: Joint, values: Shifts) -> Joint:
    """Return a joint with its own new zero, and with those of the joints that it follows."""
    if joint.name not in values and not set(leaders(joint)) & values.keys():
        return joint
    shift = values.get(joint.name, 0.0)
    axes = tuple(replace(each, coupling=_coupling(each.coupling, values, shift)) for each in joint.axes)
    if joint.name not in values:
        return replace(joint, axes=axes)
    pose = compose(joint.pose_in_parent, motion_of(axes[0], shift))
    return replace(joint, pose_in_parent=pose, axes=(_axis(axes[0], shift),))


def _axis(axis: Axis, shift: float) -> Axis:
    limits: list[Limits | None] = [_shifted(each, shift, "lower", "upper") for each in (axis.hard, axis.soft)]
    calibration: Calibration | None = _shifted(axis.calibration, shift, "rising", "falling", "reference_position")
    return replace(
        axis, hard=limits[0], soft=limits[1], calibration=calibration, dynamics=_dynamics(axis.dynamics, shift)
    )


def _dynamics(dynamics: Dynamics | None, shift: float) -> Dynamics | None:
    """Return the dynamics with the rest position of the spring, which is zero if none is given."""
    if dynamics is None or not (dynamics.spring_stiffness or dynamics.spring_reference):
        return dynamics
    return replace(dynamics, spring_reference=_less(dynamics.spring_reference or 0.0, shift))


def _coupling(coupling: Coupling | None, values: Shifts, shift: float) -> Coupling | None:
    """Return how an axis, whose own zero moves by a shift, follows joints with other zeros."""
    match coupling:
        case LinearCoupling(joint=leader, multiplier=factor, offset=offset):
            ahead = (1.0 if factor is None else factor) * values.get(leader, 0.0)
            return replace(coupling, offset=round((offset or 0.0) + ahead - shift, _DIGITS) or None)
        case FormulaCoupling():
            formula = substituted(coupling.expression, lambda it: _variable(it, values))
            return replace(
                coupling,
                expression=Operation("minus", (formula, Number(shift))) if shift else formula,
                first_partials=tuple(_partials(coupling.first_partials, values)),
                second_partials=tuple(_partials(coupling.second_partials, values)),
            )
    return coupling


def _partials(partials: tuple[Partial, ...], values: Shifts) -> Iterator[Partial]:
    for each in partials:
        yield replace(each, expression=substituted(each.expression, lambda it: _variable(it, values)))


def _variable(it: Variable, values: Shifts) -> Expression:
    return Operation("plus", (it, Number(values[it.joint]))) if values.get(it.joint) else it


# Control


def _transmission(it: Transmission, values: Shifts) -> Transmission:
    ends = (_shifted(each, values[each.name], "offset") if each.name in values else each for each in it.joints)
    return replace(it, joints=tuple(each for each in ends if each is not None))


def _controller(it: Controller, values: Shifts) -> Controller:
    return replace(
        it,
        joints=tuple(_component(each, values[each.name]) if each.name in values else each for each in it.joints),
        transmissions=tuple(_transmission(each, values) for each in it.transmissions),
    )


def _component(it: JointComponent, shift: float) -> JointComponent:
    def shifted(interfaces: tuple[Interface, ...]) -> tuple[Interface, ...]:
        new = (_shifted(each, shift, "minimum", "maximum", "initial") for each in interfaces)
        return tuple(
            (to or each) if each.name == "position" else each for each, to in zip(interfaces, new, strict=True)
        )

    return replace(it, commands=shifted(it.commands), states=shifted(it.states))
