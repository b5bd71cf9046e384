"""What there is to say about the configuration of robotfmt, and about comments that ignore findings."""

from __future__ import annotations

from ..diagnostics import Code, Severity

CONFIGURATION_SYNTAX = Code(
    "configuration.syntax",
    Severity.ERROR,
    "A configuration file is not well-formed TOML.",
    "Correct the file there; --isolated runs without it.",
)
CONFIGURATION_KEY = Code(
    "configuration.unknown-key",
    Severity.ERROR,
    "A key of the configuration does not exist.",
    "Correct its spelling, or remove it; --isolated runs without the file.",
)
CONFIGURATION_VALUE = Code(
    "configuration.bad-value",
    Severity.ERROR,
    "A key of the configuration has a value that it cannot have.",
    "Write a value of the kind that the message names; --isolated runs without the file.",
)
UNUSED_IGNORE = Code(
    "ignore.unused",
    Severity.WARNING,
    "A comment ignores a finding that does not exist.",
    "Remove the code from the comment, or the comment.",
)
