"""Diagnostics of default positions, the configuration space and the tool frames (XRDF 1.0 §6 to §8)."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W = Severity.ERROR, Severity.WARNING
_BROKEN = Fate.BROKEN

DEFAULT_SHAPE = Code(
    "xrdf.default-shape",
    _E,
    "'default_joint_positions' must map joints to numbers.",
    "Write a number for each joint: 'default_joint_positions: {shoulder: 0.5}'.",
    _BROKEN,
)
DEFAULT_JOINT_UNKNOWN = Code(
    "xrdf.default-joint-unknown",
    _E,
    "A default position is given for a joint that does not exist.",
    "Correct the name of the joint, or remove its position.",
)
DEFAULT_JOINT_FIXED = Code(
    "xrdf.default-joint-fixed",
    _E,
    "A default position is given for a joint that cannot move.",
    "Remove the position.",
)
DEFAULT_JOINT_MIMIC = Code(
    "xrdf.default-joint-mimic",
    _E,
    "A default position is given for a mimic joint.",
    "Remove the position; it follows from the joint that is mimicked.",
)
DEFAULT_OUT_OF_LIMITS = Code(
    "xrdf.default-out-of-limits",
    _E,
    "A default position is outside the limits of its joint.",
    "Choose a position within the limits, or correct the limits in the URDF.",
)
CSPACE_MISSING = Code(
    "xrdf.cspace-missing",
    _E,
    "The document has no 'cspace'.",
    "Add 'cspace' with 'joint_names', 'acceleration_limits' and 'jerk_limits'.",
    _BROKEN,
)
CSPACE_NAMES = Code(
    "xrdf.cspace-names",
    _E,
    "'joint_names' must be a list of names.",
    "Write a list of names: 'joint_names: [shoulder, elbow]'.",
    _BROKEN,
)
CSPACE_JOINT_UNKNOWN = Code(
    "xrdf.cspace-joint-unknown",
    _E,
    "The configuration space has a joint that the robot does not have.",
    "Correct the name: cuRobo accepts it, and assigns values to the wrong joints.",
)
CSPACE_JOINT_FIXED = Code(
    "xrdf.cspace-joint-fixed",
    _E,
    "The configuration space has a joint that cannot move.",
    "Remove the joint and its two limits.",
)
CSPACE_JOINT_MIMIC = Code(
    "xrdf.cspace-joint-mimic",
    _E,
    "The configuration space has a mimic joint.",
    "Remove the joint and its two limits, or free it with 'remove_mimic_attributes' in version 2.0.",
)
CSPACE_JOINT_TWICE = Code(
    "xrdf.cspace-joint-twice",
    _E,
    "The configuration space lists a joint twice.",
    "Remove one of the two, and its two limits.",
    _BROKEN,
)
LIMITS_MISSING = Code(
    "xrdf.limits-missing",
    _E,
    "'acceleration_limits' and 'jerk_limits' must be lists of numbers.",
    "Give both lists, with a positive number for each joint.",
    _BROKEN,
)
LIMITS_LENGTH = Code(
    "xrdf.limits-length",
    _E,
    "The number of limits differs from the number of joints.",
    "Write one number for each name in 'joint_names', in the same order.",
    _BROKEN,
)
LIMITS_NOT_POSITIVE = Code(
    "xrdf.limits-not-positive",
    _E,
    "A limit is not positive.",
    "Write a number above 0.",
    _BROKEN,
)
TOOL_FRAMES_SHAPE = Code(
    "xrdf.tool-frames-shape",
    _E,
    "'tool_frames' must be a list of names.",
    "Write a list, even of one name: 'tool_frames: [hand]'.",
    _BROKEN,
)
TOOL_FRAME_UNKNOWN = Code(
    "xrdf.tool-frame-unknown",
    _E,
    "A tool frame does not exist.",
    "Correct the name, or add the frame with 'add_frame'.",
)
TOOL_FRAME_TWICE = Code(
    "xrdf.tool-frame-twice",
    _W,
    "A tool frame is named twice.",
    "Remove one of the two.",
    _BROKEN,
)
