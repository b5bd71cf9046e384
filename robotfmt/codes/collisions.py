"""Diagnostics of links that touch."""

from __future__ import annotations

from ..diagnostics import Code, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

IGNORED_PAIR = Code(
    "collisions.ignored-pair",
    _W,
    "Two links can touch, but the pair is not checked for collisions.",
    "Remove the pair from the ignored ones, unless nothing ever moves the robot into such a pose.",
)
ALWAYS_TOUCH = Code(
    "collisions.always",
    _W,
    "Two links touch in every pose, and the pair is checked for collisions.",
    "Ignore the pair, with the reason Always, or correct the shapes.",
)
DEFAULT_TOUCH = Code(
    "collisions.default-pose",
    _W,
    "Two links touch in the default pose, and the pair is checked for collisions.",
    "Choose another default pose; ignore the pair only if the shapes are wrong.",
)
SPHERES_ONLY = Code(
    "collisions.spheres-only",
    _N,
    "The spheres of two links touch although their shapes never do, and the pair is checked for collisions.",
    "Ignore the pair, with the reason Never, or fit the spheres more tightly.",
)
NO_SHAPE = Code(
    "collisions.no-shape",
    _W,
    "Part of the geometry of some links could not be loaded; it is unknown whether these links touch others.",
    "Name the packages of its meshes with --package NAME=FOLDER.",
)
NO_PLACE = Code(
    "collisions.no-place",
    _W,
    "Some links belong to another root than the first, so their poses are unknown; their pairs were not examined.",
    "Connect the roots by a joint, or check each part separately.",
)
WITHOUT_COAL = Code(
    "collisions.without-coal",
    _N,
    "Links that touch are found without coal, by robotfmt's own checks.",
    "Nothing needs to be done; coal takes less time on Linux and macOS: pip install 'robotfmt[planning]'.",
)
