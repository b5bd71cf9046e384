"""The diagnostics of SRDF documents.

An error that MoveIt's parser (srdfdom) logs makes it skip one element; the robot can still be converted, so it is a
warning here.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE
_BROKEN = Fate.BROKEN

# The document
NOT_SRDF = Code(
    "srdf.not-a-robot",
    _E,
    "The root element is not <robot>.",
    "Name the format with --from, if it is not SRDF.",
)
XACRO = Code(
    "srdf.xacro",
    _E,
    "The document uses xacro, which makes it a program; programs run only on request.",
    "If you trust it, have it expanded: add --xacro (needs: pip install 'robotfmt[xacro]').",
)
NO_NAME = Code("srdf.no-robot-name", _W, "The robot has no name.", 'Write <robot name="...">.', _BROKEN)
OTHER_ROBOT = Code(
    "srdf.other-robot",
    _W,
    "The document is for a robot with another name.",
    "If it belongs to this robot, give it the name in the URDF; MoveIt warns about the difference.",
)
INCOMPLETE = Code(
    "srdf.incomplete",
    _W,
    "An element lacks a required attribute; MoveIt skips it.",
    "Add the attribute, or remove the element.",
    _BROKEN,
)
PADDED_NAME = Code(
    "srdf.padded-name",
    _W,
    "A name has spaces around it; MoveIt strips them, other readers do not.",
    "Remove the spaces.",
    _BROKEN,
)

# Unknown names
UNKNOWN_LINK = Code(
    "srdf.unknown-link",
    _W,
    "The document names a link that the robot does not have.",
    "Correct the name, or remove the reference.",
)
UNKNOWN_JOINT = Code(
    "srdf.unknown-joint",
    _W,
    "The document names a joint that neither the robot nor the document has.",
    "Correct the name, or declare a <virtual_joint> of that name.",
)
UNKNOWN_GROUP = Code(
    "srdf.unknown-group",
    _W,
    "The document names a group that does not exist; MoveIt skips the element that refers to it.",
    "Correct the name, or add the group.",
)

# Groups
DUPLICATE_GROUP = Code("srdf.duplicate-group", _W, "Two groups have the same name.", "Rename one of them.", _BROKEN)
EMPTY_GROUP = Code("srdf.empty-group", _W, "A group is empty.", "Add links, joints, chains or groups to it.")
GROUP_CYCLE = Code(
    "srdf.group-cycle",
    _W,
    "Groups contain one another in a cycle; MoveIt drops them.",
    "Remove one of the groups from another.",
    _BROKEN,
)
NO_CHAIN = Code(
    "srdf.no-chain",
    _W,
    "The base and the tip of a chain are not connected by joints; MoveIt drops the chain.",
    "Choose two links of the same tree.",
    _BROKEN,
)
BENT_CHAIN = Code(
    "srdf.bent-chain",
    _W,
    "The tip of a chain is not below its base; MoveIt goes up to their common ancestor, and down again.",
    "If that is not intended, swap the two, or choose a base nearer to the root.",
)

# States
DUPLICATE_STATE = Code(
    "srdf.duplicate-state",
    _W,
    "Two states of a group have the same name.",
    "Rename one of them.",
    _BROKEN,
)
STATE_WITHOUT_GROUP = Code(
    "srdf.state-without-group",
    _W,
    "A state does not name its group; MoveIt skips it.",
    'Write <group_state name="..." group="...">.',
    _BROKEN,
)
NO_VALUE = Code(
    "srdf.no-value",
    _W,
    "A state names a joint without a number.",
    "Add the value, or remove the joint from the state.",
    _BROKEN,
)
JOINT_TWICE = Code(
    "srdf.joint-twice",
    _W,
    "A state names a joint twice; MoveIt reads all the numbers as values of the joint's axes.",
    "Keep one of the two.",
    _BROKEN,
)
NOT_IN_GROUP = Code(
    "srdf.not-in-group",
    _W,
    "A state has a value for a joint that is not in its group.",
    "Add the joint to the group, or remove it from the state.",
)
VALUE_COUNT = Code(
    "srdf.value-count",
    _W,
    "A state has more or fewer numbers for a joint than the joint has degrees of freedom.",
    "Give one number for each degree of freedom: seven for a floating joint, none for a fixed one.",
)
# End effectors and virtual joints
DUPLICATE_END_EFFECTOR = Code(
    "srdf.duplicate-end-effector",
    _W,
    "Two end effectors have the same name.",
    "Rename one of them.",
    _BROKEN,
)
ON_ITSELF = Code(
    "srdf.end-effector-on-itself",
    _W,
    "An end effector's group is also its parent group.",
    "Name the group of the arm as parent_group, or remove the attribute.",
    _BROKEN,
)
IN_PARENT_GROUP = Code(
    "srdf.end-effector-in-parent-group",
    _W,
    "The group of an end effector shares joints with its parent group.",
    "Remove the joints of the end effector from the parent group.",
)
PARENT_LINK_OUTSIDE = Code(
    "srdf.parent-link-outside",
    _W,
    "The parent group of an end effector does not contain its parent link; MoveIt ignores the parent group.",
    "Name the group that ends at the parent link, or extend its chain to that link.",
)
NOT_ON_ROOT = Code(
    "srdf.virtual-joint-not-on-root",
    _W,
    "The child link of a virtual joint is not the root of the robot; MoveIt ignores the joint.",
    "Name the root link as 'child_link'.",
)
DUPLICATE_JOINT = Code(
    "srdf.duplicate-virtual-joint",
    _W,
    "A virtual joint has the name of another joint.",
    "Rename it.",
    _BROKEN,
)
UNKNOWN_TYPE = Code(
    "srdf.unknown-joint-type",
    _W,
    "A virtual joint has an unknown type; MoveIt assumes a fixed joint.",
    "Write fixed, floating or planar.",
    _BROKEN,
)

# Joints
PASSIVE_TWICE = Code("srdf.passive-twice", _W, "A joint is listed as passive twice.", "Remove one of the two.", _BROKEN)
PROPERTY_TWICE = Code(
    "srdf.property-twice",
    _W,
    "A joint has a property twice; the last value is used.",
    "Keep the intended one.",
    _BROKEN,
)

# Collisions
SELF_PAIR = Code(
    "srdf.self-pair", _W, "A link is paired with itself.", "Remove the pair, or correct one name.", _BROKEN
)
PAIR_TWICE = Code(
    "srdf.pair-twice",
    _W,
    "A pair of links is listed twice; the first reason is used.",
    "Remove one of the two.",
    _BROKEN,
)
UNCHECKED_TWICE = Code(
    "srdf.unchecked-twice",
    _W,
    "The collisions of a link are disabled twice.",
    "Remove one of the two.",
    _BROKEN,
)
CONTRADICTION = Code(
    "srdf.enabled-and-disabled",
    _W,
    "The collisions of a pair are both enabled and disabled; MoveIt disables them.",
    "Remove the unintended one.",
    _BROKEN,
)
SPHERES_TWICE = Code(
    "srdf.spheres-twice",
    _W,
    "A link has two sphere approximations; the first one is used, the other is kept verbatim.",
    "Put all spheres of the link into one approximation.",
    _BROKEN,
)
NO_EXTENT = Code(
    "srdf.no-extent",
    _W,
    "A sphere has radius 0. MoveIt ignores it next to other spheres; a link with no others is not checked at all.",
    "Give it a radius, or remove it, unless the link must not be checked.",
)

# Writing
OTHER_SPHERES = Code(
    "srdf.other-spheres",
    _W,
    "SRDF supports one set of spheres; the others were dropped.",
    "Write an XRDF in addition to the SRDF; it can store all of them.",
    Fate.LOST,
)
SPHERES = Code(
    "srdf.spheres",
    _N,
    "SRDF supports one set of spheres, without a name and without clones.",
    "Write an XRDF in addition to the SRDF, if the name matters.",
    Fate.CONVERTED,
)
BUFFERS = Code(
    "srdf.buffers",
    _W,
    "SRDF does not support sphere buffers.",
    "Write an XRDF in addition to the SRDF, or set the padding in MoveIt.",
    Fate.LOST,
)
USES = Code(
    "srdf.both-uses",
    _N,
    "SRDF uses the same spheres for collisions with the world and for self-collisions.",
    "Write an XRDF in addition to the SRDF, if they differ.",
    Fate.APPROXIMATED,
)
SPHERE_FRAME = Code(
    "srdf.sphere-frame",
    _N,
    "SRDF supports spheres on links only; those on a frame were moved to its link, at the same place.",
    "No action needed.",
    Fate.CONVERTED,
)
BASE = Code(
    "srdf.base",
    _N,
    "The base of the robot is fixed, or moves freely; SRDF has that as a virtual joint, which was written.",
    "No action needed. Use 'robotfmt edit --base' to change how the base is connected.",
    Fate.CONVERTED,
)
MANIPULATOR = Code(
    "srdf.manipulator",
    _N,
    "SRDF has no manipulators; a chain, a group for the gripper and an end effector were written instead.",
    "Check the groups; configure tool frames and closing directions in MoveIt.",
    Fate.CONVERTED,
)
CSPACE = Code(
    "srdf.cspace",
    _N,
    "SRDF has no configuration space; a group of its joints and a state with the default positions were written.",
    "Check the group; configure acceleration and jerk limits in MoveIt.",
    Fate.CONVERTED,
)
PASSIVE = Code(
    "srdf.passive",
    _N,
    "An inactive joint was written as a passive one.",
    "No action needed.",
    Fate.CONVERTED,
)

CODES = tuple(value for value in globals().values() if isinstance(value, Code))
