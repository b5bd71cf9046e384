"""What there is to say about Lula's robot descriptions.

What each code means, why it matters and how to mend it is explained in ``CODES.md`` beside this module.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W = Severity.ERROR, Severity.WARNING
_BROKEN = Fate.BROKEN

ROOT_NOT_MAP = Code(
    "lula.root-not-map",
    _E,
    "The document is no mapping.",
    "Write the sections as keys at the top, without a dash before them.",
)
VERSION = Code(
    "lula.version",
    _E,
    "The document has a version that is not known.",
    "Write 'api_version: 1.0', and what that version knows.",
)
NO_CSPACE = Code(
    "lula.no-cspace",
    _E,
    "The document has no list 'cspace'.",
    "Name the joints that Lula shall move.",
    _BROKEN,
)
LENGTH = Code(
    "lula.length",
    _E,
    "A list has not one value for each joint.",
    "Give one value for each joint of 'cspace', in the same order.",
    _BROKEN,
)
RULE = Code(
    "lula.rule",
    _W,
    "A rule is none that fixes a joint at a value; it is kept as it is.",
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
