"""Diagnostics of expanding xacro; loaded only when a document is expanded, or all codes are listed."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE
_TRUST = "If you trust it, raise the limit: --limit NAME=VALUE."

NOT_INSTALLED = Code(
    "xacro.not-installed",
    _E,
    "The xacro package is missing or unusable.",
    "Install it: pip install 'robotfmt[xacro]'",
)
FAILED = Code(
    "xacro.failed",
    _E,
    "The document cannot be expanded.",
    "Correct the document there; the message quotes xacro.",
    Fate.BROKEN,
)
UNDEFINED = Code(
    "xacro.undefined",
    _E,
    "A property or a macro is used but not defined.",
    "Define it before it is used, or correct its name.",
    Fate.BROKEN,
)
ENDLESS = Code(
    "xacro.endless",
    _E,
    "Macros, includes or properties refer to themselves without end.",
    "Remove the cycle, or let a condition end it.",
    Fate.BROKEN,
)
MISSING_FILE = Code(
    "xacro.missing-file",
    _E,
    "A file that the document reads cannot be read.",
    "Correct the path, or restore the file.",
    Fate.BROKEN,
)
MISSING_PACKAGE = Code(
    "xacro.missing-package",
    _E,
    "A package that $(find ...) names is not found.",
    "Name its folder: --package NAME=FOLDER, or --root FOLDER for a folder of packages.",
)
MISSING_ARGUMENT = Code(
    "xacro.missing-argument",
    _E,
    "An argument of the document has neither a value nor a default.",
    "Give it a value: NAME:=VALUE.",
)
MISSING_VARIABLE = Code(
    "xacro.missing-variable",
    _E,
    "The document reads an environment variable that it was not given.",
    "If the document may read the variable, add --xacro-env NAME.",
)
REFUSED = Code(
    "xacro.refused",
    _E,
    "The document requests something that documents are not allowed to do.",
    "Read the document before you trust it; allow files elsewhere with --root FOLDER.",
)
TOO_SLOW = Code("xacro.too-slow", _E, "Expanding the document takes too long.", _TRUST)
TOO_LARGE = Code("xacro.too-large", _E, "Expanding the document takes too much memory.", _TRUST)
WARNING = Code(
    "xacro.warning",
    _W,
    "Xacro or the document itself issued a warning.",
    "Follow the warning; robotfmt only passes it on.",
)
MESSAGE = Code(
    "xacro.message",
    _N,
    "The document printed a message.",
    "No action needed; the message was written by its author.",
)
UNUSED = Code(
    "xacro.unused-argument",
    _N,
    "An argument was given that the document does not declare.",
    "Correct its name, or remove it.",
)
DEFAULTED = Code(
    "xacro.default-variable",
    _N,
    "An environment variable is set, but not passed to the document, which uses its default.",
    "If the document may read the variable, add --xacro-env NAME.",
)
CODES = tuple(each for each in vars().values() if isinstance(each, Code))
