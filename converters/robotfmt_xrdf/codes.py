"""What there is to say about XRDF documents."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE
_BROKEN, _GUESSED = Fate.BROKEN, Fate.GUESSED

# The document
ROOT_NOT_MAP = Code("xrdf.root-not-map", _E, "The document is no mapping.")
FORMAT_MISSING = Code("xrdf.format-missing", _E, "The document does not say 'format: xrdf'.", fate=_BROKEN)
VERSION_MISSING = Code(
    "xrdf.version-missing", _E, "The document does not say its version; it is read as 1.0.", fate=_BROKEN
)
VERSION_STRING = Code(
    "xrdf.version-string",
    _W,
    "The version stands in quotes; cuRobo fails on that.",
    "Write it without quotes.",
    _BROKEN,
)
VERSION_UNSUPPORTED = Code(
    "xrdf.version-unsupported", _E, "The document has a version that is not known.", "Known are 1.0 and 2.0."
)
DUPLICATE_KEY = Code(
    "xrdf.duplicate-key",
    _E,
    "A key stands twice with different values; the first one counts.",
    "Remove one of the two: other readers keep the last one without a word.",
    _BROKEN,
)
AMBIGUOUS_SCALAR = Code(
    "xrdf.ambiguous-scalar",
    _W,
    "Readers of YAML 1.1 and of YAML 1.2 take something for different things.",
    fate=_BROKEN,
)
NUMBER_AS_STRING = Code(
    "xrdf.number-as-string",
    _W,
    "A number stands in quotes; other readers take it for a text.",
    "Write it without quotes.",
    _BROKEN,
)
NAME_SUSPICIOUS = Code(
    "xrdf.name-suspicious",
    _W,
    "A name has a quote, a bracket or a blank in it, probably by a slip.",
    fate=_BROKEN,
)
NON_ASCII = Code(
    "xrdf.non-ascii",
    _W,
    "The document has characters outside of ASCII; cuRobo cannot open it where the locale is 'C'.",
)
EMPTY_VALUE = Code("xrdf.empty-value", _N, "A key has no value; it counts as empty.")
UNKNOWN_KEY = Code("xrdf.unknown-key", _W, "A key is not known, but is like one that is.", fate=_BROKEN)
KEY_OF_2_0 = Code(
    "xrdf.key-of-2-0", _E, "A key of version 2.0 stands in a document of version 1.0.", fate=_BROKEN
)
COLLISION_IN_2_0 = Code(
    "xrdf.collision-in-2-0",
    _E,
    "'collision' stands in a document of version 2.0.",
    "Call it 'world_collision'.",
    _BROKEN,
)

# Modifiers
MODIFIERS_NOT_LIST = Code("xrdf.modifiers-not-list", _E, "'modifiers' must be a list.", fate=_BROKEN)
UNKNOWN_MODIFIER = Code(
    "xrdf.unknown-modifier",
    _E,
    "An item of 'modifiers' is none of those that are known.",
    "Known are add_frame and set_base_frame, and remove_mimic_attributes in version 2.0.",
    _BROKEN,
)
MODIFIER_SIBLING_FORM = Code(
    "xrdf.modifier-sibling-form",
    _W,
    "What belongs to 'add_frame' stands beside it; cuRobo refuses that.",
    "Indent it under 'add_frame:'.",
    _BROKEN,
)
FRAME_NAME_MISSING = Code(
    "xrdf.frame-name-missing", _E, "'add_frame' does not say which frame.", fate=_BROKEN
)
FRAME_NAME_TAKEN = Code(
    "xrdf.frame-name-taken", _W, "'add_frame' adds a frame whose name there is already.", fate=_BROKEN
)
PARENT_FRAME_UNKNOWN = Code(
    "xrdf.parent-frame-unknown", _W, "'add_frame' hangs a frame on one that there is not.", fate=_BROKEN
)
JOINT_NAME_TAKEN = Code(
    "xrdf.joint-name-taken", _W, "'add_frame' adds a joint whose name there is already.", fate=_BROKEN
)
JOINT_TYPE_NOT_FIXED = Code(
    "xrdf.joint-type-not-fixed", _E, "'add_frame' can add fixed joints only.", fate=_BROKEN
)
JOINT_TYPE_SPELLING = Code(
    "xrdf.joint-type-spelling",
    _W,
    "'joint_type' is missing or not in capitals; cuRobo fails on that.",
    "Write 'joint_type: FIXED'.",
    _BROKEN,
)
TRANSFORM_SHAPE = Code(
    "xrdf.transform-shape",
    _E,
    "'fixed_transform' must be {position: [x, y, z], orientation: {w: ..., xyz: [x, y, z]}}.",
    fate=_BROKEN,
)
TRANSFORM_OTHER_FORM = Code(
    "xrdf.transform-other-form",
    _W,
    "The orientation is said in a way that no specification knows.",
    "Write {w: ..., xyz: [x, y, z]}.",
    _BROKEN,
)
QUATERNION_NORM = Code(
    "xrdf.quaternion-norm", _W, "A quaternion has not the length 1; it is normalised where it is used."
)
BASE_NOT_STRING = Code("xrdf.base-not-string", _E, "'set_base_frame' must be a name.", fate=_BROKEN)
BASE_UNKNOWN = Code(
    "xrdf.base-unknown", _W, "'set_base_frame' names a frame that there is not.", fate=_BROKEN
)
BASE_TWICE = Code("xrdf.base-twice", _E, "'set_base_frame' names two different frames.", fate=_BROKEN)
REMOVE_MIMIC_TARGET = Code(
    "xrdf.remove-mimic-target",
    _E,
    "'remove_mimic_attributes' does not name a joint.",
    fate=_BROKEN,
)

# Control
DEFAULT_SHAPE = Code(
    "xrdf.default-shape", _E, "'default_joint_positions' must map joints to numbers.", fate=_BROKEN
)
DEFAULT_JOINT_UNKNOWN = Code(
    "xrdf.default-joint-unknown", _W, "A default position is given for a joint that there is not."
)
DEFAULT_JOINT_FIXED = Code(
    "xrdf.default-joint-fixed", _W, "A default position is given for a joint that cannot move."
)
DEFAULT_JOINT_MIMIC = Code(
    "xrdf.default-joint-mimic", _W, "A default position is given for a joint that follows another one."
)
DEFAULT_OUT_OF_LIMITS = Code(
    "xrdf.default-out-of-limits", _W, "A default position is outside of the limits of its joint."
)
CSPACE_MISSING = Code("xrdf.cspace-missing", _E, "The document has no 'cspace'.", fate=_BROKEN)
CSPACE_NAMES = Code("xrdf.cspace-names", _E, "'joint_names' must be a list of names.", fate=_BROKEN)
CSPACE_JOINT_UNKNOWN = Code(
    "xrdf.cspace-joint-unknown",
    _W,
    "The configuration space has a joint that the robot has not.",
    "cuRobo accepts it and mixes up the values of the others.",
)
CSPACE_JOINT_FIXED = Code(
    "xrdf.cspace-joint-fixed", _W, "The configuration space has a joint that cannot move."
)
CSPACE_JOINT_MIMIC = Code(
    "xrdf.cspace-joint-mimic", _W, "The configuration space has a joint that follows another one."
)
CSPACE_JOINT_TWICE = Code(
    "xrdf.cspace-joint-twice", _E, "The configuration space has a joint twice.", fate=_BROKEN
)
LIMITS_MISSING = Code(
    "xrdf.limits-missing",
    _E,
    "'acceleration_limits' and 'jerk_limits' must be lists of numbers.",
    fate=_BROKEN,
)
LIMITS_LENGTH = Code("xrdf.limits-length", _E, "There are more or fewer limits than joints.", fate=_BROKEN)
LIMITS_NOT_POSITIVE = Code("xrdf.limits-not-positive", _E, "A limit is not positive.", fate=_BROKEN)
TOOL_FRAMES_SHAPE = Code("xrdf.tool-frames-shape", _E, "'tool_frames' must be a list of names.", fate=_BROKEN)
TOOL_FRAME_UNKNOWN = Code("xrdf.tool-frame-unknown", _W, "A tool frame is a frame that there is not.")
TOOL_FRAME_TWICE = Code("xrdf.tool-frame-twice", _W, "A tool frame is named twice.", fate=_BROKEN)

# Spheres
GEOMETRY_SHAPE = Code(
    "xrdf.geometry-shape",
    _E,
    "'geometry' must map groups to {spheres: {frame: [{center: [x, y, z], radius: r}]}}.",
    fate=_BROKEN,
)
SPHERE_SHAPE = Code("xrdf.sphere-shape", _E, "A sphere must be {center: [x, y, z], radius: r}.", fate=_BROKEN)
SPHERE_FRAME_UNKNOWN = Code("xrdf.sphere-frame-unknown", _W, "Spheres are on a frame that there is not.")
NEGATIVE_RADIUS = Code(
    "xrdf.negative-radius", _W, "A sphere has a negative radius; it keeps a place and collides with nothing."
)
ZERO_RADIUS = Code("xrdf.zero-radius", _W, "A sphere has no extent; it collides with nothing.")
CLONE_UNKNOWN = Code("xrdf.clone-unknown", _E, "A group is a clone of one that there is not.", fate=_BROKEN)
CLONE_CYCLE = Code("xrdf.clone-cycle", _E, "Groups are clones of one another in a ring.", fate=_BROKEN)

# What must not collide
COLLISION_GEOMETRY = Code(
    "xrdf.collision-geometry",
    _E,
    "A collision section must name one of the groups of 'geometry'.",
    fate=_BROKEN,
)
COLLISION_GEOMETRY_LIST = Code(
    "xrdf.collision-geometry-list",
    _W,
    "The geometry of a collision section is a list of one name.",
    "Write the name alone.",
    _BROKEN,
)
SELF_GEOMETRY_DIFFERS = Code(
    "xrdf.self-geometry-differs",
    _W,
    "Different spheres are checked against the robot itself and against the world.",
    "cuMotion accepts that in version 1.0 too; cuRobo and Isaac 3.0 do not.",
)
BUFFER_NOT_MAP = Code(
    "xrdf.buffer-not-map", _E, "'buffer_distance' must map frames to numbers.", fate=_BROKEN
)
BUFFER_SCALAR = Code(
    "xrdf.buffer-scalar",
    _W,
    "'buffer_distance' is one number; it counts for every frame that has spheres.",
    "Write a number for each frame: cuMotion refuses a single one.",
    _BROKEN,
)
BUFFER_FRAME_UNKNOWN = Code("xrdf.buffer-frame-unknown", _W, "A buffer is for a frame that there is not.")
IGNORE_SHAPE = Code("xrdf.ignore-shape", _E, "'ignore' must map frames to lists of frames.", fate=_BROKEN)
IGNORE_FRAME_UNKNOWN = Code(
    "xrdf.ignore-frame-unknown",
    _W,
    "A pair to be ignored has a frame that there is not; the pair that was meant stays checked.",
)
IGNORE_SELF_PAIR = Code("xrdf.ignore-self-pair", _W, "A frame is told to ignore itself.", fate=_BROKEN)

# Writing
CSPACE_GUESSED = Code(
    "xrdf.cspace-guessed",
    _W,
    "Nobody said which joints are controlled; all that can move by themselves were taken.",
    "Give a 'cspace' in an XRDF beside the input.",
    _GUESSED,
)
LIMIT_OF_JOINT = Code(
    "xrdf.limit-of-joint", _N, "XRDF demands a limit for control; the joint's own was taken.", fate=_GUESSED
)
ACCELERATION_GUESSED = Code(
    "xrdf.acceleration-guessed",
    _W,
    "XRDF demands an acceleration limit that nobody gave; 10 was written.",
    "Give it as the acceleration limit of the joint, or in an XRDF beside the input.",
    _GUESSED,
)
JERK_GUESSED = Code(
    "xrdf.jerk-guessed",
    _W,
    "XRDF demands a jerk limit that nobody gave; 500 was written.",
    "Give it as the jerk limit of the joint, or in an XRDF beside the input.",
    _GUESSED,
)
DEFAULT_GUESSED = Code(
    "xrdf.default-guessed",
    _N,
    "Nobody gave default positions; 0, or the limit next to it, was written.",
    "Give 'default_joint_positions' in an XRDF beside the input.",
    _GUESSED,
)
TOOL_FRAME_GUESSED = Code(
    "xrdf.tool-frame-guessed",
    _W,
    "Nobody said where the tool is.",
    "Give 'tool_frames' in an XRDF beside the input.",
    _GUESSED,
)
COLLISION_GUESSED = Code(
    "xrdf.collision-guessed",
    _W,
    "Nobody said which spheres are checked for collisions.",
    "Give 'collision' and 'self_collision' in an XRDF beside the input.",
    _GUESSED,
)
CLONES_FLATTENED = Code(
    "xrdf.clones-flattened",
    _N,
    "Version 1.0 has no clones of groups; their spheres were copied.",
    fate=Fate.APPROXIMATED,
)
REMOVE_MIMIC_LOST = Code(
    "xrdf.remove-mimic-lost",
    _W,
    "Version 1.0 cannot free a joint that follows another one.",
    "Remove <mimic> from the joint in the URDF.",
    Fate.LOST,
)
SEVERAL_VALUES = Code(
    "xrdf.several-values",
    _W,
    "XRDF has one default position for a joint, not several.",
    fate=Fate.LOST,
)
SAID_TWICE = Code(
    "xrdf.said-twice", _W, "Two things have the same name; XRDF has a place for one.", fate=Fate.LOST
)
NO_CSPACE = Code(
    "xrdf.no-cspace", _W, "XRDF demands a 'cspace', and nothing is known about the robot's joints."
)
MANY_GROUPS = Code(
    "xrdf.many-groups",
    _N,
    "The document has several groups of spheres; Isaac 3.0 supports one.",
)

CODES = tuple(value for value in globals().values() if isinstance(value, Code))
