"""Diagnostics of default positions, the configuration space and the tool frames (XRDF 1.0 §6 to §8)."""

from __future__ import annotations

from robotfmt.diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_xrdf")
_BROKEN = Fate.BROKEN

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
