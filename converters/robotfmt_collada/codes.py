"""What there is to say about COLLADA documents."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NOT_COLLADA = Code("collada.not-collada", _E, "The root element is not <COLLADA>.")
SECOND_ROBOT = Code(
    "collada.second-robot", _E, "Two documents describe a whole robot.", "Give only one of them."
)
TIED_ROOT = Code(
    "collada.tied-root",
    _N,
    "A model has several links that hang on nothing; the later ones are fixed to the first.",
)
NO_KINEMATICS = Code(
    "collada.no-kinematics",
    _W,
    "The document has no kinematics; every node of its scene became a body of one link.",
)
BAD_TRANSFORM = Code("collada.bad-transform", _W, "A transform is no rigid motion.", fate=Fate.BROKEN)
UNRESOLVED = Code("collada.unresolved", _W, "A reference leads to nothing in the document.", fate=Fate.BROKEN)
EXTERNAL = Code("collada.external", _W, "A reference leads into another document, which is not read.")
NAME_INVENTED = Code("collada.name-invented", _N, "Something has no name; its sid or a number was taken.")
NAME_CHANGED = Code(
    "collada.name-changed",
    _W,
    "Two things have the same name; the later one was renamed, because everything refers by name.",
    fate=Fate.REPAIRED,
)
ZERO_AXIS = Code(
    "collada.zero-axis",
    _W,
    "A joint's axis has length zero, so it cannot move: it is a fixed joint.",
    fate=Fate.REPAIRED,
)
FIXED_BY_LIMITS = Code(
    "collada.fixed-by-limits", _N, "A passive joint with limits 0..0 is read as a fixed joint."
)
SPEED_UNITS = Code(
    "collada.speed-units",
    _N,
    "The producer of the document decides whether speeds are in degrees or in radians.",
    "Choose with -O collada.speed_units=degrees or radians.",
)
MASS_FRAME = Code(
    "collada.mass-frame",
    _N,
    "Mass frames count from the first link, though the document names another node.",
    "Choose with -O collada.mass_frame=parent or root_link.",
)
ACCELERATION_AS_EFFORT = Code(
    "collada.acceleration-as-effort",
    _N,
    "This producer writes the effort limit where the acceleration belongs; it was read as effort.",
)
UP_AXIS = Code(
    "collada.up-axis", _N, "The document's up axis is not z; nothing was turned, as no consumer turns it."
)
INFERRED_BINDING = Code(
    "collada.inferred-binding", _N, "A link's node was found by its name, because no binding names it."
)
BAD_FORMULA = Code("collada.bad-formula", _W, "A formula cannot be understood; its joint moves freely.")
NO_MASS = Code("collada.no-mass", _N, "A mass of 1e-10 kg is what OpenRAVE writes for a link without one.")
SCALED_SHAPE = Code(
    "collada.scaled-shape",
    _W,
    "A node scales a shape that is no mesh, which cannot be kept; the shape has its own size.",
)
PSEUDO_JOINT = Code(
    "collada.pseudo-joint", _N, "A reference to the joint between world and robot was left out."
)
GUESSED_NAME = Code(
    "collada.guessed-name", _N, "The robot has no name; the file's was taken.", fate=Fate.GUESSED
)
PARTIAL_INERTIA = Code(
    "collada.partial-inertia", _W, "An inertia with unknown entries has no principal moments.", fate=Fate.LOST
)
LOST_LIMIT = Code("collada.limit", _W, "COLLADA has no place for this limit.", fate=Fate.LOST)
RANGE = Code(
    "collada.range",
    _W,
    "Limits in COLLADA have both ends, and soft ones count as hard where there are no others.",
    "Give both ends of the limit in the source.",
    Fate.APPROXIMATED,
)
FRAME = Code(
    "collada.frame",
    _N,
    "COLLADA has no frames that joints could hang on; the joint hangs on the frame's link, at the same place.",
    fate=Fate.APPROXIMATED,
)

CODES = tuple(value for value in globals().values() if isinstance(value, Code))
