"""Motors, and the named poses that their positions make up."""

from __future__ import annotations

from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.document import Mapping, Scalar
from robotfmt.edit.parts import joints_above
from robotfmt.model import Actuator, JointValue, Limits, NamedState, Parameter, Robot
from robotfmt.model.record import replace

from .codes import NAMED_TWICE, UNKNOWN_NAME
from .sections import Sections

_GAINS = ("p", "i", "d")
_LIMITS = (("minValue", "lower"), ("maxValue", "upper"), ("maxSpeed", "velocity"), ("maxEffort", "effort"))


def with_motors(robot: Robot, sections: Sections) -> Robot:
    """Return the robot with its motors as actuators, whose limits are the soft limits of their joints.

    Phobos ignores the limits of motors, MARS those of the URDF; the model keeps both.
    """
    found: dict[str, Actuator] = {}
    soft: dict[str, Limits] = {}
    for item in sections.items("motors"):
        name = item.text("name") or ""
        item.take()
        joint = _joint(item, robot)
        if name in found:
            item.report(NAMED_TWICE, f"two motors are named {quoted(name)}")
        found.setdefault(name, _actuator(item, name, joint))
        limits = Limits(origin=item.origin, **{field: item.number(key) for key, field in _LIMITS})
        if joint is not None and limits != Limits():
            soft.setdefault(joint, limits)
        _take_empty(item)
    joints = tuple(
        replace(each, axes=(replace(each.axes[0], soft=soft[each.name]),))
        if each.name in soft and len(each.axes) == 1 and each.axes[0].soft is None
        else each
        for each in robot.joints
    )
    return replace(robot, joints=joints, actuators=(*robot.actuators, *found.values()))


def _actuator(item: Mapping, name: str, joint: str | None) -> Actuator:
    gains = ((key, item.number(key)) for key in _GAINS)
    return Actuator(
        origin=item.origin,
        name=name,
        joint=joint,
        type=item.text("type"),
        parameters=tuple(
            Parameter(origin=item.origin, name=key, values=(value,))
            for key, value in gains
            if value is not None
        ),
    )


def _joint(item: Mapping, robot: Robot) -> str | None:
    """Return the joint of a motor; old files name its link instead."""
    name = item.text("joint")
    if name is None or name in robot.joint_by_name:
        return name
    above = joints_above(robot).get(name)
    if above is None:
        item.report(UNKNOWN_NAME, f"a motor is at {quoted(name)}, which is neither a joint nor a link")
        return None
    return above.name


def _take_empty(item: Mapping) -> None:
    for entry in item.entries:
        if entry.value.is_empty:
            entry.value.take_all()


def with_poses(robot: Robot, sections: Sections) -> Robot:
    """Return the robot with the poses as states."""
    found: list[NamedState] = []
    for item in sections.items("poses"):
        item.take()
        joints = item.mapping("joints")
        values = []
        for entry in joints.entries if joints is not None else ():
            value = entry.value.number() if isinstance(entry.value, Scalar) else None
            if entry.key not in robot.joint_by_name:
                entry.name.report(UNKNOWN_NAME, f"a pose gives {quoted(entry.key)}, which is not a joint")
            elif value is not None:
                values.append(JointValue(origin=entry.origin, joint=entry.key, values=(value,)))
        found.append(NamedState(origin=item.origin, name=item.text("name") or "", values=tuple(values)))
    return replace(robot, states=(*robot.states, *found))
