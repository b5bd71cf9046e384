"""What a client program reads of a robot that ``robotfmt setup`` described: arms, home, and ranges of joints; and how
its findings reach the table.

Client programs run where robotfmt is not installed, so documents are read as XML.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

Findings = Mapping[str, object]


@dataclass(frozen=True)
class Arm:
    """A group of joints from a base to a tool."""

    group: str
    base: str
    tool: str
    joints: tuple[str, ...]
    """The joints that move by themselves, from the base to the tool."""


@dataclass(frozen=True)
class Described:
    """The robot of a folder with a URDF and an SRDF."""

    urdf: Path
    srdf: Path
    arms: tuple[Arm, ...]
    home: Mapping[str, float]
    ranges: Mapping[str, tuple[float, float]]
    """The lowest and the highest position of each joint that moves by itself; a turn for joints without limits."""


def described(folder: Path) -> Described:
    """Return the robot of a folder."""
    (srdf,) = folder.glob("*.srdf")
    urdf = srdf.with_suffix(".urdf")
    words, joints = ElementTree.parse(srdf).getroot(), ElementTree.parse(urdf).getroot().findall("joint")
    ranges = {name_of(each): range_of(each) for each in joints if moves(each)}
    above = {child_of(each): each for each in joints}
    arms = [
        Arm(name_of(group), str(chain.get("base_link")), str(chain.get("tip_link")), way(above, chain))
        for group in words.findall("group")
        for chain in group.findall("chain")
    ]
    values = [each for state in words.findall("group_state[@name='home']") for each in state.findall("joint")]
    home = {name_of(each): float(str(each.get("value")).split()[0]) for each in values}
    return Described(urdf, srdf, tuple(each for each in arms if each.joints), home, ranges)


def name_of(element: ElementTree.Element) -> str:
    """Return the name of an element."""
    return str(element.get("name"))


def child_of(joint: ElementTree.Element) -> str:
    """Return the link below a joint."""
    return str(joint.find("child").get("link"))  # type: ignore[union-attr]


def moves(joint: ElementTree.Element) -> bool:
    """Return True if a joint moves by itself."""
    return joint.get("type") in ("revolute", "continuous", "prismatic") and joint.find("mimic") is None


def range_of(joint: ElementTree.Element) -> tuple[float, float]:
    """Return the range of a joint."""
    limit = joint.find("limit")
    if joint.get("type") == "continuous" or limit is None:
        return -math.pi, math.pi
    return float(limit.get("lower", 0)), float(limit.get("upper", 0))


def way(above: Mapping[str, ElementTree.Element], chain: ElementTree.Element) -> tuple[str, ...]:
    """Return the joints of a chain that move by themselves."""
    link, found = str(chain.get("tip_link")), list[str]()
    while link in above and link != chain.get("base_link"):
        joint = above[link]
        found += [name_of(joint)] if moves(joint) else []
        link = str(joint.find("parent").get("link"))  # type: ignore[union-attr]
    return tuple(reversed(found))


# The answer of a client


def answer(client: Callable[[Path], Findings]) -> None:
    """Run a client with the folder that is named on the command line, and print its findings as the last line.

    A client that is not installed is ``absent``; an error is the finding ``failed``.
    """
    try:
        found: Findings = client(Path(sys.argv[1]))
    except ModuleNotFoundError as error:
        found = {"absent": error.name}
    except Exception as error:  # whatever a client raises is what the table shows
        found = {"failed": f"{type(error).__name__}: {error}"}
    print("\n" + json.dumps(found, default=plain))


def plain(value: Any) -> Any:
    """Return a number of numpy as one of Python."""
    return value.item()
