"""What there is to say about the balls of a link."""

from __future__ import annotations

import math

from ...codes import spheres as codes
from ...diagnostics import Code, Report
from ...model import Link
from .job import ROUNDING, Fitted
from .wish import Wish

_SPARE = 1e-6
"""Metres."""
_HAIR = 1e-9


def report_on(link: Link, found: Fitted, wish: Wish, pinned: int, report: Report) -> None:
    """Tell what was not as asked for, and what else matters; of the balls so many were there before."""

    def say(code: Code, message: str) -> None:
        report.add(code, message, link.origin, subject=f"link/{link.name}")

    geometries = len(link.geometries)
    if not len(found.balls) and found.missing == geometries:
        say(
            codes.NO_SURFACE,
            f"no geometry of the link '{link.name}' has a surface; it is left without spheres",
        )
        return
    if found.missing:
        say(
            codes.PARTLY,
            f"{found.missing} of {geometries} geometries of the link '{link.name}' have no surface",
        )
    if wish.count is None and not wish.inside and found.protrusion > wish.tolerance + _SPARE:
        say(codes.TOLERANCE, f"the spheres of link '{link.name}' protrude by up to {_mm(found.protrusion)}")
    count = len(found.balls) + pinned
    if wish.count is not None and count < wish.count:
        say(codes.FEWER, f"the link '{link.name}' got {count} spheres instead of {wish.count}")
    if found.hollow:
        message = f"the surface of the link '{link.name}' is open, with free space on both sides of it"
        say(codes.HOLLOW, f"{message}: spheres follow it as a wall")


def remark(found: Fitted, wish: Wish, has_pinned: bool) -> str:
    """What is proved of the balls as they are written, in a few words."""
    others = "nothing but what was pinned" if has_pinned else "nothing"
    protrusion = found.protrusion + ROUNDING
    by = f" by more than {_mm(protrusion)}" if protrusion > 0 else ""
    return f"proved: {_cover(found, wish)}{others} stands out{by}"


def _cover(found: Fitted, wish: Wish) -> str:
    if found.depth is None:
        return ""
    surface = "the surface" if not found.missing else "the surface of what was found"
    if wish.clip is not None:
        surface += f" farther than {_mm(found.foot)} from the plane {wish.clip.axis} {wish.clip.offset:g}"
    where = "is covered" if found.depth == 0 else f"is outside by {_mm(found.depth)} at most"
    return f"{surface} {where}, "


def _mm(length: float) -> str:
    """No less than it is: what is proved of a rounded number must be true."""
    return f"{math.ceil(1e4 * length - _HAIR) / 10:g} mm"
