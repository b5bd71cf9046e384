"""The column of actuators: what they drive, by which quantity, within which ranges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from lxml import etree

from .difference import NAMELESS, SAME, Difference, Interval

_PLACE = "/mujoco/actuator"
"""Where MJCF has actuators: the loss of an element there is that of all its attributes."""
_KINDS = {"Effort": "effort", "Position": "position", "Velocity": "velocity"}
"""The beginnings of the names of ROS's command interfaces."""


@dataclass(frozen=True)
class Drive:
    """An actuator; None for what the program does not have of it."""

    joint: str | None
    """The joint that it drives; None for a tendon, a site and the like."""
    kind: str | None = None
    """The quantity that controls it: ``effort``, ``position``, ``velocity``, or ``other``."""
    control: Interval | None = None
    """The range of the control, infinite where it has none."""
    force: Interval | None = None
    """The range of its force, infinite where it has none."""
    owner: str | None = None
    """What it is a part of, under whose name the report speaks of it."""

    def renamed(self, names: Mapping[str, str]) -> Drive:
        """Return the drive with other names of joints."""
        return replace(self, joint=names.get(self.joint, self.joint) if self.joint else None)


def of_drives(before: Mapping[str, Drive] | None, after: Mapping[str, Drive] | None) -> Iterator[Difference]:
    """Yield the actuators that are gone or new, and what differs of those that both have."""
    if before is None or after is None:
        return
    found: set[str] = set()
    for name, drive in before.items():
        subject, match = drive.owner or name, _match(name, drive, after)
        if match is None:
            words = f"actuator of joint '{drive.joint}' by {drive.kind}: gone"
            place = _PLACE if name.startswith(NAMELESS) else ""
            yield Difference(subject, words, ("actuator", "transmission", "controller"), place)
            continue
        found.add(match)
        yield from _of_drive(subject, drive, after[match])
    for name in after.keys() - found:
        yield Difference(name, f"actuator of joint '{after[name].joint}': not there -> there", ("actuator",))


def _match(name: str, drive: Drive, others: Mapping[str, Drive]) -> str | None:
    """Return the name of the same actuator there: that of its name, or else the only one of its joint."""
    if name in others:
        return name
    same = [other for other, each in others.items() if each.joint == drive.joint is not None]
    return same[0] if len(same) == 1 else None


def _of_drive(subject: str, one: Drive, other: Drive) -> Iterator[Difference]:
    if one.joint != other.joint:
        yield Difference(subject, f"it drives '{one.joint}' -> '{other.joint}'", ("joint",))
    if one.kind is not None and other.kind is not None and one.kind != other.kind:
        yield Difference(subject, f"controlled by {one.kind} -> {other.kind}", ("command", "control", "interface"))
    if _differ(one.control, other.control):
        yield Difference(subject, f"control {one.control} -> {other.control}", ("control", "ctrlrange", _PLACE))
    if _differ(one.force, other.force):
        yield Difference(subject, f"force {one.force} -> {other.force}", ("force", _PLACE))


def _differ(one: Interval | None, other: Interval | None) -> bool:
    return one is not None and other is not None and not np.allclose(one, other, rtol=SAME, atol=SAME)


def drives_of_mujoco(mujoco: Any, model: Any) -> dict[str, Drive]:
    """Return the actuators of MuJoCo; one without a name is called like its joint."""
    found: dict[str, Drive] = {}
    for each in range(model.nu):
        kind = mujoco.mjtTrn(int(model.actuator_trntype[each])).name
        is_joint = kind in ("mjTRN_JOINT", "mjTRN_JOINTINPARENT")
        joint = model.joint(int(model.actuator_trnid[each][0])).name if is_joint else None
        name = model.actuator(each).name or joint or f"{NAMELESS}{each}"
        found[name] = Drive(
            joint,
            _kind(mujoco, model, each),
            _range(model.actuator_ctrlrange[each], model.actuator_ctrllimited[each]),
            _range(model.actuator_forcerange[each], model.actuator_forcelimited[each]),
        )
    return found


def _range(ends: Any, is_limited: Any) -> Interval:
    return (float(ends[0]), float(ends[1])) if is_limited else (-np.inf, np.inf)


def _kind(mujoco: Any, model: Any, each: int) -> str:
    gain = mujoco.mjtGain(int(model.actuator_gaintype[each])).name
    bias = mujoco.mjtBias(int(model.actuator_biastype[each])).name
    dynamics = mujoco.mjtDyn(int(model.actuator_dyntype[each])).name
    if gain != "mjGAIN_FIXED":
        return "other"
    if bias == "mjBIAS_NONE":
        return "effort" if dynamics == "mjDYN_NONE" else "other"
    _, position, velocity = model.actuator_biasprm[each][:3]
    if bias != "mjBIAS_AFFINE" or not (position or velocity):
        return "other"
    return "position" if position and dynamics != "mjDYN_INTEGRATOR" else "velocity"


def drives_of_urdf(path: Path) -> dict[str, Drive]:
    """Return the actuators of transmissions and of ros2_control, read of the document: no program here has them."""
    root = etree.parse(path).getroot()
    return {**dict(_of_transmissions(root)), **dict(_of_control(root))}


def _of_transmissions(root: Any) -> Iterator[tuple[str, Drive]]:
    for each in root.findall("transmission"):
        joints = [joint.get("name") for joint in each.findall("joint")]
        kinds = {_of_interface(it.text or "") for it in each.iter("hardwareInterface")}
        kind = kinds.pop() if len(kinds) == 1 else None
        for actuator in each.findall("actuator"):
            name = actuator.get("name", "")
            yield name, Drive(joints[0] if len(joints) == 1 else None, kind, owner=each.get("name"))


def _of_interface(text: str) -> str | None:
    name = text.strip().rpartition("/")[2]
    return next((kind for start, kind in _KINDS.items() if name.startswith(start)), None)


def _of_control(root: Any) -> Iterator[tuple[str, Drive]]:
    for system in root.findall("ros2_control"):
        for joint in system.findall("joint"):
            commands = [each.get("name") for each in joint.findall("command_interface")]
            if commands:
                kind = commands[0] if len(commands) == 1 and commands[0] in _KINDS.values() else None
                yield joint.get("name", ""), Drive(joint.get("name"), kind, owner=system.get("name"))
