"""The diagnostics of Choreonoid's bodies.

``CODES.md`` next to this module explains what each code means, why it matters and how to fix it.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NOT_A_BODY = Code(
    "choreonoid.not-a-body",
    _E,
    "The document is not a body of Choreonoid.",
    "Give a document with 'format: ChoreonoidBody', or one that names another model in 'model_file'.",
)
PROJECT = Code(
    "choreonoid.project",
    _E,
    "The document is a project of Choreonoid, not a body.",
    "Convert the bodies that the message names.",
)
SECOND_ROBOT = Code(
    "choreonoid.second-robot",
    _E,
    "A body describes a whole robot, but an earlier document has one already.",
    "Convert one robot at a time.",
)
VERSION = Code(
    "choreonoid.version",
    _W,
    "Choreonoid does not read this version of the format, or not with this unit of angles.",
    "Write 'format_version: 1.0' with either unit, or 2.0 with degrees.",
    Fate.BROKEN,
)
NO_LINKS = Code("choreonoid.no-links", _W, "The body has no links.", "Give at least one link in 'links'.", Fate.BROKEN)
SECOND_ROOT = Code(
    "choreonoid.second-root",
    _E,
    "A link other than the root has no parent.",
    "Give the link a 'parent', or name it in 'root_link'.",
    Fate.BROKEN,
)
NO_URI = Code("choreonoid.no-uri", _E, "A SubBody has no uri.", "Give the path of the other body in 'uri'.")
OTHER_MODEL = Code(
    "choreonoid.other-model",
    _N,
    "The body only names a document of another format, which was read instead.",
    "Convert that document itself to keep it apart from the body.",
    Fate.CONVERTED,
)
SUB_BODY = Code(
    "choreonoid.sub-body",
    _N,
    "The links of a body in the body become links of the whole.",
    "No action needed; the body is written with all links.",
    Fate.CONVERTED,
)
TRACK = Code(
    "choreonoid.track",
    _N,
    "A continuous track becomes a chain of links, as Choreonoid makes it.",
    "No action needed; the body is written with all links.",
    Fate.CONVERTED,
)
TRACK_INCOMPLETE = Code(
    "choreonoid.track-incomplete",
    _E,
    "A continuous track does not give all that it needs.",
    "Give 'parent', 'num_joints' (at least 3) and 'joint_offset'.",
)
TRACK_JOINT = Code(
    "choreonoid.track-joint",
    _N,
    "A pseudo continuous track is a fixed joint whose surface moves.",
    "Model the track with wheels, if another program shall move it.",
    Fate.APPROXIMATED,
)
NUMBER_PREFIX = Code(
    "choreonoid.number-prefix",
    _W,
    "A value only begins with a number; Choreonoid ignores the rest.",
    "Correct the number.",
    Fate.BROKEN,
)
AXIS_LENGTH = Code(
    "choreonoid.axis-length",
    _W,
    "The axis of a joint does not have the length 1, which scales the motion of the joint.",
    "Give the axis with the length 1, and the limits multiplied by its length.",
    Fate.CONVERTED,
)
VELOCITY_RANGE = Code(
    "choreonoid.velocity-range",
    _W,
    "The largest speeds of a joint differ in its two directions.",
    "Give one 'max_joint_velocity', if that is what was meant.",
    Fate.APPROXIMATED,
)
ASSUMED_MASS = Code(
    "choreonoid.assumed-mass",
    _W,
    "A link does not give all of its mass; Choreonoid assumes 1 kg, and the unit matrix as its inertia.",
    "Give 'mass', 'center_of_mass' and 'inertia'; a link without a mass has 'mass: 0'.",
    Fate.ASSUMED,
)
NOT_SYMMETRIC = Code(
    "choreonoid.inertia-not-symmetric",
    _W,
    "An inertia is not symmetric; the numbers above its diagonal are used.",
    "Correct the inertia.",
    Fate.BROKEN,
)
ELEMENT = Code(
    "choreonoid.element",
    _W,
    "An element is not a node, or has not all that it needs.",
    "Write elements as a list of nodes, each with its type.",
    Fate.BROKEN,
)
UNKNOWN_ELEMENT = Code(
    "choreonoid.unknown-element",
    _W,
    "An element has a type that is not understood; it is kept verbatim.",
    "No action needed for Choreonoid; other formats do not get it.",
    Fate.PASSED_THROUGH,
)
CONFLICTING_USE = Code(
    "choreonoid.conflicting-use",
    _W,
    "A Visual is inside a Collision, or a Collision inside a Visual, which Choreonoid refuses.",
    "Take the inner node out of the outer one.",
    Fate.BROKEN,
)
SHEARED = Code(
    "choreonoid.sheared",
    _W,
    "A scale cannot be taken along the axes of a shape.",
    "Scale the shape itself, or its mesh.",
    Fate.APPROXIMATED,
)
PART_OF_MESH = Code(
    "choreonoid.part-of-mesh",
    _W,
    "Only a part of a mesh file is meant; its name is kept verbatim, but the whole mesh is used.",
    "Split the file, so that each part has a file of its own.",
    Fate.APPROXIMATED,
)
RESOURCE_MISSING = Code(
    "choreonoid.resource-missing",
    _W,
    "A document with elements is not found, or cannot be read.",
    "Check the path in 'uri', which is relative to the body; --root opens further folders.",
    Fate.BROKEN,
)
RESOURCE_ANCHOR = Code(
    "choreonoid.resource-anchor",
    _W,
    "A document with elements does not have the anchor that a resource names.",
    "Name one of its anchors in 'node' or 'fragment'.",
    Fate.BROKEN,
)
RESOURCE_CYCLE = Code(
    "choreonoid.resource-cycle",
    _E,
    "Elements of documents contain themselves.",
    "Remove one of the references.",
)
POSE_LENGTH = Code(
    "choreonoid.pose-length",
    _W,
    "The standard pose has a value for a joint that does not exist.",
    "Give one angle for each joint, in the order of 'joint_id'.",
    Fate.BROKEN,
)

ASSUMED_NAME = Code(
    "choreonoid.assumed-name",
    _N,
    "The robot has no name; it gets that of its file.",
    "Name the robot.",
    Fate.ASSUMED,
)
FRAME = Code(
    "choreonoid.frame",
    _N,
    "What was attached to a frame is attached to the link below it.",
    "No action needed.",
    Fate.CONVERTED,
)
SHAPE = Code(
    "choreonoid.shape",
    _W,
    "A body does not have this shape.",
    "Replace the shape by a mesh.",
    Fate.LOST,
)
HELD = Code(
    "choreonoid.held",
    _W,
    "A joint that attaches or releases is fixed.",
    "Attach the part in the program that simulates the body.",
    Fate.APPROXIMATED,
)
SPLIT_JOINT = Code(
    "choreonoid.split-joint",
    _N,
    "A joint with several axes becomes a chain of joints with one axis each.",
    "No action needed; massless links are between them.",
    Fate.CONVERTED,
)
OFFSET_AXIS = Code(
    "choreonoid.offset-axis",
    _N,
    "The frame of a joint moves to its link, as in a body; an axis elsewhere gets a link of its own.",
    "No action needed.",
    Fate.CONVERTED,
)
JOINT_TYPE = Code(
    "choreonoid.joint-type",
    _W,
    "A body does not have this type of joint.",
    "Replace the joint by several that turn or slide.",
    Fate.APPROXIMATED,
)
LOOP = Code(
    "choreonoid.loop",
    _W,
    "A body does not have such a joint to close a loop, or not all of its properties.",
    "Close the loop with a fixed joint, a hinge, a ball or a piston.",
    Fate.LOST,
)
LIMIT = Code(
    "choreonoid.limit",
    _W,
    "A body cannot store this property of an axis.",
    "No action needed if only the motion matters.",
    Fate.LOST,
)
ORDER = Code(
    "choreonoid.joint-order",
    _N,
    "The joints of a body are in the order of their links.",
    "No action needed; 'joint_id' keeps the order of the degrees of freedom.",
    Fate.CONVERTED,
)
START = Code(
    "choreonoid.start",
    _W,
    "A body stores a start position only for joints that turn or slide.",
    "No action needed if the start does not matter.",
    Fate.LOST,
)
BASE = Code(
    "choreonoid.planar-base",
    _N,
    "The base of the robot moves in a plane; it gets two slides and a hinge from a link 'world'.",
    "No action needed. Use 'robotfmt edit --base' to change how the base is connected.",
    Fate.CONVERTED,
)
VIRTUAL_JOINT = Code(
    "choreonoid.virtual-joint",
    _W,
    "The root of a body is free or fixed to the world.",
    "Give a virtual joint of the type 'floating' or 'fixed'.",
    Fate.LOST,
)
GROUP = Code(
    "choreonoid.group",
    _W,
    "A group of a body has links and other groups, each in one group at most.",
    "Also write an SRDF.",
    Fate.LOST,
)
STATE = Code(
    "choreonoid.state",
    _W,
    "A body has one named state, 'standard', with the joints in the order of their indices.",
    "Also write an SRDF.",
    Fate.LOST,
)
PAIR = Code(
    "choreonoid.pair",
    _N,
    "A pair that is checked anyway needs no rule.",
    "No action needed.",
    Fate.LOST,
)
MASS = Code(
    "choreonoid.mass",
    _W,
    "A mass was completed with zeros: without them Choreonoid assumes 1 kg and the unit matrix.",
    "Give the mass and the inertia of the link.",
    Fate.ASSUMED,
)
APPEARANCE = Code(
    "choreonoid.appearance",
    _N,
    "A body cannot store this of a material: its colours are opaque, the ambient one a share of the diffuse one.",
    "No action needed if the appearance does not matter.",
    Fate.APPROXIMATED,
)
LIGHT = Code(
    "choreonoid.light",
    _W,
    "A body cannot store this light, or this property of one.",
    "Replace it by a spot light or a point light.",
    Fate.LOST,
)
SENSOR = Code(
    "choreonoid.sensor",
    _W,
    "A body cannot store this sensor, or this property of one.",
    "Also write a format that can store it.",
    Fate.LOST,
)

CODES = tuple(value for value in list(globals().values()) if isinstance(value, Code))
