"""Diagnostics of a robot, whatever its format."""

from __future__ import annotations

from ..diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt.codes")
DUPLICATE_LINK = _error("robot.duplicate-link", Fate.BROKEN)
DUPLICATE_JOINT = _error("robot.duplicate-joint", Fate.BROKEN)
UNKNOWN_LINK = _error("robot.unknown-link")
UNKNOWN_JOINT = _error("robot.unknown-joint")
TWO_PARENTS = _error("robot.two-parents")
MAGNITUDE = _error("robot.magnitude")
CYCLE = _error("robot.cycle")
SEVERAL_ROOTS = _warning("robot.several-roots")
NO_LINKS = _warning("robot.no-links")
ZERO_AXIS = _error("robot.zero-axis")
COUPLING_CYCLE = _error("robot.coupling-cycle")
LIMITS_REVERSED = _error("robot.limits-reversed")
UNKNOWN_MATERIAL = _warning("robot.unknown-material")
SEVERAL_ROBOTS = _error("world.several-robots")
NO_ROBOT = _error("world.no-robot")
OTHER_BODIES = _note("world.other-bodies")
CONFLICT = _warning("read.conflict")

# Names
SHARED_NAME = _note("robot.shared-name")
AWKWARD_NAME = _note("robot.awkward-name")
DANGLING = _warning("robot.dangling-reference", Fate.BROKEN)
NOT_CONTROLLABLE = _warning("robot.not-controllable", Fate.BROKEN)
PAIR_OF_ONE = _warning("robot.pair-of-one", Fate.BROKEN)
PAIR_TWICE = _note("robot.pair-twice")
NOT_BELOW_BASE = _warning("robot.tip-not-below-base")

# Limits and motion
NO_LIMITS = _warning("robot.no-limits")
NO_RANGE = _warning("robot.no-range")
LIMIT_NEGATIVE = _warning("robot.limit-negative", Fate.BROKEN)
LIMIT_ZERO = _warning("robot.limit-zero")
RESISTANCE_NEGATIVE = _error("robot.resistance-negative")
WEAK = _warning("robot.effort-below-gravity")
DEGREES = _warning("robot.limits-in-degrees")
LIMITS_IN_RADIANS = _warning("robot.limits-in-radians")
LIMITS_APART = _warning("robot.limits-apart")
SOFT_OUTSIDE = _warning("robot.soft-limits-outside")
SAME_INDEX = _warning("robot.same-index")
ZERO_OUTSIDE = _note("robot.zero-outside-limits")
STATE_OUTSIDE = _warning("robot.state-outside-limits")
STATE_CONTRADICTS_MIMIC = _warning("robot.state-contradicts-mimic")
STATE_OF_MIMIC = _warning("robot.state-of-mimic-alone")
UNKNOWN_SHAPE = _warning("robot.unknown-collision", Fate.BROKEN)
UNDRIVEN = _warning("robot.controls-undriven")
AXIS_NOT_UNIT = _note("robot.axis-not-unit")
MIMIC_CHAIN = _note("robot.mimic-chain")
CONTROLLED_MIMIC = _error("robot.controlled-mimic")
MIMIC_PARAMETER = _warning("robot.mimic-parameter")
MIMIC_STILL = _warning("robot.mimic-still")
MIMIC_OUTSIDE = _warning("robot.mimic-outside-limits")


# Places
ROTATION_IN_DEGREES = _warning("robot.rotation-in-degrees")
JOINT_FAR = _warning("robot.joint-far")

# Mass and inertia
MASS = _error("robot.mass-not-positive")
NOT_DEFINITE = _error("robot.inertia-not-positive")
TRIANGLE = _warning("robot.inertia-triangle")
ROUNDED = _note("robot.inertia-rounded")
IMPLAUSIBLE = _warning("robot.inertia-implausible")
DENSITY = _warning("robot.density")
MASS_RATIO = _warning("robot.mass-ratio")
INERTIA_OF_SHAPES = _warning("robot.inertia-of-shapes")
MASSLESS = _note("robot.massless-link")
ROOT_INERTIA = _note("robot.root-inertia")

# Appearance and shapes
UNUSED_MATERIAL = _note("robot.unused-material")
MATERIAL_TWICE = _warning("robot.material-twice")
COLOR_RANGE = _warning("robot.color-range")
SIZE = _error("robot.size-not-positive")
NO_COLLISION = _note("robot.no-collision-shape")
ONLY_VISUAL = _warning("robot.only-visual")
SHAPE_HUGE = _warning("robot.shape-huge")
SHAPES_APART = _warning("robot.shapes-apart")
OVERLAP_AT_REST = _warning("robot.overlap-at-rest")
REST_UNCHECKED = _note("robot.rest-unchecked")
