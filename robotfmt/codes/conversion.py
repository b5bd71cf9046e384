"""Diagnostics of conversions."""

from __future__ import annotations

from ..diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt.codes")
NO_PLACE = _warning("convert.no-place", Fate.LOST)
ASSUMED_AXIS = _warning("convert.assumed-axis", Fate.ASSUMED)
ASSUMED_GRAVITY = _note("convert.assumed-gravity", Fate.ASSUMED)
ASSUMED_BASE = _note("convert.assumed-base", Fate.ASSUMED)
ASSUMED_LIGHT = _note("convert.assumed-light", Fate.ASSUMED)
BASE_GIVEN = _note("convert.base-given")
HELD_JOINT = _note("convert.held-joint", Fate.CONVERTED)
JOINED_PAIR = _note("convert.joined-pair", Fate.CONVERTED)
OTHER_FORM = _note("convert.other-form", Fate.CONVERTED)
PARTED_PAIR = _note("convert.parted-pair", Fate.APPROXIMATED)
PLACEMENT = _warning("convert.placement-lost", Fate.LOST)
UNCHECKED_LINKS = _note("convert.unchecked-links", Fate.CONVERTED)
PLACE_GONE = _warning("convert.place-gone")
NO_LINKS_READ = _error("convert.no-robot")
REWRITTEN = _note("update.rewritten")
INTERNAL_DIFFERENCE = _error("internal.unexplained-difference")
INTERNAL_CLAIM = _error("internal.false-claim")
INTERNAL_FAULT = _error("internal.fault")
OUTPUT_EXISTS = _error("output.exists")
OUTPUT_IS_INPUT = _error("output.is-input")
OUTPUT_FAILED = _error("output.failed")
OUTPUT_TWICE = _error("output.twice")
TOO_BROKEN = _error("convert.too-broken")
UNWRITABLE = _error("convert.unwritable-text")
REFUSED_FATE = _error("convert.refused")
USAGE = _error("usage")
NOT_INSTALLED = _error("usage.not-installed")
