"""Options of a fit: how many spheres a link shall have, or how close they shall be."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from ...codes import USAGE
from ...errors import UsageError
from ...model import Vector3
from ...model.lookup import refuse_unknown
from ...model.record import replace
from ..lengths import Length, metres

TOLERANCE = 0.01
"""Metres that spheres may protrude where nothing is said."""
_AXES = {"x": 0, "y": 1, "z": 2}


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane in the frame of a link that none of its spheres crosses."""

    normal: Vector3
    """Of length 1; spheres stay on the side that it points to."""
    offset: float
    """How far the plane is from the origin along the normal, in metres."""
    name: str
    """What it is called where something is said of it."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A plane that no sphere of a link crosses, such as the table that it stands on."""

    axis: str
    """``x``, ``y`` or ``z`` of the link: spheres stay where it is larger; with ``-`` before it, where it is smaller."""
    offset: float
    """Where on this axis the plane is, in metres."""

    @property
    def plane(self) -> Plane:
        """The same by its normal."""
        sign, place = -1.0 if self.axis.startswith("-") else 1.0, _AXES[self.axis.removeprefix("-")]
        x, y, z = (sign * (axis == place) for axis in range(3))
        return Plane((x, y, z), sign * self.offset, f"the plane {self.axis} {self.offset:g}")


@dataclass(frozen=True, slots=True, kw_only=True)
class FitOptions:
    """How many spheres a link shall have, or how good they shall be; lengths in metres."""

    count: int | None = None
    """How many at most; None for as many as the tolerance needs."""
    tolerance: float = TOLERANCE
    """How far they may protrude, where no number is given."""
    depth: float = 0.0
    """How deep the surface may lie outside of them."""
    inside: bool = False
    """Whether none may protrude at all; then the tolerance is how deep the surface may lie outside."""
    min_radius: float = 0.0
    """None is smaller, though it protrudes further for that."""
    fill: float | None = None
    """Openings up to this width count as closed; None for 2 to 3 % of the diagonal."""
    clip: Clip | None = None
    """A plane that no sphere crosses."""
    floor: Plane | None = None
    """What the robot is mounted on, where no other plane is asked for; spheres that stay inside never reach it."""
    effort: float = 1.0
    """Multiplies how long better places are searched for, where a number of spheres is given; more than 0."""
    seed: int = 0

    @property
    def plane(self) -> Plane | None:
        """The plane that no sphere crosses."""
        if self.clip is not None:
            return self.clip.plane
        return self.floor if not self.inside else None


class GivenOptions(TypedDict, total=False):
    """The fields of :class:`FitOptions` by their names; None means not given.

    ``per_link`` is ``count`` there. A length is a number of metres, or a text such as ``5mm``.
    """

    per_link: int | None
    tolerance: Length | None
    depth: Length | None
    inside: bool | None
    min_radius: Length | None
    fill: Length | None
    clip: Clip | None
    effort: float | None
    seed: int | None


class GivenFit(GivenOptions, total=False):
    """The keywords of :func:`.robot.fit`: options of all links, and what is asked of the robot as a whole."""

    budget: int | None
    overrides: Mapping[str, GivenOptions] | None
    pinned: Collection[str]
    twins: bool
    clip_base: bool
    links: Collection[str] | None
    name: str


_LINK = tuple(GivenOptions.__annotations__)
FIT = (*_LINK, "budget", "overrides", "pinned", "twins", "clip_base", "links", "name")
"""The keywords of :func:`.robot.fit`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeOptions:
    """What is asked of the spheres of a whole robot."""

    given: GivenOptions
    """What is asked of each link."""
    budget: int | None = None
    """How many spheres all links may have in total."""
    overrides: Mapping[str, GivenOptions] | None = None
    """What is asked of single links instead."""
    pinned: Collection[str] = ()
    """Links that keep their spheres."""
    twins: bool = False
    """Whether links with equal or mirrored surfaces share theirs."""
    clip_base: bool = True
    """Whether spheres end at the plane that the robot is mounted on."""
    links: Collection[str] | None = None
    """Which links get spheres; None for all."""
    name: str = "collision_spheres"
    """Of the set of spheres."""

    @property
    def single(self) -> Mapping[str, GivenOptions]:
        """The options of single links; there may be none."""
        return self.overrides or {}


def whole_options(given: GivenFit) -> WholeOptions:
    """Return the options of a fit of a robot.

    Raises:
        TypeError: A keyword is unknown.
    """
    refuse_unknown("fit", given, FIT)
    common = GivenOptions(**{name: value for name, value in given.items() if name in _LINK})  # type: ignore[typeddict-item]
    rest: dict[str, Any] = {name: value for name, value in given.items() if name not in _LINK}
    found = WholeOptions(given=common, **rest)
    for each in found.single.values():
        refuse_unknown("fit", each, _LINK)
    return found


def overridden(options: FitOptions, given: GivenOptions) -> FitOptions:
    """Return the options with those that are given in place of the others.

    Raises:
        UsageError: It contradicts itself, or a text is no length.
    """
    values = {name: value for name, value in given.items() if value is not None}
    values |= {name: length for name in LENGTHS if (length := length_of(name, given)) is not None}
    if "per_link" in values and "tolerance" in values:
        raise UsageError(USAGE, "give either the number of spheres of a link, or the tolerance")
    if "per_link" in values:
        values["count"] = values.pop("per_link")
    elif "tolerance" in values:
        values["count"] = None
    found = replace(options, **values)
    _check(found)
    return found


def length_of(name: str, given: GivenOptions) -> float | None:
    """Return one of the lengths that are given, in metres.

    Raises:
        UsageError: It is a text, and no length.
    """
    return metres(name, LENGTHS[name](given))


LENGTHS: dict[str, Callable[[GivenOptions], Length | None]] = {
    "tolerance": lambda given: given.get("tolerance"),
    "depth": lambda given: given.get("depth"),
    "min_radius": lambda given: given.get("min_radius"),
    "fill": lambda given: given.get("fill"),
}
"""Which options are lengths, by their names."""


def _check(options: FitOptions) -> None:
    if options.count is not None and options.count < 1:
        raise UsageError(USAGE, f"a link cannot have {options.count} spheres")
    _check_lengths(options)
    if options.inside and (options.depth or options.min_radius):
        raise UsageError(USAGE, "spheres that stay inside cannot have a depth or a least radius")
    clip = options.clip
    if clip is not None and not (clip.axis.removeprefix("-") in _AXES and math.isfinite(clip.offset)):
        raise UsageError(USAGE, f"the plane {clip.axis} {clip.offset} does not exist; write z 0.0, or -x 0.2")
    if not 0 < options.effort < math.inf:
        raise UsageError(USAGE, f"the effort must be above 0, got {options.effort:g}")
    if options.seed < 0:
        raise UsageError(USAGE, f"the seed cannot be {options.seed}")


def _check_lengths(options: FitOptions) -> None:
    if not (math.isfinite(options.tolerance) and options.tolerance > 0):
        raise UsageError(USAGE, f"the tolerance cannot be {options.tolerance}")
    others = {
        "depth": options.depth,
        "least radius": options.min_radius,
        "width to fill": options.fill or 0.0,
    }
    for name, value in others.items():
        if not (math.isfinite(value) and value >= 0):
            raise UsageError(USAGE, f"the {name} cannot be {value}")
