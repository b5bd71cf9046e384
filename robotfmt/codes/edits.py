"""Diagnostics of requested changes of a robot."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NO_SUCH_PART = Code(
    "edit.no-such-part",
    _E,
    "The robot has no part of this name.",
    "Correct the name; 'robotfmt info --tree' lists all names.",
)
NAME_TAKEN = Code(
    "edit.name-taken",
    _E,
    "Two parts would have the same name.",
    "Choose another name; when attaching a robot, give it a prefix.",
)
INERTIA_COMPUTED = Code(
    "edit.inertia-computed",
    _N,
    "The mass and the inertia of a link were computed from its collision shapes.",
    "No action needed.",
    Fate.CONVERTED,
)
INERTIA_REPLACED = Code(
    "edit.inertia-replaced",
    _N,
    "The inertia of a link was replaced by that of its shapes.",
    "No action needed.",
    Fate.CHANGED,
)
INERTIA_REFUSED = Code(
    "edit.inertia-refused",
    _E,
    "The inertia of a link cannot be computed from its shapes.",
    "Make the shapes closed (for meshes: '--collisions hull' before '--inertia'), or give '--density'.",
)
INERTIA_REPAIRED = Code(
    "edit.inertia-repaired",
    _N,
    "An impossible mass or inertia was repaired by a rule.",
    "Correct the value in the source; the rule is in robotfmt explain edit.inertia-repaired.",
    Fate.REPAIRED,
)
COLLISIONS_REPLACED = Code(
    "edit.collisions-replaced",
    _N,
    "A collision mesh was replaced by the shapes that '--collisions' asks for.",
    "No action needed: the table shows how well they cover the mesh, and how far they protrude.",
    Fate.CHANGED,
)
COLLISION_KEPT = Code(
    "edit.collision-kept",
    _W,
    "A collision mesh stays as it is: no shape of the requested kind keeps the bound.",
    "Give a wider bound with '--within' or '--faces', or choose another kind for this robot.",
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
    "A reference to a removed part was dropped.",
    "No action needed if that was intended; otherwise keep the part, or set the reference again.",
    Fate.LOST,
)
LEFT_OUT = Code(
    "edit.left-out",
    _N,
    "A part was removed as requested, or together with the part it belongs to.",
    "No action needed if that was intended.",
    Fate.REMOVED,
)
MERGED = Code(
    "edit.merged",
    _N,
    "A part became part of another link, or was combined with a property of that link.",
    "No action needed if that was intended; '--keep NAME' excludes a link or a joint.",
    Fate.CHANGED,
)
ATTACHED = Code(
    "edit.attached",
    _N,
    "A part attaches a robot to another one, or was combined with a property of that robot.",
    "No action needed if that was intended.",
    Fate.CHANGED,
)
CONTENT = Code(
    "edit.content",
    _N,
    "Unrecognised content was adjusted to the changed parts of the robot.",
    "No action needed if the message names what you expect.",
    Fate.CHANGED,
)
REVERSED = Code(
    "edit.reversed",
    _N,
    "A part is now described from the other end of a joint, or in another frame.",
    "No action needed: everything moves as before.",
    Fate.CHANGED,
)
LOCKED = Code(
    "edit.locked",
    _N,
    "A part belonged to a joint that is now locked.",
    "No action needed if that was intended.",
    Fate.REMOVED,
)
MODIFIED = Code(
    "edit.modified",
    _N,
    "A kinematics modifier changed a part.",
    "No action needed: a document requests it.",
    Fate.CHANGED,
)
MAY_REFER = Code(
    "edit.may-still-refer",
    _W,
    "Unrecognised content may still use the old name of a part.",
    "Check it in the output, and change the name there if it refers to the part.",
)
PAIR_WIDENED = Code(
    "edit.pair-widened",
    _W,
    "Two links are no longer checked for collisions, although parts of them were.",
    "Keep the links separate, or check whether these parts can touch.",
)
NOT_MERGED = Code(
    "edit.not-merged",
    _N,
    "A fixed joint was not merged, because merging would lose or change properties.",
    "No action needed. To merge this joint anyway, remove what depends on it.",
)
NOT_TAKEN_OVER = Code(
    "edit.not-taken-over",
    _W,
    "A property of a merged or attached part is lost: the combined link has another value, or cannot store it.",
    "Keep the part separate ('--keep NAME'), or set the property of the combined link.",
    Fate.LOST,
)
TURNED = Code(
    "edit.turned",
    _W,
    "A property of a joint, or of a chain of joints, does not apply in the other direction.",
    "Set it again for the new root.",
)
PLACED = Code(
    "edit.placed",
    _N,
    "The pose of the robot in its scene is now given by a joint, or is the pose of another root link.",
    "No action needed: without '--pose' the robot stays where it is.",
    Fate.CHANGED,
)
BASED = Code(
    "edit.base",
    _N,
    "The connection of the robot's base to the world was changed.",
    "No action needed. Formats without virtual joints need '--as-joints' after '--base'.",
    Fate.CHANGED,
)
REMOVED_BY_BASE = Code(
    "edit.removed-by-base",
    _E,
    "A document uses a part that its own new base has cut off.",
    "Choose another base, or remove the references to the part (XRDF 1.0 §2).",
)
MODIFIERS = Code(
    "edit.modifiers",
    _E,
    "The kinematics modifiers cannot be applied together.",
    "Correct the modifier; frames may be added in any order, but each to a link or to another frame.",
)
APPLIED = Code(
    "edit.modifiers-applied",
    _N,
    "The kinematics modifiers were applied, because no output can store them.",
    "Write an XRDF too, to keep the links as they are.",
)
LOCK = Code(
    "edit.lock",
    _E,
    "A joint cannot be locked at this value.",
    "Give a number within the limits for each of its axes; to lock a mimic joint, lock the joint that it follows.",
)
NOT_SPLIT = Code(
    "edit.not-split",
    _E,
    "A joint with one degree of freedom or none cannot be split.",
    "Name a planar, floating, ball or compound joint; 'robotfmt info --tree' shows the types.",
)
SPLIT_UP = Code(
    "edit.split",
    _N,
    "A joint of several degrees of freedom was replaced by joints that each have one.",
    "No action needed: groups list the new joints, and states give their values.",
    Fate.CHANGED,
)
REMOVED_ROOT = Code(
    "edit.removed-root",
    _E,
    "The root of the robot cannot be removed.",
    "Name a link below it; '--extract LINK' keeps a link and everything below it.",
)
LINKS_CHANGED = Code(
    "edit.links-changed",
    _E,
    "Links or joints were changed, but no output can store them.",
    "Also write a document of the whole robot, such as a URDF.",
)
