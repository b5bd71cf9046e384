"""What there is to say about the document as a whole, and about keys and values anywhere in it."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE
_BROKEN = Fate.BROKEN

ROOT_NOT_MAP = Code(
    "xrdf.root-not-map",
    _E,
    "The document is no mapping.",
    "Write the sections as keys at the top, without a dash before them.",
)
FORMAT_MISSING = Code(
    "xrdf.format-missing",
    _E,
    "The document does not say 'format: xrdf'.",
    "Add the line 'format: xrdf'.",
    _BROKEN,
)
VERSION_MISSING = Code(
    "xrdf.version-missing",
    _E,
    "The document does not say its version; it is read as 1.0.",
    "Add the line 'format_version: 1.0'.",
    _BROKEN,
)
VERSION_STRING = Code(
    "xrdf.version-string",
    _W,
    "The version stands in quotes; cuRobo fails on that.",
    "Write it without quotes: cuRobo ends with a TypeError.",
    _BROKEN,
)
VERSION_UNSUPPORTED = Code(
    "xrdf.version-unsupported",
    _E,
    "The document has a version that is not known.",
    "Write 'format_version: 1.0' or 2.0, and what that version knows.",
)
DUPLICATE_KEY = Code(
    "xrdf.duplicate-key",
    _E,
    "A key stands twice with different values; the first one counts.",
    "Remove one of the two: other readers keep the last one without a word.",
    _BROKEN,
)
AMBIGUOUS_SCALAR = Code(
    "xrdf.ambiguous-scalar",
    _W,
    "Readers of YAML 1.1 and of YAML 1.2 take something for different things.",
    "Write a name in quotes, and a number with a point and a signed exponent: 1.0e-03.",
    _BROKEN,
)
NUMBER_AS_STRING = Code(
    "xrdf.number-as-string",
    _W,
    "A number stands in quotes; other readers take it for a text.",
    "Write it without quotes: cuRobo fails where it is about to calculate.",
    _BROKEN,
)
NAME_SUSPICIOUS = Code(
    "xrdf.name-suspicious",
    _W,
    "A name has a quote, a bracket or a blank in it, probably by a slip.",
    "Correct the name, or the quotes and brackets around it.",
    _BROKEN,
)
NON_ASCII = Code(
    "xrdf.non-ascii",
    _W,
    "The document has characters outside of ASCII; cuRobo cannot open it where the locale is 'C'.",
    "Write it in ASCII: cuRobo cannot open it where the locale is 'C'.",
)
EMPTY_VALUE = Code(
    "xrdf.empty-value",
    _N,
    "A key has no value; it counts as empty.",
    "Give it a value, or remove it.",
)
UNKNOWN_KEY = Code(
    "xrdf.unknown-key",
    _W,
    "A key is none that XRDF knows in this place; consumers ignore it, or refuse the document.",
    "Correct the spelling of the key, or remove it: consumers ignore it, or refuse the document.",
    _BROKEN,
)
KEY_OF_2_0 = Code(
    "xrdf.key-of-2-0",
    _E,
    "A key of version 2.0 stands in a document of version 1.0.",
    "Say it as version 1.0 does, or write 'format_version: 2.0', which cuRobo reads without any spheres.",
    _BROKEN,
)
COLLISION_IN_2_0 = Code(
    "xrdf.collision-in-2-0",
    _E,
    "'collision' stands in a document of version 2.0.",
    "Call it 'world_collision'.",
    _BROKEN,
)
