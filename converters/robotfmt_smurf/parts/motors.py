"""Motors, and the named poses that their positions make up."""

from __future__ import annotations

from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Tree
from robotfmt.documents.yaml.document import Mapping, Scalar
from robotfmt.kinematics.tree import joints_above
from robotfmt.model import Actuator, Axis, Joint, JointType, JointValue, Limits, NamedState, Robot
from robotfmt.model.record import replace

from ..codes import NAMED_TWICE, UNKNOWN_NAME
from ..document.sections import Sections
from ..words import LIMITS, MOTOR

_DRIVEN = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC)


def with_motors(robot: Robot, sections: Sections) -> Robot:
    """Return the robot with its motors as actuators, whose limits are the soft limits of their joints.

    Phobos ignores the limits of motors, MARS those of the URDF; the model keeps both. A motor that only repeats limits
    of the URDF, as those by Phobos do, adds none.
    """
    found: dict[str, Actuator] = {}
    soft: dict[str, Limits] = {}
    for item in sections.items("motors"):
        name = item.text("name") or ""
        item.take()
        joint = _joint(item, robot)
        if name in found:
            item.report(NAMED_TWICE, f"two motors are named {quoted(name)}")
        found.setdefault(name, MOTOR.read(item, name=name, joint=joint))
        limits = LIMITS.read(item)
        if joint is not None and not _repeats(limits, robot.joint_by_name[joint]):
            soft.setdefault(joint, limits)
        _take_empty(item)
    joints = (
        with_soft_limits(each, soft[each.name]) if each.name in soft and has_motor_limits(each) else each
        for each in robot.joints
    )
    return replace(robot, joints=tuple(joints), actuators=(*robot.actuators, *found.values()))


def has_motor_limits(joint: Joint) -> bool:
    """Return True if a motor can have the soft limits of a joint."""
    return joint.type in _DRIVEN and len(joint.axes) == 1


def with_soft_limits(joint: Joint, soft: Limits | None) -> Joint:
    """Return a joint of one axis with other soft limits."""
    return replace(joint, axes=(replace(joint.axes[0], soft=soft),))


def _repeats(limits: Limits, joint: Joint) -> bool:
    """Return True if the given limits are those of the joint."""
    hard, given = _hard(joint), {field: getattr(limits, field) for field in LIMITS.words}
    return all(value is None or value == getattr(hard, field) for field, value in given.items())


def _hard(joint: Joint) -> Limits:
    hard = joint.axes[0].hard if len(joint.axes) == 1 else None
    return hard or Limits()


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


def with_supported_motors(robot: Robot) -> Robot:
    """Return the robot with the motors of its joints, their gains, and the soft limits that they have a place for."""
    found: dict[str, Actuator] = {}
    for each in robot.actuators:
        if each.joint in robot.joint_by_name:
            found.setdefault(each.name, MOTOR.supported(each))
    driven = {each.joint for each in found.values()}

    def kept(axis: Axis) -> Axis:
        return axis if axis.soft is None else replace(axis, soft=LIMITS.supported(axis.soft))

    joints = tuple(
        _without_repetition(replace(each, axes=tuple(map(kept, each.axes))))
        if each.name in driven and has_motor_limits(each)
        else each
        for each in robot.joints
    )
    actuators = tuple(found.values())
    same = actuators == robot.actuators and joints == robot.joints
    return robot if same else replace(robot, actuators=actuators, joints=joints)


def _without_repetition(joint: Joint) -> Joint:
    soft = joint.axes[0].soft
    return with_soft_limits(joint, None) if soft is not None and _repeats(soft, joint) else joint


def write_motors(robot: Robot) -> list[tuple[str, Tree]]:
    """Return the items of the motors, by their names; without soft limits they have those of their joints.

    MARS knows no other limits than these.
    """
    found: list[tuple[str, Tree]] = []
    met: set[str | None] = set()
    for each in robot.actuators:
        joint = robot.joint_by_name[each.joint or ""]
        soft = joint.axes[0].soft if has_motor_limits(joint) and each.joint not in met else None
        limits = soft or _hard(joint)
        met.add(each.joint)
        item = {"name": each.name, "joint": each.joint, **MOTOR.write(each), **LIMITS.write(limits)}
        found.append((each.name, item))
    return found


def with_poses(robot: Robot, sections: Sections) -> Robot:
    """Add the section ``poses`` of the document as named states of the robot."""
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


def with_supported_states(robot: Robot) -> Robot:
    """Return the robot with the states of the whole robot, and one value for each joint."""
    states = tuple(
        replace(
            each,
            group=None,
            values=tuple(it for it in each.values if it.joint in robot.joint_by_name and len(it.values) == 1),
        )
        for each in robot.states
    )
    return robot if states == robot.states else replace(robot, states=states)


def write_poses(robot: Robot) -> list[tuple[str, Tree]]:
    """Return the items of the states, by their names."""
    return [
        (each.name, {"name": each.name, "joints": {it.joint: it.values[0] for it in each.values}})
        for each in robot.states
    ]
