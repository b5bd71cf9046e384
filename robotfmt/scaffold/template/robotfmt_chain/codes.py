"""Diagnostics of chains."""

from __future__ import annotations

from robotfmt.diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_chain")
NOT_CHAIN = _error("chain.not-a-chain")
STIFF = _warning("chain.stiff", Fate.APPROXIMATED)
CODES = (NOT_CHAIN, STIFF)
