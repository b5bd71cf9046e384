"""Checks of shapes against their link: their size, their place, and the mass and the inertia that they can have."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .. import codes
from ..adapting.bodies import combined
from ..diagnostics import Report
from ..model import Inertial, Link, Robot
from .extents import Extent, Measure, extent_of, of_shape
from .inertia import bodies_of, is_assumed, is_implausible, mass_of, reach_of

_TIMES, _LEAST = 20.0, 1.0
"""A shape is too large from this many times the size of its link on, if it has at least this size in metres."""
_HUGE = 10.0
"""The size in metres below which a shape may be right, whatever the reach of the robot."""
_APART, _LEAST_APART = 0.25, 0.05
"""The gap between visual and collision shapes, relative to the size of the larger ones, and at least, in metres."""
_OUTSIDE, _LEAST_OUTSIDE = 0.5, 0.01
"""The distance of the centre of mass from the box around the shapes, as above."""
_LIGHTEST, HEAVIEST = 50.0, 25_000.0
"""Densities in kg/m^3: a balsa wing has 50 and more, and tungsten 19,300."""
_INERTIA = 10 * (1 - 1e-3)
"""The ratio between the inertia that is given and that of the shapes, for the same mass; texts often give three digits.
"""
_LIGHT, _SHARE = 0.1, 0.01
"""Masses up to this in kg, and up to this share of the robot's, are those of sensors and frames: often placeholders.
So are masses up to this share of all links that are fixed to each other.
"""


class _Shapes(NamedTuple):
    """The extents of a link; None where no shape is known."""

    visual: Extent | None
    collision: Extent | None
    are_known: bool
    """True if every shape is known: collision shapes alone can be a part of the link, such as the points of a foot."""

    @property
    def known(self) -> list[Extent]:
        return [each for each in (self.collision, self.visual) if each is not None]


def check_shapes(robot: Robot, report: Report, measure: Measure = of_shape) -> None:
    """Find shapes that are too large or in another place than their link, and masses that do not fit them.

    Args:
        robot: The robot.
        report: Where findings go.
        measure: Measures geometries; by default those with sizes, so that links with meshes are checked in part.
    """
    reach = reach_of(robot)
    light, joints = _lightest(robot), _farthest(robot)
    for link in robot.links:
        shapes = _measured(link, measure)
        if shapes.known:
            _sizes(link, joints.get(link.name, 0.0), shapes, reach, report)
            _apart(link, shapes, report)
        if shapes.are_known and link.inertial is not None and mass_of(link) > light[link.name] and not is_assumed(link):
            _centre(link, link.inertial, shapes, report)
            _body(link, link.inertial, shapes, reach, report)


def _lightest(robot: Robot) -> Mapping[str, float]:
    """Return the mass in kg of each link up to which it is a placeholder."""
    light = min(_LIGHT, _SHARE * sum(map(mass_of, robot.links)))
    moved = [members for _, _, members in bodies_of(robot)]
    known = {each.name for members in moved for each in members}
    still = tuple(each for each in robot.links if each.name not in known)  # the root, and what is fixed to it
    shares = [(members, max(light, _SHARE * sum(map(mass_of, members)))) for members in (*moved, still)]
    return {each.name: share for members, share in shares for each in members}


def _measured(link: Link, measure: Measure) -> _Shapes:
    visual, collision = extent_of(link.visuals, measure), extent_of(link.collisions, measure)
    given = [extent for extent, each in ((visual, link.visuals), (collision, link.collisions)) if each]
    return _Shapes(visual, collision, bool(given) and all(each is not None and each.is_known for each in given))


# Size and place


def _sizes(link: Link, farthest: float, shapes: _Shapes, reach: float, report: Report) -> None:
    for mine, other, kind in (
        (shapes.collision, shapes.visual, "collision"),
        (shapes.visual, shapes.collision, "visual"),
    ):
        other = other if other is not None and other.is_known else None
        if mine is None or mine.size <= max(_TIMES * farthest, _LEAST):
            continue
        compared = None
        if other is not None and mine.size > _TIMES * other.size:
            compared = f"the {'visual' if kind == 'collision' else 'collision'} shapes {other.size:.3g} m"
        elif reach and mine.size > max(_TIMES * reach, _HUGE):
            compared = f"the robot {reach:.3g} m"
        if compared is not None:
            message = f"the {kind} shapes of link '{link.name}' extend {mine.size:.4g} m, but {compared}"
            report.add(codes.SHAPE_HUGE, message, link.origin)


def _farthest(robot: Robot) -> dict[str, float]:
    """Return the distance in metres of the joint on each link that is farthest from its frame."""
    found: dict[str, float] = {}
    for each in robot.joints:
        if each.parent is not None and each.pose_in_parent is not None:
            found[each.parent] = max(found.get(each.parent, 0.0), math.hypot(*each.pose_in_parent.xyz))
    return found


def _apart(link: Link, shapes: _Shapes, report: Report) -> None:
    visual, collision = shapes.visual, shapes.collision
    if visual is None or collision is None or not (visual.is_known and collision.is_known):
        return
    gap = visual.gap(collision)
    if gap > max(_LEAST_APART, _APART * max(visual.size, collision.size)):
        message = f"the collision shapes of link '{link.name}' are {gap:.3g} m away from its visual shapes"
        report.add(codes.SHAPES_APART, message, link.origin)


def _centre(link: Link, inertial: Inertial, shapes: _Shapes, report: Report) -> None:
    """Report a centre of mass far from the boxes around all shapes."""
    centre = inertial.pose.xyz if inertial.pose is not None else (0.0, 0.0, 0.0)
    outside = min(each.outside(centre) for each in shapes.known)
    if all(each.outside(centre) > max(_LEAST_OUTSIDE, _OUTSIDE * each.size) for each in shapes.known):
        message = f"the centre of mass of link '{link.name}' is {outside:.3g} m outside its shapes"
        report.add(codes.COM_OUTSIDE, message, inertial.origin or link.origin)


# Mass and inertia


def _body(link: Link, inertial: Inertial, shapes: _Shapes, reach: float, report: Report) -> None:
    """Report a mass, or else an inertia that is not reported as implausible, that no kind of shapes can have."""
    mass, at = inertial.mass or 0.0, inertial.origin or link.origin
    densities = [_density(mass, each) for each in shapes.known]
    known = [each for each in densities if each is not None]
    if known and len(known) == len(densities):
        density = min(known, key=lambda it: abs(math.log(it / 1000)))
        message = f"link '{link.name}' has {mass:g} kg, a density of {density:.3g} kg/m^3 in its shapes"
        report.add(codes.DENSITY, f"{message}; expected {_LIGHTEST:g} to {HEAVIEST:,.0f}", at)
    elif all(each.is_whole for each in shapes.known) and not _is_known(inertial, mass, reach):
        _inertia(link, inertial, shapes, report)


def _is_known(inertial: Inertial, mass: float, reach: float) -> bool:
    rows = inertial.inertia.rows if inertial.inertia is not None else None
    return rows is not None and mass > 0 and is_implausible(mass, rows, reach)


def _inertia(link: Link, inertial: Inertial, shapes: _Shapes, report: Report) -> None:
    mass = inertial.mass or 0.0
    ratios = list(_ratios(inertial, mass, shapes.known))
    if ratios and (min(ratios) > _INERTIA or max(ratios) < 1 / _INERTIA):
        ratio = min(ratios, key=lambda it: abs(math.log(it)))
        shown = f"{ratio:.3g} times as large as" if ratio > 1 else f"only 1/{1 / ratio:.3g} of"
        message = f"the inertia of link '{link.name}' is {shown} that of its shapes with {mass:g} kg"
        report.add(codes.INERTIA_OF_SHAPES, message, inertial.origin or link.origin)


def _density(mass: float, shapes: Extent) -> float | None:
    """Return a density that is too high in all shapes, or too low in the largest one; else None.

    Shapes may overlap, so their volume is between that of the largest one and the sum. That of open meshes is at most
    the volume of the box around them.
    """
    if not (shapes.is_whole and shapes.solids):
        return mass / shapes.volume if mass > HEAVIEST * shapes.volume > 0 else None
    volumes = [each.mass or 0.0 for each in shapes.solids]
    most, least = mass / max(volumes), mass / sum(volumes)
    return least if least > HEAVIEST else most if most < _LIGHTEST else None


def _ratios(inertial: Inertial, mass: float, solid: list[Extent]) -> Iterator[float]:
    """Yield the sum of the moments, relative to that of each kind of shapes with the same mass."""
    for each in solid:
        whole = combined(list(each.solids))
        given, expected = _trace(inertial), _trace(whole)
        if given > 0 and expected > 0 and whole is not None and whole.mass:
            yield given / mass / (expected / whole.mass)


def _trace(inertial: Inertial | None) -> float:
    inertia = inertial.inertia if inertial is not None else None
    return sum(each or 0.0 for each in (inertia.ixx, inertia.iyy, inertia.izz)) if inertia is not None else 0.0
