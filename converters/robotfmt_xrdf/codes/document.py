"""Diagnostics of the document as a whole, and of keys and values anywhere in it."""

from __future__ import annotations

from robotfmt.diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_xrdf")
_BROKEN = Fate.BROKEN

ROOT_NOT_MAP = _error("xrdf.root-not-map")
FORMAT_MISSING = _error("xrdf.format-missing", _BROKEN)
VERSION_MISSING = _error("xrdf.version-missing", _BROKEN)
VERSION_STRING = _warning("xrdf.version-string", _BROKEN)
VERSION_UNSUPPORTED = _error("xrdf.version-unsupported")
DUPLICATE_KEY = _error("xrdf.duplicate-key", _BROKEN)
AMBIGUOUS_SCALAR = _warning("xrdf.ambiguous-scalar", _BROKEN)
NUMBER_AS_STRING = _warning("xrdf.number-as-string", _BROKEN)
NAME_SUSPICIOUS = _warning("xrdf.name-suspicious", _BROKEN)
NON_ASCII = _warning("xrdf.non-ascii")
EMPTY_VALUE = _note("xrdf.empty-value")
UNKNOWN_KEY = _warning("xrdf.unknown-key", _BROKEN)
KEY_OF_2_0 = _error("xrdf.key-of-2-0", _BROKEN)
COLLISION_IN_2_0 = _error("xrdf.collision-in-2-0", _BROKEN)
