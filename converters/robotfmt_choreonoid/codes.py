"""The diagnostics of Choreonoid's bodies.

``CODES.md`` next to this module explains what each code means, why it matters and how to fix it.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_choreonoid")
NOT_A_BODY = _error("choreonoid.not-a-body")
PROJECT = _error("choreonoid.project")
VERSION = _warning("choreonoid.version", Fate.BROKEN)
NO_LINKS = _warning("choreonoid.no-links", Fate.BROKEN)
SECOND_ROOT = _error("choreonoid.second-root", Fate.BROKEN)
NO_URI = _error("choreonoid.no-uri")
OTHER_MODEL = _note("choreonoid.other-model", Fate.CONVERTED)
SUB_BODY = _note("choreonoid.sub-body", Fate.CONVERTED)
TRACK = _note("choreonoid.track", Fate.CONVERTED)
TRACK_INCOMPLETE = _error("choreonoid.track-incomplete")
TRACK_JOINT = _note("choreonoid.track-joint", Fate.APPROXIMATED)
NUMBER_PREFIX = _warning("choreonoid.number-prefix", Fate.BROKEN)
AXIS_LENGTH = _warning("choreonoid.axis-length", Fate.CONVERTED)
VELOCITY_RANGE = _warning("choreonoid.velocity-range", Fate.APPROXIMATED)
ASSUMED_MASS = _warning("choreonoid.assumed-mass", Fate.ASSUMED)
NOT_SYMMETRIC = _warning("choreonoid.inertia-not-symmetric", Fate.BROKEN)
ELEMENT = _warning("choreonoid.element", Fate.BROKEN)
UNKNOWN_ELEMENT = _warning("choreonoid.unknown-element", Fate.PASSED_THROUGH)
CONFLICTING_USE = _warning("choreonoid.conflicting-use", Fate.BROKEN)
SHEARED = _warning("choreonoid.sheared", Fate.APPROXIMATED)
PART_OF_MESH = _warning("choreonoid.part-of-mesh", Fate.APPROXIMATED)
RESOURCE_MISSING = _warning("choreonoid.resource-missing", Fate.BROKEN)
RESOURCE_ANCHOR = _warning("choreonoid.resource-anchor", Fate.BROKEN)
RESOURCE_CYCLE = _error("choreonoid.resource-cycle")
POSE_LENGTH = _warning("choreonoid.pose-length", Fate.BROKEN)

ASSUMED_NAME = _note("choreonoid.assumed-name", Fate.ASSUMED)
FRAME = _note("choreonoid.frame", Fate.CONVERTED)
SHAPE = _warning("choreonoid.shape", Fate.LOST)
HELD = _warning("choreonoid.held", Fate.APPROXIMATED)
SPLIT_JOINT = _note("choreonoid.split-joint", Fate.CONVERTED)
OFFSET_AXIS = _note("choreonoid.offset-axis", Fate.CONVERTED)
JOINT_TYPE = _warning("choreonoid.joint-type", Fate.APPROXIMATED)
LOOP = _warning("choreonoid.loop", Fate.LOST)
LIMIT = _warning("choreonoid.limit", Fate.LOST)
ORDER = _note("choreonoid.joint-order", Fate.CONVERTED)
START = _warning("choreonoid.start", Fate.LOST)
BASE = _note("choreonoid.planar-base", Fate.CONVERTED)
VIRTUAL_JOINT = _warning("choreonoid.virtual-joint", Fate.LOST)
GROUP = _warning("choreonoid.group", Fate.LOST)
STATE = _warning("choreonoid.state", Fate.LOST)
PAIR = _note("choreonoid.pair", Fate.LOST)
MASS = _warning("choreonoid.mass", Fate.ASSUMED)
APPEARANCE = _note("choreonoid.appearance", Fate.APPROXIMATED)
LIGHT = _warning("choreonoid.light", Fate.LOST)
SENSOR = _warning("choreonoid.sensor", Fate.LOST)

CODES = tuple(value for value in list(globals().values()) if isinstance(value, Code))
