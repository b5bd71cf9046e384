"""What a reading by OpenRAVE and a reading by us say, fact by fact under the same names, to be compared."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from robotfmt import Robot, World
from robotfmt.kinematics.forward import joint_transform, matrix, poses_of_links
from robotfmt.kinematics.freedom import degrees_of_freedom
from robotfmt.model import (
    IDENTITY,
    Axis,
    Joint,
    JointType,
    Limits,
    Link,
    Manipulator,
    Motion,
    Pose,
    Quaternion,
    linear,
)

from .facts import Facts, prefixed
from .oracle import Array

NO_MASS = 1e-10
"""OpenRAVE's mass of a link without a body."""
BEYOND = 9999.0
"""OpenRAVE's limits of what has none are larger."""
VELOCITY = {Motion.TURN: 0.5, Motion.SLIDE: 0.01}
ACCELERATION, WEIGHT, RESOLUTION = 50.0, 1.0, 0.02
"""What OpenRAVE takes for what was not said."""


# What OpenRAVE read


def facts_of_reading(reading: dict[str, Any]) -> Facts:
    """The facts of all bodies of a reading."""
    found: Facts = {}
    for body in reading["bodies"]:
        facts: Facts = {"": "body"}
        for link in body["links"]:
            facts.update(prefixed(f"/link/{link['name']}/", _their_link(link)))
        for joint in body["joints"]:
            facts.update(prefixed(f"/joint/{joint['name']}/", _their_joint(joint)))
        arms = body.get("manipulators", [])
        names = {joint["dofindex"]: joint["name"] for joint in body["joints"] if joint["dofindex"] >= 0}
        for arm in arms:
            facts.update(prefixed(f"/manipulator/{arm['name']}/", _their_manipulator(arm, names)))
        for sensor in body.get("sensors", []):
            facts[f"/sensor/{sensor['name']}"] = sensor["link"]
        for pair in body["ignore_pairs"]:
            facts[_pair(*pair)] = "ignored"
        found.update({body["name"] + name: fact for name, fact in facts.items()})
    return found


def _their_pose(pose: dict[str, list[float]]) -> Array:
    x, y, z = pose["xyz"]
    return matrix(Pose((x, y, z), Quaternion(*pose["quat_wxyz"])))


def _their_link(link: dict[str, Any]) -> Facts:
    facts: Facts = {"scene": _their_pose(link["transform"])}
    facts["static"] = str(link["static"])
    facts["enabled"] = str(link["enabled"])
    if link["mass"] != NO_MASS:
        turn = _their_pose(link["massframe"])[:3, :3]
        facts["mass"] = np.array(link["mass"])
        facts["com"] = np.array(link["com"])
        facts["inertia"] = turn @ np.diag(link["inertia_principal"]) @ turn.T
    return facts


def _their_joint(joint: dict[str, Any]) -> Facts:
    axis = joint["axes"][0]
    free = axis["circular"] or abs(axis["lower"]) > BEYOND
    limits = (None, None) if free else (axis["lower"], axis["upper"])
    facts: Facts = {
        "ends": f"{joint['parent']} -> {joint['child']}",
        "type": _type(axis["revolute"], *limits),
        "place": _their_pose(joint["left"]) @ _their_pose(joint["right"]),
        "velocity": np.array(axis["vel"]),
        "acceleration": np.array(axis["acc"]),
        "weight": np.array(axis["weight"]),
        "resolution": np.array(axis["resolution"]),
        **_law_of_text(axis["mimic"][0] if "mimic" in axis else ""),
    }
    if not free:
        facts["limits"] = np.array(limits)
    if facts["type"] != "fixed":
        facts["axis"] = np.array(axis["axis_world"])
        facts["passive"] = str(joint["passive"])
    return facts


def _law_of_text(text: str) -> Facts:
    """Whom a joint follows, and by which factor and offset: ``((0.5*j1)+0.1)``."""
    if not text:
        return {}
    tree = ast.parse(text, mode="eval").body
    names = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
    if any(isinstance(each, ast.Call) for each in ast.walk(tree)):
        return {"follows": "a formula"}
    (leader,) = names
    offset = _value(tree, 0.0)
    return {"follows": leader, "law": np.array((_value(tree, 1.0) - offset, offset))}


def _value(tree: ast.expr, leader: float) -> float:
    match tree:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.Name():
            return leader
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, leader)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _value(left, leader) + _value(right, leader)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _value(left, leader) * _value(right, leader)
    raise AssertionError(f"OpenRAVE writes something else too: {ast.dump(tree)}")


def _type(revolute: bool, lower: float | None, upper: float | None) -> str:
    """A joint that cannot move is fixed, whatever it is called."""
    if lower is not None and lower == upper == 0:
        return "fixed"
    return "revolute" if revolute else "prismatic"


def _their_manipulator(arm: dict[str, Any], names: dict[int, str]) -> Facts:
    gripper = sorted(f"{names[index]} {chuck:g}" for index, chuck in zip(arm["gripper"], arm["chuck"], strict=True))
    return {
        "ends": f"{arm['base']} -> {arm['tip']}",
        "tool": _their_pose(arm["tool"]),
        "direction": np.array(arm["direction"]),
        "gripper": ", ".join(gripper),
    }


def _pair(first: str, second: str) -> str:
    return f"/ignored/{min(first, second)} and {max(first, second)}"


# What we read


def facts_of_world(world: World) -> Facts:
    """The facts of all robots of a document."""
    found: Facts = {}
    for placed in world.robots:
        robot = placed.robot
        scene = _scene(robot, placed.pose)
        facts: Facts = {"": "body"}
        for link in robot.links:
            facts.update(prefixed(f"/link/{link.name}/", _our_link(link, scene[link.name])))
        for joint in (*robot.joints, *robot.loops):
            facts.update(prefixed(f"/joint/{joint.name}/", _our_joint(joint, scene)))
        for arm in robot.manipulators:
            facts.update(prefixed(f"/manipulator/{arm.name}/", _our_manipulator(arm)))
        facts.update({f"/sensor/{sensor.name}": sensor.link for sensor in robot.sensors})
        facts.update({_pair(pair.first, pair.second): "ignored" for pair in robot.ignored_pairs})
        found.update({f"{placed.name or robot.name}{name}": fact for name, fact in facts.items()})
    return found


def _scene(robot: Robot, pose: Pose | None) -> dict[str, Array]:
    tree = {joint.name for joint in robot.joints}
    values = {each.joint: np.array([each.values]) for each in robot.scene_positions if each.joint in tree}
    poses = poses_of_links(robot, values)
    return {name: matrix(pose) @ each[0] for name, each in poses.items()}


def _our_link(link: Link, scene: Array) -> Facts:
    facts: Facts = {
        "scene": scene,
        "static": str(link.static is True),
        "enabled": str(link.enabled is not False),
    }
    inertial = link.inertial
    if inertial is not None and inertial.mass not in (None, NO_MASS):
        facts["mass"] = np.array(inertial.mass)
        facts["com"] = np.array((inertial.pose or IDENTITY).xyz)
        if inertial.link_inertia is not None:
            facts["inertia"] = np.array(inertial.link_inertia)
    return facts


def _our_limits(joint: Joint, axis: Axis) -> tuple[float | None, float | None]:
    """OpenRAVE takes the soft limits where there are any."""
    if joint.type is JointType.FIXED:
        return 0.0, 0.0
    limits = axis.soft if axis.soft is not None and axis.soft.lower is not None else axis.hard or Limits()
    return limits.lower, limits.upper


def _our_joint(joint: Joint, scene: dict[str, Array]) -> Facts:
    axis = joint.axis or Axis()
    hard = axis.hard or Limits()
    lower, upper = _our_limits(joint, axis)
    facts: Facts = {
        "ends": f"{joint.parent} -> {joint.child}",
        "type": _type(axis.motion is Motion.TURN, lower, upper),
        "place": joint_transform(joint, np.zeros((1, degrees_of_freedom(joint))), 1)[0],
        "velocity": _or(hard.velocity, VELOCITY[axis.motion]),
        "acceleration": _or(hard.acceleration, ACCELERATION),
        "weight": _or(axis.planning_weight, WEIGHT),
        "resolution": _or(axis.resolution, RESOLUTION),
        **_our_law(axis),
    }
    if lower is not None and upper is not None:
        facts["limits"] = np.array((lower, upper))
    if facts["type"] != "fixed":
        direction = np.array(axis.direction_or_x)
        turn = scene[joint.parent or ""][:3, :3] @ matrix(joint.pose_in_parent)[:3, :3]
        facts["axis"] = turn @ direction / np.linalg.norm(direction)
        facts["passive"] = str(axis.active is False or axis.coupling is not None)
    return facts


def _or(value: float | None, default: float) -> Array:
    return np.array(default if value is None else value)


def _our_law(axis: Axis) -> Facts:
    if axis.coupling is None:
        return {}
    law = linear(axis.coupling)
    if law is None:
        return {"follows": "a formula"}
    factor = 1.0 if law.multiplier is None else law.multiplier
    return {"follows": law.joint, "law": np.array((factor, law.offset or 0.0))}


def _our_manipulator(arm: Manipulator) -> Facts:
    gripper = sorted(f"{each.joint} {dict(each.closing).get(0, 0.0):g}" for each in arm.gripper_joints)
    return {
        "ends": f"{arm.base} -> {arm.tip}",
        "tool": matrix(arm.tool),
        "direction": np.array(arm.direction or (0.0, 0.0, 1.0)),
        "gripper": ", ".join(gripper),
    }
