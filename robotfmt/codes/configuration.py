"""Diagnostics of the configuration of robotfmt, and of comments that ignore findings."""

from __future__ import annotations

from ..diagnostics import codes_of

_error, _warning, _note = codes_of("robotfmt.codes")
CONFIGURATION_SYNTAX = _error("configuration.syntax")
CONFIGURATION_KEY = _error("configuration.unknown-key")
CONFIGURATION_VALUE = _error("configuration.bad-value")
UNUSED_IGNORE = _warning("ignore.unused")
