"""Diagnostics of values that XRDF requires or cannot store, when a document is written."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_W, _N = Severity.WARNING, Severity.NOTE
_ASSUMED = Fate.ASSUMED

CSPACE_ASSUMED = Code(
    "xrdf.cspace-assumed",
    _W,
    "No document specifies which joints are controlled; assuming those of the default state, or all that can move.",
    "Choose joints with robotfmt xrdf --joints NAMES, or give a 'cspace' in an XRDF.",
    _ASSUMED,
)
LIMIT_OF_JOINT = Code(
    "xrdf.limit-of-joint",
    _N,
    "XRDF requires a limit for control; the joint's own limit was written.",
    "Give the limit in an XRDF in addition to the input, if control needs another one.",
    _ASSUMED,
)
ACCELERATION_ASSUMED = Code(
    "xrdf.acceleration-assumed",
    _W,
    "XRDF requires an acceleration limit, and no input gives one; assuming 10.",
    "Choose another one with robotfmt xrdf --acceleration N, or give each joint's in an XRDF.",
    _ASSUMED,
)
JERK_ASSUMED = Code(
    "xrdf.jerk-assumed",
    _W,
    "XRDF requires a jerk limit, and no input gives one; assuming 500.",
    "Choose another one with robotfmt xrdf --jerk N, or give each joint's in an XRDF.",
    _ASSUMED,
)
DEFAULT_ASSUMED = Code(
    "xrdf.default-assumed",
    _N,
    "No XRDF gives default positions; assuming the state 'default', or 0, or the limit closest to 0.",
    "Choose them with robotfmt xrdf --pose, or give 'default_joint_positions' in an XRDF.",
    _ASSUMED,
)
TOOL_FRAME_ASSUMED = Code(
    "xrdf.tool-frame-assumed",
    _W,
    "No document specifies the tool frame.",
    "Choose it with robotfmt xrdf --tool LINK, or give 'tool_frames' in an XRDF.",
    _ASSUMED,
)
COLLISION_ASSUMED = Code(
    "xrdf.collision-assumed",
    _W,
    "No document specifies which spheres are checked for collisions.",
    "Let robotfmt xrdf choose them, or give 'collision' and 'self_collision' in an XRDF.",
    _ASSUMED,
)
CLONES_FLATTENED = Code(
    "xrdf.clones-flattened",
    _N,
    "Version 1.0 has no clones of groups; their spheres were copied.",
    "From now on, change a sphere in each group that contains a copy of it.",
    Fate.CONVERTED,
)
REMOVE_MIMIC_LOST = Code(
    "xrdf.remove-mimic-lost",
    _W,
    "Version 1.0 cannot free a mimic joint.",
    "Write version 2.0 with --to xrdf@2.0, or remove <mimic> from the joint in the URDF.",
    Fate.LOST,
)
PLACE_HOLDER = Code(
    "xrdf.place-holder",
    _W,
    "Version 2.0 has no placeholders: a sphere whose radius is not above 0 is dropped.",
    "Write version 1.0 with --to xrdf@1.0, if a program needs the placeholder.",
    Fate.LOST,
)
SEVERAL_VALUES = Code(
    "xrdf.several-values",
    _W,
    "XRDF supports one default position for a joint, not several.",
    "Give positions to joints of one axis only.",
    Fate.LOST,
)
SAID_TWICE = Code(
    "xrdf.said-twice",
    _W,
    "Two parts have the same name; XRDF can store one of them.",
    "Give each of the two a name of its own.",
    Fate.LOST,
)
NO_CSPACE = Code(
    "xrdf.no-cspace",
    _W,
    "XRDF requires a 'cspace', and no input describes the robot's joints.",
    "Give a document that has the robot's joints, such as its URDF.",
)
MANY_GROUPS = Code(
    "xrdf.many-groups",
    _W,
    "The document has several groups of spheres; Isaac 3.0 supports one.",
    "Keep one group, if Isaac 3.0 is to read the document.",
)
