"""Diagnostics of MJCF documents."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE
_BROKEN = Fate.BROKEN

# The document
NOT_MJCF = Code(
    "mjcf.not-mjcf",
    _E,
    "The root element is not <mujoco>.",
    "Give the format with --from, if it is another one.",
)
FRAGMENT = Code(
    "mjcf.fragment",
    _E,
    "The document is a part that other MJCF documents include.",
    "Read the document that includes it.",
)
SECOND_ROBOT = Code(
    "mjcf.second-robot",
    _E,
    "An MJCF document describes a second robot; one was read already.",
    "Give one document that describes a robot, and only overlays such as SRDF in addition.",
)
FORGIVEN = Code(
    "mjcf.forgiven",
    _W,
    "The document is not well-formed XML, in a way that MuJoCo forgives.",
    "Put a blank between attributes, and nothing after </mujoco>.",
    _BROKEN,
)
INCLUDE = Code(
    "mjcf.include",
    _E,
    "A file that a document includes, or attaches, cannot be read or is not allowed.",
    "Paths start at the folder of the main document; files outside of its folders need --root FOLDER.",
    _BROKEN,
)
ATTACH = Code(
    "mjcf.attach",
    _E,
    "A model that is attached does not exist, or has no such body.",
    "Name a <model> among the assets, and one of its bodies.",
    _BROKEN,
)
ATTACHED_KEYS = Code(
    "mjcf.attached-keys",
    _W,
    "A value of a keyframe of an attached model is not read.",
    "Give the document itself a keyframe, with the values of all joints and actuators.",
)
CLASS = Code(
    "mjcf.class",
    _E,
    "A class of defaults does not exist, has no name, or is defined twice.",
    "Define the class in <default>, and give each class a name of its own.",
    _BROKEN,
)
GLOBAL_COORDINATES = Code(
    "mjcf.global-coordinates",
    _E,
    "Poses are in the frame of the world, which MuJoCo has not read since 2.3.4.",
    "Save the model once with MuJoCo 2.3.3, which writes local coordinates.",
)
UNKNOWN_NAME = Code(
    "mjcf.unknown-name",
    _E,
    "A reference names a mesh, a material, a body or a joint that does not exist.",
    "Correct the name, or define what it names.",
    _BROKEN,
)
ORIENTATION = Code(
    "mjcf.orientation",
    _E,
    "An orientation is given twice, or by a direction of length zero.",
    "Give it once: by quat, axisangle, euler, xyaxes or zaxis.",
    _BROKEN,
)
OBSOLETE = Code(
    "mjcf.obsolete",
    _W,
    "The document has an element or attribute that MuJoCo 4.0 no longer reads.",
    "Remove it, or write its replacement.",
)
KEPT = Code(
    "mjcf.kept",
    _N,
    "Content for MuJoCo only is kept verbatim.",
    "No action needed; it is written again as MJCF.",
    Fate.PASSED_THROUGH,
)
ASSUMED_NAME = Code(
    "mjcf.assumed-name",
    _N,
    "A part without a name was given one.",
    "Give it a name in the document.",
    Fate.ASSUMED,
)
RENAMED = Code(
    "mjcf.renamed",
    _N,
    "A part got another name, because the robot already has its name in the document.",
    "Give each body, site, joint and camera a name of its own.",
    Fate.CONVERTED,
)
UNLIMITED_RANGE = Code(
    "mjcf.unlimited-range",
    _W,
    "A range limits nothing: its first number is not below the second.",
    "Write the smaller number first; where nothing is to be limited, leave the range out.",
    _BROKEN,
)
MESH_MASS = Code(
    "mjcf.mesh-mass",
    _W,
    "The mass of a body depends on a mesh that was not found.",
    "Put the mesh at the path that the document gives, or give the body an <inertial>.",
)
FITTED = Code(
    "mjcf.fitted",
    _N,
    "MuJoCo fits a simple shape to a mesh; the mesh itself was read.",
    "Write the shape with its size in the place of the mesh.",
    Fate.APPROXIMATED,
)
APPROXIMATED = Code(
    "mjcf.turned-scale",
    _W,
    "A mesh is scaled along other axes than its own.",
    "Save the mesh with its scale and its turn, and leave both out of the document.",
    Fate.APPROXIMATED,
)
JOINT_ORDER = Code(
    "mjcf.free-inside",
    _E,
    "A body that floats is inside another body.",
    "Put it on top of the document: MuJoCo accepts free joints only there.",
    _BROKEN,
)

# Checking
DEGREES = Code(
    "mjcf.degrees",
    _W,
    "Ranges of joints look like radians, and MuJoCo reads degrees.",
    'Write <compiler angle="radian"/>, or angle="degree" if degrees are meant.',
)
VISUAL_MASS = Code(
    "mjcf.visual-mass",
    _W,
    "A body without <inertial> weighs the geoms that are only seen, too.",
    'Give these geoms mass="0", or the body an <inertial>.',
)
SHARED_DEFAULTS = Code(
    "mjcf.shared-defaults",
    _W,
    "A class has defaults for several kinds of actuators, which share one entry.",
    "Put the defaults of each kind of actuators into a class of its own.",
)

# Writing
BAD_RECORD = Code(
    "mjcf.bad-record",
    _E,
    "A text of robotfmt in <custom> is invalid.",
    "Remove the text, or restore it: its JSON completes a part of the robot.",
    _BROKEN,
)
STALE_RECORD = Code(
    "mjcf.stale-record",
    _W,
    "A text of robotfmt in <custom> is about a part that the document no longer has.",
    "Remove the text, or give it the new name of the part.",
    _BROKEN,
)
KEPT_APART = Code(
    "mjcf.kept-apart",
    _N,
    "MJCF cannot store some properties; they are kept in <custom>.",
    "No action needed: MuJoCo ignores these texts, and robotfmt restores the properties from them.",
)
FRAME = Code(
    "mjcf.frame",
    _N,
    "A frame, or a joint at a frame, was attached to the link below it.",
    "No action needed: the pose is the same.",
    Fate.CONVERTED,
)
MASSLESS = Code(
    "mjcf.massless",
    _W,
    "A joint moves a link without mass or without inertia; MuJoCo refuses the document.",
    "Give the link a mass and an inertia, or use --repair inertia.",
)
INERTIA = Code(
    "mjcf.inertia",
    _W,
    "An inertia is impossible for a rigid body; MuJoCo refuses the document.",
    "Correct the inertia, or use --repair inertia.",
)
ACTUATOR = Code(
    "mjcf.actuator",
    _N,
    "A motor was added to a joint, because of the option actuators.",
    "No action needed; without the option none is added.",
    Fate.CONVERTED,
)
ASSUMED_GAIN = Code(
    "mjcf.assumed-gain",
    _W,
    "A position drive was added to a joint, with an assumed stiffness.",
    "Set kp in the document to the stiffness of the drive.",
    Fate.ASSUMED,
)
OPEN_LOOP = Code(
    "mjcf.open-loop",
    _W,
    "A joint that closes a loop is kept in <custom>; MuJoCo does not close the loop.",
    "Add a <connect> or a <weld> to <equality>.",
)
NO_GEOM = Code(
    "mjcf.no-geom",
    _W,
    "MuJoCo has no such shape, or the shape has no extent; MuJoCo neither draws nor touches it.",
    "Use a box, a sphere, a cylinder, a capsule, an ellipsoid, a plane or a mesh.",
)
UNWRITABLE_RANGE = Code(
    "mjcf.unwritable-range",
    _W,
    "MuJoCo cannot keep a joint in such limits; it does not limit the joint.",
    "Give both limits, the lower one first.",
)
NOT_COUPLED = Code(
    "mjcf.not-coupled",
    _W,
    "MuJoCo cannot couple a joint in this way; in MuJoCo it moves by itself.",
    "Couple the joint to one hinge or slide by a factor and an offset.",
)
SEVERAL_ROOTS = Code(
    "mjcf.several-roots",
    _W,
    "The robot has several root links; in MuJoCo the others are fixed to the first one.",
    "Add a joint that gives the pose of the link.",
)
ACTUATOR_EFFORT = Code(
    "mjcf.actuator-effort",
    _N,
    "A joint has the effort limit of its actuator.",
    "No action needed. Give the joint an actuatorfrcrange to set another limit.",
)
NO_FORCE_LIMIT = Code(
    "mjcf.no-force-limit",
    _W,
    "MuJoCo cannot store an effort limit of 0; the force on the joint is not limited there.",
    "Give the joint its effort limit; 0 often means that it is unknown.",
)
REVERSED_FORCE = Code(
    "mjcf.reversed-force",
    _N,
    "A force and torque sensor measures the opposite of what MuJoCo measures.",
    "Negate the values that MuJoCo gives.",
)
TURNED_PLANE = Code(
    "mjcf.turned-plane",
    _N,
    "A plane with a normal was written as a plane with a rotation.",
    "No action needed.",
    Fate.CONVERTED,
)

CODES = tuple(value for value in list(globals().values()) if isinstance(value, Code))
