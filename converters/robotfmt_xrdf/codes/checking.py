"""Diagnostics of checks only: parts that are missing, have no effect, or do not match the robot."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

FRAME_PRUNED = Code(
    "xrdf.frame-pruned",
    _N,
    "An added frame is not below the new base; it is removed together with everything above the base.",
    "Attach the frame to a link below the base, or remove it.",
)

# Spheres and what must not collide
NO_GEOMETRY = Code(
    "xrdf.no-geometry",
    _N,
    "The document has no spheres: planners avoid neither obstacles nor the robot itself.",
    "Create the document with 'robotfmt xrdf': it fits spheres and finds the pairs to ignore.",
)
GROUP_UNUSED = Code(
    "xrdf.group-unused",
    _W,
    "No collision section and no other group refers to a group of spheres.",
    "Name the group under 'geometry' of a collision section, or remove it.",
)
BUFFER_FRAME_BARE = Code(
    "xrdf.buffer-frame-bare",
    _W,
    "A buffer is given for a frame without spheres; it has no effect.",
    "Remove the buffer, which is harmless, or give the frame spheres.",
)
BUFFERED_RADIUS = Code(
    "xrdf.buffered-radius",
    _W,
    "A sphere shrinks to nothing: its negative buffer is as large as its radius.",
    "Choose a buffer that is larger than minus the smallest radius of the frame.",
)
COLLISION_ABSENT = Code(
    "xrdf.collision-absent",
    _W,
    "The document does not specify what is checked against the world: planners avoid no obstacles.",
    "Create the document with 'robotfmt xrdf', or add the section with 'geometry' and the name of a group of spheres.",
)
SELF_COLLISION_ABSENT = Code(
    "xrdf.self-collision-absent",
    _W,
    "'self_collision' or its 'ignore' is missing; cuRobo refuses such a document.",
    "Add 'self_collision' with 'geometry' and 'ignore'; write 'ignore: {}' to check every pair.",
)
IGNORE_FRAME_BARE = Code(
    "xrdf.ignore-frame-bare",
    _W,
    "A pair to be ignored has a frame without spheres; it has no effect.",
    "Remove the pair, which is harmless, or give the frame spheres.",
)

# Joints and tools
DEFAULT_UNSPECIFIED = Code(
    "xrdf.default-unspecified",
    _N,
    "Joints without a default position are at 0.",
    "Give a default position for each controlled joint.",
)
DEFAULT_MISSING_NONZERO = Code(
    "xrdf.default-missing-nonzero",
    _W,
    "A joint whose limits exclude 0 has no default position; cuRobo still assumes 0.",
    "Give the joint a default position within its limits.",
)
DEFAULT_JOINT_MULTI_DOF = Code(
    "xrdf.default-joint-multi-dof",
    _W,
    "A default position is given for a joint with several degrees of freedom, which XRDF does not support.",
    "Remove the position, or model the joint as several joints with one axis each.",
)
DEFAULTS_ABSENT = Code(
    "xrdf.defaults-absent",
    _W,
    "The document has no 'default_joint_positions'; cuRobo refuses it.",
    "Add 'default_joint_positions' with a number for each joint.",
)
CSPACE_EMPTY = Code(
    "xrdf.cspace-empty",
    _W,
    "The configuration space has no joint: there is nothing to plan for.",
    "Name the joints that are controlled in 'joint_names'.",
)
CSPACE_ORDER = Code(
    "xrdf.cspace-order",
    _W,
    "The joints of the configuration space are in another order than in the robot.",
    "Use the order of the robot; otherwise cuRobo assigns default positions to the wrong joints.",
)
LIMITS_EDITOR_DEFAULT = Code(
    "xrdf.limits-editor-default",
    _W,
    "All limits are the defaults of Isaac Sim's editor: 10 and 10000.",
    "Look up the acceleration and jerk limits in the robot's data sheet.",
)
TOOL_FRAMES_EMPTY = Code(
    "xrdf.tool-frames-empty",
    _W,
    "The document names no tool frame; cuMotion requires one, and uses the first as its end effector.",
    "Add 'tool_frames' with the end effector first: cuMotion and cuRobo require at least one.",
)
END_EFFECTOR = Code(
    "xrdf.end-effector",
    _N,
    "The first tool frame is the end effector.",
    "Put the frame that planning moves first; robotfmt xrdf --tool LINK chooses it.",
)
