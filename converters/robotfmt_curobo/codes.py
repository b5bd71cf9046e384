"""The diagnostics of cuRobo's robot configurations.

``CODES.md`` next to this module explains what each code means, why it matters and how to fix it.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_curobo")
_BROKEN, _ASSUMED = Fate.BROKEN, Fate.ASSUMED

NO_KINEMATICS = _error("curobo.no-kinematics")
LENGTH = _error("curobo.length", _BROKEN)
JOINT_TWICE = _error("curobo.joint-twice", _BROKEN)
LOCKED_VALUE = _note("curobo.locked-value", _BROKEN)
LIMIT_NOT_POSITIVE = _warning("curobo.limit-not-positive", _BROKEN)
SPHERES_FILE = _note("curobo.spheres-file")
SPHERES_NOT_FOUND = _error("curobo.spheres-not-found")
NOT_LISTED = _warning("curobo.not-listed", _BROKEN)
NO_SPHERES = _warning("curobo.no-spheres", _BROKEN)
SPHERES_ABSENT = _warning("curobo.spheres-absent")
JOINT_MISSING = _error("curobo.joint-missing", _BROKEN)
JOINT_IDLE = _error("curobo.joint-idle", _BROKEN)
PLACE_HOLDERS = _note("curobo.place-holders")
EXTRA_LINK = _warning("curobo.extra-link")
EXTRA_LINK_SHAPE = _error("curobo.extra-link-shape", _BROKEN)
OTHER_VERSION = _warning("curobo.key-of-other-version", Fate.LOST)
MODIFIER = _warning("curobo.modifier", Fate.LOST)
OTHER_SPHERES = _warning("curobo.other-spheres", Fate.LOST)
SPHERES = _note("curobo.spheres", Fate.CONVERTED)
USES = _warning("curobo.uses", Fate.APPROXIMATED)
REASON = _note("curobo.reason", Fate.CONVERTED)
CSPACE_ASSUMED = _warning("curobo.cspace-assumed", _ASSUMED)
LIMIT_OF_JOINT = _note("curobo.limit-of-joint", _ASSUMED)
LIMIT_ASSUMED = _warning("curobo.limit-assumed", _ASSUMED)
DEFAULT_ASSUMED = _note("curobo.default-assumed", _ASSUMED)
TOOL_FRAME_ASSUMED = _warning("curobo.tool-frame-assumed", _ASSUMED)
BASE_ASSUMED = _note("curobo.base-assumed", _ASSUMED)
URDF_PATH = _note("curobo.urdf-path", _ASSUMED)
INCOMPLETE = _warning("curobo.incomplete")

CODES = tuple(code for code in list(vars().values()) if isinstance(code, Code))
"""Every code of cuRobo, in the order of a document."""
