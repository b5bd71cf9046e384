"""Diagnostics of collision spheres and collision checks (XRDF 1.0 §3 to §5)."""

from __future__ import annotations

from robotfmt.diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_xrdf")
_BROKEN = Fate.BROKEN

# Spheres
GEOMETRY_SHAPE = _error("xrdf.geometry-shape", _BROKEN)
SPHERE_SHAPE = _error("xrdf.sphere-shape", _BROKEN)
SPHERE_FRAME_UNKNOWN = _error("xrdf.sphere-frame-unknown")
EMPTY_SPHERES = _note("xrdf.empty-spheres")
NEGATIVE_RADIUS = _warning("xrdf.negative-radius")
ZERO_RADIUS = _warning("xrdf.zero-radius")
CLONE_UNKNOWN = _error("xrdf.clone-unknown", _BROKEN)
CLONE_CYCLE = _error("xrdf.clone-cycle", _BROKEN)

# What must not collide
COLLISION_GEOMETRY = _error("xrdf.collision-geometry", _BROKEN)
COLLISION_GEOMETRY_LIST = _warning("xrdf.collision-geometry-list", _BROKEN)
SELF_GEOMETRY_DIFFERS = _warning("xrdf.self-geometry-differs")
BUFFER_NOT_MAP = _error("xrdf.buffer-not-map", _BROKEN)
BUFFER_SCALAR = _warning("xrdf.buffer-scalar", _BROKEN)
BUFFER_FRAME_UNKNOWN = _error("xrdf.buffer-frame-unknown")
IGNORE_SHAPE = _error("xrdf.ignore-shape", _BROKEN)
IGNORE_FRAME_UNKNOWN = _error("xrdf.ignore-frame-unknown")
REASON = _note("xrdf.reason", Fate.CONVERTED)
IGNORE_SELF_PAIR = _warning("xrdf.ignore-self-pair", _BROKEN)
