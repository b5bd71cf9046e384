"""Diagnostics of the programs that documents are for."""

from __future__ import annotations

from ..diagnostics import codes_of

_error, _warning, _note = codes_of("robotfmt.codes")
FORMAT = _error("target.format")
REFUSED = _error("target.refused")
IGNORED = _warning("target.ignored")
NEEDS = _warning("target.needs")
