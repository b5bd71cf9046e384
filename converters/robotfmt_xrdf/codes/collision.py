"""Diagnostics of collision spheres and collision checks (XRDF 1.0 §3 to §5)."""

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
    "Spheres are on a frame that does not exist.",
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
    "A sphere has a negative radius; it is a placeholder that collides with nothing.",
    "Write a radius above 0, unless it is a placeholder for version 1.0.",
)
ZERO_RADIUS = Code(
    "xrdf.zero-radius",
    _W,
    "A sphere has radius 0; it collides with nothing.",
    "Write a radius above 0, or remove the sphere.",
)
CLONE_UNKNOWN = Code(
    "xrdf.clone-unknown",
    _E,
    "A group is a clone of a group that does not exist.",
    "Correct the name, or add the group to 'geometry'.",
    _BROKEN,
)
CLONE_CYCLE = Code(
    "xrdf.clone-cycle",
    _E,
    "Groups are clones of one another in a cycle.",
    "Remove one of the names that close the cycle.",
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
    "The geometry of a collision section is a list with one name.",
    "Write the name without the list.",
    _BROKEN,
)
SELF_GEOMETRY_DIFFERS = Code(
    "xrdf.self-geometry-differs",
    _W,
    "Different spheres are used for collisions with the world and for self-collisions.",
    "Name the same group in both sections: cuRobo and Isaac 3.0 refuse two, cuMotion accepts them.",
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
    "'buffer_distance' is one number; it applies to every frame that has spheres.",
    "Write a number for each frame: cuMotion refuses a single one.",
    _BROKEN,
)
BUFFER_FRAME_UNKNOWN = Code(
    "xrdf.buffer-frame-unknown",
    _E,
    "A buffer is for a frame that does not exist.",
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
    "A pair to be ignored has a frame that does not exist; the intended pair is still checked.",
    "Correct the name, or remove the pair: the intended pair is still checked.",
)
REASON = Code(
    "xrdf.reason",
    _N,
    "The reason for ignoring a pair is written as a comment, in one line of ASCII.",
    "Write the reason without special characters and line breaks in the source.",
    Fate.CONVERTED,
)
IGNORE_SELF_PAIR = Code(
    "xrdf.ignore-self-pair",
    _W,
    "A frame is listed to ignore itself.",
    "Remove the frame from its own list, or correct the name.",
    _BROKEN,
)
