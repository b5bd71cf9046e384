"""Diagnostics of collision spheres: fitting and measuring them, and those of a robot."""

from __future__ import annotations

from ..diagnostics import codes_of

_error, _warning, _note = codes_of("robotfmt.codes")
NO_SURFACE = _error("spheres.no-surface")
NONE = _error("spheres.none")
FITTED = _note("spheres.fitted")
DIVIDED = _note("spheres.divided")
APPROXIMATED = _note("spheres.approximated")
FLAT = _warning("spheres.flat-base")
NO_VOLUME = _note("spheres.no-volume")
CLIPPED = _note("spheres.clipped")
PARTLY = _warning("spheres.partly")
FEWER = _note("spheres.fewer")
NO_MEMORY = _error("spheres.out-of-memory")
TOLERANCE = _warning("spheres.tolerance")
HOLLOW = _note("spheres.hollow")
REPAIRED = _note("spheres.repaired")
SURFACE_ONLY = _note("spheres.surface-only")
FILLED = _warning("spheres.filled")
VISUAL_SHAPES = _note("spheres.visual-shapes")
BUFFERED = _note("spheres.buffered")

# Faults of the spheres of a robot
RADIUS_IMPLAUSIBLE = _warning("robot.radius-implausible")
SPHERE_REDUNDANT = _warning("robot.sphere-redundant")
LINK_WITHOUT_SPHERES = _warning("robot.link-without-spheres")
ADJACENT_NOT_IGNORED = _warning("robot.adjacent-not-ignored")
DEFAULT_COLLISION = _error("robot.default-self-collision")
SPHERES_FAR = _warning("robot.spheres-far")
HARDLY_COVERED = _warning("robot.hardly-covered")
