"""What there is to say about changes of a robot that somebody asked for."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NO_SUCH_PART = Code(
    "edit.no-such-part",
    _E,
    "The robot has no part of this name.",
    "Correct the name; 'robotfmt info --tree' shows those that there are.",
)
NAME_TAKEN = Code(
    "edit.name-taken",
    _E,
    "Two parts would have the same name.",
    "Choose another name; of a robot to be attached a prefix changes all of them.",
)
INERTIA_COMPUTED = Code(
    "edit.inertia-computed",
    _N,
    "The mass and the inertia of a link were computed from its collision shapes.",
    "No action needed.",
    Fate.CONVERTED,
)
NO_SOLID = Code(
    "edit.no-solid",
    _W,
    "An inertia cannot be computed: the link has no collision shape that encloses a volume.",
    "Give the link a closed collision shape, or a mass and an inertia.",
)
DROPPED = Code(
    "edit.dropped",
    _W,
    "It refers to something that is not there any more, and is left out.",
    "Nothing, if it was meant to go with what it refers to; else keep that, or say it anew.",
    Fate.LOST,
)
LEFT_OUT = Code(
    "edit.left-out",
    _N,
    "It was removed as requested, or with what it belongs to.",
    "No action needed if that was intended.",
    Fate.REMOVED,
)
MERGED = Code(
    "edit.merged",
    _N,
    "It became part of another link, or was combined with a property of that.",
    "No action needed if that was intended; '--keep NAME' leaves a link or a joint as it is.",
    Fate.CHANGED,
)
ATTACHED = Code(
    "edit.attached",
    _N,
    "It attaches a robot to another one, or was combined with a property of that.",
    "No action needed if that was intended.",
    Fate.CHANGED,
)
REVERSED = Code(
    "edit.reversed",
    _N,
    "It is described from the other end of a joint now, or in another frame.",
    "No action needed: everything moves as before.",
    Fate.CHANGED,
)
LOCKED = Code(
    "edit.locked",
    _N,
    "It belonged to a joint that is locked now.",
    "No action needed if that was intended.",
    Fate.REMOVED,
)
MODIFIED = Code(
    "edit.modified",
    _N,
    "A modifier of the kinematics changed it.",
    "No action needed: a document requests it.",
    Fate.CHANGED,
)
MAY_REFER = Code(
    "edit.may-still-refer",
    _W,
    "Something that nobody understands has a word in it that was the name of a part.",
    "Look at it in the output, and change the name there if it means the part.",
)
PAIR_WIDENED = Code(
    "edit.pair-widened",
    _W,
    "Two links are not checked for collisions any more, though parts of them were.",
    "Keep the links apart, or check whether these parts can touch.",
)
NOT_MERGED = Code(
    "edit.not-merged",
    _N,
    "A fixed joint stays, since something would be lost or changed without it.",
    "Nothing; or remove what needs it.",
)
NOT_TAKEN_OVER = Code(
    "edit.not-taken-over",
    _W,
    "A property of a merged or attached part is lost: the whole has another one, or no place for it.",
    "Keep the part separate ('--keep NAME'), or set the property of the whole.",
    Fate.LOST,
)
TURNED = Code(
    "edit.turned",
    _W,
    "What is said of a joint, or of a chain of them, does not hold for the other direction.",
    "Say it anew for the new root.",
)
PLACED = Code(
    "edit.placed",
    _N,
    "The pose of the robot in its scene is now that of a joint or of another root link.",
    "No action needed: without '--pose' the robot stays where it is.",
    Fate.CHANGED,
)
REMOVED_BY_BASE = Code(
    "edit.removed-by-base",
    _E,
    "A document uses what its own new base has cut off.",
    "Name another base, or leave out what it cuts off (XRDF 1.0 §2).",
)
MODIFIERS = Code(
    "edit.modifiers",
    _E,
    "The modifiers of the kinematics cannot be applied together.",
    "Correct the modifier; frames may be added in any order, but each on a link or on another frame.",
)
APPLIED = Code(
    "edit.modifiers-applied",
    _N,
    "The modifiers of the kinematics were applied, since no output can hold them.",
    "Write an XRDF too if the links shall stay as they are.",
)
LOCK = Code(
    "edit.lock",
    _E,
    "A joint cannot be held at a value.",
    "Give a number for each of its axes, within its limits; of joints that follow another lock that one.",
)
LINKS_CHANGED = Code(
    "edit.links-changed",
    _E,
    "Links or joints were changed, but no output holds them.",
    "Write a document of the whole robot too, such as a URDF.",
)
