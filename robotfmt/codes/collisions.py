"""What there is to say about links that touch one another."""

from __future__ import annotations

from ..diagnostics import Code, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

IGNORED_PAIR = Code(
    "collisions.ignored-pair",
    _W,
    "Two links are not checked against one another, and can touch.",
    "Take the pair out of those that are not checked, unless nothing ever moves the robot there.",
)
ALWAYS_TOUCH = Code(
    "collisions.always",
    _W,
    "Two links touch in every pose, and are checked against one another.",
    "Add the pair to those that are not checked, with the reason Always, or correct the shapes.",
)
DEFAULT_TOUCH = Code(
    "collisions.default-pose",
    _W,
    "Two links touch in the default pose, and are checked against one another.",
    "Choose another default pose; ignore the pair only if the shapes are at fault.",
)
SPHERES_ONLY = Code(
    "collisions.spheres-only",
    _N,
    "The spheres of two links touch, though their shapes never do, and the pair is checked.",
    "Add the pair to those that are not checked, with the reason Never, or make the spheres fit better.",
)
NO_SHAPE = Code(
    "collisions.no-shape",
    _W,
    "A part of the geometry of links could not be turned into shapes; whether these links touch others is not known.",
    "Name the packages of its meshes with --package NAME=FOLDER.",
)
NO_PLACE = Code(
    "collisions.no-place",
    _W,
    "Links hang on another root than the first, so that nobody knows where they are; their pairs were not looked at.",
    "Connect the roots by a joint, or check each part alone.",
)
