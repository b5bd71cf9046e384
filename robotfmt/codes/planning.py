"""Diagnostics of preparing a robot for planning."""

from __future__ import annotations

from ..diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt.codes")
JOINTS = _note("planning.joints")
NOT_CONTROLLED = _error("planning.not-controlled")
NOT_DRIVEN = _note("planning.not-driven")
SEVERAL_VALUES = _warning("planning.several-values")
ACCELERATION = _note("planning.acceleration")
OUTSIDE = _error("planning.outside-limits")
STUCK = _error("planning.spheres-always-overlap")
TOO_NEAR = _warning("planning.pair-too-near")
STILL = _note("planning.pair-unmoved")
MORE = _note("planning.more-spheres")
POSE = _note("planning.pose")
MOVED = _note("planning.pose-moved")
SPHERES_TOUCH = _warning("planning.spheres-overlap")
NO_FREE_POSE = _warning("planning.no-free-pose")
GROUPS = _note("planning.groups")
FIXED_BASE = _note("planning.fixed-base")
PAIR_REMOVED = _note("planning.pair-removed")
NO_SHAPES = _warning("planning.no-collision-shapes")
JOINT_RENAMED = _note("planning.joint-renamed", Fate.CONVERTED)
VELOCITY_ASSUMED = _warning("planning.velocity-assumed", Fate.ASSUMED)
