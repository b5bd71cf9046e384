"""A robot as ROS's collada_parser has it, which is what ROS made of COLLADA: a tree of joints as in URDF."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from collada_parser import read_with_ros

from .behaviour import Axis, Behaviour, Body
from .difference import Array, Values
from .turns import of_quaternion, posed

_UNBOUNDED = 9e4
"""Slides without limits have 100 km."""


def of_ros(path: Path) -> Behaviour:
    """Return what collada_parser has of a COLLADA document.

    Raises:
        ValueError: It refuses the document, or finds no robot in it.
    """
    printed = read_with_ros(path)
    if printed is None or not printed["links"]:
        raise ValueError("ROS's collada_parser finds no robot")
    moving = {
        name: each for name, each in printed["joints"].items() if each["type"] != "fixed" and "leader" not in each
    }

    def place(values: Values) -> dict[str, Array]:
        return _poses(printed, values)

    return Behaviour(
        {name: _body(each) for name, each in printed["links"].items()},
        {name: _axis(each) for name, each in moving.items()},
        place,
    )


def _pose(part: dict[str, Any]) -> Array:
    return posed(part["position"], of_quaternion(part["quaternion"]))


def _body(link: dict[str, Any]) -> Body:
    mass = float(link.get("mass", [0])[0])
    if not mass:
        return Body(0.0, np.zeros(3), np.zeros((3, 3)))
    pose = _pose(link)
    xx, xy, xz, yy, yz, zz = link["inertia"]
    turn = pose[:3, :3]
    return Body(mass, pose[:3, 3], turn @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ turn.T)


def _axis(joint: dict[str, Any]) -> Axis:
    lower, upper, _, _ = joint["limits"]
    endless = joint["type"] == "continuous" or upper > _UNBOUNDED
    return Axis(-np.inf if endless else lower, np.inf if endless else upper)


def _poses(printed: dict[str, Any], values: Values) -> dict[str, Array]:
    below: dict[str, list[str]] = {}
    for name, joint in printed["joints"].items():
        below.setdefault(joint["parent"], []).append(name)
    children = {joint["child"] for joint in printed["joints"].values()}
    pending = [(name, np.eye(4)) for name in printed["links"] if name not in children]
    found: dict[str, Array] = {}
    while pending:
        link, pose = pending.pop()
        found[link] = pose
        for name in below.get(link, []):
            joint = printed["joints"][name]
            moved = pose @ _pose(joint) @ _motion(joint, _value(printed, name, values))
            pending.append((joint["child"], moved))
    return found


def _value(printed: dict[str, Any], name: str, values: Values) -> float:
    joint = printed["joints"][name]
    if "leader" not in joint:
        return float(values.get(name, 0.0))
    factor, offset = map(float, joint["mimic"])
    return factor * _value(printed, joint["leader"], values) + offset


def _motion(joint: dict[str, Any], value: float) -> Array:
    made, axis = np.eye(4), np.array(joint["axis"], dtype=float)
    if joint["type"] == "fixed" or not axis.any():
        return made
    x, y, z = axis = axis / np.linalg.norm(axis)
    if joint["type"] == "prismatic":
        made[:3, 3] = value * axis
        return made
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    made[:3, :3] += np.sin(value) * cross + (1 - np.cos(value)) * cross @ cross
    return made
