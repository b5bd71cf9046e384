"""The options of a fit: the number of spheres of a link, or their tightness."""

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
"""The protrusion of spheres that stay inside, or of a link without a number, in metres."""
FAVOURS = {"cover": 4.0, "clearance": 0.25}
"""The names of weights of volume that an approximation leaves out."""
_AXES = {"x": 0, "y": 1, "z": 2}


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane in the frame of a link that none of its spheres crosses."""

    normal: Vector3
    """The normal, of length 1; spheres stay on the side that it points to."""
    offset: float
    """The distance of the plane from the origin along the normal, in metres."""
    name: str
    """Its name in messages."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A plane that no sphere of a link crosses, such as the table that it stands on."""

    axis: str
    """``x``, ``y`` or ``z`` of the link: spheres stay where it is larger; with a leading ``-``, where it is smaller."""
    offset: float
    """The position of the plane on this axis, in metres."""

    @property
    def plane(self) -> Plane:
        """The plane by its normal."""
        sign, place = -1.0 if self.axis.startswith("-") else 1.0, _AXES[self.axis.removeprefix("-")]
        x, y, z = (sign * (axis == place) for axis in range(3))
        return Plane((x, y, z), sign * self.offset, f"the plane {self.axis} {self.offset:g}")


@dataclass(frozen=True, slots=True, kw_only=True)
class FitOptions:
    """The number of spheres of a link, or their quality; lengths in metres."""

    count: int | None = None
    """The maximum number; None for as many as the tolerance needs."""
    tolerance: float = TOLERANCE
    """The largest protrusion, if no number is given."""
    depth: float = 0.0
    """The depth by which the surface may lie outside the spheres."""
    inside: bool = False
    """True if no sphere may protrude at all; then the tolerance bounds the depth of the surface outside."""
    min_radius: float = 0.0
    """The least radius, even if spheres protrude further for that."""
    fill: float | None = None
    """The width of openings to treat as closed; None for 2 to 3 % of the diagonal."""
    clip: Clip | None = None
    """A plane that no sphere crosses."""
    floor: Plane | None = None
    """The mounting plane of the robot, unless another plane is given; spheres that stay inside never reach it."""
    approximate: bool = False
    """True if the number of spheres shall be as much like the solid as possible, and need not cover it."""
    favour: float = 1.0
    """The weight of volume that an approximation leaves out, relative to that of excess volume."""
    effort: float = 1.0
    """The factor on the duration of the search, if a number of spheres is given; above 0."""
    seed: int = 0

    @property
    def plane(self) -> Plane | None:
        """The plane that no sphere crosses."""
        if self.clip is not None:
            return self.clip.plane
        return self.floor if not self.inside else None


class GivenOptions(TypedDict, total=False):
    """The fields of :class:`FitOptions` by name; None means not given.

    ``per_link`` is the field ``count``. A length is a number of metres, or a text such as ``5mm``.
    """

    per_link: int | None
    tolerance: Length | None
    depth: Length | None
    inside: bool | None
    min_radius: Length | None
    fill: Length | None
    clip: Clip | None
    approximate: bool | None
    favour: float | str | None
    effort: float | None
    seed: int | None


class GivenFit(GivenOptions, total=False):
    """The keywords of :func:`.robot.fit`: options of all links, and of the robot as a whole."""

    budget: int | None
    share: str | None
    checked: Collection[tuple[str, str]] | None
    overrides: Mapping[str, GivenOptions] | None
    pinned: Collection[str]
    twins: bool
    clip_base: bool
    links: Collection[str] | None
    name: str


_LINK = tuple(GivenOptions.__annotations__)
FIT = (*_LINK, "budget", "share", "checked", "overrides", "pinned", "twins", "clip_base", "links", "name")
"""The keywords of :func:`.robot.fit`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeOptions:
    """The options for the spheres of a whole robot."""

    given: GivenOptions
    """The options of all links."""
    budget: int | None = None
    """The maximum total number of spheres; the tolerance follows from it."""
    share: str | None = None
    """How a budget is divided among links: one of :data:`.budget.SHARES`; None for the default."""
    checked: Collection[tuple[str, str]] | None = None
    """The pairs of links that planners check; None for those that touch in random poses."""
    overrides: Mapping[str, GivenOptions] | None = None
    """Different options of single links."""
    pinned: Collection[str] = ()
    """Links that keep their spheres."""
    twins: bool = False
    """True if links with equal or mirrored surfaces share their spheres."""
    clip_base: bool = True
    """True if spheres end at the mounting plane."""
    links: Collection[str] | None = None
    """The links that get spheres; None for all."""
    name: str = "collision_spheres"
    """The name of the sphere set."""

    @property
    def is_numbered(self) -> bool:
        """True if the number of spheres, or their tolerance, is given for all links."""
        numbers = (self.budget, self.given.get("per_link"), self.given.get("tolerance"))
        return any(each is not None for each in numbers) or bool(self.given.get("inside"))

    @property
    def single(self) -> Mapping[str, GivenOptions]:
        """The options of single links; possibly none."""
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
    """Return the options with some of them replaced.

    Raises:
        UsageError: The options contradict each other, or a text is not a length.
    """
    values = {name: value for name, value in given.items() if value is not None}
    values |= {name: length for name in LENGTHS if (length := length_of(name, given)) is not None}
    if "per_link" in values and "tolerance" in values:
        raise UsageError(USAGE, "give either the number of spheres of a link, or the tolerance")
    if "per_link" in values:
        values["count"] = values.pop("per_link")
    elif "tolerance" in values:
        values["count"] = None
    if "favour" in values:
        values["favour"] = _favour(values["favour"])
    found = replace(options, **values)
    _check(found)
    _check_approximation(found, given)
    return found


def length_of(name: str, given: GivenOptions) -> float | None:
    """Return one of the given lengths, in metres.

    Raises:
        UsageError: The value is a text, but not a length.
    """
    return metres(name, LENGTHS[name](given))


LENGTHS: dict[str, Callable[[GivenOptions], Length | None]] = {
    "tolerance": lambda given: given.get("tolerance"),
    "depth": lambda given: given.get("depth"),
    "min_radius": lambda given: given.get("min_radius"),
    "fill": lambda given: given.get("fill"),
}
"""The options that are lengths, by name."""


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
        raise UsageError(USAGE, f"the seed is {options.seed}; expected at least 0")


def _favour(value: object) -> float:
    """Return the weight of volume that an approximation leaves out."""
    found = FAVOURS.get(value) if isinstance(value, str) else value
    if not isinstance(found, int | float) or not 0 < found < math.inf:
        message = f"favour is {value!r}; expected 'cover', 'clearance', or a weight above 0"
        raise UsageError(USAGE, message)
    return found


def _check_approximation(options: FitOptions, given: GivenOptions) -> None:
    if not options.approximate:
        if given.get("favour") is not None:
            raise UsageError(USAGE, "'favour' needs 'approximate': other spheres always cover")
        return
    if given.get("tolerance") is not None:
        message = "an approximation has a number of spheres, not a tolerance"
        raise UsageError(USAGE, message, help="Give the number for each link, or a budget for the robot.")
    if options.inside or options.depth:
        message = "an approximation has spheres on both sides of the surface: 'inside' and 'depth' have no meaning"
        raise UsageError(USAGE, message)


def refuse_unnumbered(options: FitOptions, where: str = "") -> None:
    """Refuse an approximation without a number of spheres.

    Raises:
        UsageError: There is no number.
    """
    if options.approximate and options.count is None:
        message = f"an approximation{where} needs a number of spheres"
        raise UsageError(USAGE, message, help="Give the number for each link, or a budget for the robot.")


def _check_lengths(options: FitOptions) -> None:
    if not (math.isfinite(options.tolerance) and options.tolerance > 0):
        raise UsageError(USAGE, f"the tolerance is {options.tolerance}; expected a length above 0")
    others = {
        "depth": options.depth,
        "least radius": options.min_radius,
        "width to fill": options.fill or 0.0,
    }
    for name, value in others.items():
        if not (math.isfinite(value) and value >= 0):
            raise UsageError(USAGE, f"the {name} cannot be {value}")
