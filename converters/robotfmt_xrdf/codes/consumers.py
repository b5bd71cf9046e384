"""Diagnostics for a document with a known consumer (``--target``)."""

from __future__ import annotations

from robotfmt.diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_xrdf")
TARGET_VERSION = _error("xrdf.target-version")
TARGET_MODIFIER = _warning("xrdf.target-modifier")
TARGET_BUFFER = _warning("xrdf.target-buffer")
TARGET_ONE_GROUP = _warning("xrdf.target-one-group", Fate.APPROXIMATED)
TARGET_SELF_COLLISION = _warning("xrdf.target-self-collision", Fate.ASSUMED)
TARGET_ORDER = _warning("xrdf.target-order", Fate.CONVERTED)
