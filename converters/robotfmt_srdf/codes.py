"""What there is to say about SRDF documents.

What MoveIt's parser (srdfdom) logs as an error makes it skip one element; the robot can be converted all the same,
so that here it is a warning.
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
    "Say the format with --from, if it is another one.",
)
XACRO = Code(
    "srdf.xacro",
    _E,
    "The document uses xacro, which makes it a program; programs are not run unasked.",
    "If you trust it, have it expanded: add --xacro (needs: pip install 'robotfmt[xacro]').",
)
NO_NAME = Code("srdf.no-robot-name", _W, "The robot has no name.", 'Write <robot name="...">.', _BROKEN)
OTHER_ROBOT = Code(
    "srdf.other-robot",
    _W,
    "The document is about a robot of another name.",
    "If it is the right one, give it the name that the URDF has; MoveIt complains of the difference.",
)
INCOMPLETE = Code(
    "srdf.incomplete",
    _W,
    "An element lacks an attribute without which it means nothing; MoveIt skips it.",
    "Add the attribute, or remove the element.",
    _BROKEN,
)
PADDED_NAME = Code(
    "srdf.padded-name",
    _W,
    "A name has blanks around it; MoveIt cuts them off, other readers do not.",
    "Take them away.",
    _BROKEN,
)

# Names that there are not
UNKNOWN_LINK = Code(
    "srdf.unknown-link",
    _W,
    "The document names a link that the robot does not have.",
    "Correct the name, or remove what names it.",
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
    "The document names a group that there is not; MoveIt skips who names it.",
    "Correct the name, or write the group.",
)

# Groups
DUPLICATE_GROUP = Code(
    "srdf.duplicate-group", _W, "Two groups have the same name.", "Give one of them another name.", _BROKEN
)
EMPTY_GROUP = Code(
    "srdf.empty-group", _W, "A group has nothing in it.", "Put links, joints, chains or groups into it."
)
GROUP_CYCLE = Code(
    "srdf.group-cycle",
    _W,
    "Groups contain one another in a ring; MoveIt leaves them out.",
    "Take one of them out of another.",
    _BROKEN,
)
NO_CHAIN = Code(
    "srdf.no-chain",
    _W,
    "No joints lead from the base of a chain to its tip; MoveIt leaves it out.",
    "Choose two links of one tree.",
    _BROKEN,
)
BENT_CHAIN = Code(
    "srdf.bent-chain",
    _W,
    "The tip of a chain does not hang under its base; MoveIt goes up to where both hang, and down again.",
    "If that is not meant, exchange the two, or choose a base nearer to the root.",
)

# States
DUPLICATE_STATE = Code(
    "srdf.duplicate-state",
    _W,
    "Two states of a group have the same name.",
    "Give one of them another name.",
    _BROKEN,
)
STATE_WITHOUT_GROUP = Code(
    "srdf.state-without-group",
    _W,
    "A state does not say of which group it is; MoveIt skips it.",
    'Write <group_state name="..." group="...">.',
    _BROKEN,
)
NO_VALUE = Code(
    "srdf.no-value",
    _W,
    "A state has no number for a joint that it names.",
    "Write the value, or leave the joint out of the state.",
    _BROKEN,
)
JOINT_TWICE = Code(
    "srdf.joint-twice",
    _W,
    "A state names a joint twice; MoveIt takes all numbers together for the values of its axes.",
    "Keep one of the two.",
    _BROKEN,
)
NOT_IN_GROUP = Code(
    "srdf.not-in-group",
    _W,
    "A state has a value for a joint that is not in its group.",
    "Put the joint into the group, or leave it out of the state.",
)
VALUE_COUNT = Code(
    "srdf.value-count",
    _W,
    "A state has more or fewer numbers for a joint than the joint has degrees of freedom.",
    "Give one number for each; seven for a joint that floats, none for a fixed one.",
)
# End effectors and virtual joints
DUPLICATE_END_EFFECTOR = Code(
    "srdf.duplicate-end-effector",
    _W,
    "Two end effectors have the same name.",
    "Give one of them another name.",
    _BROKEN,
)
ON_ITSELF = Code(
    "srdf.end-effector-on-itself",
    _W,
    "An end effector's group is its parent group too.",
    "Name the group of the arm as parent_group, or leave it out.",
    _BROKEN,
)
IN_PARENT_GROUP = Code(
    "srdf.end-effector-in-parent-group",
    _W,
    "The group of an end effector shares joints with its parent group.",
    "Leave the joints of the end effector out of the parent group.",
)
PARENT_LINK_OUTSIDE = Code(
    "srdf.parent-link-outside",
    _W,
    "The parent group of an end effector does not have its parent link; MoveIt ignores the parent group.",
    "Name the group that ends at the parent link, or extend its chain to that link.",
)
NOT_ON_ROOT = Code(
    "srdf.virtual-joint-not-on-root",
    _W,
    "The child link of a virtual joint is not the root of the robot; MoveIt does not use the joint.",
    "Name the root link as 'child_link'.",
)
DUPLICATE_JOINT = Code(
    "srdf.duplicate-virtual-joint",
    _W,
    "A virtual joint has a name that another joint has already.",
    "Give it another name.",
    _BROKEN,
)
UNKNOWN_TYPE = Code(
    "srdf.unknown-joint-type",
    _W,
    "A virtual joint has a type that is not known; MoveIt takes it for a fixed one.",
    "Known are fixed, floating and planar.",
    _BROKEN,
)

# Joints
PASSIVE_TWICE = Code(
    "srdf.passive-twice", _W, "A joint is said to be passive twice.", "Remove one of the two.", _BROKEN
)
PROPERTY_TWICE = Code(
    "srdf.property-twice",
    _W,
    "A joint has a property twice; the last value counts.",
    "Keep the one that is meant.",
    _BROKEN,
)

# Collisions
SELF_PAIR = Code(
    "srdf.self-pair", _W, "A link is paired with itself.", "Remove the pair, or correct one name.", _BROKEN
)
PAIR_TWICE = Code(
    "srdf.pair-twice",
    _W,
    "A pair of links stands twice; the first reason counts.",
    "Remove one of the two.",
    _BROKEN,
)
UNCHECKED_TWICE = Code(
    "srdf.unchecked-twice", _W, "The checks of a link are disabled twice.", "Remove one of the two.", _BROKEN
)
CONTRADICTION = Code(
    "srdf.enabled-and-disabled",
    _W,
    "The collisions of a pair are enabled and disabled; MoveIt takes them as disabled.",
    "Remove the one that is not meant.",
    _BROKEN,
)
SPHERES_TWICE = Code(
    "srdf.spheres-twice",
    _W,
    "A link has two approximations by spheres; the first one counts, the other is kept as it is.",
    "Put all spheres of the link into one approximation.",
    _BROKEN,
)
NO_EXTENT = Code(
    "srdf.no-extent",
    _W,
    "A sphere has no extent. MoveIt drops it beside others, and checks a link with no others for nothing.",
    "Give it a radius, or remove it, unless the link shall not be checked.",
)

# Writing
OTHER_SPHERES = Code(
    "srdf.other-spheres",
    _W,
    "SRDF has one set of spheres; the others were left out.",
    "Write an XRDF beside the SRDF; it holds all of them.",
    Fate.LOST,
)
SPHERES = Code(
    "srdf.spheres",
    _N,
    "SRDF has one set of spheres, without a name and without clones.",
    "Write an XRDF beside the SRDF, if the name matters.",
    Fate.CONVERTED,
)
BUFFERS = Code(
    "srdf.buffers",
    _W,
    "SRDF has no buffers around spheres.",
    "Write an XRDF beside the SRDF, or set the padding in MoveIt.",
    Fate.LOST,
)
USES = Code(
    "srdf.both-uses",
    _N,
    "The spheres of SRDF are there for collisions with the world and with the robot itself alike.",
    "Write an XRDF beside the SRDF, if they differ.",
    Fate.APPROXIMATED,
)
SPHERE_FRAME = Code(
    "srdf.sphere-frame",
    _N,
    "SRDF has spheres on links only; those on a frame were put on its link, at the same place.",
    "Nothing needs to be done.",
    Fate.CONVERTED,
)
MANIPULATOR = Code(
    "srdf.manipulator",
    _N,
    "SRDF has no manipulators; a chain, a group for the gripper and an end effector say of it what they can.",
    "Look at the groups; tool frames and closing directions must be given to MoveIt elsewhere.",
    Fate.CONVERTED,
)
CSPACE = Code(
    "srdf.cspace",
    _N,
    "SRDF has no configuration space; a group of its joints, and a state with the default positions, were written.",
    "Look at the group; limits of acceleration and jerk must be given to MoveIt elsewhere.",
    Fate.CONVERTED,
)
PASSIVE = Code(
    "srdf.passive",
    _N,
    "A joint that is not active was written as a passive one.",
    "Nothing needs to be done.",
    Fate.CONVERTED,
)

CODES = tuple(value for value in globals().values() if isinstance(value, Code))
