"""Diagnostics of chains."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

NOT_CHAIN = Code(
    "chain.not-a-chain",
    Severity.ERROR,
    "The root element is not <chain>.",
    "Choose the format with --from, or put <chain> around the document.",
)
STIFF = Code(
    "chain.stiff",
    Severity.WARNING,
    "A joint has a type that chain does not support; it was written as a fixed joint.",
    "Choose another output format if this joint must move.",
    Fate.APPROXIMATED,
)
CODES = (NOT_CHAIN, STIFF)
