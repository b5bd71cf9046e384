"""Diagnostics of the programs that load documents."""

from __future__ import annotations

from ..diagnostics import codes_of

_error, _warning, _note = codes_of("robotfmt.codes")
REFUSED = _error("load.refused")
DIFFERS = _warning("load.differs")
LOADED = _note("load.loaded")
NO_PROGRAM = _warning("load.no-program")
