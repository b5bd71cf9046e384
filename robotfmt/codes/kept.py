"""Diagnostics of sidecars: what documents have no words for, stored next to them."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

STORED = Code(
    "kept.stored",
    _N,
    "No output format has words for a property; it is stored in the sidecar.",
    "Keep the sidecar next to its document; only robotfmt reads it.",
    Fate.STORED,
)
COMPLETED = Code(
    "kept.read",
    _N,
    "A sidecar next to a document was read; it has properties that the document cannot store.",
    "No action needed. Without the sidecar, the document alone is read.",
)
STALE = Code(
    "kept.stale",
    _W,
    "A property in a sidecar no longer fits the document; the document was used.",
    "Convert the source again with --keep, or delete the sidecar.",
)
BAD_SIDECAR = Code(
    "kept.unreadable",
    _W,
    "A sidecar cannot be read; it was ignored.",
    "Convert the source again with --keep, or delete the sidecar.",
)
LEFT_BEHIND_SIDECAR = Code(
    "kept.left-behind",
    _W,
    "A sidecar of an earlier conversion is next to the output; it is read together with it.",
    "Delete the sidecar, or convert with --keep to write it again.",
)
