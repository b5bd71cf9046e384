"""Joints between two bodies of a kinbody."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection
from typing import Any

from robotfmt.adapting import turned_axis
from robotfmt.diagnostics import Severity
from robotfmt.documents.tokens import BadToken, reals
from robotfmt.documents.xml.element import Element
from robotfmt.model import (
    Axis,
    Coupling,
    Expression,
    FormulaCoupling,
    JointType,
    Limits,
    LinearCoupling,
    Motion,
    Partial,
    Pose,
    Vector3,
    compose,
    inverse,
)
from robotfmt.model.expression import variables
from robotfmt.model.record import replace
from robotfmt.model.renaming import renamed
from robotfmt.model.vectors import rotate

from ..codes import (
    DEFAULT_LIMITS,
    EQUATION,
    JOINT,
    JOINT_TYPE,
    LIMITS_SORTED,
    NO_AXIS,
    OLD_LIMITS,
    UNKNOWN_LINK,
    UNNAMED,
)
from ..document.equations import BadEquation, parse
from ..document.numbers import flag, last, number, number_of, row, vector
from ..document.poses import cleaned
from .drafts import BodyDraft, Equations, JointDraft, LinkDraft

_TYPES = {
    "hinge": JointType.REVOLUTE,
    "slider": JointType.PRISMATIC,
    "spherical": JointType.BALL,
    "universal": JointType.UNIVERSAL,
    "hinge2": JointType.UNIVERSAL,
}
_MIMIC = ("mimic", "mimic_pos", "mimic_vel", "mimic_accel")
_LIMITS = ("limits", "limitsrad", "limitsdeg")
WIDEST = {JointType.REVOLUTE: math.pi, JointType.PRISMATIC: 10.0, JointType.UNIVERSAL: math.pi}
"""The limit on both sides of a joint without limits."""


def read_joint(element: Element, body: BodyDraft, free_name: Callable[[str], str]) -> JointDraft | None:
    """Return the joint of an element; None, with a report, without two bodies, and then nothing is taken."""
    ends = _ends(element, body)
    if ends is None:
        element.report(JOINT, f"joint '{element.peek('name') or ''}' does not name two bodies that are defined")
        return None
    first, second = ends
    word = (element.peek("type") or "hinge").lower()
    if word not in _TYPES:
        element.report(JOINT_TYPE, f"joint '{element.peek('name') or ''}' has the type '{word}'", "type")
    kind = _TYPES.get(word, JointType.REVOLUTE)
    element.take().attribute("type")
    for each in element.children_of("Body"):
        each.take_text()
    name = element.attribute("name")
    if not name:
        name = free_name(f"{first.name}_{second.name}")
        element.report(UNNAMED, f"a joint between '{first.name}' and '{second.name}' becomes '{name}'")
    frame = _frame(element, body, second, kind)
    draft = JointDraft(
        name=name,
        type=kind,
        first=first,
        second=second,
        in_first=cleaned(compose(second.pose_in(first), frame)) or Pose(),
        in_second=frame,
        axes=_axes(element, kind, body, second, first),
        element=element,
        initial=number(element, "initial"),
    )
    _settle(element, draft)
    if follows(element):
        draft.equations = Equations(element)
    return draft


def follows(element: Element) -> bool:
    """Return True if a joint has an equation."""
    return any(element.peek(each) for each in _MIMIC)


def _ends(element: Element, body: BodyDraft) -> tuple[LinkDraft, LinkDraft] | None:
    names = [each.text.strip() for each in element.children if each.tag == "Body"]
    if len(names) < 2:
        return None
    first, second = (_alike(body, each) for each in names[:2])
    return (first, second) if first is not None and second is not None and first is not second else None


def _alike(body: BodyDraft, name: str) -> LinkDraft | None:
    """Return the body with a name in any case, as OpenRAVE finds the two of a joint."""
    exact = body.link(name)
    if exact is not None:
        return exact
    return next((each for each in body.links if each.name.lower() == name.lower()), None)


def _base(element: Element, body: BodyDraft) -> LinkDraft | None:
    """Return the body that anchor and axis are given in; None for the frame of the kinbody."""
    child = last(element, "offsetfrom")
    if child is None:
        return None
    found = body.link(child.text.strip())
    if found is None:
        child.report(UNKNOWN_LINK, f"<offsetfrom> names '{child.text.strip()}', which is not defined before")
        return None
    child.take_text()
    return found


def _frame(element: Element, body: BodyDraft, second: LinkDraft, kind: JointType) -> Pose:
    """Return the frame of a joint in its second body: with the axes of the body, at the anchor."""
    if kind is JointType.PRISMATIC:
        return Pose()  # sliding does not depend on the anchor, which stays unread so that it is written again
    anchor = vector(element, "anchor") or (0.0, 0.0, 0.0)
    base = _base(element, body)
    if base is second:
        return Pose(anchor) if any(anchor) else Pose()
    there = base.pose_in(second) if base is not None else inverse(second.pose)
    return cleaned(Pose(compose(there, Pose(anchor)).xyz)) or Pose()


def _axes(element: Element, kind: JointType, body: BodyDraft, second: LinkDraft, first: LinkDraft) -> tuple[Axis, ...]:
    """Return the axes of a joint, with directions in the frame of its second body."""
    if kind is JointType.BALL:
        return ()
    base = _base(element, body)
    tags = ("axis1", "axis2") if kind is JointType.UNIVERSAL else ("axis",)
    motion = Motion.SLIDE if kind is JointType.PRISMATIC else Motion.TURN
    found = []
    for index, tag in enumerate(tags):
        given = vector(element, tag)
        if given is None or not any(given):
            direction = _without(element, kind, second, first)
        elif base is second:
            direction = given
        else:
            there = base.pose_in(second) if base is not None else inverse(second.pose)
            direction = _clean(rotate(there.matrix, given))
        found.append(Axis(origin=element.origin, motion=motion, direction=direction, **_bounds(element, kind, index)))
    return tuple(found)


def _without(element: Element, kind: JointType, second: LinkDraft, first: LinkDraft) -> Vector3:
    """Return the direction of a joint without an axis: z of its first body; that of a slider stays zero."""
    if kind is JointType.PRISMATIC:
        return (0.0, 0.0, 0.0)
    return _clean(rotate(first.pose_in(second).matrix, (0.0, 0.0, 1.0)))


def _clean(direction: Vector3) -> Vector3:
    x, y, z = (0.0 if abs(each) < 1e-15 else each for each in direction)
    return (x, y, z)


def _bounds(element: Element, kind: JointType, index: int) -> dict[str, Any]:
    is_sliding = kind is JointType.PRISMATIC
    hard = Limits(
        origin=element.origin,
        velocity=_speed(element, "maxvel", is_sliding),
        effort=number(element, "maxtorque"),
        acceleration=_speed(element, "maxaccel", is_sliding),
        **_range(element, kind, index),
    )
    resolution = number(element, "resolution")
    return {
        "hard": hard if hard != Limits() else None,
        "planning_weight": number(element, "weight"),
        "resolution": resolution if resolution is None or is_sliding else math.radians(resolution),
    }


def _speed(element: Element, tag: str, is_sliding: bool) -> float | None:
    """Return a speed; one in degrees is converted for sliders, too, as OpenRAVE does."""
    child = last(element, tag, f"{tag}deg")
    value = number_of(child) if child is not None else None
    if child is None or value is None:
        return None
    return math.radians(value) if child.tag == f"{tag}deg" else value


def _range(element: Element, kind: JointType, index: int) -> dict[str, float]:
    """Return the lower and the upper limit of an axis, sorted, in radians or metres."""
    child = last(element, *_LIMITS)
    numbers = row(child) if child is not None else None
    if child is None or numbers is None or len(numbers) < 2 * index + 2:
        return _old_range(element)
    low, high = numbers[2 * index : 2 * index + 2]
    if low > high:
        child.report(
            LIMITS_SORTED,
            f"joint '{element.peek('name')}': the limits {low:g} and {high:g} are reversed; OpenRAVE sorts them",
        )
        low, high = high, low
    if child.tag == "limitsdeg" and kind is not JointType.PRISMATIC:
        low, high = math.radians(low), math.radians(high)
    return {"lower": low, "upper": high}


def _old_range(element: Element) -> dict[str, float]:
    low, high = number(element, "lostop"), number(element, "histop")
    if low is None or high is None:
        return {}
    element.report(OLD_LIMITS, "<lostop> and <histop> are in degrees, and the axis turns the other way")
    return {"lower": math.radians(low), "upper": math.radians(high)}


def _settle(element: Element, joint: JointDraft) -> None:
    """Give a joint the type that its flags and limits make of it, and the limits that it has without any."""
    is_off = flag(element, "enable") is False
    if last(element, "lostop") is not None:
        joint.axes = tuple(map(turned_axis, joint.axes))
    if joint.type is JointType.BALL:
        joint.axes = (Axis(origin=element.origin, active=False),) if is_off else ()
        return
    hard = joint.axes[0].hard or Limits()
    if joint.type is JointType.REVOLUTE and flag(element, "circular"):
        joint.type = JointType.CONTINUOUS
        joint.axes = (replace(joint.axes[0], circular=True),)
    elif is_off and hard.lower == hard.upper == 0 and not follows(element):
        rest = Limits(origin=hard.origin, velocity=hard.velocity, effort=hard.effort, acceleration=hard.acceleration)
        direction = joint.axes[0].direction if last(element, "axis") is not None else None
        axis = replace(joint.axes[0], direction=direction, hard=rest if rest != Limits() else None)
        joint.type = JointType.FIXED
        if last(element, "anchor") is None:
            joint.in_first, joint.in_second = joint.second.pose_in(joint.first), Pose()
        joint.axes = (axis,) if axis != Axis(motion=axis.motion) else ()
        return
    elif hard.lower is None:
        _assume_limits(element, joint)
    moving = last(element, "axis", "axis1")
    if moving is None:
        element.report(NO_AXIS, f"joint '{joint.name}' has no axis")
    elif not any(vector(element, moving.tag) or ()):
        moving.report(NO_AXIS, f"the axis of joint '{joint.name}' is 0 0 0", severity=Severity.WARNING)
    if is_off:
        following = int(follows(element))
        passive = (replace(each, active=False) for each in joint.axes[following:])
        joint.axes = (*joint.axes[:following], *passive)


def _assume_limits(element: Element, joint: JointDraft) -> None:
    """Give a joint without limits those that OpenRAVE assumes."""
    widest = WIDEST[joint.type]
    unit = "m" if joint.type is JointType.PRISMATIC else "rad"
    element.report(DEFAULT_LIMITS, f"joint '{joint.name}' moves from {-widest:g} to {widest:g} {unit}")
    joint.axes = tuple(replace(each, hard=_limits(each.hard or Limits(), widest)) for each in joint.axes)


def _limits(hard: Limits, widest: float) -> Limits:
    return replace(hard, lower=-widest, upper=widest)


# Mimic joints

_PARTIALS = {"mimic_vel": "first_partials", "mimic_accel": "second_partials"}
_PARTIAL = re.compile(r"\s*(\S+)\s+(.+)", re.DOTALL)


def read_coupling(equations: Equations, joint: str, joints: Collection[str]) -> Coupling | None:
    """Return the coupling of a mimic joint; None, with a report, for one that cannot be read.

    Args:
        equations: The equations as written.
        joint: The name of the joint.
        joints: The names of all joints of the body.
    """
    element, prefix = equations.element, equations.prefix
    names = _Names(joints, prefix)
    try:
        old = _old(element, names)
        if old is not None:
            return old
        text = element.peek("mimic_pos") or ""
        position = names.formula(text)
        found = FormulaCoupling(origin=element.origin, expression=position, **_partials(element, names))
    except BadEquation as error:
        element.report(EQUATION, f"the equation of '{joint}' {error}", subject=f"joint/{joint}")
        return None
    for name in ("mimic_pos", *_PARTIALS):
        element.attribute(name)
    return found


class _Names:
    """Reads formulas whose joints may have got a prefix since."""

    def __init__(self, joints: Collection[str], prefix: str) -> None:
        self.prefix = prefix
        shortened = {each.removeprefix(prefix) for each in joints if each.startswith(prefix)}
        self.known = shortened or set(joints)

    def formula(self, text: str) -> Expression:
        formula = parse(text, self.known)
        if not variables(formula) and not text.strip():
            raise BadEquation("is empty")
        return renamed(formula, lambda _, name: self.prefix + name) if self.prefix else formula

    def joint(self, name: str) -> str:
        if name not in self.known:
            raise BadEquation(f"names '{name}', which is no joint")
        return self.prefix + name


def _old(element: Element, names: _Names) -> LinearCoupling | None:
    """Return the coupling of the old form ``mimic="joint factor offset"``."""
    words = (element.peek("mimic") or "").split()
    if not words or element.peek("mimic_pos") is not None:
        return None
    try:
        factor, offset = reals(" ".join(words[1:]), 2)
    except BadToken as error:
        raise BadEquation(f"is '{element.peek('mimic')}': {error}") from error
    element.attribute("mimic")
    return LinearCoupling(origin=element.origin, joint=names.joint(words[0]), multiplier=factor, offset=offset)


def _partials(element: Element, names: _Names) -> dict[str, tuple[Partial, ...]]:
    """Return the derivatives: ``|joint formula`` for each joint."""
    found: dict[str, tuple[Partial, ...]] = {}
    for attribute, field in _PARTIALS.items():
        rows = [each for each in (element.peek(attribute) or "").split("|") if each.strip()]
        found[field] = tuple(_partial(element, each, names) for each in rows)
    return found


def _partial(element: Element, text: str, names: _Names) -> Partial:
    match = _PARTIAL.fullmatch(text)
    if match is None:
        raise BadEquation(f"has the derivative '{text.strip()}' without a joint or a formula")
    joint, axis = match.group(1), 0
    if joint not in names.known:
        base, _, number = joint.rpartition("_")
        joint, axis = (base, int(number)) if number.isdigit() and len(number) < 3 else (joint, 0)
    return Partial(origin=element.origin, joint=names.joint(joint), axis=axis, expression=names.formula(match.group(2)))
