"""The diagnostics of URDF documents."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

from . import mujoco_codes

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NOT_URDF = Code(
    "urdf.not-a-robot",
    _E,
    "The root element is not <robot>.",
    "Give a URDF document, or name the real format with --from FORMAT.",
)
XACRO = Code(
    "urdf.xacro",
    _E,
    "The document uses xacro, which makes it a program; programs run only on request.",
    "If you trust it, have it expanded: add --xacro (needs: pip install 'robotfmt[xacro]').",
)
SECOND_ROBOT = Code("urdf.second-robot", _E, "Two documents describe a whole robot.", "Give only one of them.")
NO_NAME = Code("urdf.no-robot-name", _W, "The robot has no name.", 'Write <robot name="...">.', Fate.BROKEN)
UNKNOWN_VERSION = Code(
    "urdf.unknown-version",
    _W,
    "The document declares an unknown version; it is read as 1.0.",
    "Declare the version of the elements it uses: 1.0, 1.1 or 1.2. Any conversion does this.",
    Fate.REPAIRED,
)
NEWER_THAN_VERSION = Code(
    "urdf.newer-than-version",
    _W,
    "The document uses an element or attribute that is newer than the version it declares.",
    'Declare the newer version, <robot version="1.2">, or remove the element or attribute.',
    Fate.BROKEN,
)
TWO_ROTATIONS = Code(
    "urdf.two-rotations",
    _E,
    "A rotation is given both as rpy and as quat_xyzw, which URDF forbids.",
    "Keep one of the two; every program reads rpy.",
    Fate.BROKEN,
)
ZERO_QUATERNION = Code(
    "urdf.zero-quaternion",
    _W,
    "A quaternion of zeros is not a rotation.",
    'Write quat_xyzw="0 0 0 1", or remove the attribute.',
    Fate.BROKEN,
)
QUATERNION = Code(
    "urdf.quaternion",
    _W,
    "A rotation is given as quat_xyzw, which MuJoCo, Drake and other programs limited to URDF 1.0 ignore.",
    "Convert it with --to urdf@1.0, which writes every rotation as rpy.",
)
OUTLIVED = Code(
    "urdf.no-longer-ignored",
    _W,
    "Content that the source's version ignores would take effect in the version written; it was dropped.",
    "Declare the newer version in the source, if the content is meant to take effect.",
    Fate.LOST,
)
CSPACE_LIMIT = Code(
    "urdf.limit-from-cspace",
    _N,
    "A limit of the configuration space was written as a joint limit.",
    "Write an XRDF document in addition (-o robot.xrdf) to keep the configuration space itself.",
)
UNKNOWN_TYPE = Code(
    "urdf.unknown-joint-type",
    _E,
    "A joint has a type that URDF does not have.",
    "Write one of revolute, continuous, prismatic, fixed, floating and planar.",
    Fate.BROKEN,
)
NO_GEOMETRY = Code(
    "urdf.no-geometry",
    _W,
    "A visual or collision has no shape.",
    "Give it a box, a cylinder, a sphere, a capsule or a mesh, or remove it.",
    Fate.BROKEN,
)
FOREIGN_SHAPE = Code(
    "urdf.foreign-shape",
    _N,
    "A shape that only another program knows by this name is read as one of URDF.",
    "No action needed: a written document has URDF's shape, which every program reads.",
    Fate.CONVERTED,
)
LOOP = Code(
    "urdf.loop",
    _W,
    "A joint closes a loop, which URDF 1.0 does not support.",
    "Programs refuse such files or misread them; write it with -O urdf.loops=loop_joint, or as COLLADA.",
)
LOOP_LOST = Code(
    "urdf.loop-lost",
    _W,
    "URDF 1.0 does not support closed loops, and programs would refuse or misread the file; the joint was dropped.",
    "Write it with -O urdf.loops=loop_joint (Drake refuses that), or write a COLLADA document in addition.",
    Fate.LOST,
)
LIMIT_INCOMPLETE = Code(
    "urdf.limit-incomplete",
    _W,
    "A <limit> lacks an attribute that its version requires; urdfdom, and so ROS and pinocchio, refuse the file.",
    "Give effort and velocity, which urdfdom and so ROS, pinocchio and cuMotion require; "
    "since 1.2 also lower and upper.",
    Fate.BROKEN,
)
OUT_OF_RANGE = Code(
    "urdf.out-of-range",
    _W,
    "URDF 1.2 does not allow the number; urdfdom refuses the file, or drops the shapes of the link.",
    "Write sizes above 0, other magnitudes of at least 0, and an upper limit that is not below the lower one.",
    Fate.BROKEN,
)
INERTIAL_INCOMPLETE = Code(
    "urdf.inertial-incomplete",
    _W,
    "An <inertial> lacks a part; urdfdom drops it and all shapes of the link, others refuse the file.",
    "Give the mass and all six entries of the inertia, or remove the <inertial>.",
    Fate.BROKEN,
)
NO_GAIN = Code(
    "urdf.no-gain",
    _W,
    "A <safety_controller> has no k_velocity; urdfdom, and so ROS and pinocchio, refuse the file.",
    "Give k_velocity; write 0 if no controller uses it.",
    Fate.BROKEN,
)
EMPTY_DYNAMICS = Code(
    "urdf.empty-dynamics",
    _W,
    "A <dynamics> has neither damping nor friction; urdfdom, and so ROS and pinocchio, refuse the file.",
    "Give damping or friction, or remove the element; any conversion to URDF does this.",
    Fate.REPAIRED,
)
EMPTY_AXIS = Code(
    "urdf.empty-axis",
    _W,
    "An <axis> has no xyz: most programs assume x; urdfdom and pinocchio read no direction at all.",
    'Write <axis xyz="1 0 0"/>, or remove the element; any conversion to URDF does this.',
    Fate.REPAIRED,
)
UNNAMED_MATERIAL = Code(
    "urdf.unnamed-material",
    _W,
    "A material has no name; urdfdom drops all shapes of its link, others refuse the file.",
    "Give it a name; any conversion to URDF does.",
    Fate.REPAIRED,
)
EMPTY_MATERIAL = Code(
    "urdf.empty-material",
    _W,
    "A material of the robot has neither a colour nor a texture; urdfdom ignores it, Drake refuses the file.",
    "Give it a colour or a texture, or remove it.",
    Fate.BROKEN,
)
MATERIAL_AGAIN = Code(
    "urdf.material-again",
    _W,
    "Two materials of the robot have the same name; urdfdom, and so ROS and pinocchio, refuse the file.",
    "Remove one of the two, or rename it; any conversion to URDF merges identical ones.",
    Fate.BROKEN,
)
SEVERAL_SHAPES = Code(
    "urdf.several-shapes",
    _W,
    "A <geometry> has more than one shape; the first supported one is used, and some programs refuse the file.",
    "Put each shape into a <visual> or <collision> of its own.",
    Fate.BROKEN,
)
SHAPE_INCOMPLETE = Code(
    "urdf.shape-incomplete",
    _W,
    "A shape lacks a size; urdfdom drops the shapes of the link, others refuse the file.",
    "Give all sizes of the shape, in metres.",
    Fate.BROKEN,
)
WHITE_SPACE = Code(
    "urdf.white-space",
    _W,
    "Numbers are separated by a tab or a line break; urdfdom and sdformat refuse the file.",
    "Use single spaces; any conversion to URDF does this.",
    Fate.REPAIRED,
)
NAMESPACE = Code(
    "urdf.namespace",
    _N,
    "The elements are in an XML namespace, in which urchin, kinpy and others do not find them.",
    "Remove xmlns from <robot>: it has no effect in URDF.",
)
ASSUMED_NAME = Code(
    "urdf.assumed-name",
    _N,
    "The robot has no name; the file name was used.",
    "Give the robot a name in the source.",
    Fate.ASSUMED,
)
ASSUMED_LIMIT = Code(
    "urdf.assumed-limit",
    _W,
    "URDF requires a limit that no input gives; a number that restricts nothing was written.",
    "Give the limit in the source.",
    Fate.ASSUMED,
)
ASSUMED_GAIN = Code(
    "urdf.assumed-gain",
    _N,
    "Soft limits need a <safety_controller>, which needs a velocity gain; assuming 0.",
    "Give the gain in the source, or set k_velocity in the output.",
    Fate.ASSUMED,
)
SOFT_LIMIT = Code(
    "urdf.soft-limit",
    _W,
    "URDF has soft limits for positions only.",
    "Write a COLLADA document in addition (-o robot.dae) to keep the limit.",
    Fate.LOST,
)
DYNAMICS = Code(
    "urdf.dynamics",
    _W,
    "URDF supports joint damping and friction, but no springs.",
    "Write a COLLADA document in addition (-o robot.dae) to keep the spring.",
    Fate.LOST,
)
SENSOR = Code(
    "urdf.sensor",
    _W,
    "Neither Gazebo nor urdfdom has an element for a property of a sensor.",
    "Write a COLLADA document in addition (-o robot.dae) to keep it.",
    Fate.LOST,
)
SHAPES_DIFFER = Code(
    "urdf.shapes-differ",
    _W,
    "URDF declares contact, laser reflection and Gazebo's materials for a whole link; the shapes of this link differ.",
    "Divide the link into links that are fixed to each other, one for each kind of surface.",
    Fate.LOST,
)
FORMULA = Code(
    "urdf.formula",
    _W,
    "URDF can couple a joint to one other joint only, by a factor and an offset; the joint now moves freely.",
    "Write a COLLADA document in addition (-o robot.dae) to keep the formula.",
    Fate.LOST,
)
ASSUMED_RANGE_END = Code(
    "urdf.assumed-range",
    _N,
    "A revolute joint is limited on one side only; URDF needs both limits, and the other one was put 1000 rad away.",
    "Give the joint both limits.",
    Fate.APPROXIMATED,
)
UNLIMITED = Code(
    "urdf.unlimited",
    _N,
    "A revolute joint without limits was written as a continuous one.",
    "Give the limits in the source if the joint cannot turn endlessly.",
    Fate.CONVERTED,
)
CAPSULE = Code(
    "urdf.capsule",
    _N,
    "URDF 1.0 has no capsule; a cylinder and two spheres that form the same shape were written.",
    "Write <capsule> with --to urdf@1.1, if every program that reads the file has urdfdom 5.1 or newer.",
    Fate.CONVERTED,
)
DERIVATIVE_LIMIT = Code(
    "urdf.derivative-limit",
    _W,
    "URDF 1.0 and 1.1 have no limits of acceleration, deceleration and jerk.",
    "Write them into <limit> with --to urdf@1.2, if every program that reads the file has urdfdom 6 or newer.",
    Fate.LOST,
)
UNWRITTEN_MATERIAL = Code(
    "urdf.unwritten-material",
    _N,
    "A material without colour and texture is not written; urdfdom and Drake refuse it.",
    "No action needed. Give the material a colour, if it should have one.",
    Fate.LOST,
)
COLOR_RANGE = Code(
    "urdf.color-range",
    _N,
    "A colour has a component below 0 or above 1, which urdfdom drops; the nearest valid colour was written.",
    "Correct the colour in the source; components range from 0 to 1.",
    Fate.APPROXIMATED,
)
NO_SHAPE = Code(
    "urdf.no-shape",
    _W,
    "URDF does not have this shape, and no mesh can replace it.",
    "Use a box, a cylinder, a sphere or a mesh instead in the source.",
    Fate.LOST,
)
HELD = Code(
    "urdf.held",
    _W,
    "URDF has no detachable joint; a fixed joint was written.",
    "Remove the joint from the output if the part should be detached.",
    Fate.APPROXIMATED,
)
LIGHT = Code(
    "urdf.light",
    _N,
    "A light got a name of its own, which Gazebo requires.",
    "Give the lights of each link different names in the source.",
    Fate.CONVERTED,
)
SHAPE_NAME = Code(
    "urdf.shape-name",
    _N,
    "The name of a shape begins with that of its link now; Gazebo's import applies <gazebo> blocks to no other one.",
    "No action needed; leave the shape without a name in the source to avoid it.",
    Fate.CONVERTED,
)
CONTACT_NAME = Code(
    "urdf.contact-name",
    _N,
    "A contact sensor names a collision as Gazebo's import of URDF will call it.",
    "No action needed.",
    Fate.CONVERTED,
)
DRAKE = Code(
    "urdf.drake",
    _N,
    "An element of Drake in an SDF was written as the element or the attribute that Drake has for it in URDF.",
    "No action needed; programs other than Drake ignore it.",
    Fate.CONVERTED,
)
GAZEBO_CONTENT = Code(
    "urdf.gazebo-content",
    _N,
    "Content of an SDF was written into a <gazebo> block, from which Gazebo's import of URDF copies it.",
    "No action needed; programs other than Gazebo ignore the block.",
    Fate.CONVERTED,
)
FRAME = Code(
    "urdf.frame",
    _N,
    "URDF has no frames to attach joints to; the joint was attached to the frame's link, at the same place.",
    "Make the frame a link in the source if it must be kept.",
    Fate.CONVERTED,
)
TOOL = Code(
    "urdf.tool-link",
    _N,
    "URDF has no tool frames; an empty link, fixed to the tip of the manipulator, was written instead.",
    "Plan with this link as the end effector: in MoveIt, give it as the tip link of a pose.",
    Fate.CONVERTED,
)
SPLIT_JOINT = Code(
    "urdf.split-joint",
    _W,
    "URDF does not have this joint type; a chain of joints with massless links was written instead.",
    "Use one of URDF's joint types in the source if it must remain a single joint.",
    Fate.APPROXIMATED,
)
OFFSET_AXIS = Code(
    "urdf.offset-axis",
    _N,
    "The axis does not pass through the frame of its child link; a massless link was added on the axis.",
    "Put the child's frame on the axis in the source to avoid the extra link.",
    Fate.CONVERTED,
)
ACTUATOR = Code(
    "urdf.actuator",
    _N,
    "URDF describes an actuator in a transmission, which stores only its name, its joint and its gear ratio.",
    "Specify in the transmissions of the output how the joints are commanded (hardwareInterface), for ros_control.",
    Fate.CONVERTED,
)
CODES = (
    *(value for value in globals().values() if isinstance(value, Code)),
    mujoco_codes.MUJOCO_BLOCK,
    mujoco_codes.MUJOCO_INERTIA,
    mujoco_codes.MUJOCO_OPTIONS,
)
