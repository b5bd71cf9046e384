"""What there is to say about links that touch one another."""

from __future__ import annotations

from ..diagnostics import Code, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NOT_INSTALLED = Code(
    "collisions.not-installed",
    _E,
    "The library that finds collisions is missing.",
    "Install it: pip install 'robotfmt[collisions]'",
)
