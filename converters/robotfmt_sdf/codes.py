"""What there is to report of SDF documents."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE
_BROKEN = Fate.BROKEN

# The document
NOT_SDF = Code(
    "sdf.not-sdf",
    _E,
    "The root element is not <sdf>.",
    "Say the format with --from, if it is another one.",
)
VERSION = Code(
    "sdf.version",
    _W,
    "The document names no version of SDF that there is; it is read as the newest one.",
    'Write <sdf version="1.9">.',
    _BROKEN,
)
SECOND_ROBOT = Code(
    "sdf.second-robot",
    _E,
    "An SDF document describes a second robot beside one that was read already.",
    "Give one document that describes a robot, and only overlays such as SRDF beside it.",
)
OLD_ROOT = Code(
    "sdf.old-root",
    _W,
    "The root element is <gazebo>, as before SDF 1.3; Gazebo no longer reads it.",
    "Write <sdf> in its place; robotfmt does when it writes SDF.",
)

# Names and frames
NAME = Code(
    "sdf.name",
    _E,
    "Something has no name, a reserved one, or the name of something else in the same scope.",
    "Give it a name of its own: links, joints, frames and nested models of a model share one scope.",
    _BROKEN,
)
UNKNOWN_FRAME = Code(
    "sdf.unknown-frame",
    _E,
    "A reference names a frame that does not exist in its scope.",
    "Correct the name; of a nested model's parts write model::part.",
    _BROKEN,
)
FRAME_CYCLE = Code(
    "sdf.frame-cycle",
    _E,
    "Frames are placed, or attached, in a ring.",
    "Say for one of them a relative_to or attached_to that does not lead back to it.",
    _BROKEN,
)
JOINT_END = Code(
    "sdf.joint-end",
    _E,
    "A joint has no parent or child, or none that leads to a link.",
    "Name links, or frames that are attached to links, in <parent> and <child>.",
    _BROKEN,
)
JOINT_TYPE = Code(
    "sdf.joint-type",
    _E,
    "The joint's type is none that SDF has.",
    "Write one of revolute, continuous, prismatic, fixed, ball, universal, revolute2, screw.",
    _BROKEN,
)
GEARBOX = Code(
    "sdf.gearbox",
    _W,
    "A gearbox couples two joints by a ratio; it is kept as it stands, and moves nothing.",
    "For other formats say the same with a <mimic> on one of the two joints.",
)
WORLD_LINK = Code(
    "sdf.world-link",
    _N,
    "A joint hangs on the world, which becomes a link of the robot.",
    "Nothing needs doing; a link 'world' with nothing in it is written as the world again.",
    Fate.CONVERTED,
)
FREE_LINK = Code(
    "sdf.free-link",
    _N,
    "A link hangs on no joint; a floating joint says where it is.",
    "Nothing needs doing; SDF gets no joint again.",
    Fate.CONVERTED,
)
ZERO_AXIS = Code(
    "sdf.zero-axis",
    _W,
    "The axis of a joint has length 0; the default, z, takes its place.",
    "Write a direction in <xyz>.",
    _BROKEN,
)

LEFT = Code(
    "sdf.left-in-world",
    _W,
    "What a world of several models says between them is left out with the other models.",
    "Keep the world document; a robot of it is written without frames and joints of the world.",
)

# What a check finds
SEVERAL_ROOTS = Code(
    "sdf.several-roots",
    _W,
    "A document has several models, actors or lights and no world; Gazebo reads one of them.",
    "Put them into a <world>, or give each a document of its own.",
    _BROKEN,
)
MATERIAL = Code(
    "sdf.material",
    _W,
    "A material's script or shader lacks something that SDF demands.",
    "Give <script> a <uri> and a <name>, or replace it by colours: <ambient>, <diffuse>.",
    _BROKEN,
)
NO_LIMIT_NUMBER = Code(
    "sdf.no-limit-number",
    _N,
    "A revolute joint turns without end, by limits of 1e16.",
    'Write <joint type="continuous"> (since SDF 1.6), or leave out <lower> and <upper>.',
)
ROUGH_ANGLE = Code(
    "sdf.rough-angle",
    _N,
    "An angle misses a multiple of 45 degrees by rounding, as 1.57 misses pi/2.",
    "Write all digits (1.5707963267948966), or <pose degrees='true'> since SDF 1.9.",
)
MISSPELT = Code(
    "sdf.misspelt",
    _W,
    "An element is at a place, or has a name, where Gazebo does not see it.",
    "Write it as the message says.",
    _BROKEN,
)
PLUGIN_NAME = Code(
    "sdf.plugin-name",
    _W,
    "A plugin names a joint or a link that does not exist.",
    "Correct the name in the plugin.",
    _BROKEN,
)
CONFIG = Code(
    "sdf.model-config",
    _W,
    "The model.config, by which Gazebo finds a model, is missing or wrong.",
    "Write <model><name>NAME</name><sdf version='1.9'>model.sdf</sdf></model> beside the document.",
    _BROKEN,
)

# Includes
INCLUDE_INCOMPLETE = Code(
    "sdf.include-incomplete",
    _W,
    "An <include> gives a placement frame and no pose, which Gazebo refuses.",
    "Add a <pose> to the <include>, or leave out its <placement_frame>.",
    _BROKEN,
)
INCLUDE_PARAMS = Code(
    "sdf.include-params",
    _W,
    "An <include> asks for changes of the included model, which are not applied.",
    "Make the changes in a copy of the model.",
)
INCLUDE = Code(
    "sdf.include",
    _N,
    "An included model is read as a nested one, and is written in the place of the <include>.",
    "Nothing needs doing; keep the source where the reference shall stay.",
    Fate.CONVERTED,
)
NOT_FOUND = Code(
    "sdf.include-not-found",
    _W,
    "An included model is not found; the <include> is kept as it is, and what names its parts is left out.",
    "Say where it is: --package NAME=FOLDER, or --root FOLDER for a folder of models.",
)
INCLUDE_CYCLE = Code(
    "sdf.include-cycle",
    _E,
    "Models include themselves, or more models than a limit allows.",
    "Remove the include that leads back; of a large scene that is meant, raise the limit.",
    _BROKEN,
)

# Writing
ASSUMED_NAME = Code(
    "sdf.assumed-name",
    _W,
    "The robot has no name, which SDF demands; the name of the file is used.",
    "Give the robot a name in the source.",
    Fate.ASSUMED,
)
RENAMED = Code(
    "sdf.renamed",
    _W,
    "A name is taken or reserved in SDF; the document has another one, and the robot's own in an attribute beside it.",
    "Rename one of the two in the source, if Gazebo's programs shall find them under their names.",
)
DEFAULT_INERTIA = Code(
    "sdf.default-inertia",
    _W,
    "A link has no inertia; Gazebo takes a mass of 1 kg for it.",
    "Give the link an inertia, or merge it into its parent: robotfmt edit --merge-fixed.",
)
SPLIT_JOINT = Code(
    "sdf.split-joint",
    _W,
    "SDF has no such joint; joints in a row with massless links between them take its place.",
    "Nothing needs doing if massless links are no trouble for the simulator.",
    Fate.CONVERTED,
)
HELD = Code(
    "sdf.held",
    _W,
    "SDF has no joint that holds and lets go; it becomes a fixed one.",
    "Use Gazebo's plugin for detachable joints.",
    Fate.APPROXIMATED,
)
FRAME_END = Code(
    "sdf.frame-end",
    _N,
    "A joint hangs on a frame; it is put on the frame's link.",
    "Nothing needs doing; the motion is the same.",
    Fate.CONVERTED,
)
ASSUMED_AXIS = Code(
    "sdf.assumed-axis",
    _W,
    "A joint that moves says no axis; x, the default of the model, is written.",
    "Give the joint an axis in the source.",
    Fate.ASSUMED,
)
HUNG = Code(
    "sdf.hung",
    _N,
    "A link hangs on no joint; SDF says where it is in the model, which reads as a floating joint.",
    "Connect the link with a joint, if the robot is one body.",
    Fate.CONVERTED,
)
OPEN_LOOP = Code(
    "sdf.open-loop",
    _W,
    "A closed loop does not close where all joints are at zero, as SDF has it; it is closed there.",
    "Give the joints such zeros that the loop closes.",
    Fate.APPROXIMATED,
)
NOT_HELD = Code(
    "sdf.not-held",
    _W,
    "SDF has no place for it.",
    "Keep the source for what the message names.",
    Fate.LOST,
)
AMBIENT = Code(
    "sdf.assumed-ambient",
    _N,
    "A colour is written as the ambient one too, since Gazebo takes black where none is given.",
    "Nothing needs doing.",
    Fate.ASSUMED,
)
KEPT = Code(
    "sdf.kept",
    _N,
    "SDF, or the version that is written, has no element for it; it is kept in one that only robotfmt reads.",
    "Write a newer version (--to sdf@1.11) if Gazebo shall know of a mimic; otherwise nothing needs doing.",
)

CODES = tuple(value for value in list(globals().values()) if isinstance(value, Code))
