"""Diagnostics of the programs that load documents."""

from __future__ import annotations

from ..diagnostics import Code, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

REFUSED = Code(
    "load.refused",
    _E,
    "A program refuses to load a document.",
    "Correct what it names; --target writes for some programs.",
)
DIFFERS = Code(
    "load.differs",
    _W,
    "A program has something else of a document than robotfmt reads in it.",
    "Look for what the program does not support, or report it to robotfmt.",
)
LOADED = Code(
    "load.loaded",
    _N,
    "A program loads a document.",
    "No action needed.",
)
NO_PROGRAM = Code(
    "load.no-program",
    _W,
    "No program that loads the format of a document is installed.",
    "Install them: pip install 'robotfmt[load]'",
)
