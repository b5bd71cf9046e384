"""Diagnostics of preparing a robot for planning."""

from __future__ import annotations

from ..diagnostics import Code, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

JOINTS = Code(
    "planning.joints",
    _N,
    "No document specifies which joints are controlled; using those that lead to the end of the longest arm.",
    "Choose them with --joints, --group (SRDF), or --base and --tool.",
)
NOT_CONTROLLED = Code(
    "planning.not-controlled",
    _E,
    "Requested joints cannot be controlled.",
    "Name joints that turn or slide and do not mimic another joint; 'robotfmt info --tree' lists them.",
)
NOT_DRIVEN = Code(
    "planning.not-driven",
    _N,
    "A joint is passive, locked or not active, so it is not controlled.",
    "Name the joint with --joints if a planner should control it anyway.",
)
SEVERAL_VALUES = Code(
    "planning.several-values",
    _W,
    "A joint of the group, or on the way to the tool, is not controlled: it has several degrees of freedom.",
    "Split it first with 'robotfmt edit --split JOINT', for example a planar joint into x, y and yaw.",
)
OUTSIDE = Code(
    "planning.outside-limits",
    _E,
    "A requested joint position is not possible.",
    "Give a position within the limits of the joint.",
)
STUCK = Code(
    "planning.spheres-always-overlap",
    _W,
    "The spheres of two links overlap in at least 95 % of all poses, and the pair is not checked.",
    "Fit more tightly, with --tolerance or --per-link, to have the pair checked.",
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
    "The default pose was in collision; a free one near it was used.",
    "Give another one with --pose if it does not suit you.",
)
NO_FREE_POSE = Code(
    "planning.no-free-pose",
    _W,
    "Links touch, or their spheres overlap, in the default pose, and no free pose was found near it.",
    "Give a pose with --pose; where spheres overlap, fit more tightly, with --tolerance or --per-link.",
)
GROUPS = Code(
    "planning.groups",
    _N,
    "No document has groups; they were created from manipulators, or from chains to the "
    "longest arms, and from grippers.",
    "Choose others with --tool and --base, or edit the document.",
)
PAIR_REMOVED = Code(
    "planning.pair-removed",
    _N,
    "A pair of links is no longer ignored, because the reason in the document is not true.",
    "Give the pair another reason, such as User, to keep it; --update does not change such pairs.",
)
NO_SHAPES = Code(
    "planning.no-collision-shapes",
    _W,
    "No links of the robot have collision geometry, so there are no pairs.",
    "Give the links <collision> geometry; MoveIt ignores visual geometry.",
)
