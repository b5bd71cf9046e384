"""What there is to say about fitting and measuring collision spheres."""

from __future__ import annotations

from ..diagnostics import Code, Severity

_W, _N = Severity.WARNING, Severity.NOTE

NO_SURFACE = Code(
    "spheres.no-surface",
    _W,
    "A link has geometry, but none that could be turned into a surface; it is left without spheres.",
    "Name the packages of its meshes with --package NAME=FOLDER.",
)
PARTLY = Code(
    "spheres.partly",
    _W,
    "A part of a link's geometry could not be turned into a surface; the spheres cover only the rest.",
    "Name the packages of its meshes with --package NAME=FOLDER.",
)
FEWER = Code(
    "spheres.fewer",
    _N,
    "A link got fewer spheres than were asked for: with more of them more volume would stand out.",
    "Ask for a tolerance instead, such as --tolerance 5mm, if the spheres fit too loosely.",
)
TOLERANCE = Code(
    "spheres.tolerance",
    _W,
    "The spheres of a link stand out further than the tolerance: it would need more than are made for one.",
    "Ask for a larger tolerance, or say how many spheres the link shall have.",
)
