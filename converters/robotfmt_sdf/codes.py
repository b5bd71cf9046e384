"""The diagnostics of SDF documents."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE
_BROKEN = Fate.BROKEN

# The document
NOT_SDF = Code("sdf.not-sdf", _E, "The root element is not <sdf>.", "Name the format with --from, if it is not SDF.")
VERSION = Code(
    "sdf.version",
    _W,
    "The document declares an unknown version of SDF, or none; it is read as the newest one.",
    'Write <sdf version="1.9">.',
    _BROKEN,
)
SECOND_ROBOT = Code(
    "sdf.second-robot",
    _E,
    "A second SDF document describes a robot; one was already read.",
    "Give one document that describes a robot, plus overlays such as SRDF.",
)
OLD_ROOT = Code(
    "sdf.old-root",
    _W,
    "The root element is <gazebo>, as before SDF 1.3; Gazebo no longer reads it.",
    "Replace <gazebo> by <sdf>; robotfmt does so when it writes SDF.",
)
STRAY_QUOTE = Code(
    "sdf.stray-quote",
    _W,
    "A number is followed by a quotation mark, which is passed over.",
    "Remove the quotation mark.",
    Fate.REPAIRED,
)

# Names and frames
NAME = Code(
    "sdf.name",
    _E,
    "An element has no name, a reserved name, or the name of another element in the same scope.",
    "Give it a unique name: links, joints, frames and nested models of a model share one scope.",
    _BROKEN,
)
UNKNOWN_FRAME = Code(
    "sdf.unknown-frame",
    _E,
    "A reference names a frame that does not exist in its scope.",
    "Correct the name; refer to a part of a nested model as model::part.",
    _BROKEN,
)
FRAME_CYCLE = Code(
    "sdf.frame-cycle",
    _E,
    "Frames are attached to one another, or placed relative to one another, in a cycle.",
    "Give one of them a relative_to or attached_to that does not lead back to it.",
    _BROKEN,
)
JOINT_END = Code(
    "sdf.joint-end",
    _E,
    "A joint has no parent or child, or one that does not resolve to a link.",
    "Name links, or frames that are attached to links, in <parent> and <child>.",
    _BROKEN,
)
JOINT_TYPE = Code(
    "sdf.joint-type",
    _E,
    "The joint has a type that SDF does not have.",
    "Write one of revolute, continuous, prismatic, fixed, ball, universal, revolute2, screw.",
    _BROKEN,
)
GEARBOX = Code(
    "sdf.gearbox",
    _W,
    "A gearbox couples links that no two joints hold on its reference body; it is kept verbatim, and moves nothing.",
    "For other formats, express the coupling as a <mimic> on one of the two joints.",
)
GEAR = Code("sdf.gear", _N, "A gearbox was read as the coupling of two joints.", "No action needed.", Fate.CONVERTED)
WORLD_LINK = Code(
    "sdf.world-link",
    _N,
    "A joint is attached to the world, which becomes a link of the robot.",
    "No action needed: an empty link 'world' is written as the world again.",
    Fate.CONVERTED,
)
FREE_LINK = Code(
    "sdf.free-link",
    _N,
    "A link has no parent joint; its pose is read as a floating joint.",
    "No action needed: no joint is written to SDF.",
    Fate.CONVERTED,
)
ZERO_AXIS = Code(
    "sdf.zero-axis",
    _W,
    "The axis of a joint has length 0; the default, z, is used.",
    "Write a direction in <xyz>.",
    _BROKEN,
)

MASKED_PAIR = Code(
    "sdf.masked-pair",
    _N,
    "An ignored pair is written as the bitmasks of its shapes, or a joint connects it: Gazebo does not test it.",
    "No action needed; to let the links touch in Gazebo, remove the <collide_bitmask> of one of them.",
    Fate.CONVERTED,
)
LEFT = Code(
    "sdf.left-in-world",
    _W,
    "Joints and frames between the models of a world are left out with the other models.",
    "Keep the world document; its robot is written without the frames and joints of the world.",
)

HELD_WORLD = Code(
    "sdf.turned-joint",
    _N,
    "The world cannot be the child of a joint; a fixed joint was reversed.",
    "No action needed.",
    Fate.CONVERTED,
)

# What a check finds
JOINT_AT_REST = Code(
    "sdf.joint-at-rest",
    _W,
    "A joint between models is elsewhere than the models put it with all joints at zero, where SDF has it.",
    "Move one of the models, or choose another zero of their joints.",
    Fate.APPROXIMATED,
)
SEVERAL_ROOTS = Code(
    "sdf.several-roots",
    _W,
    "A document has several models, actors, lights or includes and no world; Gazebo reads one of them.",
    "Put them into a <world>, or give each a document of its own.",
    _BROKEN,
)
MATERIAL = Code(
    "sdf.material",
    _W,
    "A material's script or shader lacks a part that SDF requires.",
    "Give <script> a <uri> and a <name>, or replace it by colours: <ambient>, <diffuse>.",
    _BROKEN,
)
NO_LIMIT_NUMBER = Code(
    "sdf.no-limit-number",
    _N,
    "A revolute joint has limits of 1e16 or more, so it is continuous.",
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
    "Write it in the form that the message gives.",
    _BROKEN,
)
PLUGIN_NAME = Code(
    "sdf.plugin-name",
    _W,
    "A plugin names a joint or a link that does not exist.",
    "Correct the name in the plugin.",
    _BROKEN,
)
AUTO_INERTIA = Code(
    "sdf.auto-inertia",
    _W,
    "The inertia of a link is to be computed from its shapes, and cannot be; Gazebo refuses the document.",
    "Give the link a <collision> with a volume, or an <inertial> with numbers.",
    _BROKEN,
)
CONFIG = Code(
    "sdf.model-config",
    _W,
    "The model.config, by which Gazebo finds a model, is missing or wrong.",
    "Write <model><name>NAME</name><sdf version='1.9'>model.sdf</sdf></model> next to the document.",
    _BROKEN,
)

# Includes
INCLUDE_INCOMPLETE = Code(
    "sdf.include-incomplete",
    _W,
    "Gazebo refuses an <include>: a placement frame without a pose, or a model with links merged into a world.",
    "Add a <pose> to the <include>, or leave out its <placement_frame>, or its merge.",
    _BROKEN,
)
INCLUDE_PARAMS = Code(
    "sdf.include-params",
    _W,
    "An <include> requests changes of the included model, which are not applied.",
    "Make the changes in a copy of the model.",
)
INCLUDE = Code(
    "sdf.include",
    _N,
    "An included model is read as a model of the document, and written in place of the <include>.",
    "No action needed; write with -O sdf.includes=keep if the reference must stay.",
    Fate.CONVERTED,
)
INLINED = Code(
    "sdf.include-inlined",
    _N,
    "An included model cannot be written as an <include>; it is written as a model of the document.",
    "Write the document where the URI leads to the model, or name its folder: --package NAME=FOLDER.",
)
NOT_FOUND = Code(
    "sdf.include-not-found",
    _W,
    "An included model was not found; the <include> is kept verbatim, and references to its parts are dropped.",
    "Name its folder: --package NAME=FOLDER, or --root FOLDER for a folder of models.",
)
INCLUDE_CYCLE = Code(
    "sdf.include-cycle",
    _E,
    "Models include themselves, or include more models than a limit allows.",
    "Remove the include that leads back; if the scene really is that large, raise the limit.",
    _BROKEN,
)

# Writing
ASSUMED_NAME = Code(
    "sdf.assumed-name",
    _W,
    "The robot has no name, which SDF requires; the file name is used.",
    "Give the robot a name in the source.",
    Fate.ASSUMED,
)
ASSUMED_NOISE = Code(
    "sdf.assumed-noise",
    _N,
    "The noise of a sensor has no type, which SDF requires.",
    "Give the noise its type.",
    Fate.ASSUMED,
)
RENAMED = Code(
    "sdf.renamed",
    _N,
    "A name is taken or reserved in SDF; another one was written.",
    "Rename the part in the source to keep its name.",
    Fate.CONVERTED,
)
SHAPE_NAME = Code(
    "sdf.shape-name",
    _N,
    "A visual or a collision shape got a name of its own, which SDF requires.",
    "No action needed. Name the shapes of each link differently to choose the names.",
    Fate.ASSUMED,
)
BASE = Code(
    "sdf.base",
    _N,
    "The connection of the robot's base to the world has another form in SDF: a joint to the world, or none.",
    "No action needed. Use 'robotfmt edit --base' to change how the base is connected.",
    Fate.CONVERTED,
)
COLOR_RANGE = Code(
    "sdf.color-range",
    _N,
    "A colour has a component below 0 or above 1, for which Gazebo and Drake refuse the document; the nearest one "
    "was written.",
    "Correct the colour in the source; components range from 0 to 1.",
    Fate.APPROXIMATED,
)
SELF_COLLIDE = Code(
    "sdf.self-collide",
    _N,
    "The links of the robot can collide with each other; Gazebo lets them pass through each other without it.",
    "Delete <self_collide> if links that overlap push each other apart in Gazebo.",
)
RENAMED_SENSOR = Code(
    "sdf.renamed-sensor", _N, "A sensor has the name of another; it was numbered.", "Rename it.", Fate.CONVERTED
)
DEFAULT_INERTIA = Code(
    "sdf.default-inertia",
    _N,
    "A link without a mass got a tiny one: SDF takes 1 kg for a link that gives none.",
    "Give the link a mass and an inertia in the source, or merge it with --target gazebo.",
    Fate.ASSUMED,
)
COMPUTED_INERTIA = Code(
    "sdf.computed-inertia",
    _N,
    "A mass that simulators compute from collision shapes was written as a number, as this version of SDF requires.",
    "Write version 1.11 or newer to leave it to the simulator: --to sdf@1.11.",
    Fate.CONVERTED,
)
SPLIT_JOINT = Code(
    "sdf.split-joint",
    _N,
    "SDF, or the target program, does not have a type of joint; joints in a row with massless links were written.",
    "No action needed; the links move the same.",
    Fate.CONVERTED,
)
HELD = Code(
    "sdf.held",
    _W,
    "SDF has no detachable joint; a fixed joint was written.",
    "Use Gazebo's plugin for detachable joints.",
    Fate.APPROXIMATED,
)
FRAME_END = Code(
    "sdf.frame-end",
    _N,
    "A joint is attached to a frame; it was attached to the frame's link instead.",
    "No action needed: the motion is the same.",
    Fate.CONVERTED,
)
HUNG = Code(
    "sdf.hung",
    _N,
    "A link has no parent joint; SDF gives its pose in the model, which reads as a floating joint.",
    "Connect the link with a joint, if the robot is one body.",
    Fate.CONVERTED,
)
OPEN_LOOP = Code(
    "sdf.open-loop",
    _W,
    "A closed loop does not close with all joints at zero, where SDF has both of its ends.",
    "Choose the zero of the joints so that the loop is closed there.",
    Fate.APPROXIMATED,
)
NOT_HELD = Code(
    "sdf.not-held",
    _W,
    "SDF cannot store a property of the robot.",
    "Keep the source if you need the part that the message names.",
    Fate.LOST,
)
LUMPED = Code(
    "sdf.lumped",
    _N,
    "Links that are fixed to others were merged into them, and are frames now, as in Gazebo's import of URDF.",
    "Leave out --target gazebo to keep every link; a fixed joint costs a simulator nothing.",
    Fate.CONVERTED,
)
CONTACT_NAME = Code(
    "sdf.contact-name",
    _N,
    "A contact sensor names a collision as Gazebo's import of URDF calls it; its name in the SDF was written.",
    "No action needed.",
    Fate.CONVERTED,
)
DRAKE = Code(
    "sdf.drake",
    _N,
    "An element of Drake in a URDF was written as the element that Drake has for it in SDF.",
    "No action needed; programs other than Drake ignore it.",
    Fate.CONVERTED,
)
GAZEBO_BLOCK = Code(
    "sdf.gazebo-block",
    _N,
    "Content of a <gazebo> block of a URDF was written at its place in the SDF, as Gazebo's import of URDF does.",
    "No action needed for Gazebo. Drake refuses elements that SDF does not define: --target drake leaves them out.",
    Fate.CONVERTED,
)
PLUGIN_MIGRATED = Code(
    "sdf.plugin-migrated",
    _N,
    "A plugin of Ignition or of Gazebo classic was converted to the name and the parameters of the new Gazebo.",
    "No action needed; leave out -O sdf.plugins=gz to keep plugins as they are.",
    Fate.CONVERTED,
)
PLUGIN_CLASSIC = Code(
    "sdf.plugin-classic",
    _W,
    "The new Gazebo has no counterpart of a plugin of Gazebo classic, or of a parameter of it.",
    "Replace the plugin by hand, by one of the systems of gz-sim or a bridge of ros_gz.",
)
AMBIENT = Code(
    "sdf.assumed-ambient",
    _N,
    "A visual got its colour as the ambient one, too: without one, Gazebo shows it black in shadow.",
    "Set the ambient colour in the source, or change it in the document.",
    Fate.ASSUMED,
)
SAVED_STATE = Code(
    "sdf.saved-state", _W, "The saved state of a world is not applied.", "Copy its poses to the models if it is meant."
)

CODES = tuple(value for value in list(globals().values()) if isinstance(value, Code))
