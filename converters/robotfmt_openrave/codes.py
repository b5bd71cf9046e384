"""The diagnostics of OpenRAVE's XML."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_openrave")

# The document
NOT_OPENRAVE = _error("openrave.not-openrave")
NOT_FOUND = _warning("openrave.not-found", Fate.BROKEN)
CYCLE = _error("openrave.cycle", Fate.BROKEN)
NOT_A_BODY = _warning("openrave.not-a-body", Fate.BROKEN)
EXECUTABLE = _note("openrave.not-run")
SCALED = _warning("openrave.scaled", Fate.BROKEN)

EXTRA_NUMBERS = _warning("openrave.extra-numbers", Fate.BROKEN)

HUGE = _warning("openrave.huge", Fate.BROKEN)

# Poses
NO_ROTATION = _warning("openrave.no-rotation", Fate.BROKEN)
NOT_ORTHOGONAL = _note("openrave.not-orthogonal", Fate.ASSUMED)

# Bodies
UNKNOWN_LINK = _warning("openrave.unknown-link", Fate.BROKEN)
UNNAMED = _note("openrave.unnamed", Fate.ASSUMED)
SAME_NAME = _warning("openrave.same-name", Fate.REPAIRED)
ADJACENT_PREFIX = _note("openrave.adjacent-prefix", Fate.REPAIRED)
DEFAULT_MASS = _note("openrave.default-mass", Fate.ASSUMED)
MASS = _warning("openrave.mass", Fate.BROKEN)
LOOSE_LINK = _warning("openrave.loose-link", Fate.ASSUMED)
SHAPE = _warning("openrave.shape", Fate.BROKEN)

# Joints
JOINT = _warning("openrave.joint", Fate.BROKEN)
JOINT_TYPE = _warning("openrave.joint-type", Fate.ASSUMED)
NO_AXIS = _note("openrave.no-axis", Fate.ASSUMED)
LIMITS_SORTED = _warning("openrave.limits-sorted", Fate.REPAIRED)
OLD_LIMITS = _warning("openrave.old-limits", Fate.CONVERTED)
EQUATION = _warning("openrave.equation", Fate.BROKEN)
DEFAULT_LIMITS = _note("openrave.default-limits", Fate.ASSUMED)

# Robots and scenes
VALUES = _warning("openrave.values", Fate.BROKEN)

# Writing
ASSUMED_NAME = _note("openrave.assumed-name", Fate.ASSUMED)
RENAMED = _warning("openrave.renamed", Fate.CONVERTED)
FRAME_END = _note("openrave.frame-end", Fate.CONVERTED)
HELD = _note("openrave.other-form", Fate.CONVERTED)
SPLIT_JOINT = _warning("openrave.split-joint", Fate.CONVERTED)
TIED = _warning("openrave.tied", Fate.CONVERTED)
ASSUMED_LIMITS = _note("openrave.assumed-limits", Fate.ASSUMED)
OPEN_LOOP = _warning("openrave.open-loop", Fate.LOST)
UNKNOWN_INERTIA = _warning("openrave.unknown-inertia", Fate.ASSUMED)
SPLIT_SHAPE = _warning("openrave.split-shape", Fate.CONVERTED)
ALSO_COLLIDES = _warning("openrave.also-collides", Fate.APPROXIMATED)
NOT_HELD = _warning("openrave.not-held", Fate.LOST)
COMPUTED_INERTIA = _note("openrave.computed-inertia", Fate.CONVERTED)
ASSUMED_DIRECTION = _note("openrave.assumed-direction", Fate.ASSUMED)
PAIR_REASON = _note("openrave.pair-reason", Fate.LOST)
SCENE_NAME = _note("openrave.scene-name", Fate.CONVERTED)

CODES = tuple(value for value in vars().values() if isinstance(value, Code))
