"""Diagnostics of sidecars: what documents have no words for, stored next to them."""

from __future__ import annotations

from ..diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt.codes")
STORED = _note("kept.stored", Fate.STORED)
COMPLETED = _note("kept.read")
STALE = _warning("kept.stale")
BAD_SIDECAR = _warning("kept.unreadable")
LEFT_BEHIND_SIDECAR = _warning("kept.left-behind")
