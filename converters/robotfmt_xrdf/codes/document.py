"""Diagnostics of the document as a whole, and of keys and values anywhere in it."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE
_BROKEN = Fate.BROKEN

ROOT_NOT_MAP = Code(
    "xrdf.root-not-map",
    _E,
    "The document is not a mapping.",
    "Write the sections as keys at the top, without a dash before them.",
)
FORMAT_MISSING = Code(
    "xrdf.format-missing",
    _E,
    "The document does not have 'format: xrdf'.",
    "Add the line 'format: xrdf'.",
    _BROKEN,
)
VERSION_MISSING = Code(
    "xrdf.version-missing",
    _E,
    "The document does not declare its version; it is read as 1.0.",
    "Add the line 'format_version: 1.0'.",
    _BROKEN,
)
VERSION_STRING = Code(
    "xrdf.version-string",
    _W,
    "The version is in quotes; cuRobo fails on that.",
    "Write it without quotes: cuRobo ends with a TypeError.",
    _BROKEN,
)
VERSION_UNSUPPORTED = Code(
    "xrdf.version-unsupported",
    _E,
    "The document has an unknown version.",
    "Write 'format_version: 1.0' or 2.0, and use the keys of that version.",
)
DUPLICATE_KEY = Code(
    "xrdf.duplicate-key",
    _E,
    "A key appears twice with different values; the first one is used.",
    "Remove one of the two: other readers silently use the last one.",
    _BROKEN,
)
AMBIGUOUS_SCALAR = Code(
    "xrdf.ambiguous-scalar",
    _W,
    "Readers of YAML 1.1 and of YAML 1.2 interpret a value differently.",
    "Write a name in quotes, and a number with a decimal point and a signed exponent: 1.0e-03.",
    _BROKEN,
)
NUMBER_AS_STRING = Code(
    "xrdf.number-as-string",
    _W,
    "A number is in quotes; other readers read it as text.",
    "Write it without quotes: cuRobo fails as soon as it calculates with it.",
    _BROKEN,
)
NAME_SUSPICIOUS = Code(
    "xrdf.name-suspicious",
    _W,
    "A name contains a quote, a bracket or a space, probably by mistake.",
    "Correct the name, or the quotes and brackets around it.",
    _BROKEN,
)
NON_ASCII = Code(
    "xrdf.non-ascii",
    _W,
    "The document has non-ASCII characters; cuRobo cannot open it where the locale is 'C'.",
    "Use ASCII only: cuRobo cannot open the file where the locale is 'C'.",
)
EMPTY_VALUE = Code(
    "xrdf.empty-value",
    _N,
    "A key has no value; it is read as empty.",
    "Give it a value, or remove it.",
)
UNKNOWN_KEY = Code(
    "xrdf.unknown-key",
    _W,
    "XRDF has no such key in this place; consumers ignore it, or refuse the document.",
    "Correct the spelling of the key, or remove it: consumers ignore it, or refuse the document.",
    _BROKEN,
)
KEY_OF_2_0 = Code(
    "xrdf.key-of-2-0",
    _E,
    "A key of version 2.0 is used in a document of version 1.0.",
    "Use the form of version 1.0, or write 'format_version: 2.0', which cuRobo reads without any spheres.",
    _BROKEN,
)
COLLISION_IN_2_0 = Code(
    "xrdf.collision-in-2-0",
    _E,
    "'collision' is used in a document of version 2.0.",
    "Rename it to 'world_collision'.",
    _BROKEN,
)
