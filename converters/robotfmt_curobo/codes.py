"""The diagnostics of cuRobo's robot configurations.

``CODES.md`` next to this module explains what each code means, why it matters and how to fix it.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE
_BROKEN, _ASSUMED = Fate.BROKEN, Fate.ASSUMED

NO_KINEMATICS = Code(
    "curobo.no-kinematics",
    _E,
    "The document has no 'kinematics'.",
    "Give the configuration of a robot: 'robot_cfg' with 'kinematics' in it.",
)
LENGTH = Code(
    "curobo.length",
    _E,
    "A list does not have one value for each joint.",
    "Give one value for each of 'joint_names', in the same order.",
    _BROKEN,
)
JOINT_TWICE = Code(
    "curobo.joint-twice",
    _E,
    "A joint is named twice in 'joint_names'.",
    "Remove one of the two, and the corresponding values.",
    _BROKEN,
)
LOCKED_VALUE = Code(
    "curobo.locked-value",
    _N,
    "A locked joint has a value elsewhere, which cuRobo ignores; that value was dropped.",
    "Correct 'lock_joints', if the other value is the intended one.",
    _BROKEN,
)
LIMIT_NOT_POSITIVE = Code(
    "curobo.limit-not-positive",
    _W,
    "A limit is not positive.",
    "Write a number above 0.",
    _BROKEN,
)
SPHERES_FILE = Code(
    "curobo.spheres-file",
    _N,
    "The spheres are in a separate file; they are written into the configuration.",
    "No action needed: cuRobo reads both forms, and its version 2 warns about the separate file.",
)
SPHERES_NOT_FOUND = Code(
    "curobo.spheres-not-found",
    _E,
    "The file with the spheres cannot be read.",
    "Put it where the configuration refers to it, in the configuration's folder or below it.",
)
NOT_LISTED = Code(
    "curobo.not-listed",
    _W,
    "'collision_link_names' leaves out a link that has spheres; cuRobo does not load them.",
    "Add the link to 'collision_link_names', or remove its spheres.",
    _BROKEN,
)
NO_SPHERES = Code(
    "curobo.no-spheres",
    _W,
    "'collision_link_names' names a link that has no spheres; cuRobo fails to load it.",
    "Give the link spheres, or remove it from the list.",
    _BROKEN,
)
SPHERES_ABSENT = Code(
    "curobo.spheres-absent",
    _W,
    "The configuration has no collision spheres: cuRobo avoids neither obstacles nor the robot itself.",
    "Create the configuration with 'robotfmt xrdf ROBOT -o FILE.yml': it fits spheres and finds the pairs to ignore.",
)
JOINT_MISSING = Code(
    "curobo.joint-missing",
    _E,
    "A joint that moves a used link is neither controlled nor locked; cuRobo refuses the configuration.",
    "Add the joint to 'joint_names' and its lists, or lock it at a value in 'lock_joints'.",
    _BROKEN,
)
JOINT_IDLE = Code(
    "curobo.joint-idle",
    _E,
    "A controlled joint moves no link that is used; version 2 of cuRobo refuses the configuration.",
    "Lock the joint in 'lock_joints', or give a link below it spheres or make it a tool frame.",
    _BROKEN,
)
PLACE_HOLDERS = Code(
    "curobo.place-holders",
    _N,
    "'extra_collision_spheres' requests placeholders; they are read as spheres with a negative radius.",
    "No action needed: placeholders collide with nothing until an object is attached.",
)
EXTRA_LINK = Code(
    "curobo.extra-link",
    _W,
    "An extra link is not simply a frame fixed to a link; it is kept verbatim.",
    "Add the link and its joint to the URDF, if other programs need them.",
)
EXTRA_LINK_SHAPE = Code(
    "curobo.extra-link-shape",
    _E,
    "An extra link lacks a required key.",
    "Give it 'parent_link_name', 'joint_name', 'joint_type' and 'fixed_transform: [x, y, z, qw, qx, qy, qz]'.",
    _BROKEN,
)
OTHER_VERSION = Code(
    "curobo.key-of-other-version",
    _W,
    "A key belongs to another version of cuRobo; the version that is written fails on it.",
    "Write the version that supports it: --to curobo@1 or --to curobo@2.",
    Fate.LOST,
)
MODIFIER = Code(
    "curobo.modifier",
    _W,
    "cuRobo cannot add a moving frame, free a mimic joint, or have two bases.",
    "Make the change in the URDF.",
    Fate.LOST,
)
OTHER_SPHERES = Code(
    "curobo.other-spheres",
    _W,
    "cuRobo supports one set of spheres; the set for collisions with the world was written.",
    "Write an XRDF too: it can store several sets.",
    Fate.LOST,
)
SPHERES = Code(
    "curobo.spheres",
    _N,
    "The spheres were written in the form that cuRobo supports: without clones, and with an ASCII name.",
    "Give the set a plain name; from now on, change a sphere in each set that contains a copy of it.",
    Fate.CONVERTED,
)
USES = Code(
    "curobo.uses",
    _W,
    "cuRobo checks its one set of spheres against the world and against the robot itself.",
    "List the pairs of links that may touch, as an SRDF does.",
    Fate.APPROXIMATED,
)
REASON = Code(
    "curobo.reason",
    _N,
    "The reason for ignoring a pair was written as a comment, in one line and in ASCII.",
    "No action needed. To keep the reason as it is, use one line of ASCII.",
    Fate.CONVERTED,
)
CSPACE_ASSUMED = Code(
    "curobo.cspace-assumed",
    _W,
    "No document specifies which joints are controlled; assuming those of the default state, or all that can move.",
    "Give a 'cspace' in an XRDF in addition to the input.",
    _ASSUMED,
)
LIMIT_OF_JOINT = Code(
    "curobo.limit-of-joint",
    _N,
    "No limit for control is given; the joint's own limit was written.",
    "Give the limit in an XRDF in addition to the input, if control needs another one.",
    _ASSUMED,
)
LIMIT_ASSUMED = Code(
    "curobo.limit-assumed",
    _W,
    "Some joints have a limit and others do not; assuming cuRobo's own, 10 for accelerations and 500 for jerks.",
    "Give the limit of the joint, or give it in an XRDF in addition to the input.",
    _ASSUMED,
)
DEFAULT_ASSUMED = Code(
    "curobo.default-assumed",
    _N,
    "cuRobo needs a position for every joint; assuming the state 'default', or 0, or the limit closest to 0.",
    "Give 'default_joint_positions' in an XRDF in addition to the input.",
    _ASSUMED,
)
TOOL_FRAME_ASSUMED = Code(
    "curobo.tool-frame-assumed",
    _W,
    "No document specifies the tool frame.",
    "Give 'tool_frames' in an XRDF in addition to the input.",
    _ASSUMED,
)
BASE_ASSUMED = Code(
    "curobo.base-assumed",
    _N,
    "cuRobo needs a base link; assuming the root link.",
    "Give 'set_base_frame' in an XRDF in addition to the input, if planning starts at another link.",
    _ASSUMED,
)
URDF_PATH = Code(
    "curobo.urdf-path",
    _N,
    "The path of the URDF was written relative to the configuration; cuRobo looks for it in its own assets.",
    "Set the folder of the configuration in cuRobo ('external_asset_path', ContentPath), or write an absolute path.",
    _ASSUMED,
)
INCOMPLETE = Code(
    "curobo.incomplete",
    _W,
    "cuRobo requires a value that no document gives.",
    "Convert it together with the robot's URDF, or add the missing value to the document.",
)

CODES = tuple(code for code in list(vars().values()) if isinstance(code, Code))
"""Every code of cuRobo, in the order of a document."""
