"""What is asked of the balls of a link."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypedDict

from ...codes import USAGE
from ...errors import UsageError
from ...model import Vector3
from ...model.record import replace

TOLERANCE = 0.01
"""Metres that balls may stand out where nothing is said."""
_AXES = {"x": 0, "y": 1, "z": 2}


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane in the frame of a link that none of its balls crosses."""

    normal: Vector3
    """Of length 1; balls stay on the side that it points to."""
    offset: float
    """How far the plane is from the origin along the normal, in metres."""
    name: str
    """What it is called where something is said of it."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A plane that no ball of a link crosses, such as the table that it stands on."""

    axis: str
    """``x``, ``y`` or ``z`` of the link: balls stay where it is larger; with ``-`` before it, where it is smaller."""
    offset: float
    """Where on this axis the plane is, in metres."""

    @property
    def plane(self) -> Plane:
        """The same by its normal."""
        sign, place = -1.0 if self.axis.startswith("-") else 1.0, _AXES[self.axis.removeprefix("-")]
        x, y, z = (sign * (axis == place) for axis in range(3))
        return Plane((x, y, z), sign * self.offset, f"the plane {self.axis} {self.offset:g}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How many balls a link shall have, or how good they shall be; lengths in metres."""

    count: int | None = None
    """How many at most; None for as many as the tolerance needs."""
    tolerance: float = TOLERANCE
    """How far they may stand out, where no number is given."""
    depth: float = 0.0
    """How deep the surface may lie outside of them."""
    inside: bool = False
    """Whether none may stand out at all; then the tolerance is how deep the surface may lie outside."""
    min_radius: float = 0.0
    """None is smaller, though it stands out further for that."""
    fill: float | None = None
    """Openings up to this width count as closed; None for 2 to 3 % of the diagonal."""
    clip: Clip | None = None
    """A plane that no ball crosses."""
    floor: Plane | None = None
    """What the robot is mounted on, where no other plane is asked for; balls that stay inside never reach it."""
    effort: int = 1
    """So many times as long better places are sought, where a number of balls is asked for."""
    seed: int = 0

    @property
    def plane(self) -> Plane | None:
        """The plane that no ball crosses."""
        if self.clip is not None:
            return self.clip.plane
        return self.floor if not self.inside else None


class Asked(TypedDict, total=False):
    """The fields of a wish by their names; None says nothing."""

    per_link: int | None
    tolerance: float | None
    depth: float | None
    inside: bool | None
    min_radius: float | None
    fill: float | None
    clip: Clip | None
    effort: int | None
    seed: int | None


def overridden(wish: Wish, asked: Asked) -> Wish:
    """A wish with something else asked instead.

    Raises:
        UsageError: It contradicts itself.
    """
    values: dict[str, object] = {name: value for name, value in asked.items() if value is not None}
    if "per_link" in values and "tolerance" in values:
        raise UsageError(USAGE, "say either how many spheres a link shall have, or the tolerance")
    if "per_link" in values:
        values["count"] = values.pop("per_link")
    elif "tolerance" in values:
        values["count"] = None
    found = replace(wish, **values)
    _check(found)
    return found


def _check(wish: Wish) -> None:
    if wish.count is not None and wish.count < 1:
        raise UsageError(USAGE, f"a link cannot have {wish.count} spheres")
    _check_lengths(wish)
    if wish.inside and (wish.depth or wish.min_radius):
        raise UsageError(USAGE, "spheres that stay inside have no depth and no least radius")
    clip = wish.clip
    if clip is not None and not (clip.axis.removeprefix("-") in _AXES and math.isfinite(clip.offset)):
        raise UsageError(USAGE, f"there is no plane at {clip.axis} {clip.offset}; write z 0.0, or -x 0.2")
    if wish.effort < 1:
        raise UsageError(USAGE, f"the effort cannot be {wish.effort}")
    if wish.seed < 0:
        raise UsageError(USAGE, f"the seed cannot be {wish.seed}")


def _check_lengths(wish: Wish) -> None:
    if not (math.isfinite(wish.tolerance) and wish.tolerance > 0):
        raise UsageError(USAGE, f"the tolerance cannot be {wish.tolerance}")
    others = {"depth": wish.depth, "least radius": wish.min_radius, "width to fill": wish.fill or 0.0}
    for name, value in others.items():
        if not (math.isfinite(value) and value >= 0):
            raise UsageError(USAGE, f"the {name} cannot be {value}")
