"""The diagnostics of OpenHRP's bodies."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_openhrp")
NOT_A_BODY = _error("openhrp.not-a-body")
JOINT_TYPE = _warning("openhrp.joint-type", Fate.BROKEN)
NAME = _warning("openhrp.name", Fate.BROKEN)
NOT_READ = _note("openhrp.not-read")

CODES = tuple(value for value in list(globals().values()) if isinstance(value, Code))
