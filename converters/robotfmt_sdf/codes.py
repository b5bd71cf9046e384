"""The diagnostics of SDF documents."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_sdf")
_BROKEN = Fate.BROKEN

# The document
NOT_SDF = _error("sdf.not-sdf")
VERSION = _warning("sdf.version", _BROKEN)
OLD_ROOT = _warning("sdf.old-root")
STRAY_QUOTE = _warning("sdf.stray-quote", Fate.REPAIRED)

# Names and frames
NAME = _error("sdf.name", _BROKEN)
UNKNOWN_FRAME = _error("sdf.unknown-frame", _BROKEN)
FRAME_CYCLE = _error("sdf.frame-cycle", _BROKEN)
JOINT_END = _error("sdf.joint-end", _BROKEN)
JOINT_TYPE = _error("sdf.joint-type", _BROKEN)
GEARBOX = _warning("sdf.gearbox")
GEAR = _note("sdf.gear", Fate.CONVERTED)
WORLD_LINK = _note("sdf.world-link", Fate.CONVERTED)
FREE_LINK = _note("sdf.free-link", Fate.CONVERTED)
ZERO_AXIS = _warning("sdf.zero-axis", _BROKEN)

MASKED_PAIR = _note("sdf.masked-pair", Fate.CONVERTED)
LEFT = _warning("sdf.left-in-world")

HELD_WORLD = _note("sdf.turned-joint", Fate.CONVERTED)

# What a check finds
JOINT_AT_REST = _warning("sdf.joint-at-rest", Fate.APPROXIMATED)
SEVERAL_ROOTS = _warning("sdf.several-roots", _BROKEN)
MATERIAL = _warning("sdf.material", _BROKEN)
NO_LIMIT_NUMBER = _note("sdf.no-limit-number")
ROUGH_ANGLE = _note("sdf.rough-angle")
MISSPELT = _warning("sdf.misspelt", _BROKEN)
PLUGIN_NAME = _warning("sdf.plugin-name", _BROKEN)
AUTO_INERTIA = _warning("sdf.auto-inertia", _BROKEN)
CONFIG = _warning("sdf.model-config", _BROKEN)

# Includes
INCLUDE_INCOMPLETE = _warning("sdf.include-incomplete", _BROKEN)
INCLUDE_PARAMS = _warning("sdf.include-params")
INCLUDE = _note("sdf.include", Fate.CONVERTED)
INLINED = _note("sdf.include-inlined")
NOT_FOUND = _warning("sdf.include-not-found")
INCLUDE_CYCLE = _error("sdf.include-cycle", _BROKEN)

# Writing
ASSUMED_NAME = _warning("sdf.assumed-name", Fate.ASSUMED)
ASSUMED_NOISE = _note("sdf.assumed-noise", Fate.ASSUMED)
RENAMED = _note("sdf.renamed", Fate.CONVERTED)
SHAPE_NAME = _note("sdf.shape-name", Fate.ASSUMED)
BASE = _note("sdf.base", Fate.CONVERTED)
COLOR_RANGE = _note("sdf.color-range", Fate.APPROXIMATED)
SELF_COLLIDE = _note("sdf.self-collide")
RENAMED_SENSOR = _note("sdf.renamed-sensor", Fate.CONVERTED)
DEFAULT_INERTIA = _note("sdf.default-inertia", Fate.ASSUMED)
COMPUTED_INERTIA = _note("sdf.computed-inertia", Fate.CONVERTED)
SPLIT_JOINT = _note("sdf.split-joint", Fate.CONVERTED)
HELD = _warning("sdf.held", Fate.APPROXIMATED)
FRAME_END = _note("sdf.frame-end", Fate.CONVERTED)
HUNG = _note("sdf.hung", Fate.CONVERTED)
OPEN_LOOP = _warning("sdf.open-loop", Fate.APPROXIMATED)
NOT_HELD = _warning("sdf.not-held", Fate.LOST)
MIMIC = _warning("sdf.mimic", Fate.LOST)
LUMPED = _note("sdf.lumped", Fate.CONVERTED)
CONTACT_NAME = _note("sdf.contact-name", Fate.CONVERTED)
DRAKE = _note("sdf.drake", Fate.CONVERTED)
DRAKE_FRICTION = _note("sdf.drake-friction", Fate.APPROXIMATED)
GAZEBO_BLOCK = _note("sdf.gazebo-block", Fate.CONVERTED)
PLUGIN_MIGRATED = _note("sdf.plugin-migrated", Fate.CONVERTED)
PLUGIN_CLASSIC = _warning("sdf.plugin-classic")
AMBIENT = _note("sdf.assumed-ambient", Fate.ASSUMED)
SAVED_STATE = _warning("sdf.saved-state")

CODES = tuple(value for value in list(globals().values()) if isinstance(value, Code))
