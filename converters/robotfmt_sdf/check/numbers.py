"""Checks of numbers: limits without effect, angles with few digits."""

from __future__ import annotations

import math
from collections.abc import Iterable

from robotfmt.documents.tokens import BadToken, real, reals
from robotfmt.documents.xml.element import Element

from ..codes import NO_LIMIT_NUMBER, ROUGH_ANGLE

_ENDLESS = 1e15
_STEP = math.pi / 4
_EXACT = 1e-8
_ROUGH = 2e-3
"""The error in radians of a multiple of 45 degrees with two decimals."""


def check_limits(joint: Element) -> None:
    """Report a revolute joint that large numbers make a continuous one."""
    axis = joint.find("axis")
    limit = axis.find("limit") if axis is not None else None
    if limit is None or joint.peek("type") != "revolute":
        return
    ends = [number(limit.find(tag)) for tag in ("lower", "upper")]
    if None not in ends and all(abs(each or 0.0) >= _ENDLESS for each in ends):
        name, (lower, upper) = joint.peek("name"), ends
        limit.report(NO_LIMIT_NUMBER, f"joint '{name}' has the limits {lower:g} and {upper:g}; it is continuous")


def number(leaf: Element | None) -> float | None:
    """Return the number in an element; None if there is none, or an invalid one."""
    try:
        return real(leaf.text) if leaf is not None else None
    except BadToken:
        return None


def check_turns(elements: Iterable[Element]) -> None:
    """Report, once for a document, angles that miss a multiple of 45 degrees by rounding."""
    rough = [each for each in elements if each.tag == "pose" and _is_rough(each)]
    if rough:
        more = f"; so do {len(rough) - 1} more poses" if len(rough) > 1 else ""
        message = f"the pose '{' '.join(rough[0].text.split())}' has an angle that misses a multiple of 45 degrees"
        rough[0].report(ROUGH_ANGLE, f"{message} by rounding{more}")


def _is_rough(pose: Element) -> bool:
    if pose.peek("degrees") or pose.peek("rotation_format"):
        return False
    try:
        angles = reals(pose.text, 6)[3:]
    except BadToken:
        return False
    return any(_EXACT < abs(each - round(each / _STEP) * _STEP) < _ROUGH and abs(each) > _STEP / 2 for each in angles)
