"""Diagnostics of kinematics modifiers (XRDF 1.0 §2)."""

from __future__ import annotations

from robotfmt.diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_xrdf")
_BROKEN = Fate.BROKEN

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
