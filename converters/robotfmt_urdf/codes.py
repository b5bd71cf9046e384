"""What there is to say about URDF documents."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

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
    "The document uses xacro, which makes it a program; programs are not run unasked.",
    "If you trust it, have it expanded: add --xacro (needs: pip install 'robotfmt[xacro]').",
)
SECOND_ROBOT = Code(
    "urdf.second-robot", _E, "Two documents describe a whole robot.", "Give only one of them."
)
NO_NAME = Code("urdf.no-robot-name", _W, "The robot has no name.", 'Write <robot name="...">.', Fate.BROKEN)
UNKNOWN_VERSION = Code(
    "urdf.unknown-version",
    _W,
    "The document declares a version that there is not; it is read as 1.0.",
    "Declare the version whose words it uses: 1.0, 1.1 or 1.2. Any conversion does.",
    Fate.REPAIRED,
)
NEWER_THAN_VERSION = Code(
    "urdf.newer-than-version",
    _W,
    "The document uses a word that is newer than the version it declares.",
    'Declare the newer version, <robot version="1.2">, or leave the word out.',
    Fate.BROKEN,
)
TWO_ROTATIONS = Code(
    "urdf.two-rotations",
    _E,
    "A turn is given both as rpy and as quat_xyzw, which URDF forbids.",
    "Keep one of the two; rpy is what every program reads.",
    Fate.BROKEN,
)
ZERO_QUATERNION = Code(
    "urdf.zero-quaternion",
    _W,
    "A quaternion of zeros is no turn at all.",
    'Write quat_xyzw="0 0 0 1", or leave it out.',
    Fate.BROKEN,
)
QUATERNION = Code(
    "urdf.quaternion",
    _W,
    "A turn is given as quat_xyzw, which MuJoCo, Drake and programs that know URDF 1.0 only pass over.",
    "Convert it with --to urdf@1.0, which writes every turn as rpy.",
)
OUTLIVED = Code(
    "urdf.no-longer-ignored",
    _W,
    "What the version of the source passed over would count in the version written; it was left out.",
    "Declare in the source the version that knows the word, if it is meant to count.",
    Fate.LOST,
)
CSPACE_LIMIT = Code(
    "urdf.limit-from-cspace",
    _N,
    "A limit of the configuration space was written as one of the joint.",
    "Write an XRDF document beside it (-o robot.xrdf) to keep the configuration space itself.",
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
LOOP = Code(
    "urdf.loop",
    _W,
    "A joint closes a loop, which URDF 1.0 has no word for.",
    "Programs refuse such files or misread them; write it with -O urdf.loops=loop_joint, or as COLLADA.",
)
LOOP_LOST = Code(
    "urdf.loop-lost",
    _W,
    "URDF 1.0 has no closed loops, and programs would refuse or misread the file; the joint was left out.",
    "Write it with -O urdf.loops=loop_joint (Drake refuses that), or write a COLLADA document beside it.",
    Fate.LOST,
)
LIMIT_INCOMPLETE = Code(
    "urdf.limit-incomplete",
    _W,
    "A <limit> does not say all that its version demands; urdfdom, and so ROS and pinocchio, refuse the file.",
    "Give effort and velocity, which urdfdom and so ROS, pinocchio and cuMotion demand; from 1.2 on, lower and upper.",
    Fate.BROKEN,
)
OUT_OF_RANGE = Code(
    "urdf.out-of-range",
    _W,
    "URDF 1.2 does not allow the number; urdfdom refuses the file, or drops the shapes of the link.",
    "Write sizes above 0, amounts that are not negative, and an upper limit that is not below the lower one.",
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
    "Give k_velocity; 0 where no controller uses it.",
    Fate.BROKEN,
)
EMPTY_DYNAMICS = Code(
    "urdf.empty-dynamics",
    _W,
    "A <dynamics> has neither damping nor friction; urdfdom, and so ROS and pinocchio, refuse the file.",
    "Give damping or friction, or remove the element; any conversion to URDF does.",
    Fate.REPAIRED,
)
EMPTY_AXIS = Code(
    "urdf.empty-axis",
    _W,
    "An <axis> has no xyz: x to most programs, no direction at all to urdfdom and pinocchio.",
    'Write <axis xyz="1 0 0"/>, or remove the element; any conversion to URDF does.',
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
    "A material of the robot has neither a colour nor a texture; urdfdom passes over it, Drake refuses the file.",
    "Give it a colour or a texture, or remove it.",
    Fate.BROKEN,
)
MATERIAL_AGAIN = Code(
    "urdf.material-again",
    _W,
    "Two materials of the robot have one name; urdfdom, and so ROS and pinocchio, refuse the file.",
    "Remove one of the two, or rename it; of two that are the same any conversion to URDF keeps one.",
    Fate.BROKEN,
)
SEVERAL_SHAPES = Code(
    "urdf.several-shapes",
    _W,
    "A <geometry> has more than one shape; the first that URDF knows counts, and some programs refuse the file.",
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
    "A tab or a line break stands between numbers; urdfdom and sdformat refuse the file.",
    "Write single blanks; any conversion to URDF does.",
    Fate.REPAIRED,
)
NAMESPACE = Code(
    "urdf.namespace",
    _N,
    "The elements are in a namespace, in which urchin, kinpy and others do not find them.",
    "Leave xmlns out of <robot>: it says nothing.",
)
ASSUMED_NAME = Code(
    "urdf.assumed-name",
    _N,
    "The robot has no name; the file's was taken.",
    "Give the robot a name in the source.",
    Fate.ASSUMED,
)
ASSUMED_LIMIT = Code(
    "urdf.assumed-limit",
    _W,
    "URDF demands a limit that nobody gave; a number that hinders nothing was written.",
    "Give the limit in the source.",
    Fate.ASSUMED,
)
ASSUMED_GAIN = Code(
    "urdf.assumed-gain",
    _N,
    "Soft limits need a <safety_controller>, and that a velocity gain; 0 was written.",
    "Give the gain in the source, or set k_velocity in the output.",
    Fate.ASSUMED,
)
SOFT_LIMIT = Code(
    "urdf.soft-limit",
    _W,
    "URDF has soft limits for positions only.",
    "Write a COLLADA document beside it (-o robot.dae) to keep the limit.",
    Fate.LOST,
)
DYNAMICS = Code(
    "urdf.dynamics",
    _W,
    "URDF knows damping and friction of a joint, no springs.",
    "Write a COLLADA document beside it (-o robot.dae) to keep the spring.",
    Fate.LOST,
)
SENSOR = Code(
    "urdf.sensor",
    _W,
    "Neither Gazebo nor urdfdom has a word for something that is said of a sensor.",
    "Write a COLLADA document beside it (-o robot.dae) to keep it.",
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
    "URDF can couple a joint to one other by a factor and an offset only; the joint now moves freely.",
    "Write a COLLADA document beside it (-o robot.dae) to keep the formula.",
    Fate.LOST,
)
UNLIMITED = Code(
    "urdf.unlimited",
    _N,
    "A revolute joint without limits is a continuous one in URDF.",
    "Give the limits in the source if the joint cannot turn on and on.",
    Fate.CONVERTED,
)
CAPSULE = Code(
    "urdf.capsule",
    _N,
    "URDF 1.0 has no capsule; a cylinder and two spheres of the same shape are written.",
    "Write <capsule> with --to urdf@1.1, if every program that reads the file has urdfdom 5.1 or newer.",
)
KEPT_LIMITS = Code(
    "urdf.kept-limits",
    _N,
    "URDF 1.0 and 1.1 have no limits of acceleration and jerk; they are kept where only robotfmt reads them.",
    "Write them into <limit> with --to urdf@1.2, if every program that reads the file has urdfdom 6 or newer.",
)
STALE_MARK = Code(
    "urdf.stale-mark",
    _W,
    "What robotfmt kept beside the URDF no longer fits it.",
    'Correct the entry in <extension format="robotfmt">, or remove it.',
    Fate.BROKEN,
)
COLOR_RANGE = Code(
    "urdf.color-range",
    _N,
    "A colour has a component below 0 or above 1, which urdfdom drops; the nearest colour is written.",
    "Correct the colour in the source; components range from 0 to 1.",
    Fate.APPROXIMATED,
)
NO_SHAPE = Code(
    "urdf.no-shape",
    _W,
    "URDF has no such shape, and no mesh can stand for it.",
    "Put a box, a cylinder, a sphere or a mesh in its place in the source.",
    Fate.LOST,
)
HELD = Code(
    "urdf.held",
    _W,
    "URDF has no joint that holds or lets go; it was written as one that holds.",
    "Remove the joint from the output where the part should be loose.",
    Fate.APPROXIMATED,
)
FRAME = Code(
    "urdf.frame",
    _N,
    "URDF has no frames that joints could hang on; the joint hangs on the frame's link, at the same place.",
    "Make the frame a link of its own in the source if it must be kept.",
    Fate.CONVERTED,
)
SPLIT_JOINT = Code(
    "urdf.split-joint",
    _W,
    "URDF has no such joint; joints in a row with massless links between them were written.",
    "Use one of the joint types of URDF in the source if one joint must stay one.",
    Fate.APPROXIMATED,
)
OFFSET_AXIS = Code(
    "urdf.offset-axis",
    _N,
    "The axis does not pass through the frame of its child link; a massless link was put on the axis.",
    "Put the child's frame on the axis in the source to do without the link.",
    Fate.CONVERTED,
)
ACTUATOR = Code(
    "urdf.actuator",
    _N,
    "An actuator stands in a transmission in URDF, which has a place for its name, its joint and its gear.",
    "Say in the transmissions of the output how the joints are commanded (hardwareInterface), for ros_control.",
    Fate.CONVERTED,
)
MUJOCO_BLOCK = Code(
    "urdf.mujoco-block",
    _N,
    "A block of options for MuJoCo was written, which makes its reader keep visual geometry and fixed links.",
    "Leave out --target mujoco where another program will read the document; others pass over the block.",
)
MUJOCO_INERTIA = Code(
    "urdf.mujoco-inertia",
    _W,
    "MuJoCo refuses the inertia of links; options in the document make it use another one.",
    "Correct the mass and the inertia of the links in the source.",
)

CODES = tuple(value for value in globals().values() if isinstance(value, Code))
