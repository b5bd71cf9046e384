"""What there is to say about the balls of a link."""

from __future__ import annotations

import math

from ...codes import spheres as codes
from ...diagnostics import Code, Report
from ...model import Link
from .job import Fitted
from .wish import Wish

_ROUNDING = 1e-6
"""Metres."""
_HAIR = 1e-9


def report_on(link: Link, found: Fitted, wish: Wish, report: Report) -> None:
    """Tell what was not as asked for, and what else matters."""

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
    if wish.count is None and not wish.inside and found.protrusion > wish.tolerance + _ROUNDING:
        say(codes.TOLERANCE, f"the spheres of the link '{link.name}' stand out by {_mm(found.protrusion)}")
    if wish.count is not None and len(found.balls) < wish.count:
        say(codes.FEWER, f"the link '{link.name}' got {len(found.balls)} spheres instead of {wish.count}")
    if found.hollow:
        message = f"the surface of the link '{link.name}' is open, with free space on both sides of it"
        say(codes.HOLLOW, f"{message}: spheres follow it as a wall")


def remark(found: Fitted, wish: Wish, has_pinned: bool) -> str:
    """What is proved of the balls, in a few words."""
    surface = (
        "the surface" if wish.clip is None else f"the surface before {wish.clip.axis} {wish.clip.offset:g}"
    )
    cover = {None: "", 0.0: f"{surface} is covered, "}.get(
        found.depth, f"{surface} is outside by {_mm(found.depth or 0)} at most, "
    )
    others = "nothing but what was pinned" if has_pinned else "nothing"
    by = f" by more than {_mm(found.protrusion)}" if found.protrusion > 0 else ""
    return f"proved: {cover}{others} stands out{by}"


def _mm(length: float) -> str:
    """No less than it is: what is proved of a rounded number must be true."""
    return f"{math.ceil(1e4 * length - _HAIR) / 10:g} mm"
