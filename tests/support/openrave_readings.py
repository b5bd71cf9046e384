"""OpenRAVE's own readings of documents by others, and the robots that we read, fact by fact."""

from __future__ import annotations

import json
import math
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from real import CORPUS, corpus

from robotfmt.kinematics.forward import forward_kinematics, matrix
from robotfmt.model import Axis, Geometry, Joint, JointType, Limits, Mesh, PlacedRobot, Robot, Sphere

Array = NDArray[np.float64]
XML = CORPUS / "legacy" / "openrave-xml"
ARCHIVES = CORPUS / "collada" / "rdiankov+openrave"
DATA = (
    "rdiankov+openrave/src",
    "daslrobotics+openHubo",
    "daslrobotics+openHubo/robots",
    "daslrobotics+openHubo/kinbody",
    "daslrobotics+openHubo/robots/hubo2",
    "daslrobotics+openHubo/robots/huboplus",
)
"""The folders that ``$OPENRAVE_DATA`` listed when OpenRAVE read them."""
OK, WITH_BODIES = b'"ok":true', b'"bodies":[{'
"""What readings contain, as JSON."""
MALFORMED = "bullet_floor.env.xml"
"""A document whose tags do not match."""
CLOSE = 2e-9
"""Readings have twelve digits."""


@cache
def _texts() -> dict[str, bytes]:
    """The readings by the path of their document, as JSON: parsing all of them takes half a second."""
    found: dict[str, bytes] = {}
    for path in corpus("legacy/openrave-xml/readings/*.json"):
        text = path.read_bytes()
        head = re.match(rb'\{"file":"([^"]*)","repository":"([^"]*)"', text)
        assert head is not None, path
        file, repository = (each.decode() for each in head.groups())
        found[f"{repository.replace('/', '+')}/{file}"] = text
    return found


def names_of_readings(*words: bytes) -> list[str]:
    """The documents of which there are readings, sorted, or those whose readings contain some JSON."""
    return sorted(name for name, text in _texts().items() if all(each in text for each in words))


@cache
def reading_of(name: str) -> dict[str, Any]:
    """The reading of a document."""
    found: dict[str, Any] = json.loads(_texts()[name])
    return found


def laid(folder: Path) -> Path:
    """The documents, with the archives that some include beside them."""
    made = folder / "openrave-xml"
    if not made.is_dir():
        shutil.copytree(XML, made, ignore=shutil.ignore_patterns("readings"))
        for each in (*ARCHIVES.glob("*.zae"), *ARCHIVES.glob("*.dae")):
            shutil.copy(each, made / "rdiankov+openrave" / "src" / "robots")
    return made


def data_path(folder: Path) -> str:
    """The value of ``$OPENRAVE_DATA`` for them."""
    return ":".join(str(folder / each) for each in DATA)


def pose(reading: dict[str, Any]) -> Array:
    """A pose as a matrix."""
    w, x, y, z = np.array(reading["quat_wxyz"]) / np.linalg.norm(reading["quat_wxyz"])
    result = np.eye(4)
    result[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    result[:3, 3] = reading["xyz"]
    return result


def differences(placed: PlacedRobot, body: dict[str, Any]) -> Iterator[str]:
    """What a robot has that OpenRAVE's reading of it has not, as words that begin with the kind of fact."""
    robot = placed.robot
    if len(robot.links) != len(body["links"]):
        yield f"links: {len(robot.links)}, not {len(body['links'])}"
        return
    yield from _links(robot, body)
    yield from _joints(robot, body)
    yield from _motion(placed, body)
    yield from _parts(robot, body)


def _links(robot: Robot, body: dict[str, Any]) -> Iterator[str]:
    for link, its in zip(robot.links, body["links"], strict=True):
        if its["name"] and link.name != its["name"]:
            yield f"name of a link: {link.name}, not {its['name']}"
        if bool(link.static) is not its["static"] or (link.enabled is not False) is not its["enabled"]:
            yield f"flags of {link.name}"
        inertial = link.inertial
        assert inertial is not None
        com = inertial.pose.xyz if inertial.pose is not None else (0, 0, 0)
        tensor, wanted = np.array(inertial.link_inertia).ravel(), np.array(its["inertia"])
        if not math.isclose(inertial.mass or 0, its["mass"], rel_tol=1e-6):
            yield f"mass of {link.name}: {inertial.mass}, not {its['mass']}"
        if not np.allclose(com, its["com"], rtol=0, atol=1e-6):
            yield f"centre of {link.name}"
        if not np.allclose(tensor, wanted, rtol=0, atol=1e-6 * max(1e-3, np.abs(wanted).max())):
            yield f"inertia of {link.name}"
        yield from _shapes(link.name, link.collisions, its)


def _shapes(link: str, collisions: tuple[Geometry, ...], its: dict[str, Any]) -> Iterator[str]:
    """Primitive shapes only: what OpenRAVE made of meshes depends on how it was built."""
    ours = [each for each in collisions if not isinstance(each.shape, Mesh)]
    point = {"type": "sphere", "radius": 0}
    theirs = [g for g in its["geometries"] if g["type"] != "trimesh" and not point.items() <= g.items()]
    if [type(each.shape).__name__.lower() for each in ours] != [each["type"] for each in theirs]:
        yield f"shapes of {link}"
        return
    for geometry, each in zip(ours, theirs, strict=True):
        if np.abs(matrix(geometry.pose) - pose(each["pose"])).max() > CLOSE:
            yield f"pose of a shape of {link}"
        if not np.allclose(_sizes(geometry), _wanted_sizes(each), rtol=0, atol=1e-9):
            yield f"size of a shape of {link}"


def _sizes(geometry: Geometry) -> list[float]:
    shape: Any = geometry.shape
    if isinstance(shape, Sphere):
        return [shape.radius or 0]
    return list(shape.size) if hasattr(shape, "size") else [shape.radius, shape.length]


def _wanted_sizes(its: dict[str, Any]) -> list[float]:
    match its["type"]:
        case "box":
            return [2 * each for each in its["half"]]
        case "sphere":
            return [its["radius"]]
    return [its["radius"], its["height"]]


def _joints(robot: Robot, body: dict[str, Any]) -> Iterator[str]:
    named = {each["name"] for each in body["joints"]}
    added = {each.name for each in robot.joints if each.name.endswith("_free")} - named
    ours = {each.name for each in robot.all_joints} - added
    ends = {frozenset((each.parent, each.child)): each.name for each in robot.all_joints}
    for each in body["joints"]:
        each["name"] = each["name"] or ends.get(frozenset((each["parent"], each["child"])), "")
    theirs = {each["name"]: each for each in body["joints"]}
    if ours != set(theirs):
        yield f"names of joints: {sorted(ours ^ set(theirs))}"
    moving = [each for each in robot.all_joints if each.name not in added and _is_free(each)]
    if all(each.dof_index is not None for each in moving):
        moving.sort(key=lambda each: each.dof_index or 0)
    wanted = sorted((it for it in body["joints"] if it["dofindex"] >= 0), key=lambda it: it["dofindex"])
    if [each.name for each in moving] != [each["name"] for each in wanted]:
        yield "order of the degrees of freedom"
    for joint in robot.all_joints:
        if joint.name in theirs:
            yield from _joint(joint, theirs[joint.name])


def _is_free(joint: Joint) -> bool:
    off = any(axis.active is False or axis.coupling is not None for axis in joint.axes)
    return not off and joint.type not in (JointType.FIXED, JointType.FLOATING)


def _joint(joint: Joint, its: dict[str, Any]) -> Iterator[str]:
    if its["parent"] and (joint.parent, joint.child) != (its["parent"], its["child"]):
        yield f"parent of {joint.name}"
    if (joint.type is JointType.FIXED) is not (its["static"] and its["passive"]):
        yield f"type of {joint.name}"
    if joint.type in (JointType.FIXED, JointType.BALL) or joint.axis is None:
        return
    axis, wanted = joint.axis, its["axes"][0]
    if wanted["circular"] is not (joint.type is JointType.CONTINUOUS):
        yield f"circular {joint.name}"
    if not np.allclose(_numbers(axis, wanted), _wanted_numbers(wanted), rtol=0, atol=1e-9):
        yield f"limits of {joint.name}"
    if bool(wanted.get("mimic") and wanted["mimic"][0]) is not (axis.coupling is not None):
        yield f"equation of {joint.name}"
    if its["passive"] is not (axis.active is False or axis.coupling is not None):
        yield f"passive {joint.name}"


def _numbers(axis: Axis, wanted: dict[str, Any]) -> list[float]:
    """The numbers of an axis, with OpenRAVE's own for those that are not given."""
    hard = axis.hard or Limits()
    given = {
        "lower": hard.lower,
        "upper": hard.upper,
        "vel": hard.velocity,
        "acc": hard.acceleration,
        "maxtorque": hard.effort,
        "weight": axis.planning_weight,
        "resolution": axis.resolution,
    }
    usual = {"vel": 10.0, "acc": 50.0, "maxtorque": 0.0, "weight": 1.0, "resolution": 0.02}
    if wanted["circular"]:
        given |= {"lower": wanted["lower"], "upper": wanted["upper"]}
    found = (usual.get(name, math.nan) if value is None else value for name, value in given.items())
    return list(found)


def _wanted_numbers(wanted: dict[str, Any]) -> list[float]:
    return [wanted[name] for name in ("lower", "upper", "vel", "acc", "maxtorque", "weight", "resolution")]


def _motion(placed: PlacedRobot, body: dict[str, Any]) -> Iterator[str]:
    """The links where OpenRAVE loaded them, and relative to the first one at three configurations."""
    base = matrix(placed.pose)
    poses = _poses(placed.robot, body, body["values"])
    for link, its in zip(placed.robot.links, body["links"], strict=True):
        if np.abs(base @ poses[link.name] - pose(its["transform"])).max() > CLOSE:
            yield f"place of {link.name}"
    for each in body["fk"]:
        poses = _poses(placed.robot, body, each["got"])
        for link, its in zip(placed.robot.links, each["links"], strict=True):
            if np.abs(poses[link.name] - pose(its)).max() > CLOSE:
                yield f"motion of {link.name}"


def _poses(robot: Robot, body: dict[str, Any], values: list[float]) -> dict[str, Array]:
    given: dict[str, Any] = {}
    for each in body["joints"]:
        index = each["dofindex"]
        if index >= 0 and each["name"] in robot.joint_by_name:
            row = values[index : index + each["dof"]]
            given[each["name"]] = row[0] if each["dof"] == 1 else _quaternion(row)
    return forward_kinematics(robot, given)


def _quaternion(row: list[float]) -> list[float]:
    """A rotation about an axis by its length, which is how OpenRAVE gives a ball joint."""
    angle = float(np.linalg.norm(row))
    along = np.array(row) / angle if angle else np.zeros(3)
    return [math.cos(angle / 2), *(math.sin(angle / 2) * along)]


def _parts(robot: Robot, body: dict[str, Any]) -> Iterator[str]:
    pairs = {each.links for each in robot.ignored_pairs}
    if pairs != {frozenset(each) for each in body["forced_adjacent"]}:
        yield "pairs"
    if not body["robot"]:
        return
    wanted = Counter((each["name"], each["base"], each["tip"]) for each in body["manipulators"])
    if Counter((each.name, each.base, each.tip) for each in robot.manipulators) != wanted:
        yield "manipulators"
        return
    for arm, its in zip(robot.manipulators, body["manipulators"], strict=True):
        if np.abs(matrix(arm.tool) - pose(its["tool"])).max() > CLOSE:
            yield f"tool of {arm.name}"
        direction = np.array(arm.direction) / np.linalg.norm(arm.direction or 1)
        if not np.allclose(direction, its["direction"], rtol=0, atol=1e-9):
            yield f"direction of {arm.name}"
        if [each.joint for each in arm.gripper_joints] != its["gripper_joints"]:
            yield f"gripper of {arm.name}"
        closing = [dict(each.closing).get(0, 0) for each in arm.gripper_joints]
        if closing != its["chuck"][: len(closing)]:
            yield f"closing of {arm.name}"
    ours = [(each.name, each.link) for each in robot.sensors]
    if ours != [(each["name"], each["link"]) for each in body["sensors"]]:
        yield "sensors"
        return
    for sensor, its in zip(robot.sensors, body["sensors"], strict=True):
        if np.abs(matrix(sensor.pose) - pose(its["pose"])).max() > CLOSE:
            yield f"pose of {sensor.name}"
