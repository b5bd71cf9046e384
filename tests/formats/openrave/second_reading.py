"""A second reading of flat documents of OpenRAVE: poses, axes and limits, with nothing but XML and numpy.

It shares no code with the package, follows OpenRAVE's rules for poses and joints, and knows only what the writer uses.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_WORDS = {"hinge": "turn", "slider": "slide", "spherical": "ball"}


class SecondJoint(NamedTuple):
    """A joint, with its axis and a point on it in the frame of the document."""

    first: str
    second: str
    motion: str
    axis: Array
    anchor: Array
    lower: float
    upper: float
    enabled: bool


class SecondBody(NamedTuple):
    """A robot or a kinbody: the place of each body, and the joints."""

    links: dict[str, Array]
    joints: dict[str, SecondJoint]
    masses: dict[str, float]


def read_bodies(path: Path) -> dict[str, SecondBody]:
    """Return the robots and kinbodies of a document, by name."""
    root = ElementTree.parse(path).getroot()
    tops = [root] if root.tag in ("Robot", "KinBody") else [each for each in root if each.tag in ("Robot", "KinBody")]
    return {top.get("name", ""): _body(top) for top in tops}


def _body(top: ElementTree.Element) -> SecondBody:
    holder = top.find("KinBody") if top.tag == "Robot" else top
    assert holder is not None
    links: dict[str, Array] = {}
    masses: dict[str, float] = {}
    for body in holder.findall("Body"):
        base = links.get(body.findtext("offsetfrom", ""), np.eye(4))  # OpenRAVE ignores a body that does not exist
        links[body.get("name", "")] = base @ _pose(body)
        masses[body.get("name", "")] = float(body.findtext("Mass/total", "1"))
    joints = {each.get("name", ""): _joint(each, links) for each in holder.findall("Joint")}
    placed = _pose(top)
    return SecondBody({name: placed @ pose for name, pose in links.items()}, dict(_placed(joints, placed)), masses)


def _placed(joints: dict[str, SecondJoint], pose: Array) -> Iterator[tuple[str, SecondJoint]]:
    for name, joint in joints.items():
        anchor = (pose @ [*joint.anchor, 1])[:3]
        yield name, joint._replace(axis=pose[:3, :3] @ joint.axis, anchor=anchor)


def _joint(element: ElementTree.Element, links: dict[str, Array]) -> SecondJoint:
    first, second = (each.text or "" for each in element.findall("Body"))
    frame = links[element.findtext("offsetfrom", second)]
    axis = np.array(_numbers(element.findtext("axis", "0 0 1")))
    anchor = np.array(_numbers(element.findtext("anchor", "0 0 0")))
    lower, upper = _numbers(element.findtext("limits", "nan nan"))
    length = np.linalg.norm(axis)
    return SecondJoint(
        first,
        second,
        _WORDS[element.get("type", "hinge")],
        frame[:3, :3] @ (axis / length if length else axis),
        (frame @ [*anchor, 1])[:3],
        lower,
        upper,
        element.get("enable") != "false",
    )


def _pose(element: ElementTree.Element) -> Array:
    """A translation is added, a rotation put before those above it."""
    pose = np.eye(4)
    for child in element:
        numbers = _numbers(child.text or "") if child.tag in ("Translation", "RotationAxis", "quat") else []
        if child.tag == "Translation":
            pose[:3, 3] += numbers
        elif child.tag == "RotationAxis":
            pose[:3, :3] = _about(np.array(numbers[:3]), math.radians(numbers[3])) @ pose[:3, :3]
        elif child.tag == "quat":
            w, *xyz = np.array(numbers) / np.linalg.norm(numbers)
            length = float(np.linalg.norm(xyz))
            turn = _about(np.array(xyz) / length, 2 * math.atan2(length, w)) if length else np.eye(3)
            pose[:3, :3] = turn @ pose[:3, :3]
    return pose


def _about(axis: Array, angle: float) -> Array:
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    turned: Array = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    return turned


def _numbers(text: str) -> list[float]:
    return [float(word) for word in text.split()]
