"""A URDF as bare numbers, read without robotfmt: what two documents are compared by."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from .oracle import Array, homogeneous

_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")


@dataclass(frozen=True)
class PlainLink:
    """A link's mass, centre of mass and inertia about it, both in the link's axes; None where it has none."""

    mass: float
    center: Array
    inertia: Array


@dataclass(frozen=True)
class PlainJoint:
    """A joint; numbers that were not given are URDF's defaults."""

    type: str
    parent: str
    child: str
    origin: Array
    axis: Array
    limits: dict[str, float]
    safety: dict[str, float]
    dynamics: dict[str, float]
    mimic: tuple[str, float, float] | None


@dataclass(frozen=True)
class PlainUrdf:
    """The links with mass and the joints of a URDF, by name, and the names of all links."""

    names: frozenset[str]
    links: dict[str, PlainLink]
    joints: dict[str, PlainJoint]

    def zero_poses(self) -> dict[str, Array]:
        """Where every link stands in the root while every joint stands at zero."""
        above = {joint.child: joint for joint in self.joints.values()}
        poses: dict[str, Array] = {}
        for name in self.names:
            pose, link = np.eye(4), name
            while link in above:
                pose, link = above[link].origin @ pose, above[link].parent
            poses[name] = pose
        return poses


def plain_urdf(path: Path) -> PlainUrdf:
    """Read a URDF."""
    root = ElementTree.parse(path).getroot()
    links = {str(each.get("name")): _link(each) for each in root.findall("link")}
    joints = {str(each.get("name")): _joint(each) for each in root.findall("joint")}
    heavy = {name: link for name, link in links.items() if link is not None}
    return PlainUrdf(frozenset(links), heavy, joints)


def _link(element: ElementTree.Element) -> PlainLink | None:
    inertial = element.find("inertial")
    mass = inertial.find("mass") if inertial is not None else None
    if inertial is None or mass is None:
        return None
    origin = _origin(inertial)
    given = inertial.find("inertia")
    values = [_numbers(given, name, "0")[0] for name in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")]
    xx, xy, xz, yy, yz, zz = values
    turn = origin[:3, :3]
    tensor = turn @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ turn.T
    return PlainLink(_numbers(mass, "value", "0")[0], origin[:3, 3], tensor)


def _joint(element: ElementTree.Element) -> PlainJoint:
    kind = str(element.get("type"))
    assert kind in _TYPES
    axis = np.array(_numbers(element.find("axis"), "xyz", "1 0 0"))
    return PlainJoint(
        type=kind,
        parent=_named(element, "parent"),
        child=_named(element, "child"),
        origin=_origin(element),
        axis=axis / np.linalg.norm(axis) if axis.any() else axis,
        limits=_attributes(element, "limit", ("lower", "upper", "effort", "velocity")),
        safety=_attributes(element, "safety_controller", ("soft_lower_limit", "soft_upper_limit")),
        dynamics=_attributes(element, "dynamics", ("damping", "friction")),
        mimic=_mimic(element.find("mimic")),
    )


def _mimic(element: ElementTree.Element | None) -> tuple[str, float, float] | None:
    if element is None:
        return None
    factor, offset = _numbers(element, "multiplier", "1")[0], _numbers(element, "offset", "0")[0]
    return str(element.get("joint")), factor, offset


def _named(element: ElementTree.Element, tag: str) -> str:
    return next(str(each.get("link")) for each in element.iterfind(tag))


def _attributes(element: ElementTree.Element, tag: str, names: tuple[str, ...]) -> dict[str, float]:
    found = element.find(tag)
    return {name: _numbers(found, name, "0")[0] for name in names}


def _origin(element: ElementTree.Element) -> Array:
    origin = element.find("origin")
    roll, pitch, yaw = _numbers(origin, "rpy", "0 0 0")
    turns = _turn(yaw, 0, 1) @ _turn(-pitch, 0, 2) @ _turn(roll, 1, 2)
    return homogeneous(turns, np.array(_numbers(origin, "xyz", "0 0 0")))


def _turn(angle: float, first: int, second: int) -> Array:
    """A turn by which one coordinate axis moves towards another."""
    turn = np.eye(3)
    turn[first, first] = turn[second, second] = math.cos(angle)
    turn[second, first], turn[first, second] = math.sin(angle), -math.sin(angle)
    return turn


def _numbers(element: ElementTree.Element | None, name: str, default: str) -> list[float]:
    return [float(each) for each in (element.get(name, default) if element is not None else default).split()]
