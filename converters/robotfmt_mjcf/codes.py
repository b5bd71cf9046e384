"""Diagnostics of MJCF documents."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_mjcf")
_BROKEN = Fate.BROKEN

# The document
NOT_MJCF = _error("mjcf.not-mjcf")
FRAGMENT = _error("mjcf.fragment")
FORGIVEN = _warning("mjcf.forgiven", _BROKEN)
INCLUDE = _error("mjcf.include", _BROKEN)
ATTACH = _error("mjcf.attach", _BROKEN)
ATTACHED_KEYS = _warning("mjcf.attached-keys")
CLASS = _error("mjcf.class", _BROKEN)
GLOBAL_COORDINATES = _error("mjcf.global-coordinates")
UNKNOWN_NAME = _error("mjcf.unknown-name", _BROKEN)
REPEATED_NAME = _error("mjcf.repeated-name", _BROKEN)
KEYFRAME = _error("mjcf.keyframe-size", _BROKEN)
ORIENTATION = _error("mjcf.orientation", _BROKEN)
OBSOLETE = _warning("mjcf.obsolete")
KEPT = _note("mjcf.kept", Fate.PASSED_THROUGH)
ASSUMED_NAME = _note("mjcf.assumed-name", Fate.ASSUMED)
RENAMED = _note("mjcf.renamed", Fate.CONVERTED)
UNLIMITED_RANGE = _warning("mjcf.unlimited-range", _BROKEN)
REFUSED_RANGE = _error("mjcf.refused-range", _BROKEN)
MESH_MASS = _warning("mjcf.mesh-mass")
FITTED = _note("mjcf.fitted", Fate.APPROXIMATED)
APPROXIMATED = _warning("mjcf.turned-scale", Fate.APPROXIMATED)
JOINT_ORDER = _error("mjcf.free-inside", _BROKEN)

# Checking
DEGREES = _warning("mjcf.degrees")
VISUAL_MASS = _warning("mjcf.visual-mass")
SHARED_DEFAULTS = _warning("mjcf.shared-defaults")

# Writing
FRAME = _note("mjcf.frame", Fate.CONVERTED)
MASSLESS = _error("mjcf.massless")
INERTIA = _error("mjcf.inertia")
COMPUTED_INERTIA = _note("mjcf.computed-inertia", Fate.CONVERTED)
ASSUMED_INERTIA = _warning("mjcf.assumed-inertia", Fate.ASSUMED)
NO_IMAGE = _warning("mjcf.no-image", Fate.LOST)
NO_WORDS = _warning("mjcf.no-words", Fate.LOST)
BASE = _note("mjcf.base", Fate.CONVERTED)
RENAMED_PART = _note("mjcf.renamed-part", Fate.CONVERTED)
WELD_NAME = _note("mjcf.weld-name", Fate.CONVERTED)
SPLIT_JOINT = _note("mjcf.split-joint", Fate.CONVERTED)
JOINT_TYPE = _note("mjcf.joint-type", Fate.CONVERTED)
STATE = _note("mjcf.state", Fate.CONVERTED)
UNIT = _note("mjcf.unit", Fate.CONVERTED)
ASSUMED_RANGE = _note("mjcf.assumed-range", Fate.APPROXIMATED)
ACTUATOR = _note("mjcf.actuator", Fate.CONVERTED)
ASSUMED_GROUND = _note("mjcf.assumed-ground", Fate.ASSUMED)
ASSUMED_VIEW = _note("mjcf.assumed-view", Fate.ASSUMED)
ASSUMED_GAIN = _warning("mjcf.assumed-gain", Fate.ASSUMED)
OPEN_LOOP = _warning("mjcf.open-loop", Fate.LOST)
LOOP = _note("mjcf.loop", Fate.CONVERTED)
NO_GEOM = _warning("mjcf.no-geom", Fate.LOST)
MOVING_PLANE = _warning("mjcf.moving-plane", Fate.LOST)
NO_BODY = _warning("mjcf.no-body", Fate.LOST)
NO_FILE = _warning("mjcf.no-file", Fate.LOST)
UNWRITABLE_RANGE = _warning("mjcf.unwritable-range", Fate.LOST)
NOT_COUPLED = _warning("mjcf.not-coupled", Fate.LOST)
SEVERAL_ROOTS = _warning("mjcf.several-roots", Fate.CONVERTED)
ACTUATOR_EFFORT = _note("mjcf.actuator-effort")
REFERENCE = _note("mjcf.reference")
NO_FORCE_LIMIT = _warning("mjcf.no-force-limit", Fate.LOST)
REVERSED_FORCE = _note("mjcf.reversed-force")
TURNED_PLANE = _note("mjcf.turned-plane", Fate.CONVERTED)

FILTERED_PAIR = _note("mjcf.filtered-pair", Fate.ASSUMED)
TESTED_PAIR = _note("mjcf.tested-pair", Fate.ASSUMED)
CONTACT_OFF = _warning("mjcf.contact-off", Fate.ASSUMED)
URDF_BLOCK = _note("mjcf.urdf-block", Fate.CONVERTED)

SDF_WORLD = _note("mjcf.sdf-world", Fate.CONVERTED)

CODES = tuple(value for value in list(globals().values()) if isinstance(value, Code))
