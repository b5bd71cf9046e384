"""What there is to say about expanding xacro; loaded only where something is expanded, or all codes are listed."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE
_TRUST = "If you trust it, raise the limit: --limit NAME=VALUE."

NOT_INSTALLED = Code(
    "xacro.not-installed",
    _E,
    "The xacro package is missing, or cannot be used.",
    "Install it: pip install 'robotfmt[xacro]'",
)
FAILED = Code(
    "xacro.failed",
    _E,
    "The document cannot be expanded.",
    "Correct the document there; the message has xacro's own words.",
    Fate.BROKEN,
)
UNDEFINED = Code(
    "xacro.undefined",
    _E,
    "A property or a macro is used that is defined nowhere.",
    "Define it before it is used, or correct its name.",
    Fate.BROKEN,
)
ENDLESS = Code(
    "xacro.endless",
    _E,
    "Macros, includes or properties use themselves without end.",
    "Remove the ring, or let a condition end it.",
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
    "Say where it is: --package NAME=FOLDER, or --root FOLDER for a folder of packages.",
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
    "The document asks for a variable of the environment, and was given none.",
    "If it may know the variable, add --xacro-env NAME.",
)
REFUSED = Code(
    "xacro.refused",
    _E,
    "The document asks for something that documents may not have.",
    "Read the document before you trust it; files elsewhere can be allowed with --root FOLDER.",
)
TOO_SLOW = Code("xacro.too-slow", _E, "Expanding the document takes too long.", _TRUST)
TOO_LARGE = Code("xacro.too-large", _E, "Expanding the document takes too much memory.", _TRUST)
WARNING = Code(
    "xacro.warning",
    _W,
    "Xacro or the document itself warns.",
    "Do as the warning says; robotfmt only passes it on.",
)
MESSAGE = Code(
    "xacro.message", _N, "The document has something to say.", "Nothing has to be done; its author wrote it."
)
UNUSED = Code(
    "xacro.unused-argument",
    _N,
    "An argument was given that the document does not have.",
    "Correct its name, or leave it out.",
)
DEFAULTED = Code(
    "xacro.default-variable",
    _N,
    "A variable of the environment is set, but is not passed to the document, which takes its default.",
    "If the document may know the variable, add --xacro-env NAME.",
)
CODES = tuple(each for each in vars().values() if isinstance(each, Code))
