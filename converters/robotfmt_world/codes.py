"""Diagnostics of worlds in JSON."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W = Severity.ERROR, Severity.WARNING

NOT_WORLD = Code(
    "world.not-json",
    _E,
    "The document is not a world in JSON.",
    'Begin it with {"world": "robotfmt-world/1", and see the page on worlds.',
)
NO_FILE = Code(
    "world.no-file",
    _E,
    "A robot of a world has no name, or names no document.",
    'Write "name" and "file".',
    Fate.BROKEN,
)
BAD_VALUE = Code(
    "world.bad-value",
    _W,
    "A value of a world is invalid.",
    "Write one of the values that the message names.",
    Fate.BROKEN,
)
FORMULA = Code(
    "world.formula-lost",
    _W,
    "A joint between robots follows another one by a formula, which a world in JSON cannot express.",
    "Couple the joints by a factor and an offset.",
    Fate.LOST,
)
CODES = (NOT_WORLD, NO_FILE, BAD_VALUE, FORMULA)
