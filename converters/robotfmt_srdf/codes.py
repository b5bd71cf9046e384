"""The diagnostics of SRDF documents.

An error that MoveIt's parser (srdfdom) logs makes it skip one element; the robot can still be converted, so it is a
warning here.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_srdf")
_BROKEN = Fate.BROKEN

# The document
NOT_SRDF = _error("srdf.not-a-robot")
XACRO = _error("srdf.xacro")
NO_NAME = _warning("srdf.no-robot-name", _BROKEN)
OTHER_ROBOT = _warning("srdf.other-robot")
INCOMPLETE = _warning("srdf.incomplete", _BROKEN)
PADDED_NAME = _warning("srdf.padded-name", _BROKEN)

# Unknown names
UNKNOWN_LINK = _warning("srdf.unknown-link")
UNKNOWN_JOINT = _warning("srdf.unknown-joint")
UNKNOWN_GROUP = _warning("srdf.unknown-group")

# Groups
DUPLICATE_GROUP = _warning("srdf.duplicate-group", _BROKEN)
EMPTY_GROUP = _warning("srdf.empty-group")
GROUP_CYCLE = _warning("srdf.group-cycle", _BROKEN)
NO_CHAIN = _warning("srdf.no-chain", _BROKEN)
BENT_CHAIN = _warning("srdf.bent-chain")

# States
DUPLICATE_STATE = _warning("srdf.duplicate-state", _BROKEN)
STATE_WITHOUT_GROUP = _warning("srdf.state-without-group", _BROKEN)
NO_VALUE = _warning("srdf.no-value", _BROKEN)
JOINT_TWICE = _warning("srdf.joint-twice", _BROKEN)
NOT_IN_GROUP = _warning("srdf.not-in-group")
VALUE_COUNT = _warning("srdf.value-count")
# End effectors and virtual joints
DUPLICATE_END_EFFECTOR = _warning("srdf.duplicate-end-effector", _BROKEN)
ON_ITSELF = _warning("srdf.end-effector-on-itself", _BROKEN)
IN_PARENT_GROUP = _warning("srdf.end-effector-in-parent-group")
PARENT_LINK_OUTSIDE = _warning("srdf.parent-link-outside")
NOT_ON_ROOT = _warning("srdf.virtual-joint-not-on-root")
DUPLICATE_JOINT = _warning("srdf.duplicate-virtual-joint", _BROKEN)
UNKNOWN_TYPE = _warning("srdf.unknown-joint-type", _BROKEN)

# Joints
PASSIVE_TWICE = _warning("srdf.passive-twice", _BROKEN)
PROPERTY_TWICE = _warning("srdf.property-twice", _BROKEN)

# Collisions
SELF_PAIR = _warning("srdf.self-pair", _BROKEN)
PAIR_TWICE = _warning("srdf.pair-twice", _BROKEN)
UNCHECKED_TWICE = _warning("srdf.unchecked-twice", _BROKEN)
CONTRADICTION = _warning("srdf.enabled-and-disabled", _BROKEN)
SPHERES_TWICE = _warning("srdf.spheres-twice", _BROKEN)
NO_EXTENT = _warning("srdf.no-extent")

# Writing
OTHER_SPHERES = _warning("srdf.other-spheres", Fate.LOST)
SPHERES = _note("srdf.spheres", Fate.CONVERTED)
BUFFERS = _warning("srdf.buffers", Fate.LOST)
USES = _note("srdf.both-uses", Fate.APPROXIMATED)
SPHERE_FRAME = _note("srdf.sphere-frame", Fate.CONVERTED)
BASE = _note("srdf.base", Fate.CONVERTED)
MANIPULATOR = _note("srdf.manipulator", Fate.CONVERTED)
CSPACE = _note("srdf.cspace", Fate.CONVERTED)
PASSIVE = _note("srdf.passive", Fate.CONVERTED)

CODES = tuple(value for value in globals().values() if isinstance(value, Code))
