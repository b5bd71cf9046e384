"""The diagnostics of OpenRAVE's XML."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

# The document
NOT_OPENRAVE = Code(
    "openrave.not-openrave",
    _E,
    "The root element is neither <Robot>, <KinBody> nor <Environment>.",
    "Name the format with --from, if it is not OpenRAVE's XML.",
)
SECOND_ROBOT = Code(
    "openrave.second-robot",
    _E,
    "A second document of OpenRAVE describes a robot; one was already read.",
    "Give one document that describes a robot, plus overlays such as SRDF.",
)
NOT_FOUND = Code(
    "openrave.not-found",
    _W,
    "A document that another one includes was not found, or cannot be read; what it describes is missing.",
    "Add the folder that the path is relative to, which OpenRAVE lists in $OPENRAVE_DATA: --root FOLDER.",
    Fate.BROKEN,
)
CYCLE = Code(
    "openrave.cycle",
    _E,
    "Documents include themselves, or too many or too large ones; OpenRAVE crashes on the first.",
    "Remove the reference that leads back, or raise the limit: --limit includes=N.",
    Fate.BROKEN,
)
NOT_A_BODY = Code(
    "openrave.not-a-body",
    _W,
    "An included document describes no single body.",
    "Include a document with one <Robot> or <KinBody>.",
    Fate.BROKEN,
)
EXECUTABLE = Code(
    "openrave.not-run",
    _N,
    "An element asks OpenRAVE to load or to run something; robotfmt keeps it and runs nothing.",
    "No action needed.",
)
SCALED = Code(
    "openrave.scaled",
    _W,
    "A body has a scale for its geometry, which OpenRAVE applies to some of its parts only; it is not applied.",
    "Scale the meshes themselves: <Data>FILE SCALE</Data>.",
    Fate.BROKEN,
)

EXTRA_NUMBERS = Code(
    "openrave.extra-numbers",
    _W,
    "An element has more than three numbers; OpenRAVE reads the first three, and so does robotfmt.",
    "Remove the others. The opacity of a colour is <transparency>, from 0 for opaque to 1.",
    Fate.BROKEN,
)

HUGE = Code(
    "openrave.huge",
    _W,
    "A number is so large that sums and products of it could not be computed; it is ignored.",
    "Correct the number. Lengths are in metres, masses in kilograms.",
    Fate.BROKEN,
)

# Poses
NO_ROTATION = Code(
    "openrave.no-rotation",
    _W,
    "A rotation has an axis, a quaternion or a matrix of zeros; it is ignored.",
    "Correct the numbers, or remove the element.",
    Fate.BROKEN,
)
NOT_ORTHOGONAL = Code(
    "openrave.not-orthogonal",
    _N,
    "A rotation matrix has few digits; the rotation that OpenRAVE makes of it is used.",
    "Write more digits, or <quat>.",
    Fate.ASSUMED,
)

# Bodies
UNKNOWN_LINK = Code(
    "openrave.unknown-link",
    _W,
    "An element names a body that does not exist at its place; OpenRAVE needs it before the element.",
    "Correct the name, its case too, or move the element after the body.",
    Fate.BROKEN,
)
UNNAMED = Code(
    "openrave.unnamed",
    _N,
    "A body, a joint or a sensor has no name; one was made up.",
    "Name it.",
    Fate.ASSUMED,
)
SAME_NAME = Code(
    "openrave.same-name",
    _W,
    "Two parts have one name; the later one was renamed, or continues the first if it is a link.",
    "Give each a name of its own.",
    Fate.REPAIRED,
)
ADJACENT_PREFIX = Code(
    "openrave.adjacent-prefix",
    _N,
    "Pairs of adjacent links get the prefix of their document too; OpenRAVE leaves them without, and ignores them.",
    "Write the pairs with the prefix if OpenRAVE should not check them.",
    Fate.REPAIRED,
)
DEFAULT_MASS = Code(
    "openrave.default-mass",
    _N,
    "A body has no <Mass>; like OpenRAVE, robotfmt gives it 1 kg and the inertia of a sphere with a radius of 1 m.",
    "Add a <Mass>, or compute it from the shapes: robotfmt edit --compute-inertia.",
    Fate.ASSUMED,
)
MASS = Code(
    "openrave.mass",
    _W,
    "A mass has no positive density, total or volume, or extents that OpenRAVE ignores because they follow the total.",
    "Write <extents> before <total>, and a <density> or <total> above zero.",
    Fate.BROKEN,
)
LOOSE_LINK = Code(
    "openrave.loose-link",
    _W,
    "No joint ties a body to the others of its robot; a joint was added: a fixed one for a static body.",
    "Add a joint, or make it a <KinBody> of its own.",
    Fate.ASSUMED,
)
SHAPE = Code(
    "openrave.shape",
    _W,
    "A shape has no size, file or vertices, or is of an unknown type; it is kept as it is.",
    "Correct its type and sizes.",
    Fate.BROKEN,
)

# Joints
JOINT = Code(
    "openrave.joint",
    _W,
    "A joint does not name two bodies of its robot; it is kept as it is.",
    "Name two bodies in two <Body>, after both are defined.",
    Fate.BROKEN,
)
JOINT_TYPE = Code(
    "openrave.joint-type",
    _W,
    "A joint has an unknown type; OpenRAVE reads it as a hinge.",
    "Write hinge, slider, spherical or universal.",
    Fate.ASSUMED,
)
NO_AXIS = Code(
    "openrave.no-axis",
    _N,
    "A joint that moves has no axis: a hinge turns about z of its first body, a slider does not move.",
    "Add <axis>.",
    Fate.ASSUMED,
)
OLD_LIMITS = Code(
    "openrave.old-limits",
    _W,
    "A joint has <lostop> and <histop>, for which OpenRAVE turns the axis round.",
    "Write <limitsdeg>.",
    Fate.CONVERTED,
)
EQUATION = Code(
    "openrave.equation",
    _W,
    "An equation of a mimic joint cannot be read, or names a joint that does not exist; it is kept as text.",
    "Correct it. Names of joints do not follow the prefix of a <KinBody>.",
    Fate.BROKEN,
)
DEFAULT_LIMITS = Code(
    "openrave.default-limits",
    _N,
    "A joint has no limits; OpenRAVE gives a hinge half a turn each way, and a slider 10 m.",
    'Write <limits>, or circular="true".',
    Fate.ASSUMED,
)

# Robots and scenes
VALUES = Code(
    "openrave.values",
    _W,
    "The number of joint values is not that of the degrees of freedom; they are ignored, as in OpenRAVE.",
    "Give one value for each joint that is enabled.",
    Fate.BROKEN,
)

# Writing
ASSUMED_NAME = Code(
    "openrave.assumed-name",
    _N,
    "The robot has no name, which OpenRAVE requires; it is that of the document.",
    "Name the robot.",
    Fate.ASSUMED,
)
RENAMED = Code(
    "openrave.renamed",
    _W,
    "A link or joint has a name with blanks or none, or a sensor or manipulator has the name of another one.",
    "Rename it: robotfmt edit --rename.",
    Fate.CONVERTED,
)
FRAME_END = Code(
    "openrave.frame-end",
    _N,
    "A joint is attached to a frame; in OpenRAVE it is attached to the link that the frame is fixed to.",
    "No action needed.",
    Fate.CONVERTED,
)
HELD = Code(
    "openrave.other-form",
    _N,
    "OpenRAVE has a property in another form.",
    "No action needed.",
    Fate.CONVERTED,
)
SPLIT_JOINT = Code(
    "openrave.split-joint",
    _W,
    "A joint with several axes becomes a chain of joints with one each, with links between them.",
    "Give a value for each joint of the chain instead of several for the joint.",
    Fate.CONVERTED,
)
TIED = Code(
    "openrave.tied",
    _W,
    "A link has no parent joint, or floats; OpenRAVE has no joint for that, and it is free, next to the root.",
    "Attach it by a joint, or write it as a body of its own.",
    Fate.CONVERTED,
)
ASSUMED_LIMITS = Code(
    "openrave.assumed-limits",
    _N,
    "A joint has no limit at one end or at both; it gets the one that OpenRAVE assumes.",
    "Give the limits in the source.",
    Fate.ASSUMED,
)
OPEN_LOOP = Code(
    "openrave.open-loop",
    _W,
    "With the joints that close loops OpenRAVE would find another tree; they are left out.",
    "Choose other joints of the loop to close it.",
    Fate.LOST,
)
UNKNOWN_INERTIA = Code(
    "openrave.unknown-inertia",
    _W,
    "A mass, or some moments of inertia, are not given; they are written as zero.",
    "Give them in the source, or compute them: robotfmt edit --compute-inertia.",
    Fate.ASSUMED,
)
SPLIT_SHAPE = Code(
    "openrave.split-shape",
    _W,
    "OpenRAVE cannot load capsules, which become cylinders with spheres, and has no cones, ellipsoids or planes.",
    "Use a mesh for shapes that are left out.",
    Fate.CONVERTED,
)
ALSO_COLLIDES = Code(
    "openrave.also-collides",
    _W,
    "A shape is only shown, which OpenRAVE has for meshes only; it will collide, too.",
    "Give the link a shape that collides at the same place, or use a mesh for what is shown.",
    Fate.APPROXIMATED,
)
NOT_HELD = Code(
    "openrave.not-held",
    _W,
    "OpenRAVE's XML has no place for a property.",
    "Write another format in addition, such as COLLADA; --keep stores it for the way back.",
    Fate.LOST,
)
COMPUTED_INERTIA = Code(
    "openrave.computed-inertia",
    _N,
    "The inertia of a link is computed from its shapes; the values are written.",
    "No action needed.",
    Fate.CONVERTED,
)
ASSUMED_DIRECTION = Code(
    "openrave.assumed-direction",
    _N,
    "A manipulator has no direction; it gets z of its tool, which OpenRAVE assumes.",
    "Give the direction in the source, if the tool points elsewhere.",
    Fate.ASSUMED,
)
PAIR_REASON = Code(
    "openrave.pair-reason",
    _N,
    "A pair of links that is not checked has another reason than 'Adjacent', the only one that OpenRAVE has.",
    "No action needed. --keep stores it for the way back.",
    Fate.LOST,
)
SCENE_NAME = Code(
    "openrave.scene-name",
    _N,
    "A robot has another name in the scene than by itself; OpenRAVE stores only the name in the scene.",
    "No action needed.",
    Fate.CONVERTED,
)

CODES = tuple(value for value in vars().values() if isinstance(value, Code))
