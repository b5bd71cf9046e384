"""What there is to say about collision spheres, and what is checked with them (XRDF 1.0 §3 to §5)."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE
_BROKEN = Fate.BROKEN

# Spheres
GEOMETRY_SHAPE = Code(
    "xrdf.geometry-shape",
    _E,
    "'geometry' must map groups to {spheres: {frame: [{center: [x, y, z], radius: r}]}}.",
    "Write {group: {spheres: {frame: [{center: [x, y, z], radius: r}]}}}.",
    _BROKEN,
)
SPHERE_SHAPE = Code(
    "xrdf.sphere-shape",
    _E,
    "A sphere must be {center: [x, y, z], radius: r}.",
    "Give the sphere a 'center' of three numbers and a 'radius'.",
    _BROKEN,
)
SPHERE_FRAME_UNKNOWN = Code(
    "xrdf.sphere-frame-unknown",
    _E,
    "Spheres are on a frame that there is not.",
    "Correct the name, or add the frame with 'add_frame'.",
)
EMPTY_SPHERES = Code(
    "xrdf.empty-spheres",
    _N,
    "A frame has an empty list of spheres.",
    "Give the frame spheres, or remove it from the group.",
)
NEGATIVE_RADIUS = Code(
    "xrdf.negative-radius",
    _W,
    "A sphere has a negative radius; it keeps a place and collides with nothing.",
    "Write a radius above 0, unless it is a place holder for version 1.0.",
)
ZERO_RADIUS = Code(
    "xrdf.zero-radius",
    _W,
    "A sphere has no extent; it collides with nothing.",
    "Write a radius above 0, or remove the sphere.",
)
CLONE_UNKNOWN = Code(
    "xrdf.clone-unknown",
    _E,
    "A group is a clone of one that there is not.",
    "Correct the name, or add the group to 'geometry'.",
    _BROKEN,
)
CLONE_CYCLE = Code(
    "xrdf.clone-cycle",
    _E,
    "Groups are clones of one another in a ring.",
    "Remove one of the names that close the ring.",
    _BROKEN,
)

# What must not collide
COLLISION_GEOMETRY = Code(
    "xrdf.collision-geometry",
    _E,
    "A collision section must name one of the groups of 'geometry'.",
    "Write 'geometry:' in the section, with the name of one of the groups.",
    _BROKEN,
)
COLLISION_GEOMETRY_LIST = Code(
    "xrdf.collision-geometry-list",
    _W,
    "The geometry of a collision section is a list of one name.",
    "Write the name alone.",
    _BROKEN,
)
SELF_GEOMETRY_DIFFERS = Code(
    "xrdf.self-geometry-differs",
    _W,
    "Different spheres are checked against the robot itself and against the world.",
    "Name one group in both sections: cuRobo and Isaac 3.0 refuse two, cuMotion accepts them.",
)
BUFFER_NOT_MAP = Code(
    "xrdf.buffer-not-map",
    _E,
    "'buffer_distance' must map frames to numbers.",
    "Write a number for each frame: 'buffer_distance: {hand: 0.01}'.",
    _BROKEN,
)
BUFFER_SCALAR = Code(
    "xrdf.buffer-scalar",
    _W,
    "'buffer_distance' is one number; it counts for every frame that has spheres.",
    "Write a number for each frame: cuMotion refuses a single one.",
    _BROKEN,
)
BUFFER_FRAME_UNKNOWN = Code(
    "xrdf.buffer-frame-unknown",
    _E,
    "A buffer is for a frame that there is not.",
    "Correct the name, or remove the buffer.",
)
IGNORE_SHAPE = Code(
    "xrdf.ignore-shape",
    _E,
    "'ignore' must map frames to lists of frames.",
    "Write a list of frames for each frame: 'ignore: {upper_arm: [forearm]}'.",
    _BROKEN,
)
IGNORE_FRAME_UNKNOWN = Code(
    "xrdf.ignore-frame-unknown",
    _E,
    "A pair to be ignored has a frame that there is not; the pair that was meant stays checked.",
    "Correct the name, or remove the pair: the one that was meant stays checked.",
)
REASON = Code(
    "xrdf.reason",
    _N,
    "The reason of an ignored pair stands in a comment, which is one line of ASCII.",
    "Write the reason without special characters and line breaks in the source.",
    Fate.CONVERTED,
)
IGNORE_SELF_PAIR = Code(
    "xrdf.ignore-self-pair",
    _W,
    "A frame is listed to ignore itself.",
    "Remove the frame from its own list, or write the name that was meant.",
    _BROKEN,
)
