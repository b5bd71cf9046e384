"""Diagnostics about worlds, and about documents that name other documents."""

from __future__ import annotations

from ..diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt.codes")
LEFT_BEHIND = _warning("world.left-behind")
GRAVITY_UP = _warning("world.gravity-up")
SAME_ROBOT = _error("world.same-name")
UNKNOWN_END = _error("world.unknown-end")
END_REMOVED = _warning("world.end-removed", Fate.REMOVED)
FIXED = _note("world.fixed")
DOCUMENT_NOT_FOUND = _error("document.not-found")
DOCUMENT_CYCLE = _error("document.cycle")
DOCUMENT_COUNT = _error("document.too-many")
DOCUMENT_ADDS = _error("document.only-adds")
NO_READING = _error("document.alone")
