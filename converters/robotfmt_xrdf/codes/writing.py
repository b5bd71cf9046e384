"""Diagnostics of values that XRDF requires or cannot store, when a document is written."""

from __future__ import annotations

from robotfmt.diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_xrdf")
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
