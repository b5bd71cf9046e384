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
    "Choose another format with --from.",
)
FRAGMENT = Code(
    "mjcf.fragment",
    _E,
    "The document is only a part, which other MJCF documents include.",
    "Read the document that includes it.",
)
SECOND_ROBOT = Code(
    "mjcf.second-robot",
    _E,
    "The inputs describe two robots: an MJCF document was given in addition to another robot.",
    "Give one document that describes a robot; add only overlays, such as SRDF.",
)
FORGIVEN = Code(
    "mjcf.forgiven",
    _W,
    "The document is not well-formed XML; MuJoCo accepts it all the same.",
    "Separate attributes by a space, and remove what follows </mujoco>.",
    _BROKEN,
)
INCLUDE = Code(
    "mjcf.include",
    _E,
    "An included or attached file cannot be read, or is outside of the allowed folders.",
    "Paths are relative to the folder of the main document; allow other folders with --root FOLDER.",
    _BROKEN,
)
ATTACH = Code(
    "mjcf.attach",
    _E,
    "An attached model does not exist, or lacks the named body.",
    "Name a <model> of the assets, and one of its bodies.",
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
    "A default class does not exist, has no name, or is defined twice.",
    "Define the class in <default>, and give each class a unique name.",
    _BROKEN,
)
GLOBAL_COORDINATES = Code(
    "mjcf.global-coordinates",
    _E,
    "Poses are global coordinates, which MuJoCo has not supported since 2.3.4.",
    "Load and save the model with MuJoCo 2.3.3, which writes local coordinates.",
)
UNKNOWN_NAME = Code(
    "mjcf.unknown-name",
    _E,
    "A reference names a mesh, a material, a body or a joint that does not exist.",
    "Correct the name, or define the missing part.",
    _BROKEN,
)
REPEATED_NAME = Code(
    "mjcf.repeated-name",
    _E,
    "Two elements of one kind have the same name; MuJoCo refuses the document.",
    "Give each tendon, actuator, sensor, equality, keyframe and geom a unique name.",
    _BROKEN,
)
KEYFRAME = Code(
    "mjcf.keyframe-size",
    _E,
    "A keyframe has more numbers than the document has joints or actuators; MuJoCo refuses the document.",
    "Give one number for each position of the joints (qpos), and one for each actuator (ctrl).",
    _BROKEN,
)
ORIENTATION = Code(
    "mjcf.orientation",
    _E,
    "An orientation is given twice, or its direction has length zero.",
    "Give one of quat, axisangle, euler, xyaxes and zaxis.",
    _BROKEN,
)
OBSOLETE = Code(
    "mjcf.obsolete",
    _W,
    "The document has an element or attribute that MuJoCo 4.0 no longer reads.",
    "Remove the element or attribute, or replace it by its successor.",
)
KEPT = Code(
    "mjcf.kept",
    _N,
    "Content that only MuJoCo uses is kept verbatim.",
    "No action needed; MJCF outputs contain it again.",
    Fate.PASSED_THROUGH,
)
ASSUMED_NAME = Code(
    "mjcf.assumed-name",
    _N,
    "A part without a name got a generated name.",
    "Name the part in the document.",
    Fate.ASSUMED,
)
RENAMED = Code(
    "mjcf.renamed",
    _N,
    "A part was renamed, because another part of the robot has the same name.",
    "Give each body, site, joint and camera a unique name.",
    Fate.CONVERTED,
)
UNLIMITED_RANGE = Code(
    "mjcf.unlimited-range",
    _W,
    "A range has no effect: its first number is not below the second.",
    "Write the smaller number first, or remove the range.",
    _BROKEN,
)
REFUSED_RANGE = Code(
    "mjcf.refused-range",
    _E,
    "A part is limited, but its range has no first number below the second; MuJoCo refuses the document.",
    "Write the smaller number first, or remove the attribute that makes it limited.",
    _BROKEN,
)
MESH_MASS = Code(
    "mjcf.mesh-mass",
    _W,
    "The mass of a body is unknown, because it depends on a missing mesh, or on a shell.",
    "Provide the mesh file, or give the body an <inertial>.",
)
FITTED = Code(
    "mjcf.fitted",
    _N,
    "MuJoCo fits a primitive to a mesh; robotfmt uses the mesh itself.",
    "Replace the mesh by the primitive with its size.",
    Fate.APPROXIMATED,
)
APPROXIMATED = Code(
    "mjcf.turned-scale",
    _W,
    "A rotated mesh is scaled along axes that are not its own.",
    "Apply the scale and refquat to the mesh file, and remove them from the document.",
    Fate.APPROXIMATED,
)
JOINT_ORDER = Code(
    "mjcf.free-inside",
    _E,
    "A floating body is inside another body.",
    "Move the body to the top level: MuJoCo accepts free joints only there.",
    _BROKEN,
)

# Checking
DEGREES = Code(
    "mjcf.degrees",
    _W,
    "Joint ranges look like radians, but MuJoCo reads them as degrees.",
    'Write <compiler angle="radian"/>, or angle="degree" if degrees are meant.',
)
VISUAL_MASS = Code(
    "mjcf.visual-mass",
    _W,
    "A body has no <inertial>, so its visual geoms add to its mass.",
    'Give the visual geoms mass="0", or give the body an <inertial>.',
)
SHARED_DEFAULTS = Code(
    "mjcf.shared-defaults",
    _W,
    "A default class has several kinds of actuators, which overwrite one another.",
    "Use a separate default class for each kind of actuator.",
)

# Writing
FRAME = Code(
    "mjcf.frame",
    _N,
    "A frame, or a joint on a frame, was attached to the link that carries the frame.",
    "No action needed: the pose is the same.",
    Fate.CONVERTED,
)
MASSLESS = Code(
    "mjcf.massless",
    _E,
    "A joint moves a link without mass or without inertia; MuJoCo refuses the document.",
    "Give the link a mass and an inertia, or use --repair inertia.",
)
INERTIA = Code(
    "mjcf.inertia",
    _E,
    "An inertia is impossible for a rigid body; MuJoCo refuses the document.",
    "Correct the inertia, or use --repair inertia.",
)
COMPUTED_INERTIA = Code(
    "mjcf.computed-inertia",
    _N,
    "A mass that simulators compute from collision shapes was written as a number.",
    "No action needed. Change the number in the document if the shapes change.",
    Fate.CONVERTED,
)
ASSUMED_INERTIA = Code(
    "mjcf.assumed-inertia",
    _W,
    "A moving body has no mass or no inertia; it got that of its shapes at 1000 kg/m^3, as MuJoCo computes it, or a "
    "tiny one.",
    "Give the link a mass and an inertia in the source.",
    Fate.ASSUMED,
)
NO_IMAGE = Code(
    "mjcf.no-image",
    _W,
    "MuJoCo reads textures as PNG or KTX alone, and refuses a document whose texture it does not find.",
    "Convert the image to PNG and name that one in the source, or name the folder of its package with --package.",
    Fate.LOST,
)
NO_WORDS = Code(
    "mjcf.no-words",
    _W,
    "MJCF has no words for a property of the robot.",
    "No action needed if only other programs use it; --keep stores it for the way back.",
    Fate.LOST,
)
BASE = Code(
    "mjcf.base",
    _N,
    "The base of the robot is connected to the world in another form: a free joint, slides and a hinge, or none.",
    "No action needed. Use 'robotfmt edit --base' to change how the base is connected.",
    Fate.CONVERTED,
)
RENAMED_PART = Code(
    "mjcf.renamed-part",
    _N,
    "A part was renamed: in MJCF all parts of a kind in a document have different names.",
    "Give each link, joint, sensor and shape a unique name.",
    Fate.CONVERTED,
)
WELD_NAME = Code(
    "mjcf.weld-name",
    _N,
    "A fixed joint has no name in MJCF; it is a body inside another one.",
    "No action needed; --keep stores the name for the way back.",
    Fate.CONVERTED,
)
SPLIT_JOINT = Code(
    "mjcf.split-joint",
    _N,
    "A joint was written as several hinges, slides or balls of one body.",
    "No action needed; the body moves the same.",
    Fate.CONVERTED,
)
JOINT_TYPE = Code(
    "mjcf.joint-type",
    _N,
    "The type of a joint follows from its motion and its range in MJCF.",
    "No action needed.",
    Fate.CONVERTED,
)
STATE = Code(
    "mjcf.state",
    _N,
    "A state was written as a keyframe of the whole robot; joints that it does not name are in their default pose.",
    "No action needed; --keep stores the state as it was.",
    Fate.CONVERTED,
)
UNIT = Code(
    "mjcf.unit",
    _N,
    "A sensor was written as a site, with one element for each quantity that it measures.",
    "No action needed.",
    Fate.CONVERTED,
)
ASSUMED_RANGE = Code(
    "mjcf.assumed-range",
    _N,
    "A joint is limited on one side only, or its range is empty; MuJoCo needs a range with two different ends.",
    "Give the joint both limits.",
    Fate.APPROXIMATED,
)
ACTUATOR = Code(
    "mjcf.actuator",
    _N,
    "A motor was added to a joint, as the option actuators requests.",
    "No action needed; without the option, no motor is added.",
    Fate.CONVERTED,
)
ASSUMED_GROUND = Code(
    "mjcf.assumed-ground",
    _N,
    "The ground under a heightmap got an assumed thickness, which MuJoCo requires.",
    "Change the last number of the size of the <hfield>.",
    Fate.ASSUMED,
)
ASSUMED_VIEW = Code(
    "mjcf.assumed-view",
    _N,
    "A camera has no field of view; it gets that of Gazebo (1.047 rad across) or MuJoCo (45 degrees high).",
    "Give the camera its field of view.",
    Fate.ASSUMED,
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
    "A joint that closes a loop was left out; the loop is open in MuJoCo.",
    "Add a <connect> or a <weld> to <equality>.",
    Fate.LOST,
)
LOOP = Code(
    "mjcf.loop",
    _N,
    "A joint that closes a loop was written as one or two <connect> or a <weld>; one between robots as a <weld>.",
    "No action needed; MuJoCo closes the loop.",
    Fate.CONVERTED,
)
NO_GEOM = Code(
    "mjcf.no-geom",
    _W,
    "MuJoCo does not support a shape, or the shape has no extent; it is missing in MuJoCo.",
    "Use a box, a sphere, a cylinder, a capsule, an ellipsoid, a plane or a mesh.",
    Fate.LOST,
)
MOVING_PLANE = Code(
    "mjcf.moving-plane",
    _W,
    "A plane is on a body that moves, which MuJoCo refuses; it is left out.",
    "Put a box in its place, or the plane on a link that does not move.",
    Fate.LOST,
)
NO_BODY = Code(
    "mjcf.no-body",
    _W,
    "A robot without links was left out: in MJCF a robot is a body.",
    "Check whether the files that the world includes were found.",
    Fate.LOST,
)
NO_FILE = Code(
    "mjcf.no-file",
    _W,
    "The file of a mesh or of heights was not found; its geom is left out, because MuJoCo refuses a document for it.",
    "Provide the file, or name the folder of its package with --package or --root.",
    Fate.LOST,
)
UNWRITABLE_RANGE = Code(
    "mjcf.unwritable-range",
    _W,
    "MuJoCo does not support the limits of a joint; it moves freely.",
    "Give both limits, the lower one first.",
    Fate.LOST,
)
NOT_COUPLED = Code(
    "mjcf.not-coupled",
    _W,
    "MuJoCo does not support the coupling of a joint; it moves independently.",
    "Couple the joint to one hinge or slide, by a factor and an offset.",
    Fate.LOST,
)
SEVERAL_ROOTS = Code(
    "mjcf.several-roots",
    _W,
    "The robot has several root links; in MuJoCo the others are fixed to the first one.",
    "Add a joint that gives the pose of the link.",
    Fate.CONVERTED,
)
ACTUATOR_EFFORT = Code(
    "mjcf.actuator-effort",
    _N,
    "A joint has the effort limit of its actuator.",
    "No action needed. Give the joint an actuatorfrcrange to set another limit.",
)
REFERENCE = Code(
    "mjcf.reference",
    _N,
    "A joint has a reference value: MuJoCo counts its values from another position than other formats do.",
    "Subtract the reference from values of MuJoCo before they are used with other formats, or set ref to 0.",
)
NO_FORCE_LIMIT = Code(
    "mjcf.no-force-limit",
    _W,
    "MuJoCo cannot store an effort limit of 0; it does not limit the force on the joint.",
    "Give the joint its effort limit; 0 often means that it is unknown.",
    Fate.LOST,
)
REVERSED_FORCE = Code(
    "mjcf.reversed-force",
    _N,
    "A force and torque sensor measures child to parent; MuJoCo measures parent to child.",
    "Negate the values that MuJoCo returns.",
)
TURNED_PLANE = Code(
    "mjcf.turned-plane",
    _N,
    "A plane with a normal was written as a plane with a rotation.",
    "No action needed.",
    Fate.CONVERTED,
)

FILTERED_PAIR = Code(
    "mjcf.filtered-pair",
    _N,
    "Two links do not touch in MuJoCo, which tests no body against its parent, with all links that are fixed to these.",
    "No action needed. Add a <pair> of their geoms to <contact> if they should touch.",
    Fate.ASSUMED,
)
TESTED_PAIR = Code(
    "mjcf.tested-pair",
    _N,
    "Two links touch in MuJoCo although a joint connects them, since one of them is fixed to the world.",
    "No action needed. Add an <exclude> of their bodies to <contact> if they should not touch.",
    Fate.ASSUMED,
)
URDF_BLOCK = Code(
    "mjcf.urdf-block",
    _N,
    "Options in the <mujoco> block of a URDF are options of the MJCF; those that change masses were applied.",
    "No action needed.",
    Fate.CONVERTED,
)

SDF_WORLD = Code(
    "mjcf.sdf-world",
    _N,
    "The gravity and the lights of the world of an SDF are those of the MJCF.",
    "No action needed.",
    Fate.CONVERTED,
)

CODES = tuple(value for value in list(globals().values()) if isinstance(value, Code))
