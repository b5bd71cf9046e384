"""What ROS's collada_parser reads in a document of ours, and what it has to read there, as facts to be compared.

Where the parser makes something of what is not said, or has less to say than the model, the second half follows it:
a locked joint has limits 0 and 0, soft limits count before hard ones, and effort is the nominal torque of a motor, or
else an acceleration.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from robotfmt import Robot
from robotfmt.kinematics.forward import matrix, poses_of_links, rotations
from robotfmt.model import IDENTITY, Axis, Joint, JointType, Limits, Link, Motion, Pose, Quaternion, linear

from .facts import Facts, prefixed
from .oracle import Array

UNBOUNDED = {"continuous": math.pi, "prismatic": 1e5}
VELOCITY = {Motion.TURN: 0.5, Motion.SLIDE: 0.01}
"""What it takes for what was not said, and for 0."""
STILL = (JointType.FIXED, JointType.FLOATING, JointType.PLANAR, JointType.BALL)
"""What COLLADA can only say as a hinge between 0 and 0."""

Values = dict[str, Array]
"""Of joints that move by themselves: (n,)."""


# What the parser reads


def facts_of_printed(printed: dict[str, Any], values: Values) -> Facts:
    """The facts of what it prints, and where its links stand at some values of the joints."""
    facts: Facts = {"name": printed["name"]}
    for name, link in printed["links"].items():
        facts.update(prefixed(f"link/{name}/", _their_link(link)))
    for name, joint in printed["joints"].items():
        facts.update(prefixed(f"joint/{name}/", _their_joint(joint)))
    return facts | {f"link/{name}/poses": poses for name, poses in _their_poses(printed, values).items()}


def _their_pose(part: dict[str, Any]) -> Array:
    x, y, z = part["position"]
    return matrix(Pose((x, y, z), Quaternion(*part["quaternion"])))


def _their_link(link: dict[str, Any]) -> Facts:
    if not link.get("mass", [0])[0]:
        return {}
    pose = _their_pose(link)
    xx, xy, xz, yy, yz, zz = link["inertia"]
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    turn = pose[:3, :3]
    return {"mass": np.array(link["mass"]), "com": pose[:3, 3], "inertia": turn @ tensor @ turn.T}


def _their_joint(joint: dict[str, Any]) -> Facts:
    lower, upper, velocity, effort = joint["limits"]
    facts: Facts = {"ends": f"{joint['parent']} -> {joint['child']}", "type": joint["type"]}
    if joint["type"] != "fixed":
        facts |= {
            "limits": np.array((lower, upper)),
            "velocity": np.array(velocity),
            "effort": np.array(effort),
        }
    if "leader" in joint:
        facts |= {"follows": joint["leader"], "law": np.array(joint["mimic"])}
    return facts


def _their_poses(printed: dict[str, Any], values: Values) -> Values:
    """Forward kinematics of what it prints, which is a tree of joints as in URDF."""
    count = len(next(iter(values.values()), np.zeros(1)))
    below: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for name, joint in printed["joints"].items():
        below.setdefault(joint["parent"], []).append((name, joint))
    children = {joint["child"] for joint in printed["joints"].values()}
    pending = [(name, np.tile(np.eye(4), (count, 1, 1))) for name in printed["links"] if name not in children]
    found: Values = {}
    while pending:
        link, pose = pending.pop()
        found[link] = pose
        for name, joint in below.get(link, []):
            value = _their_value(printed, name, values, count)
            pending.append((joint["child"], pose @ _their_pose(joint) @ _their_motion(joint, value)))
    return found


def _their_value(printed: dict[str, Any], name: str, values: Values, count: int) -> Array:
    joint = printed["joints"][name]
    if "leader" not in joint:
        return values.get(name, np.zeros(count))
    factor, offset = map(float, joint["mimic"])
    return factor * _their_value(printed, joint["leader"], values, count) + offset


def _their_motion(joint: dict[str, Any], value: Array) -> Array:
    motion = np.tile(np.eye(4), (len(value), 1, 1))
    axis = np.array(joint["axis"])
    axis = axis / np.linalg.norm(axis) if axis.any() else axis
    if joint["type"] == "prismatic":
        motion[:, :3, 3] = value[:, None] * axis
    elif joint["type"] != "fixed":
        motion[:, :3, :3] = rotations(axis, value)
    return motion


# What it has to read


def facts_of_robot(robot: Robot, values: Values) -> Facts:
    """The facts of a robot that was written, and where its links stand at some values of the joints."""
    facts: Facts = {"name": robot.name}
    for link in robot.links:
        facts.update(prefixed(f"link/{link.name}/", _our_link(link)))
    for joint in robot.joints:
        facts.update(prefixed(f"joint/{joint.name}/", _our_joint(robot, joint)))
    given: dict[str, ArrayLike] = dict(values)
    poses = poses_of_links(robot, given)
    return facts | {f"link/{name}/poses": pose for name, pose in poses.items()}


def _our_link(link: Link) -> Facts:
    inertial = link.inertial
    if inertial is None or not inertial.mass:
        return {}
    inertia = inertial.link_inertia if inertial.link_inertia is not None else np.zeros((3, 3))
    return {
        "mass": np.array([inertial.mass]),
        "com": np.array((inertial.pose or IDENTITY).xyz),
        "inertia": np.array(inertia),
    }


def _our_joint(robot: Robot, joint: Joint) -> Facts:
    axis = joint.axis or Axis()
    limits = _our_limits(joint, axis)
    kind = _our_type(joint, axis, limits)
    facts: Facts = {"ends": f"{joint.parent} -> {joint.child}", "type": kind}
    if kind != "fixed":
        end = UNBOUNDED.get(kind, 0.0)
        velocity = _our_speed(axis, "velocity") or VELOCITY[axis.motion]
        facts |= {
            "limits": np.array((-end, end) if limits is None else limits),
            "velocity": np.array(velocity),
            "effort": np.array(_our_effort(robot, joint, axis)),
        }
    law = linear(axis.coupling) if axis.coupling is not None else None
    if law is not None:
        factor = 1.0 if law.multiplier is None else law.multiplier
        facts |= {"follows": law.joint, "law": np.array((factor, law.offset or 0.0))}
    return facts


def _our_limits(joint: Joint, axis: Axis) -> tuple[float, float] | None:
    if joint.type in STILL or axis.locked:
        return 0.0, 0.0
    soft, hard = axis.soft or Limits(), axis.hard or Limits()
    limits = soft if soft.lower is not None else hard
    if joint.type is JointType.CONTINUOUS or limits.lower is None or limits.upper is None:
        return None
    return limits.lower, limits.upper


def _our_type(joint: Joint, axis: Axis, limits: tuple[float, float] | None) -> str:
    if limits == (0, 0) and not (axis.locked and joint.type not in STILL):
        return "fixed"
    if axis.motion is Motion.SLIDE:
        return "prismatic"
    return "continuous" if limits is None else "revolute"


def _our_speed(axis: Axis, name: str) -> float | None:
    """The soft one where there is one: it stands in ``speed`` and ``acceleration``."""
    reported = [getattr(limits, name) for limits in (axis.soft, axis.hard) if limits is not None]
    return next((value for value in reported if value is not None), None)


def _our_effort(robot: Robot, joint: Joint, axis: Axis) -> float:
    motors = [each.motor for each in robot.actuators if each.joint == joint.name]
    torques = [motor.nominal_torque for motor in motors[:1] if motor is not None]
    is_driven = axis.coupling is None and axis.active is not False
    if torques and torques[0] is not None:
        return torques[0]
    if is_driven and not motors and axis.hard is not None and axis.hard.effort is not None:
        return axis.hard.effort
    return _our_speed(axis, "acceleration") or 0.0
