"""The axes of joints: limits, dynamics, mimics; and simulation settings of joints."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from robotfmt.documents.tokens import real
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Axis, Dynamics, JointSimulation, Limits, linear
from robotfmt.words.elements import read_parts, write_parts
from robotfmt.words.notations import NUMBER

from ..words import BOUNDS, DYNAMICS, FEEDBACK, ODE, STOPS


def read_limits(axis: Element) -> tuple[Limits | None, dict[str, str]]:
    """Take the limits of an axis, and the words for unlimited ones, by their fields."""
    found: dict[str, float] = {}
    words: dict[str, str] = {}
    holder = axis.find("limit")
    for bound in BOUNDS if holder is not None else ():
        value, word = bound.read(axis)
        found |= value
        if word is not None:
            words[bound.field] = word
    return (Limits(origin=(holder or axis).origin, **found) if found else None), words


def write_limits(axis: Node, limits: Limits | None, words: dict[str, str]) -> None:
    """Write the limits of an axis."""
    for bound in BOUNDS:
        bound.write(axis, limits, words.get(bound.field))


def read_dynamics(axis: Element) -> Dynamics | None:
    """Return the damping, friction and spring of an axis; None if it gives none of them."""
    found = read_parts(axis, DYNAMICS)
    holder = axis.find("dynamics")
    return Dynamics(origin=holder.origin, **found) if found and holder is not None else None


def read_joint_simulation(joint: Element) -> JointSimulation | None:
    """Take the simulation settings of a joint."""
    axis = joint.find("axis")
    found: dict[str, Any] = read_parts(joint, ODE)
    for each in FEEDBACK if joint.find("physics") is not None else ():
        if "provide_feedback" not in found:
            found |= each.read(joint)
    if axis is not None and axis.is_taken:
        found |= read_parts(axis, STOPS)
    return JointSimulation(origin=joint.origin, **found) if found else None


def write_joint_simulation(joint: Node, simulation: JointSimulation | None, newer: bool) -> None:
    """Write the simulation settings of a joint, whose first axis was already written."""
    if simulation is None:
        return
    axis = next((each for each in joint if each.tag == "axis"), None)
    if axis is not None:
        write_parts(axis, STOPS, simulation)
    write_parts(joint, ODE, simulation)
    FEEDBACK[newer].write(joint, simulation)


def _per_radian(value: float) -> float:
    return value / math.tau


def _per_turn(pitch: float) -> float:
    return pitch * math.tau


def _inverse(value: float) -> float:
    return -1 / value


_THREADS = (("screw_thread_pitch", _per_radian, _per_turn), ("thread_pitch", _inverse, _inverse))
"""The tags of the pitch: metres per turn since SDF 1.10; before, left-handed radians per metre."""


def read_pitch(joint: Element) -> tuple[float | None, str | None]:
    """Take the pitch of a screw in metres per radian, and its notation."""
    for tag, in_metres, _ in _THREADS:
        leaf = joint.find(tag)
        value = NUMBER.take(leaf, None) if leaf is not None else None
        if leaf is None or value is None or not value:
            if leaf is not None:
                leaf.give_back()
            continue
        leaf.take()
        return in_metres(value), f"{tag} {leaf.text.strip()}"
    return None, None


def write_pitch(pitch: float | None, written: str | None, newer: bool) -> Iterator[Node]:
    """Write the pitch of a screw, in the notation that was read if it is unchanged."""
    if not pitch:
        return
    tag, _, text = (written or "").partition(" ")
    for name, in_metres, _ in _THREADS:
        if name == tag and in_metres(real(text)) == pitch:
            yield make(tag, text=text)
            return
    name, _, in_words = _THREADS[not newer]
    yield make(name, text=in_words(pitch))


def is_mimic(axis: Axis) -> bool:
    """Return True if an axis follows one of the two axes that a joint of SDF can have, by a factor and an offset."""
    coupling = linear(axis.coupling) if axis.coupling is not None else None
    return coupling is not None and coupling.axis < 2
