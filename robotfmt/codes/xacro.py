"""Diagnostics of expanding xacro; loaded only when a document is expanded, or all codes are listed."""

from __future__ import annotations

from ..diagnostics import Code, Fate, codes_of

_error, _warning, _note = codes_of("robotfmt.codes")

NOT_INSTALLED = _error("xacro.not-installed")
FAILED = _error("xacro.failed", Fate.BROKEN)
UNDEFINED = _error("xacro.undefined", Fate.BROKEN)
ENDLESS = _error("xacro.endless", Fate.BROKEN)
MISSING_FILE = _error("xacro.missing-file", Fate.BROKEN)
MISSING_PACKAGE = _error("xacro.missing-package")
MISSING_ARGUMENT = _error("xacro.missing-argument")
MISSING_VARIABLE = _error("xacro.missing-variable")
REFUSED = _error("xacro.refused")
TOO_SLOW = _error("xacro.too-slow")
TOO_LARGE = _error("xacro.too-large")
WARNING = _warning("xacro.warning")
MESSAGE = _note("xacro.message")
UNUSED = _note("xacro.unused-argument")
DEFAULTED = _note("xacro.default-variable")
CODES = tuple(each for each in vars().values() if isinstance(each, Code))
