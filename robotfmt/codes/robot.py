"""Diagnostics of a robot, whatever its format."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

DUPLICATE_LINK = Code("robot.duplicate-link", _E, "Two links have the same name.", "Rename one of them.", Fate.BROKEN)
DUPLICATE_JOINT = Code(
    "robot.duplicate-joint", _E, "Two joints have the same name.", "Rename one of them.", Fate.BROKEN
)
UNKNOWN_LINK = Code(
    "robot.unknown-link",
    _E,
    "A reference names a link that does not exist.",
    "Correct the name, or add the link.",
)
UNKNOWN_JOINT = Code(
    "robot.unknown-joint",
    _E,
    "A reference names a joint that does not exist.",
    "Correct the name, or add the joint.",
)
TWO_PARENTS = Code(
    "robot.two-parents",
    _E,
    "A link is the child of two joints, and neither of them is marked as closing a loop.",
    "Remove one of the joints; if the loop is real, list one of them among the robot's loops.",
)
MAGNITUDE = Code(
    "robot.magnitude",
    _E,
    "A number is too large, or its scale too different from others, for floating-point arithmetic.",
    "Correct the number; often an exponent or a unit is wrong.",
)
CYCLE = Code(
    "robot.cycle",
    _E,
    "Joints form a cycle: a link in it is its own ancestor.",
    "Correct the parent or the child of one of these joints.",
)
SEVERAL_ROOTS = Code(
    "robot.several-roots",
    _W,
    "The links are not connected: there are several roots.",
    "Join the links with fixed joints, or make a file for each robot.",
)
NO_LINKS = Code(
    "robot.no-links",
    _W,
    "The robot has no links.",
    "Check that the file is complete. For a xacro file with only macros, give the file that calls them; for an SRDF, "
    "also give the URDF.",
)
ZERO_AXIS = Code(
    "robot.zero-axis",
    _E,
    "A moving joint has an axis of length zero.",
    "Give the direction that the joint turns about or slides along, such as 0 0 1.",
)
COUPLING_CYCLE = Code(
    "robot.coupling-cycle",
    _E,
    "Mimic joints follow one another in a cycle.",
    "Remove the mimic from one of the joints.",
)
LIMITS_REVERSED = Code("robot.limits-reversed", _W, "A lower limit is above its upper limit.", "Swap the two limits.")
UNKNOWN_MATERIAL = Code(
    "robot.unknown-material",
    _W,
    "A geometry refers to a material that does not exist.",
    "Define the material, or correct its name.",
)
SEVERAL_ROBOTS = Code(
    "world.several-robots",
    _E,
    "The document contains several robots.",
    "Choose one with --robot NAME, write them all with --out-dir, or make one of them with --as-one.",
)
NO_ROBOT = Code(
    "world.no-robot",
    _E,
    "The document contains no robot.",
    "Check that it is the right file, and the name after --robot.",
)
OTHER_BODIES = Code(
    "world.other-bodies",
    _N,
    "The document contains other bodies besides the robot; only the robot was read.",
    "Choose another one with --robot NAME, if that is the intended one.",
)
CONFLICT = Code(
    "read.conflict",
    _W,
    "Two documents give different values; the later one is used.",
    "Correct one of the documents, or give the preferred one last.",
)

# Names
SHARED_NAME = Code(
    "robot.shared-name",
    _N,
    "A link and a joint have the same name.",
    "Rename one of them: SDF, USD and others require different names.",
)
AWKWARD_NAME = Code(
    "robot.awkward-name",
    _N,
    "A name contains a space, a slash, a colon or a quote, which have a special meaning in other programs.",
    "Use letters, digits, '_', '-' and '.'.",
)
DANGLING = Code(
    "robot.dangling-reference",
    _W,
    "A reference names a link, a joint or a sensor that does not exist.",
    "Correct the name, or remove the reference.",
    Fate.BROKEN,
)
NOT_CONTROLLABLE = Code(
    "robot.not-controllable",
    _W,
    "A joint that is to be controlled or locked is fixed, or mimics another one.",
    "Name the joint that it follows, or remove it.",
    Fate.BROKEN,
)
PAIR_OF_ONE = Code(
    "robot.pair-of-one",
    _W,
    "A pair to be ignored consists of a link and itself, which is never checked.",
    "Remove the pair, or correct one of its names.",
    Fate.BROKEN,
)
PAIR_TWICE = Code(
    "robot.pair-twice",
    _N,
    "A pair to be ignored is listed twice.",
    "Remove one of the two.",
)
NOT_BELOW_BASE = Code(
    "robot.tip-not-below-base",
    _W,
    "The tip of a manipulator is not below its base.",
    "Correct the base or the tip: no joint of the robot moves one relative to the other.",
)

# Limits and motion
NO_LIMITS = Code(
    "robot.no-limits",
    _W,
    "A revolute or prismatic joint has no limits.",
    "Give a lower and an upper limit, or make a revolute joint continuous.",
)
NO_RANGE = Code(
    "robot.no-range",
    _W,
    "The lower and the upper limit of a joint are equal: it cannot move.",
    "Give the joint a range, or make it fixed.",
)
LIMIT_NEGATIVE = Code(
    "robot.limit-negative",
    _W,
    "A limit of a velocity, an effort, an acceleration or a jerk is negative.",
    "Give a positive number; such limits apply in both directions.",
    Fate.BROKEN,
)
LIMIT_ZERO = Code(
    "robot.limit-zero",
    _W,
    "A velocity or effort limit is 0; taken literally, the joint can never move.",
    "Give the actual limit.",
)
DEGREES = Code(
    "robot.limits-in-degrees",
    _W,
    "The limits of a revolute joint are so large that they are probably in degrees.",
    "Give them in radians.",
)
SOFT_OUTSIDE = Code(
    "robot.soft-limits-outside",
    _W,
    "A soft limit is outside the hard limits.",
    "Narrow the soft limits, or remove them.",
)
ZERO_OUTSIDE = Code(
    "robot.zero-outside-limits",
    _N,
    "The limits of a joint exclude 0, where most programs start it.",
    "Give programs that use the robot an initial pose.",
)
STATE_OUTSIDE = Code(
    "robot.state-outside-limits",
    _W,
    "A named joint value is outside the joint's limits.",
    "Correct the value or the limits.",
)
STATE_CONTRADICTS_MIMIC = Code(
    "robot.state-contradicts-mimic",
    _W,
    "A named joint value differs from the one that the joint's mimic gives.",
    "Correct the value, or remove it: the followed joint places this one.",
)
STATE_OF_MIMIC = Code(
    "robot.state-of-mimic-alone",
    _W,
    "A state gives a value to a mimic joint, and none to the joint that it follows.",
    "Give the value of the followed joint instead.",
)
UNKNOWN_SHAPE = Code(
    "robot.unknown-collision",
    _W,
    "A contact sensor names a collision shape that its link does not have.",
    "Correct the name; a URDF needs the name that Gazebo's import gives the shape: LINK_collision.",
    Fate.BROKEN,
)
UNDRIVEN = Code(
    "robot.controls-undriven",
    _W,
    "The configuration space has a joint that is passive, locked or not active.",
    "Remove the joint from the configuration space, or correct the element that marks it passive, locked or inactive.",
)
AXIS_NOT_UNIT = Code(
    "robot.axis-not-unit",
    _N,
    "An axis does not have length 1; not every program normalises it.",
    "Write the axis with length 1.",
)
MIMIC_CHAIN = Code(
    "robot.mimic-chain",
    _N,
    "A mimic joint follows another mimic joint; several programs resolve only one step.",
    "Let it mimic the joint at the end of the chain.",
)
CONTROLLED_MIMIC = Code(
    "robot.controlled-mimic",
    _E,
    "ros2_control refuses a mimic joint: it has command interfaces, or the joint that it follows is missing.",
    'Remove the command interfaces of the mimic joint, or set mimic="false" if a controller commands it.',
)
MIMIC_PARAMETER = Code(
    "robot.mimic-parameter",
    _W,
    "A joint of ros2_control has a parameter 'mimic', which is obsolete since Jazzy.",
    "Remove the parameters 'mimic', 'multiplier' and 'offset'; ros2_control reads the URDF's <mimic>.",
)
MIMIC_STILL = Code(
    "robot.mimic-still",
    _W,
    "A mimic joint never moves.",
    "Make it fixed, or correct the joint or the multiplier of its mimic.",
)
MIMIC_OUTSIDE = Code(
    "robot.mimic-outside-limits",
    _N,
    "A mimic joint leaves its own limits when the joint that it follows reaches its limits.",
    "Widen the limits of the mimic joint, or narrow those of the joint that it follows.",
)

# Mass and inertia
MASS = Code(
    "robot.mass-not-positive",
    _W,
    "The mass of a link is 0 or negative.",
    "Give the mass in kg, or remove the inertial.",
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
    "The inertia of a link does not fit its mass: the mass would extend far beyond the robot, or lie in one point.",
    "Compute mass and inertia from the same shape, in kg and kg m^2.",
)
MASSLESS = Code(
    "robot.massless-link",
    _N,
    "A moving link has no mass, while others have one; simulators refuse it or make up a mass.",
    "Give the link a mass, or fix it to a link that has one.",
)
ROOT_INERTIA = Code(
    "robot.root-inertia",
    _N,
    "The root link has a mass, which ROS's KDL ignores.",
    "Add an empty link above it, joined by a fixed joint.",
)

# Looks and shapes
UNUSED_MATERIAL = Code("robot.unused-material", _N, "A material is defined but not used.", "Remove it, or use it.")
MATERIAL_TWICE = Code(
    "robot.material-twice",
    _W,
    "Two different materials have the same name; programs differ in which one they use.",
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
    "A shape has a size, or a mesh a scale, that is not above 0.",
    "Give sizes in metres, each above 0.",
)
NO_COLLISION = Code(
    "robot.no-collision-shape",
    _N,
    "Links have visual geometry but no collision geometry, while other links have some: nothing collides with them.",
    "Give the links collision geometry.",
)
ONLY_VISUAL = Code(
    "robot.only-visual",
    _W,
    "Links have visual geometry, and none has collision geometry: programs find no collisions.",
    "Give the links collision geometry; the visual geometry may serve.",
)
