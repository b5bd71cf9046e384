"""Diagnostics of kinematics modifiers (XRDF 1.0 §2)."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W = Severity.ERROR, Severity.WARNING
_BROKEN = Fate.BROKEN

MODIFIERS_NOT_LIST = Code(
    "xrdf.modifiers-not-list",
    _E,
    "'modifiers' must be a list.",
    "Put a dash before each modifier: '- set_base_frame: base'.",
    _BROKEN,
)
UNKNOWN_MODIFIER = Code(
    "xrdf.unknown-modifier",
    _E,
    "An item of 'modifiers' is not a known modifier.",
    "Write items with one key each: add_frame, set_base_frame, or remove_mimic_attributes in version 2.0.",
    _BROKEN,
)
MODIFIER_SIBLING_FORM = Code(
    "xrdf.modifier-sibling-form",
    _W,
    "The keys of 'add_frame' are next to it instead of below it; cuRobo refuses that.",
    "Indent them under 'add_frame:'; cuRobo refuses the document otherwise.",
    _BROKEN,
)
MODIFIER_UNRESOLVABLE = Code(
    "xrdf.modifier-unresolvable",
    _E,
    "Added frames are attached to one another in a cycle.",
    "Attach one of them to a link of the robot.",
    _BROKEN,
)
FRAME_NAME_MISSING = Code(
    "xrdf.frame-name-missing",
    _E,
    "'add_frame' does not specify its frame completely.",
    "Give 'frame_name', 'parent_frame_name' and 'joint_name', each a name.",
    _BROKEN,
)
FRAME_NAME_TAKEN = Code(
    "xrdf.frame-name-taken",
    _E,
    "'add_frame' adds a frame whose name is already taken.",
    "Choose another 'frame_name', or remove the modifier if it repeats an existing frame.",
    _BROKEN,
)
PARENT_FRAME_UNKNOWN = Code(
    "xrdf.parent-frame-unknown",
    _E,
    "'add_frame' attaches a frame to one that does not exist.",
    "Name a link of the robot, or a frame that another 'add_frame' adds.",
    _BROKEN,
)
JOINT_NAME_TAKEN = Code(
    "xrdf.joint-name-taken",
    _E,
    "'add_frame' adds a joint whose name is already taken.",
    "Choose another 'joint_name'.",
    _BROKEN,
)
JOINT_TYPE_NOT_FIXED = Code(
    "xrdf.joint-type-not-fixed",
    _E,
    "'add_frame' can add fixed joints only.",
    "Write 'joint_type: FIXED', or add the moving joint to the URDF.",
    _BROKEN,
)
JOINT_TYPE_SPELLING = Code(
    "xrdf.joint-type-spelling",
    _W,
    "'joint_type' is missing or not in capitals; cuRobo fails on that.",
    "Write 'joint_type: FIXED': cuRobo ends with a KeyError otherwise.",
    _BROKEN,
)
TRANSFORM_SHAPE = Code(
    "xrdf.transform-shape",
    _E,
    "'fixed_transform' must be {position: [x, y, z], orientation: {w: ..., xyz: [x, y, z]}}.",
    "Write both parts, such as {position: [0.0, 0.0, 0.1], orientation: {w: 1.0, xyz: [0.0, 0.0, 0.0]}}.",
    _BROKEN,
)
TRANSFORM_OTHER_FORM = Code(
    "xrdf.transform-other-form",
    _W,
    "The orientation is given in a form that the specification does not define.",
    "Write {w: ..., xyz: [x, y, z]}; it is not known whether any program reads the other forms.",
    _BROKEN,
)
QUATERNION_NORM = Code(
    "xrdf.quaternion-norm",
    _W,
    "A quaternion does not have length 1; it is normalised before use.",
    "Write more digits, or divide all four numbers by the length.",
)
BASE_NOT_STRING = Code(
    "xrdf.base-not-string",
    _E,
    "'set_base_frame' must be a name.",
    "Write the name of a link: 'set_base_frame: base'.",
    _BROKEN,
)
BASE_UNKNOWN = Code(
    "xrdf.base-unknown",
    _E,
    "'set_base_frame' names a frame that does not exist.",
    "Name a link of the robot.",
    _BROKEN,
)
BASE_ADDED = Code(
    "xrdf.base-added",
    _W,
    "The new base is an added frame, which XRDF 1.0 does not allow.",
    "Name a link of the URDF: cuMotion accepts added frames, others may not.",
)
BASE_TWICE = Code(
    "xrdf.base-twice",
    _E,
    "'set_base_frame' names two different frames.",
    "Keep one 'set_base_frame'.",
    _BROKEN,
)
REMOVE_MIMIC_TARGET = Code(
    "xrdf.remove-mimic-target",
    _E,
    "'remove_mimic_attributes' does not name a joint.",
    "Give the 'joint_name' of a mimic joint, and 'position_limits: [lower, upper]'.",
    _BROKEN,
)
