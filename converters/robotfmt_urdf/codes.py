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
    "The document declares a version that is not known; it is read as 1.0.",
    "Write it as URDF 1.0, with turns as rpy and without capsules.",
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
    "Give it a box, a cylinder, a sphere or a mesh, or remove it.",
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
GUESSED_NAME = Code(
    "urdf.guessed-name",
    _N,
    "The robot has no name; the file's was taken.",
    "Give the robot a name in the source.",
    Fate.GUESSED,
)
GUESSED_LIMIT = Code(
    "urdf.guessed-limit",
    _W,
    "URDF 1.0 demands a limit that nobody gave; a number that hinders nothing was written.",
    "Give the limit in the source.",
    Fate.GUESSED,
)
GUESSED_GAIN = Code(
    "urdf.guessed-gain",
    _N,
    "Soft limits need a <safety_controller>, and that a velocity gain; 0 was written.",
    "Give the gain in the source, or set k_velocity in the output.",
    Fate.GUESSED,
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
    Fate.APPROXIMATED,
)
CAPSULE = Code(
    "urdf.capsule",
    _N,
    "URDF 1.0 has no capsule; a cylinder and two spheres of the same shape were written.",
    "Put a cylinder, a box or a mesh in its place in the source if one shape must stay one.",
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
    Fate.APPROXIMATED,
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
    Fate.APPROXIMATED,
)

CODES = tuple(value for value in globals().values() if isinstance(value, Code))
