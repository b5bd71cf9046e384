"""The diagnostics of Lula's robot descriptions.

``CODES.md`` next to this module explains what each code means, why it matters and how to fix it.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W = Severity.ERROR, Severity.WARNING
_BROKEN = Fate.BROKEN

ROOT_NOT_MAP = Code(
    "lula.root-not-map",
    _E,
    "The document is not a mapping.",
    "Write the sections as keys at the top, without a dash before them.",
)
VERSION = Code(
    "lula.version",
    _E,
    "The document has an unknown version.",
    "Write 'api_version: 1.0', and use the keys of that version.",
)
NO_CSPACE = Code(
    "lula.no-cspace",
    _E,
    "The document has no 'cspace' list.",
    "List the joints that Lula controls.",
    _BROKEN,
)
LENGTH = Code(
    "lula.length",
    _E,
    "A list does not have one value for each joint.",
    "Give one value for each joint of 'cspace', in the same order.",
    _BROKEN,
)
RULE = Code(
    "lula.rule",
    _W,
    "A rule does not fix a joint at a value; it is kept verbatim.",
    "Write {name: ..., rule: fixed, value: ...}.",
    _BROKEN,
)
SPHERES = Code(
    "lula.spheres",
    _E,
    "'collision_spheres' must be a list of links with their spheres.",
    "Write '- link:' for each link, and below it a list of {center: [x, y, z], radius: r}.",
    _BROKEN,
)

CODES = tuple(code for code in list(vars().values()) if isinstance(code, Code))
"""Every code of Lula, in the order of a document."""
