"""Joints: one or several elements in a body."""

from __future__ import annotations

import math
from dataclasses import dataclass

from robotfmt.documents.xml.element import Element
from robotfmt.model import Axis, Dynamics, JointType, Limits, Motion, Pose, Vector3
from robotfmt.model.record import replace
from robotfmt.model.vectors import total
from robotfmt.words.mappings import given

from ..codes import REFERENCE, REFUSED_RANGE, UNLIMITED_RANGE
from ..document.expansion import Part
from ..document.views import ClassedElement
from ..words import DYNAMICS

_TYPES = ("hinge", "slide", "ball", "free")


@dataclass
class JointReading:
    """The motion of a body by one joint element."""

    part: Part
    type: JointType
    anchor: Vector3
    """The pose in the body."""
    axis: Axis | None = None
    reference: float = 0.0
    """The joint value at which the body has its given pose, in radians or metres; it is 0 in the model."""

    @property
    def name(self) -> str:
        """The name of the element; empty without one."""
        return self.part.name


def read_joints(part: Part) -> JointReading:
    """Take a ``<joint>`` or a ``<freejoint>``."""
    view = part.view
    view.element.take().attribute("name")
    word = "free" if view.tag == "freejoint" else view.choice("type", _TYPES, "hinge")
    if word == "free":
        return JointReading(part, JointType.FLOATING, (0.0, 0.0, 0.0))
    anchor = _placed(part, view.vector("pos") or (0.0, 0.0, 0.0))
    if word == "ball":
        dynamics = given(DYNAMICS.read(view))
        axis = Axis(origin=view.origin, dynamics=dynamics) if dynamics is not None else None
        return JointReading(part, JointType.BALL, anchor, axis)
    direction = view.vector("axis") or (0.0, 0.0, 1.0)
    if part.frame is not None:
        from robotfmt.model import rotate

        direction = rotate(part.frame.matrix, direction)
    return _single(part, word == "hinge", anchor, direction)


def _placed(part: Part, point: Vector3) -> Vector3:
    from robotfmt.model import compose

    return point if part.frame is None else compose(part.frame, Pose(point)).xyz


def _single(part: Part, turns: bool, anchor: Vector3, direction: Vector3) -> JointReading:
    """Return a hinge or a slide with its limits and springs from the reference on, where the robot has 0."""
    view = part.view
    scale = math.pi / 180 if turns and view.model.settings.degrees else 1.0
    reference = _angle(view, "ref", scale) or 0.0
    if reference:
        unit = "rad" if turns else "m"
        message = f"joint '{part.name}': the given pose has the value {reference:g} {unit} in MuJoCo, and 0 elsewhere"
        view.element.report(REFERENCE, message, subject=f"joint/{part.name}")
    limits = _limits(view, scale, reference)
    axis = Axis(
        origin=view.origin,
        motion=Motion.TURN if turns else Motion.SLIDE,
        direction=direction,
        hard=limits if limits != Limits() else None,
        dynamics=_sprung(view, scale, reference),
    )
    is_limited = limits.lower is not None
    kind = (JointType.REVOLUTE if is_limited else JointType.CONTINUOUS) if turns else JointType.PRISMATIC
    return JointReading(part, kind, anchor, axis, reference)


def _angle(view: ClassedElement, name: str, scale: float) -> float | None:
    value = view.number(name)
    return value if value is None else _scaled(value, scale)


def _scaled(value: float, scale: float) -> float:
    return math.radians(value) if scale != 1.0 else value


def _from(value: float, reference: float, scale: float) -> float:
    """Return a value from another one on; degrees became radians, which have all their digits."""
    return total(value, -reference) if scale == 1.0 else value - reference


def _limits(view: ClassedElement, scale: float, reference: float) -> Limits:
    lower = upper = None
    bounds = bounded(view, "range", "limited")
    if bounds is not None:
        lower, upper = (_from(_scaled(each, scale), reference, scale) for each in bounds)
    effort = None
    force = bounded(view, "actuatorfrcrange", "actuatorfrclimited")
    if force is not None and -force[0] == force[1]:
        effort = force[1]
    elif force is not None:
        for name in ("actuatorfrcrange", "actuatorfrclimited"):
            give_back(view, name)
    return Limits(origin=view.origin, lower=lower, upper=upper, effort=effort)


def bounded(view: ClassedElement, name: str, flag: str) -> tuple[float, float] | None:
    """Take an active range; an inactive one stays in the ledger."""
    if not view.has(name):
        if view.peek(flag) == "true":
            view.element.report(REFUSED_RANGE, f"{_named(view)} is limited, but gives no {name}", flag)
        view.keep(flag)
        return None
    peeked = _peeked(view, name)
    limited = view.peek(flag)
    by_itself = view.model.settings.autolimits and limited in (None, "auto")
    if peeked is not None and peeked[0] < peeked[1] and (limited == "true" or by_itself):
        view.numbers(name, 2, 2)
        view.flag(flag)
        return peeked
    holder = view.holder(name)
    if holder is not None and peeked is not None and peeked[0] >= peeked[1] and (limited == "true" or any(peeked)):
        _report_unlimited(view, holder, name, flag)
    if peeked is None:
        view.numbers(name, 2, 2)
    view.keep(name)
    view.keep(flag)
    return None


def _report_unlimited(view: ClassedElement, holder: Element, name: str, flag: str) -> None:
    """Report a range that limits nothing, or that MuJoCo refuses because the part has to be limited."""
    shown = f'{name}="{view.peek(name)}"'
    if view.peek(flag) == "true":
        message = f"{_named(view)} is limited, but the first number of {shown} is not below the second"
        holder.report(REFUSED_RANGE, message, name)
    elif view.model.settings.autolimits and view.peek(flag) != "false":
        message = f"{shown} has no effect, since the first number is not below the second"
        holder.report(UNLIMITED_RANGE, message, name)


def _named(view: ClassedElement) -> str:
    name = view.peek("name")
    return f"<{view.tag}> '{name}'" if name else f"<{view.tag}>"


def _peeked(view: ClassedElement, name: str) -> tuple[float, float] | None:
    from robotfmt.documents import tokens

    try:
        first, second = tokens.reals(view.peek(name) or "", 2)
    except tokens.BadToken:
        return None
    return first, second


def give_back(view: ClassedElement, name: str) -> None:
    """Return an attribute to the ledger."""
    holder = view.holder(name)
    if holder is None:
        return
    if holder is view.element:
        holder.taken = tuple(each for each in holder.taken or () if each != name)
    else:
        view.keep(name)


def _sprung(view: ClassedElement, scale: float, reference: float) -> Dynamics | None:
    """Return the dynamics of a hinge or a slide, whose spring has a reference."""
    found = given(DYNAMICS.read(view))
    spring = _angle(view, "springref", scale)
    if spring is not None:
        return replace(found or Dynamics(origin=view.origin), spring_reference=_from(spring, reference, scale))
    if reference and found is not None and found.spring_stiffness:
        return replace(found, spring_reference=-reference)
    return found
