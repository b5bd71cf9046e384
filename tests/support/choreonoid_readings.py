"""What Choreonoid reads from the bodies of the corpus, and where a robot differs from it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from real import CORPUS, is_ok

from robotfmt.kinematics.tree import base_of
from robotfmt.model import Base, Joint, JointType, Laser, Limits, Link, Pose, Robot
from robotfmt.model.vectors import unit
from robotfmt_choreonoid.parts.lasers import in_body_frame

FOLDER = CORPUS / "legacy" / "choreonoid"
KEPT = ("HolderDevice", "MarkerDevice", "AttachmentDevice")
"""Devices that robotfmt keeps verbatim."""
LIGHTS = ("SpotLight", "PointLight")
LOOPS = (JointType.FIXED, JointType.REVOLUTE, JointType.BALL, JointType.CYLINDRICAL)
KINDS = {
    "revolute": (JointType.REVOLUTE, JointType.CONTINUOUS),
    "prismatic": (JointType.PRISMATIC,),
    "free": (JointType.FLOATING,),
    "fixed": (JointType.FIXED,),
}
Reading = dict[str, Any]


def bodies() -> list[Path]:
    """The bodies that Choreonoid reads."""
    return [path for path in sorted(FOLDER.glob("*/**/*.body")) if is_ok(_path_of_reading(path))]


def reading(path: Path) -> Reading:
    """What Choreonoid reads from a body."""
    found: Reading = json.loads(_path_of_reading(path).read_text())
    return found


def _path_of_reading(path: Path) -> Path:
    name = str(path.relative_to(FOLDER).with_suffix("")).replace("/", "__")
    return FOLDER / "readings" / f"{name}.json"


def unlike(robot: Robot, wanted: Reading) -> Iterator[str]:
    """Yield what differs from a reading, by more than 1e-9."""
    links = {each.name: each for each in robot.links}
    if sorted(links) != sorted(each["name"] for each in wanted["links"]):
        yield f"links {sorted(links)}"
        return
    above = {each.child: each for each in robot.joints}
    for each in wanted["links"]:
        name = each["name"]
        yield from (f"{name}: {it}" for it in _of_link(links[name], above.get(name), robot, each))
    for device in wanted["devices"]:
        yield from (f"{device['name']}: {it}" for it in _of_device(robot, device))
    for loop, extra in zip(robot.loops, wanted["extra_joints"], strict=True):
        ends = (loop.type, loop.parent, loop.child)
        if ends != (LOOPS[extra["type"]], extra["link1"], extra["link2"]):
            yield f"loop {ends}"
        yield from _pose(loop.pose_in_parent, extra["p1"], extra["R1"])
        yield from _pose(loop.pose_in_child, extra["p2"], extra["R2"])


def _of_link(link: Link, joint: Joint | None, robot: Robot, wanted: Reading) -> Iterator[str]:
    yield from _pose(joint.pose_in_parent if joint is not None else robot.pose, wanted["offset"], wanted["offset_R"])
    inertial, tensor = link.inertial, wanted["inertia"]
    mass = inertial.mass if inertial is not None else 0.0
    center = inertial.pose.xyz if inertial is not None and inertial.pose is not None else (0.0, 0.0, 0.0)
    rows = inertial.link_inertia if inertial is not None else None
    yield from _numbers("mass", (mass or 0.0,), [wanted["mass"]])
    yield from _numbers("centre of mass", center, wanted["com"])
    if (tensor[1], tensor[2], tensor[5]) == (tensor[3], tensor[6], tensor[7]):  # what is not is reported
        yield from _numbers("inertia", [each for row in rows for each in row] if rows else [0.0] * 9, tensor)
    if joint is None:
        floats = base_of(robot) is Base.FLOATING
        yield from (["free root"] if floats is not (wanted["joint_type"] == "free") else [])
        return
    index = -1 if joint.dof_index is None else joint.dof_index
    found = (joint.parent, joint.name, index)
    if found != (wanted["parent"], wanted["joint_name"], wanted["joint_id"]):
        yield f"joint {found}"
    if joint.type not in KINDS.get(wanted["joint_type"], KINDS["fixed"]):
        yield f"type {joint.type}"
    elif joint.axis is not None:
        yield from _of_axis(joint, robot, wanted)


def _of_axis(joint: Joint, robot: Robot, wanted: Reading) -> Iterator[str]:
    axis, along = joint.axes[0], wanted["axis"]
    length = math.sqrt(sum(each * each for each in along))
    factor = length if abs(length - 1) > 1e-6 else 1.0
    hard = axis.hard or Limits()
    start = {each.joint: each.values[0] for each in robot.default_positions}.get(joint.name, 0.0)
    armature = axis.dynamics.armature if axis.dynamics is not None else 0.0
    yield from _numbers("axis", unit(axis.direction_or_x), unit((along[0], along[1], along[2])))
    yield from _numbers("start", (start,), [wanted["initial"] * factor])
    yield from _numbers("armature", (armature or 0.0,), [wanted["rotor"]])
    ends = (_or(hard.lower, -math.inf), _or(hard.upper, math.inf))
    yield from _numbers("range", ends, [_bound(wanted[each]) * factor for each in ("lower", "upper")])
    for name, key in (("velocity", "vel"), ("effort", "effort")):
        most = min(abs(_bound(wanted[f"{key}_{end}"])) for end in ("lower", "upper"))
        yield from _numbers(name, (_or(getattr(hard, name), math.inf),), [most * factor if key == "vel" else most])


def _of_device(robot: Robot, wanted: Reading) -> Iterator[str]:
    if wanted["type"] in KEPT:
        word = wanted["type"].removesuffix("Device")
        if not any(word in each.content for each in robot.extensions):
            yield "is not kept"
        return
    poses: list[Pose | None]
    if wanted["type"] in LIGHTS:
        lights = robot.link(wanted["link"]).lights
        poses = [each.pose for each in lights if (each.name or "") == wanted["name"]]
    else:
        found = [each for each in robot.sensors if each.link == wanted["link"]]
        named = [each for each in found if each.name == wanted["name"]] or ([] if wanted["name"] else found)
        poses = [(in_body_frame(each) if isinstance(each.data, Laser) else each).pose for each in named]
    if not poses:
        yield "is missing"
        return
    yield from _pose(poses[0], wanted["p"], wanted["R"])


def _or(value: float | None, other: float) -> float:
    return other if value is None else value


def _bound(value: float | str) -> float:
    number = float(value)
    return math.copysign(math.inf, number) if abs(number) >= 1e300 else number


def _pose(pose: Pose | None, position: Sequence[float], rows: Sequence[float]) -> Iterator[str]:
    found = pose or Pose()
    yield from _numbers("position", found.xyz, position)
    yield from _numbers("rotation", [each for row in found.matrix for each in row], rows)


def _numbers(name: str, found: Sequence[float], wanted: Sequence[float]) -> Iterator[str]:
    pairs = zip(found, wanted, strict=True)
    if not all(a == b or abs(a - b) <= 1e-9 * max(1.0, abs(b)) for a, b in pairs):
        yield f"{name}: {tuple(found)}, not {tuple(wanted)}"
