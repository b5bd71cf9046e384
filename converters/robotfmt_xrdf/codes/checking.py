"""Diagnostics of checks only: parts that are missing, have no effect, or do not match the robot."""

from __future__ import annotations

from robotfmt.diagnostics import codes_of

_error, _warning, _note = codes_of("robotfmt_xrdf")
FRAME_PRUNED = _note("xrdf.frame-pruned")

# Spheres and what must not collide
NO_GEOMETRY = _note("xrdf.no-geometry")
GROUP_UNUSED = _warning("xrdf.group-unused")
BUFFER_FRAME_BARE = _warning("xrdf.buffer-frame-bare")
BUFFERED_RADIUS = _warning("xrdf.buffered-radius")
COLLISION_ABSENT = _warning("xrdf.collision-absent")
SELF_COLLISION_ABSENT = _warning("xrdf.self-collision-absent")
IGNORE_FRAME_BARE = _warning("xrdf.ignore-frame-bare")

# Joints and tools
DEFAULT_UNSPECIFIED = _note("xrdf.default-unspecified")
DEFAULT_MISSING_NONZERO = _warning("xrdf.default-missing-nonzero")
DEFAULT_JOINT_MULTI_DOF = _warning("xrdf.default-joint-multi-dof")
DEFAULTS_ABSENT = _warning("xrdf.defaults-absent")
CSPACE_EMPTY = _warning("xrdf.cspace-empty")
CSPACE_ORDER = _warning("xrdf.cspace-order")
LIMITS_EDITOR_DEFAULT = _warning("xrdf.limits-editor-default")
TOOL_FRAMES_EMPTY = _warning("xrdf.tool-frames-empty")
END_EFFECTOR = _note("xrdf.end-effector")
