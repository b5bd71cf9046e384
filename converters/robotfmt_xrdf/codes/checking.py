"""What only a check has to say: about parts that are missing, of no use, or no match for the robot."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

FRAME_PRUNED = Code(
    "xrdf.frame-pruned",
    _N,
    "An added frame does not hang on the new base; it is removed with all that lies above.",
    "Hang the frame on something below the base, or remove it.",
)

# Spheres and what must not collide
NO_GEOMETRY = Code(
    "xrdf.no-geometry",
    _N,
    "The document has no spheres: planners avoid neither obstacles nor the robot itself.",
    "Let 'robotfmt xrdf' make the document: it fits spheres and finds the pairs to ignore.",
)
GROUP_UNUSED = Code(
    "xrdf.group-unused",
    _W,
    "A group of spheres is named by no collision section and no other group.",
    "Name the group under 'geometry' of a collision section, or remove it.",
)
BUFFER_FRAME_BARE = Code(
    "xrdf.buffer-frame-bare",
    _W,
    "A buffer is for a frame without spheres; it changes nothing.",
    "Remove the buffer, which is harmless, or give the frame spheres.",
)
BUFFERED_RADIUS = Code(
    "xrdf.buffered-radius",
    _W,
    "A sphere vanishes: its buffer is as far below 0 as its radius is above.",
    "Choose a buffer above the negative of the smallest radius of the frame.",
)
COLLISION_ABSENT = Code(
    "xrdf.collision-absent",
    _W,
    "The document does not say what is checked against the world: planners avoid no obstacles.",
    "Let 'robotfmt xrdf' make the document, or add the section with 'geometry' and the name of a group of spheres.",
)
SELF_COLLISION_ABSENT = Code(
    "xrdf.self-collision-absent",
    _W,
    "'self_collision' or its 'ignore' is missing; cuRobo refuses such a document.",
    "Add 'self_collision' with 'geometry' and 'ignore'; 'ignore: {}' where every pair is to be checked.",
)
IGNORE_FRAME_BARE = Code(
    "xrdf.ignore-frame-bare",
    _W,
    "A pair to be ignored has a frame without spheres; it changes nothing.",
    "Remove the pair, which is harmless, or give the frame spheres.",
)

# Joints and tools
DEFAULT_UNSPECIFIED = Code(
    "xrdf.default-unspecified",
    _N,
    "Joints without a default position stand at 0.",
    "Give each joint that moves by itself a default position.",
)
DEFAULT_MISSING_NONZERO = Code(
    "xrdf.default-missing-nonzero",
    _W,
    "A joint that cannot stand at 0 has no default position; cuRobo puts it at 0 all the same.",
    "Give the joint a default position within its limits.",
)
DEFAULT_JOINT_MULTI_DOF = Code(
    "xrdf.default-joint-multi-dof",
    _W,
    "A default position is given for a joint with several degrees of freedom, which XRDF does not know.",
    "Remove the position, or model the joint as several of one axis each.",
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
    "The joints of the configuration space stand in another order than in the robot.",
    "Take the order of the robot: cuRobo gives default positions to the wrong joints otherwise.",
)
LIMITS_EDITOR_DEFAULT = Code(
    "xrdf.limits-editor-default",
    _W,
    "All limits are those that Isaac Sim's editor fills in, 10 and 10000: they are defaults.",
    "Look the limits of acceleration and jerk up in the robot's data sheet.",
)
TOOL_FRAMES_EMPTY = Code(
    "xrdf.tool-frames-empty",
    _W,
    "The document names no tool frame; cuMotion requires one, and the first is its end effector.",
    "Add 'tool_frames' with the end effector first: cuMotion and cuRobo require at least one.",
)
END_EFFECTOR = Code(
    "xrdf.end-effector",
    _N,
    "The first tool frame is the end effector.",
    "Put the frame that is to be moved to its goals first, and let the configuration space move it.",
)
