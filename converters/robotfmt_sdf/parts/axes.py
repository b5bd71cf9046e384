"""The axes of joints: limits, dynamics, mimics; and simulation settings of joints."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from robotfmt.documents.tokens import BadToken, real, written
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.gazebo.tokens import FLAG
from robotfmt.model import Axis, Dynamics, JointSimulation, Limits, linear
from robotfmt.words.elements import One, Part, find, node_at, read_parts, steps_of, take_path, write_parts
from robotfmt.words.notations import NUMBER

_UNLIMITED = 1e16
"""The value at and above which a limit means none, as in documents of Gazebo and most other programs."""


def number_or_none(text: str) -> float | None:
    """Return a number; None if it means no limit.

    Raises:
        BadToken: The text is not a number.
    """
    word = text.strip()
    if word.lower().lstrip("+-") in ("inf", "infinity"):
        return None
    value = real(word)
    return None if abs(value) >= _UNLIMITED else value


@dataclass(frozen=True)
class Bound:
    """A limit, which may be explicitly unlimited."""

    path: str
    field: str
    positive: bool = False
    """True if a negative number means no limit too."""

    @cached_property
    def _steps(self) -> tuple[str, ...]:
        return steps_of(self.path)

    def read(self, element: Element) -> tuple[dict[str, float], str | None]:
        """Take the limit; also the word for none, if the limit is explicitly unlimited."""
        leaf = find(element, self._steps)
        if leaf is None or leaf.children:
            return {}, None
        try:
            value = number_or_none(leaf.text)
        except BadToken as error:
            leaf.report_token(error)
            return {}, None
        leaf.take_text()
        take_path(element, self._steps)
        if value is None or (self.positive and value < 0):
            return {}, leaf.text.strip()
        return {self.field: value}, None

    def write(self, node: Node, limits: Limits | None, none: str | None) -> None:
        """Write the limit, or the word for none that was read."""
        value = getattr(limits, self.field, None)
        if self.holds(value) or (value is None and none is not None):
            node_at(node, self._steps).text = none if value is None else written(value)

    def holds(self, value: float | None) -> bool:
        """Return True if a number is an actual limit."""
        return value is not None and abs(value) < _UNLIMITED and not (self.positive and value < 0)


BOUNDS = (
    Bound("limit/lower", "lower"),
    Bound("limit/upper", "upper"),
    Bound("limit/effort", "effort", positive=True),
    Bound("limit/velocity", "velocity", positive=True),
)
DYNAMICS: tuple[Part, ...] = (
    One("dynamics/damping", "damping", NUMBER),
    One("dynamics/friction", "friction", NUMBER),
    One("dynamics/spring_reference", "spring_reference", NUMBER),
    One("dynamics/spring_stiffness", "spring_stiffness", NUMBER),
)
STOPS: tuple[Part, ...] = (
    One("limit/stiffness", "stop_stiffness", NUMBER),
    One("limit/dissipation", "stop_damping", NUMBER),
)
MIMIC: tuple[Part, ...] = (One("multiplier", "multiplier", NUMBER), One("offset", "offset", NUMBER))
_ODE: tuple[Part, ...] = (
    One("physics/ode/implicit_spring_damper", "implicit_spring_damper", FLAG),
    One("physics/ode/fudge_factor", "fudge_factor", NUMBER),
    One("physics/ode/limit/cfm", "stop_cfm", NUMBER),
    One("physics/ode/limit/erp", "stop_erp", NUMBER),
)
_FEEDBACK = (
    One("physics/ode/provide_feedback", "provide_feedback", FLAG),
    One("physics/provide_feedback", "provide_feedback", FLAG),
)
"""Two places of a flag, which is below ``ode`` until SDF 1.6; if it is given twice, the second stays in the ledger."""


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
    """Take the dynamics of an axis."""
    found = read_parts(axis, DYNAMICS)
    holder = axis.find("dynamics")
    return Dynamics(origin=holder.origin, **found) if found and holder is not None else None


def read_joint_simulation(joint: Element) -> JointSimulation | None:
    """Take the simulation settings of a joint."""
    axis = joint.find("axis")
    found: dict[str, Any] = read_parts(joint, _ODE)
    for each in _FEEDBACK if joint.find("physics") is not None else ():
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
    write_parts(joint, _ODE, simulation)
    _FEEDBACK[newer].write(joint, simulation)


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


def write_pitch(pitch: float | None, said: str | None, newer: bool) -> Iterator[Node]:
    """Write the pitch of a screw, in the notation that was read if it is unchanged."""
    if not pitch:
        return
    tag, _, text = (said or "").partition(" ")
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
