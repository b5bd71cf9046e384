"""Diagnostics of the configuration of robotfmt, and of comments that ignore findings."""

from __future__ import annotations

from ..diagnostics import Code, Severity

CONFIGURATION_SYNTAX = Code(
    "configuration.syntax",
    Severity.ERROR,
    "A configuration file is not well-formed TOML.",
    "Correct the file at that position; --isolated runs without it.",
)
CONFIGURATION_KEY = Code(
    "configuration.unknown-key",
    Severity.ERROR,
    "The configuration contains an unknown key.",
    "Correct its spelling, or remove it; --isolated runs without the file.",
)
CONFIGURATION_VALUE = Code(
    "configuration.bad-value",
    Severity.ERROR,
    "The configuration has an invalid value for a key.",
    "Write a value of the type that the message names; --isolated runs without the file.",
)
UNUSED_IGNORE = Code(
    "ignore.unused",
    Severity.WARNING,
    "A comment ignores a finding that does not occur.",
    "Remove the code from the comment, or remove the comment.",
)
