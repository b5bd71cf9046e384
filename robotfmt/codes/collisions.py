"""Diagnostics of links that touch."""

from __future__ import annotations

from ..diagnostics import codes_of

_error, _warning, _note = codes_of("robotfmt.codes")
IGNORED_PAIR = _warning("collisions.ignored-pair")
ALWAYS_TOUCH = _warning("collisions.always")
DEFAULT_TOUCH = _warning("collisions.default-pose")
SPHERES_ONLY = _note("collisions.spheres-only")
SPHERES_BLOCK = _warning("collisions.spheres-block")
NO_SHAPE = _warning("collisions.no-shape")
NO_PLACE = _warning("collisions.no-place")
WITHOUT_COAL = _note("collisions.without-coal")
