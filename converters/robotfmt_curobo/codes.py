"""What there is to say about cuRobo's robot configurations.

What each code means, why it matters and how to mend it is explained in ``CODES.md`` beside this module.
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
    "A list has not one value for each joint.",
    "Give one value for each of 'joint_names', in the same order.",
    _BROKEN,
)
JOINT_TWICE = Code(
    "curobo.joint-twice",
    _E,
    "A joint is named twice in 'joint_names'.",
    "Remove one of the two, and its values.",
    _BROKEN,
)
LOCKED_VALUE = Code(
    "curobo.locked-value",
    _N,
    "A joint that is locked has another value, which cuRobo does not look at; it was left out.",
    "Correct 'lock_joints', if the other value is the one that is meant.",
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
    "The spheres stand in a file of their own; they are written into the configuration.",
    "Nothing; cuRobo reads both, and its version 2 warns of a file.",
)
SPHERES_NOT_FOUND = Code(
    "curobo.spheres-not-found",
    _E,
    "The file with the spheres cannot be read.",
    "Put it where the configuration says, in the configuration's folder or below it.",
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
    "'collision_link_names' names a link that has no spheres; cuRobo fails on that.",
    "Give the link spheres, or take it out of the list.",
    _BROKEN,
)
SPHERES_ABSENT = Code(
    "curobo.spheres-absent",
    _W,
    "The configuration has no collision spheres: cuRobo avoids neither obstacles nor the robot itself.",
    "Let 'robotfmt xrdf ROBOT -o FILE.yml' make it: it fits spheres and finds the pairs to ignore.",
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
    "'extra_collision_spheres' asks for place holders; they are read as spheres with a radius below 0.",
    "Nothing; they collide with nothing until something is attached.",
)
EXTRA_LINK = Code(
    "curobo.extra-link",
    _W,
    "An extra link is more than a frame that is fixed to a link; it is kept as it is.",
    "Add the link and its joint to the URDF, if other programs shall know them.",
)
EXTRA_LINK_SHAPE = Code(
    "curobo.extra-link-shape",
    _E,
    "An extra link does not say all that it must.",
    "Give it 'parent_link_name', 'joint_name', 'joint_type' and 'fixed_transform: [x, y, z, qw, qx, qy, qz]'.",
    _BROKEN,
)
OTHER_VERSION = Code(
    "curobo.key-of-other-version",
    _W,
    "A key is known in another version of cuRobo only; the version that is written fails on it.",
    "Write the version that knows it: --to curobo@1 or --to curobo@2.",
    Fate.LOST,
)
MODIFIER = Code(
    "curobo.modifier",
    _W,
    "cuRobo cannot add a moving frame, free a joint that follows another one, or have two bases.",
    "Make the change in the URDF.",
    Fate.LOST,
)
OTHER_SPHERES = Code(
    "curobo.other-spheres",
    _W,
    "cuRobo has one set of spheres; that for collisions with the world was written.",
    "Write an XRDF too: it has a place for several sets.",
    Fate.LOST,
)
SPHERES = Code(
    "curobo.spheres",
    _N,
    "The spheres were written in the way that cuRobo has for them: without clones, with a name in ASCII.",
    "Give the set a plain name, and change a sphere in every set that has a copy of it from now on.",
    Fate.CONVERTED,
)
USES = Code(
    "curobo.uses",
    _W,
    "cuRobo checks its one set of spheres against the world and against the robot itself.",
    "Give the pairs of links that may touch, as an SRDF has them.",
    Fate.APPROXIMATED,
)
REASON = Code(
    "curobo.reason",
    _N,
    "The reason of a pair stands in a comment, of one line and in ASCII.",
    "Nothing, or give it a reason that can stand there.",
    Fate.CONVERTED,
)
CSPACE_ASSUMED = Code(
    "curobo.cspace-assumed",
    _W,
    "No document specifies which joints are controlled; those of the default state, or all that can move, were taken.",
    "Give a 'cspace' in an XRDF beside the input.",
    _ASSUMED,
)
LIMIT_OF_JOINT = Code(
    "curobo.limit-of-joint",
    _N,
    "Nobody gave a limit for control; the joint's own was taken.",
    "Give the limit in an XRDF beside the input, if control needs another one.",
    _ASSUMED,
)
LIMIT_ASSUMED = Code(
    "curobo.limit-assumed",
    _W,
    "Some joints have a limit and others none; cuRobo's own, 10 for accelerations and 500 for jerks, was written.",
    "Give it as a limit of the joint, or in an XRDF beside the input.",
    _ASSUMED,
)
DEFAULT_ASSUMED = Code(
    "curobo.default-assumed",
    _N,
    "cuRobo needs a position for every joint; that of a state 'default', or 0, or the limit next to it, was written.",
    "Give 'default_joint_positions' in an XRDF beside the input.",
    _ASSUMED,
)
TOOL_FRAME_ASSUMED = Code(
    "curobo.tool-frame-assumed",
    _W,
    "No document specifies the tool frame.",
    "Give 'tool_frames' in an XRDF beside the input.",
    _ASSUMED,
)
BASE_ASSUMED = Code(
    "curobo.base-assumed",
    _N,
    "cuRobo needs a base link; the root was written.",
    "Give 'set_base_frame' in an XRDF beside the input, if planning begins elsewhere.",
    _ASSUMED,
)
URDF_PATH = Code(
    "curobo.urdf-path",
    _N,
    "The path of the URDF was written as seen from the configuration; cuRobo looks for it in its own assets.",
    "Tell cuRobo the folder of the configuration ('external_asset_path', ContentPath), or write the whole path.",
    _ASSUMED,
)
INCOMPLETE = Code(
    "curobo.incomplete",
    _W,
    "cuRobo requires a value that no document gives.",
    "Convert it together with the robot's URDF, or add what is missing to the document.",
)

CODES = tuple(code for code in list(vars().values()) if isinstance(code, Code))
"""Every code of cuRobo, in the order of a document."""
