"""The diagnostics of joint limits.

``CODES.md`` next to this module explains what each code means, why it matters and how to fix it.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_joint_limits")
_BROKEN, _ASSUMED = Fate.BROKEN, Fate.ASSUMED

ROOT_NOT_MAP = _error("joint_limits.root-not-map")
NO_LIMITS = _error("joint_limits.no-limits")
UNKNOWN_JOINT = _warning("joint_limits.unknown-joint", _BROKEN)
SEVERAL_AXES = _warning("joint_limits.several-axes", _BROKEN)
OVERRIDDEN = _note("joint_limits.overridden")
NOT_HELD = _note("joint_limits.not-held")
NO_FLAG = _note("joint_limits.no-flag")
NO_VALUE = _warning("joint_limits.no-value", _BROKEN)
UNFIT = _warning("joint_limits.unfit", Fate.LOST)
SOFT = _note("joint_limits.soft", Fate.CONVERTED)
NOT_READ = _note("joint_limits.not-read", Fate.LOST)
LIMIT_OF_CSPACE = _note("joint_limits.limit-of-cspace", Fate.CONVERTED)
ACCELERATION_ASSUMED = _warning("joint_limits.acceleration-assumed", _ASSUMED)
JERK_ASSUMED = _warning("joint_limits.jerk-assumed", _ASSUMED)
INCOMPLETE = _warning("joint_limits.incomplete")

CODES = tuple(code for code in list(vars().values()) if isinstance(code, Code))
"""Every code of joint limits, in the order of a document."""
