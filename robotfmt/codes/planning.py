"""What there is to say about a robot that is prepared for planning."""

from __future__ import annotations

from ..diagnostics import Code, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

JOINTS = Code(
    "planning.joints",
    _N,
    "No document specifies which joints are controlled; they are those that lead to the end of the longest arm.",
    "Say which with --joints, --group (SRDF), or --base and --tool.",
)
NOT_CONTROLLED = Code(
    "planning.not-controlled",
    _E,
    "Joints that were asked for cannot be controlled.",
    "Name joints that turn or slide and follow no other one; 'robotfmt info --tree' shows them.",
)
NOT_DRIVEN = Code(
    "planning.not-driven",
    _N,
    "A joint is passive, locked or not active, so it is not controlled.",
    "Name the joint with --joints if a planner shall control it all the same.",
)
OUTSIDE = Code(
    "planning.outside-limits",
    _E,
    "A joint cannot stand where it was asked to.",
    "Give a position within the limits of the joint.",
)
STUCK = Code(
    "planning.spheres-always-overlap",
    _W,
    "The spheres of two links overlap in at least 95 % of all poses, and the pair is not checked.",
    "Fit more closely, with --tolerance or --per-link, to have the pair checked.",
)
POSE = Code(
    "planning.pose",
    _N,
    "No document gives a default pose, so one was chosen.",
    "Give another one with --pose, as positions or as the name of a state.",
)
MOVED = Code(
    "planning.pose-moved",
    _N,
    "The default pose was not free of collision; a free one near it was taken.",
    "Give another one with --pose if that does not suit you.",
)
NO_FREE_POSE = Code(
    "planning.no-free-pose",
    _W,
    "In the default pose links touch, or overlap by their spheres, and no free pose was found near it.",
    "Give one with --pose; where spheres overlap, fit more closely, with --tolerance or --per-link.",
)
GROUPS = Code(
    "planning.groups",
    _N,
    "No document has groups; they were made: of manipulators, or a chain to each of the longest arms, and grippers.",
    "Choose others with --tool and --base, or edit the document.",
)
PAIR_REMOVED = Code(
    "planning.pair-removed",
    _N,
    "A pair of links is no longer ignored, since the reason of the document does not hold.",
    "Give the pair another reason, such as User, to keep it; --update leaves such pairs alone.",
)
NO_SHAPES = Code(
    "planning.no-collision-shapes",
    _W,
    "No links of the robot have geometry for collisions, so that there are no pairs.",
    "Give the links <collision> geometry; MoveIt does not look at visual geometry.",
)
