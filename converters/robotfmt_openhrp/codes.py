"""The diagnostics of OpenHRP's bodies."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NOT_A_BODY = Code(
    "openhrp.not-a-body",
    _E,
    "The VRML document has no Humanoid with a Joint, or is not well-formed.",
    "Give the main file of the model; a file with shapes alone is read with --from mesh.",
)
SECOND_ROBOT = Code(
    "openhrp.second-robot",
    _E,
    "A body describes a whole robot, but an earlier document has one already.",
    "Convert one robot at a time.",
)
JOINT_TYPE = Code(
    "openhrp.joint-type",
    _W,
    "A joint has a type that OpenHRP does not have; it is read as fixed.",
    "Write free, rotate, slide or fixed.",
    Fate.BROKEN,
)
NAME = Code(
    "openhrp.name",
    _W,
    "A joint has no name, or that of an earlier one; it was given one.",
    "Write DEF and a name of its own before the joint.",
    Fate.BROKEN,
)
NOT_READ = Code(
    "openhrp.not-read",
    _N,
    "The model has no place for a node or a field of a body; it is left out.",
    "No action needed if only OpenHRP uses it.",
)

CODES = tuple(value for value in list(globals().values()) if isinstance(value, Code))
