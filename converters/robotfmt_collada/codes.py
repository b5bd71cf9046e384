"""The diagnostics of COLLADA documents."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NOT_COLLADA = Code(
    "collada.not-collada",
    _E,
    "The root element is not <COLLADA>.",
    "Give a COLLADA 1.5 document, or name the real format with --from FORMAT.",
)
SECOND_ROBOT = Code("collada.second-robot", _E, "Two documents describe a whole robot.", "Give only one of them.")
TIED_ROOT = Code(
    "collada.tied-root",
    _N,
    "A model has several root links; the later ones are fixed to the first.",
    "Give the link a joint of its own if it should move, or if it belongs to another robot.",
)
NO_KINEMATICS = Code(
    "collada.no-kinematics",
    _W,
    "The document has no kinematics; every node of its scene became a body of one link.",
    "Add a <kinematics_model> with links and joints, or use the file as a mesh.",
)
BAD_TRANSFORM = Code(
    "collada.bad-transform",
    _W,
    "A transform is not a rigid motion.",
    "Write the rotation as <rotate>, and apply any scale or shear to the vertices.",
    Fate.BROKEN,
)
UNRESOLVED = Code(
    "collada.unresolved",
    _W,
    "A reference has no target in its document.",
    "Correct the reference, or add what it names.",
    Fate.BROKEN,
)
EXTERNAL = Code(
    "collada.external",
    _W,
    "A reference points into another document, which cannot be read.",
    "Put the document where the reference points, or name its folder: --package NAME=FOLDER or --root FOLDER.",
)
NAME_INVENTED = Code(
    "collada.name-invented",
    _N,
    "An element has no name; its sid or a number was used instead.",
    "Give it a name attribute.",
)
NAME_CHANGED = Code(
    "collada.name-changed",
    _W,
    "Two elements have the same name; the later one was renamed, because robotfmt refers to parts by name.",
    "Give each of them a name of its own.",
    Fate.REPAIRED,
)
ZERO_AXIS = Code(
    "collada.zero-axis",
    _W,
    "A joint's axis has length zero; the joint is read as fixed.",
    "Give the axis a direction, such as 0 0 1.",
    Fate.REPAIRED,
)
FIXED_BY_LIMITS = Code(
    "collada.fixed-by-limits",
    _N,
    "A passive joint with limits 0..0 is read as a fixed joint.",
    "Give the joint a range if it should move.",
)
EQUAL_LIMITS = Code(
    "collada.equal-limits",
    _W,
    "The two limits of a joint are the same value, which is not 0; OpenRAVE reads such a joint as fixed at 0.",
    "Give the joint a range if it should move; otherwise set both limits to 0 and apply the value to its attachment.",
)
SPEED_UNITS = Code(
    "collada.speed-units",
    _N,
    "The program that wrote the document determines whether speeds are in degrees or in radians.",
    "Choose with -O collada.speed_units=degrees or radians.",
)
MASS_FRAME = Code(
    "collada.mass-frame",
    _N,
    "Mass frames are relative to the first link, although the document names another node.",
    "Choose with -O collada.mass_frame=parent or root_link.",
)
ACCELERATION_AS_EFFORT = Code(
    "collada.acceleration-as-effort",
    _N,
    "This program writes the effort limit in the acceleration field; it was read as effort.",
    "Check that the numbers are efforts; name another <authoring_tool> if they are not.",
)
UP_AXIS = Code(
    "collada.up-axis",
    _N,
    "The document's up axis is not z; it was not rotated, because no consumer rotates it.",
    "Rotate the robot to z up before reading it, if it lies on its side.",
)
INFERRED_BINDING = Code(
    "collada.inferred-binding",
    _N,
    "A link's node was found by its name, because no binding names it.",
    "Bind the node with <bind_kinematics_model> or <bind_joint_axis>.",
)
BAD_FORMULA = Code(
    "collada.bad-formula",
    _W,
    "A formula is not understood; its joint moves freely.",
    "Correct the formula's MathML or its target.",
)
NO_MASS = Code(
    "collada.no-mass",
    _N,
    "OpenRAVE writes a mass of 1e-10 kg for a link without a mass.",
    "Give the link a mass if it has one.",
)
SCALED_SHAPE = Code(
    "collada.scaled-shape",
    _W,
    "A node scales a primitive shape; the scale is ignored.",
    "Scale the dimensions of the shape itself instead.",
)
NO_SURFACE = Code(
    "collada.no-surface",
    _W,
    "A geometry has lines, splines or a boundary representation; these are not shown.",
    "Export its surface as triangles; remove the geometry if it is only a drawing aid.",
)
PSEUDO_JOINT = Code(
    "collada.pseudo-joint",
    _N,
    "A reference to the joint between world and robot was dropped.",
    "Remove the reference if no program needs it.",
)
ASSUMED_NAME = Code(
    "collada.assumed-name",
    _N,
    "The robot has no name; the file name was used.",
    "Give the robot a name in the source.",
    Fate.ASSUMED,
)
PARTIAL_INERTIA = Code(
    "collada.partial-inertia",
    _W,
    "An inertia with unknown entries has no principal moments.",
    "Give all six entries of the inertia in the source.",
    Fate.LOST,
)
LOST_LIMIT = Code(
    "collada.limit",
    _W,
    "COLLADA cannot store this limit.",
    "Give it as a hard limit if it must be kept.",
    Fate.LOST,
)
RANGE = Code(
    "collada.range",
    _W,
    "COLLADA stores soft limits only in addition to hard ones; without hard limits they are written as hard.",
    "Give the hard limits in the source.",
    Fate.APPROXIMATED,
)
FRAME = Code(
    "collada.frame",
    _N,
    "COLLADA has no frames to attach joints to; the joint was attached to the frame's link, at the same place.",
    "Make the frame a link in the source if it must be kept.",
    Fate.CONVERTED,
)
PAIR_WITHOUT_LINK = Code(
    "collada.pair-without-link",
    _W,
    "An ignored collision pair names a link that is not in the document.",
    "Convert the document that describes the links together with the one that lists the pair.",
    Fate.LOST,
)

MANIPULATOR = Code(
    "collada.manipulator",
    _N,
    "A group that is a chain, or carries an end effector, was written as a manipulator.",
    "Check the manipulators; add the closing direction of the gripper in the output.",
    Fate.CONVERTED,
)

ACTUATOR = Code(
    "collada.actuator",
    _N,
    "An actuator named by a transmission was written as an actuator of its joint.",
    "Check the actuators; add the motor data in the output.",
    Fate.CONVERTED,
)
ROUNDED = Code(
    "collada.rounded",
    _N,
    "A number was rounded, as requested.",
    "Keep more decimals with -O collada.round=N, or remove the option.",
    Fate.APPROXIMATED,
)
SPHERES = Code(
    "collada.spheres",
    _N,
    "Collision spheres were written as the collision geometry of their links, as requested.",
    "Remove -O collada.spheres=collision to keep the collision geometry of the source.",
    Fate.CONVERTED,
)
NO_WORDS = Code(
    "collada.no-words",
    _W,
    "COLLADA and OpenRAVE have no words for a property of the robot.",
    "No action needed if only other programs use it; --keep stores it for the way back.",
    Fate.LOST,
)
NO_MESH = Code(
    "collada.no-mesh",
    _W,
    "A mesh cannot be read; it is left out, because a document embeds all surfaces.",
    "Check the path or its package (--package, --root).",
    Fate.LOST,
)
NO_SHAPE = Code(
    "collada.no-shape",
    _W,
    "A shape has no surface that could be written: its kind is not known, it has no size, or it is a heightmap.",
    "Use a box, a cylinder, a sphere, a capsule or a mesh instead in the source.",
    Fate.LOST,
)
COMPUTED_INERTIA = Code(
    "collada.computed-inertia",
    _N,
    "The inertia of a link is computed from its shapes; the values are written.",
    "No action needed.",
    Fate.CONVERTED,
)
SPLIT_JOINT = Code(
    "collada.split-joint",
    _W,
    "A ball, a screw or a plane becomes a chain of joints with one axis each, with links between them.",
    "Give a value for each joint of the chain instead of several for the joint.",
    Fate.CONVERTED,
)
OPEN_LOOP = Code(
    "collada.open-loop",
    _W,
    "A joint that closes a loop has a type that COLLADA does not have; it is left out.",
    "Choose another joint of the loop to close it.",
    Fate.LOST,
)
JOINT_TYPE = Code(
    "collada.joint-type",
    _W,
    "COLLADA has the type of a joint by its axes and its range; another type, such as a floating joint, is fixed.",
    "No action needed if the joint moves as before; write a floating part as a robot of its own.",
    Fate.APPROXIMATED,
)
ASSUMED_END = Code(
    "collada.assumed-end",
    _N,
    "A range has one end; OpenRAVE and ROS require both, so a far one is written.",
    "Give both limits in the source.",
    Fate.ASSUMED,
)
EFFORT = Code(
    "collada.effort",
    _N,
    "OpenRAVE computes the effort limit of a joint from its motor; that is what a document gives.",
    "Correct the torque of the motor, if the limit is another one.",
    Fate.CONVERTED,
)
BASE = Code(
    "collada.base",
    _N,
    "A fixed base is written as a root link that is not dynamic.",
    "No action needed. Use 'robotfmt edit --base' to change how the base is connected.",
    Fate.CONVERTED,
)
RENAMED = Code(
    "collada.renamed",
    _W,
    "A sensor has no name, or the name of another one.",
    "Name it.",
    Fate.CONVERTED,
)
SENSOR_LINK = Code(
    "collada.sensor-link",
    _N,
    "A sensor is on a frame or at a joint; OpenRAVE has sensors on links, at the same place.",
    "No action needed.",
    Fate.CONVERTED,
)
SCENE_NAME = Code(
    "collada.scene-name",
    _N,
    "A robot has another name in the scene than by itself; only the name in the scene is written.",
    "No action needed.",
    Fate.CONVERTED,
)
MESH_COLORS = Code(
    "collada.mesh-colors",
    _N,
    "A mesh file has colours of its own, which were embedded instead of the material that the document gives it.",
    "No action needed: RViz shows the same; remove the colours from the mesh file if the material is meant.",
    Fate.CONVERTED,
)
VALUE_ORDER = Code(
    "collada.value-order",
    _N,
    "A document has the order of the joint values, not their numbers; gaps between these were closed.",
    "No action needed if programs use the order; otherwise number the joints from 0.",
    Fate.APPROXIMATED,
)

CODES = tuple(value for value in globals().values() if isinstance(value, Code))
