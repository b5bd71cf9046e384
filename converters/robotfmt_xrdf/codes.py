"""The diagnostics of XRDF documents.

``CODES.md`` next to this module explains what each code means, why it matters and how to fix it.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_xrdf")
_BROKEN = Fate.BROKEN

# The document as a whole, and of keys and values anywhere in it

ROOT_NOT_MAP = _error("xrdf.root-not-map")
FORMAT_MISSING = _error("xrdf.format-missing", _BROKEN)
VERSION_MISSING = _error("xrdf.version-missing", _BROKEN)
VERSION_STRING = _warning("xrdf.version-string", _BROKEN)
VERSION_UNSUPPORTED = _error("xrdf.version-unsupported")
DUPLICATE_KEY = _error("xrdf.duplicate-key", _BROKEN)
AMBIGUOUS_SCALAR = _warning("xrdf.ambiguous-scalar", _BROKEN)
NUMBER_AS_STRING = _warning("xrdf.number-as-string", _BROKEN)
NAME_SUSPICIOUS = _warning("xrdf.name-suspicious", _BROKEN)
NON_ASCII = _warning("xrdf.non-ascii")
EMPTY_VALUE = _note("xrdf.empty-value")
UNKNOWN_KEY = _warning("xrdf.unknown-key", _BROKEN)
KEY_OF_2_0 = _error("xrdf.key-of-2-0", _BROKEN)
COLLISION_IN_2_0 = _error("xrdf.collision-in-2-0", _BROKEN)

# Kinematics modifiers (XRDF 1.0 §2)

MODIFIERS_NOT_LIST = _error("xrdf.modifiers-not-list", _BROKEN)
UNKNOWN_MODIFIER = _error("xrdf.unknown-modifier", _BROKEN)
MODIFIER_SIBLING_FORM = _warning("xrdf.modifier-sibling-form", _BROKEN)
MODIFIER_UNRESOLVABLE = _error("xrdf.modifier-unresolvable", _BROKEN)
FRAME_NAME_MISSING = _error("xrdf.frame-name-missing", _BROKEN)
FRAME_NAME_TAKEN = _error("xrdf.frame-name-taken", _BROKEN)
PARENT_FRAME_UNKNOWN = _error("xrdf.parent-frame-unknown", _BROKEN)
JOINT_NAME_TAKEN = _error("xrdf.joint-name-taken", _BROKEN)
JOINT_TYPE_NOT_FIXED = _error("xrdf.joint-type-not-fixed", _BROKEN)
JOINT_TYPE_SPELLING = _warning("xrdf.joint-type-spelling", _BROKEN)
TRANSFORM_SHAPE = _error("xrdf.transform-shape", _BROKEN)
TRANSFORM_OTHER_FORM = _warning("xrdf.transform-other-form", _BROKEN)
QUATERNION_NORM = _warning("xrdf.quaternion-norm")
BASE_NOT_STRING = _error("xrdf.base-not-string", _BROKEN)
BASE_UNKNOWN = _error("xrdf.base-unknown", _BROKEN)
BASE_ADDED = _warning("xrdf.base-added")
BASE_TWICE = _error("xrdf.base-twice", _BROKEN)
REMOVE_MIMIC_TARGET = _error("xrdf.remove-mimic-target", _BROKEN)

# Default positions, the configuration space and the tool frames (XRDF 1.0 §6 to §8)

DEFAULT_SHAPE = _error("xrdf.default-shape", _BROKEN)
DEFAULT_JOINT_UNKNOWN = _error("xrdf.default-joint-unknown")
DEFAULT_JOINT_FIXED = _error("xrdf.default-joint-fixed")
DEFAULT_JOINT_MIMIC = _error("xrdf.default-joint-mimic")
DEFAULT_OUT_OF_LIMITS = _error("xrdf.default-out-of-limits")
CSPACE_MISSING = _error("xrdf.cspace-missing", _BROKEN)
CSPACE_NAMES = _error("xrdf.cspace-names", _BROKEN)
CSPACE_JOINT_UNKNOWN = _error("xrdf.cspace-joint-unknown")
CSPACE_JOINT_FIXED = _error("xrdf.cspace-joint-fixed")
CSPACE_JOINT_MIMIC = _error("xrdf.cspace-joint-mimic")
CSPACE_JOINT_TWICE = _error("xrdf.cspace-joint-twice", _BROKEN)
LIMITS_MISSING = _error("xrdf.limits-missing", _BROKEN)
LIMITS_LENGTH = _error("xrdf.limits-length", _BROKEN)
LIMITS_NOT_POSITIVE = _error("xrdf.limits-not-positive", _BROKEN)
TOOL_FRAMES_SHAPE = _error("xrdf.tool-frames-shape", _BROKEN)
TOOL_FRAME_UNKNOWN = _error("xrdf.tool-frame-unknown")
TOOL_FRAME_TWICE = _warning("xrdf.tool-frame-twice", _BROKEN)

# Collision spheres and collision checks (XRDF 1.0 §3 to §5)

# Spheres
GEOMETRY_SHAPE = _error("xrdf.geometry-shape", _BROKEN)
SPHERE_SHAPE = _error("xrdf.sphere-shape", _BROKEN)
SPHERE_FRAME_UNKNOWN = _error("xrdf.sphere-frame-unknown")
EMPTY_SPHERES = _note("xrdf.empty-spheres")
NEGATIVE_RADIUS = _warning("xrdf.negative-radius")
ZERO_RADIUS = _warning("xrdf.zero-radius")
CLONE_UNKNOWN = _error("xrdf.clone-unknown", _BROKEN)
CLONE_CYCLE = _error("xrdf.clone-cycle", _BROKEN)

# Collision checks
COLLISION_GEOMETRY = _error("xrdf.collision-geometry", _BROKEN)
COLLISION_GEOMETRY_LIST = _warning("xrdf.collision-geometry-list", _BROKEN)
SELF_GEOMETRY_DIFFERS = _warning("xrdf.self-geometry-differs")
BUFFER_NOT_MAP = _error("xrdf.buffer-not-map", _BROKEN)
BUFFER_SCALAR = _warning("xrdf.buffer-scalar", _BROKEN)
BUFFER_FRAME_UNKNOWN = _error("xrdf.buffer-frame-unknown")
IGNORE_SHAPE = _error("xrdf.ignore-shape", _BROKEN)
IGNORE_FRAME_UNKNOWN = _error("xrdf.ignore-frame-unknown")
REASON = _note("xrdf.reason", Fate.CONVERTED)
IGNORE_SELF_PAIR = _warning("xrdf.ignore-self-pair", _BROKEN)

# Checks only: parts that are missing, have no effect, or do not match the robot

FRAME_PRUNED = _note("xrdf.frame-pruned")

# Spheres and collision checks
NO_GEOMETRY = _warning("xrdf.no-geometry")
GROUP_UNUSED = _warning("xrdf.group-unused")
BUFFER_FRAME_BARE = _warning("xrdf.buffer-frame-bare")
BUFFERED_RADIUS = _warning("xrdf.buffered-radius")
COLLISION_ABSENT = _warning("xrdf.collision-absent")
SELF_COLLISION_ABSENT = _warning("xrdf.self-collision-absent")
IGNORE_FRAME_BARE = _warning("xrdf.ignore-frame-bare")

# Joints and tools
DEFAULT_UNSPECIFIED = _note("xrdf.default-unspecified")
DEFAULT_MISSING_NONZERO = _warning("xrdf.default-missing-nonzero")
DEFAULT_JOINT_MULTI_DOF = _warning("xrdf.default-joint-multi-dof")
DEFAULTS_ABSENT = _warning("xrdf.defaults-absent")
CSPACE_EMPTY = _warning("xrdf.cspace-empty")
CSPACE_ORDER = _warning("xrdf.cspace-order")
LIMITS_EDITOR_DEFAULT = _warning("xrdf.limits-editor-default")
TOOL_FRAMES_EMPTY = _warning("xrdf.tool-frames-empty")
END_EFFECTOR = _note("xrdf.end-effector")

# Values that XRDF requires or cannot store, when a document is written

_ASSUMED = Fate.ASSUMED

CSPACE_ASSUMED = _warning("xrdf.cspace-assumed", _ASSUMED)
LIMIT_OF_JOINT = _note("xrdf.limit-of-joint", _ASSUMED)
ACCELERATION_ASSUMED = _warning("xrdf.acceleration-assumed", _ASSUMED)
JERK_ASSUMED = _warning("xrdf.jerk-assumed", _ASSUMED)
DEFAULT_ASSUMED = _note("xrdf.default-assumed", _ASSUMED)
TOOL_FRAME_ASSUMED = _warning("xrdf.tool-frame-assumed", _ASSUMED)
COLLISION_ASSUMED = _warning("xrdf.collision-assumed", _ASSUMED)
CLONES_FLATTENED = _note("xrdf.clones-flattened", Fate.CONVERTED)
REMOVE_MIMIC_LOST = _warning("xrdf.remove-mimic-lost", Fate.LOST)
PLACE_HOLDER = _warning("xrdf.place-holder", Fate.LOST)
SEVERAL_VALUES = _warning("xrdf.several-values", Fate.LOST)
SAID_TWICE = _warning("xrdf.said-twice", Fate.LOST)
NO_CSPACE = _warning("xrdf.no-cspace")
MANY_GROUPS = _warning("xrdf.many-groups")

# Diagnostics for a document with a known consumer (``--target``)

TARGET_VERSION = _error("xrdf.target-version")
TARGET_MODIFIER = _warning("xrdf.target-modifier")
TARGET_BUFFER = _warning("xrdf.target-buffer")
TARGET_ONE_GROUP = _warning("xrdf.target-one-group", Fate.APPROXIMATED)
TARGET_SELF_COLLISION = _warning("xrdf.target-self-collision", Fate.ASSUMED)
TARGET_ORDER = _warning("xrdf.target-order", Fate.CONVERTED)

CODES = tuple(value for value in globals().values() if isinstance(value, Code))
"""Every code of XRDF, in the order of a document."""
