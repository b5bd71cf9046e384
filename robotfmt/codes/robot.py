"""What can be wrong with a robot, whatever document it came from."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

DUPLICATE_LINK = Code(
    "robot.duplicate-link", _E, "Two links have the same name.", "Rename one of them.", Fate.BROKEN
)
DUPLICATE_JOINT = Code(
    "robot.duplicate-joint", _E, "Two joints have the same name.", "Rename one of them.", Fate.BROKEN
)
UNKNOWN_LINK = Code(
    "robot.unknown-link",
    _E,
    "Something refers to a link that there is not.",
    "Correct the name, or add the link.",
)
UNKNOWN_JOINT = Code(
    "robot.unknown-joint",
    _E,
    "Something refers to a joint that there is not.",
    "Correct the name, or add the joint.",
)
TWO_PARENTS = Code(
    "robot.two-parents",
    _E,
    "A link is the child of two joints, and neither of them is said to close a loop.",
    "Remove one of the joints; if the loop is real, put one of them into the robot's loops.",
)
MAGNITUDE = Code(
    "robot.magnitude",
    _E,
    "A number of the robot is too large, or too far from others, for floating point.",
    "Correct the number; often an exponent or a unit is wrong.",
)
CYCLE = Code(
    "robot.cycle",
    _E,
    "Joints form a ring: the links in it hang under themselves.",
    "Correct the parent or the child of one of these joints.",
)
SEVERAL_ROOTS = Code(
    "robot.several-roots",
    _W,
    "The links are not connected: there are several roots.",
    "Join the links with fixed joints, or make a file for each robot.",
)
NO_LINKS = Code(
    "robot.no-links", _W, "The robot has no links.", "Check that it is the right file, and that it is whole."
)
ZERO_AXIS = Code(
    "robot.zero-axis",
    _E,
    "A joint that moves has an axis of length zero.",
    "Give the direction that the joint turns about or slides along, such as 0 0 1.",
)
COUPLING_CYCLE = Code(
    "robot.coupling-cycle",
    _E,
    "Joints follow one another in a ring.",
    "Let one of the joints move by itself.",
)
LIMITS_REVERSED = Code(
    "robot.limits-reversed", _W, "A lower limit is above its upper limit.", "Swap the two limits."
)
UNKNOWN_MATERIAL = Code(
    "robot.unknown-material",
    _W,
    "A geometry refers to a material that there is not.",
    "Define the material, or correct its name.",
)
SEVERAL_ROBOTS = Code(
    "world.several-robots", _E, "The document holds several robots.", "Choose one with --robot NAME."
)
NO_ROBOT = Code(
    "world.no-robot",
    _E,
    "The document holds no robot.",
    "Check that it is the right file, and the name after --robot.",
)
OTHER_BODIES = Code(
    "world.other-bodies",
    _N,
    "The document holds other bodies beside the robot; only the robot was read.",
    "Choose another one with --robot NAME, if it is the one you want.",
)
CONFLICT = Code(
    "read.conflict",
    _W,
    "Two documents say different things; the later one counts.",
    "Correct one of the documents, or give the one that should count last.",
)

# Names
SHARED_NAME = Code(
    "robot.shared-name",
    _N,
    "A link and a joint have the same name.",
    "Rename one of them: SDF, USD and others want different names.",
)
AWKWARD_NAME = Code(
    "robot.awkward-name",
    _N,
    "A name has a blank, a slash, a colon or a quote in it, which mean something to other programs.",
    "Use letters, digits, '_', '-' and '.'.",
)
DANGLING = Code(
    "robot.dangling-reference",
    _W,
    "Something refers to a link, a joint or a sensor that there is not.",
    "Correct the name, or remove the reference.",
    Fate.BROKEN,
)
NOT_CONTROLLABLE = Code(
    "robot.not-controllable",
    _W,
    "A joint that is to be controlled or locked is fixed, or follows another one.",
    "Name the joint that it follows, or leave it out.",
    Fate.BROKEN,
)
PAIR_OF_ONE = Code(
    "robot.pair-of-one",
    _W,
    "A link is not to be checked for collisions with itself, which never happens.",
    "Remove the pair, or correct one of its names.",
    Fate.BROKEN,
)
PAIR_TWICE = Code(
    "robot.pair-twice",
    _N,
    "Two links are said twice not to be checked against each other.",
    "Remove one of them.",
)
NOT_BELOW_BASE = Code(
    "robot.tip-not-below-base",
    _W,
    "The tip of a manipulator does not hang on its base.",
    "Correct the base or the tip: no joint of the robot moves one against the other.",
)

# Limits and motion
NO_LIMITS = Code(
    "robot.no-limits",
    _W,
    "A joint that turns or slides between limits says none.",
    "Give a lower and an upper limit, or make a turning joint continuous.",
)
NO_RANGE = Code(
    "robot.no-range",
    _W,
    "The lower and the upper limit of a joint are the same: it cannot move.",
    "Give the joint a range, or make it fixed.",
)
LIMIT_NEGATIVE = Code(
    "robot.limit-negative",
    _W,
    "A limit of a velocity, an effort, an acceleration or a jerk is negative.",
    "Such limits hold in both directions; give the amount.",
    Fate.BROKEN,
)
LIMIT_ZERO = Code(
    "robot.limit-zero",
    _W,
    "A limit of a velocity or an effort is 0: taken at its word, the joint cannot be moved.",
    "Give the real limit.",
)
DEGREES = Code(
    "robot.limits-in-degrees",
    _W,
    "The limits of a turning joint are so large that they are probably degrees.",
    "Give them in radians.",
)
SOFT_OUTSIDE = Code(
    "robot.soft-limits-outside",
    _W,
    "A soft limit lies outside of the hard limits.",
    "Narrow the soft limits, or leave them out.",
)
ZERO_OUTSIDE = Code(
    "robot.zero-outside-limits",
    _N,
    "A joint cannot stand at 0, where most programs start it.",
    "Give the programs that use the robot a pose to start in.",
)
STATE_OUTSIDE = Code(
    "robot.state-outside-limits",
    _W,
    "A joint value that has a name lies outside of the joint's limits.",
    "Correct the value or the limits.",
)
UNDRIVEN = Code(
    "robot.controls-undriven",
    _W,
    "The configuration space has a joint that is passive, locked or not active.",
    "Take the joint out of the configuration space, or correct what calls it passive, locked or not active.",
)
AXIS_NOT_UNIT = Code(
    "robot.axis-not-unit",
    _N,
    "The direction of an axis has not the length 1; not every program normalises it.",
    "Write the axis with length 1.",
)
MIMIC_CHAIN = Code(
    "robot.mimic-chain",
    _N,
    "A joint follows one that follows another; several programs follow one step only.",
    "Let it follow the joint at the end of the chain.",
)
MIMIC_STILL = Code(
    "robot.mimic-still",
    _W,
    "A joint follows others in such a way that it never moves.",
    "Make it fixed, or correct what it follows.",
)
MIMIC_OUTSIDE = Code(
    "robot.mimic-outside-limits",
    _N,
    "A joint that follows another leaves its own limits where the other one reaches its.",
    "Widen the limits of the follower, or narrow those of the leader.",
)

# Mass and inertia
MASS = Code(
    "robot.mass-not-positive",
    _W,
    "A link says a mass that is 0 or less.",
    "Give the mass in kg, or leave the inertial out.",
)
NOT_DEFINITE = Code(
    "robot.inertia-not-positive",
    _W,
    "The inertia of a link is not positive definite: no body has such an inertia.",
    "Compute the inertia again, about the centre of mass, in kg m^2.",
)
TRIANGLE = Code(
    "robot.inertia-triangle",
    _W,
    "One principal moment of inertia is larger than the sum of the other two: no body has such an inertia.",
    "Compute the inertia again; often one entry is wrong by a power of ten.",
)
IMPLAUSIBLE = Code(
    "robot.inertia-implausible",
    _W,
    "The mass of a link would have to be spread far beyond the robot, or into a point, for its inertia.",
    "Compute mass and inertia from the same shape, in kg and kg m^2.",
)
MASSLESS = Code(
    "robot.massless-link",
    _N,
    "A link that moves has no mass, while others have one; simulators refuse it or make one up.",
    "Give the link a mass, or fix it to one that has.",
)
ROOT_INERTIA = Code(
    "robot.root-inertia",
    _N,
    "The root link has a mass, which ROS's KDL ignores.",
    "Add an empty link above it, joined by a fixed joint.",
)

# Looks and shapes
UNUSED_MATERIAL = Code(
    "robot.unused-material", _N, "A material is defined that nothing wears.", "Remove it, or refer to it."
)
MATERIAL_TWICE = Code(
    "robot.material-twice",
    _W,
    "Two different materials have the same name; which one counts depends on the program.",
    "Rename one of them.",
)
COLOR_RANGE = Code(
    "robot.color-range",
    _W,
    "A colour has a component below 0 or above 1.",
    "Divide by 255 if the colour is given in bytes.",
)
SIZE = Code(
    "robot.size-not-positive",
    _W,
    "A shape has a size, or a mesh a scale, that is 0 or less where it must be more.",
    "Give sizes in metres, each above 0.",
)
NO_COLLISION = Code(
    "robot.no-collision-shape",
    _N,
    "Links can be seen but have no collision shape, while other links have one: nothing can hit them.",
    "Give the links a collision shape.",
)
ONLY_VISUAL = Code(
    "robot.only-visual",
    _W,
    "Links can be seen, and none has a collision shape: programs that look for collisions find none.",
    "Give the links collision shapes; the visual ones may serve.",
)
