"""Diagnostics of worlds in JSON."""

from __future__ import annotations

from robotfmt.diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_world")
NOT_WORLD = _error("world.not-json")
NO_FILE = _error("world.no-file", Fate.BROKEN)
BAD_VALUE = _warning("world.bad-value", Fate.BROKEN)
FORMULA = _warning("world.formula-lost", Fate.LOST)
CODES = (NOT_WORLD, NO_FILE, BAD_VALUE, FORMULA)
