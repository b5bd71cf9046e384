"""What there is to say about collision spheres: fitting and measuring them, and those of a robot."""

from __future__ import annotations

from ..diagnostics import Code, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NO_SURFACE = Code(
    "spheres.no-surface",
    _E,
    "A link has geometry, but none that could be turned into a surface; it is left without spheres.",
    "Name the packages of its meshes with --package NAME=FOLDER.",
)
NONE = Code(
    "spheres.none",
    _E,
    "A link has shape and gets no sphere, so that planners do not see it.",
    "Move the plane, ask for a smaller tolerance, or write the document all the same with --allow spheres.none.",
)
CLIPPED = Code(
    "spheres.clipped",
    _N,
    "Spheres of links end at a plane, such as the one that the robot is mounted on; a thin layer stays uncovered.",
    "Let spheres of the base pass the mounting plane with --no-clip-base.",
)
PARTLY = Code(
    "spheres.partly",
    _W,
    "A part of a link's geometry could not be turned into a surface; the spheres cover only the rest.",
    "Name the packages of its meshes with --package NAME=FOLDER.",
)
FEWER = Code(
    "spheres.fewer",
    _N,
    "A link got fewer spheres than were asked for: with more of them more volume would protrude.",
    "Ask for a tolerance instead, such as --tolerance 5mm, if the spheres fit too loosely.",
)
NO_MEMORY = Code(
    "spheres.out-of-memory",
    _E,
    "Memory ran out while spheres were fitted; nothing is written.",
    "Ask for a larger tolerance, simplify the meshes of these links, or free memory.",
)
TOLERANCE = Code(
    "spheres.tolerance",
    _W,
    "The spheres of a link protrude further than the tolerance: it would need more than are made for one.",
    "Ask for a larger tolerance, or say how many spheres the link shall have.",
)
HOLLOW = Code(
    "spheres.hollow",
    _N,
    "A link's surface is open, with free space on both sides: spheres follow it as a wall, not as the skin of a solid.",
    "Say --fill WIDTH with the width of the openings if the link is solid.",
)
REPAIRED = Code(
    "spheres.repaired",
    _N,
    "A link's mesh has doubled or turned faces; spheres are proved against the surface without them.",
    "Export the mesh again with its faces once and facing outwards; 'robotfmt check --meshes' names what is wrong.",
)
SURFACE_ONLY = Code(
    "spheres.surface-only",
    _N,
    "A link's mesh is not closed, so that it has no inside of its own; spheres are proved against its surface.",
    "Close the mesh, or give --fill WIDTH with the width of its openings.",
)
FILLED = Code(
    "spheres.filled",
    _W,
    "The spheres of a link fill what its open mesh surrounds; they protrude from the surface itself.",
    "Close the mesh, or give --fill WIDTH: openings up to it count as closed.",
)
VISUAL_SHAPES = Code(
    "spheres.visual-shapes",
    _N,
    "Links have no collision shapes, so that their visual ones are covered, measured and looked at for contacts.",
    "Give the links collision shapes if these are simpler, or other ones are meant.",
)
BUFFERED = Code(
    "spheres.buffered",
    _N,
    "Spheres are measured with the buffers that planners add to their radii.",
    "Measure the spheres alone with --bare.",
)

# What is wrong with the spheres of a robot
RADIUS_IMPLAUSIBLE = Code(
    "robot.radius-implausible",
    _W,
    "A sphere is larger than anything that it can stand for.",
    "Check whether radii and centres are in metres: millimetres are a usual reason.",
)
SPHERE_REDUNDANT = Code(
    "robot.sphere-redundant",
    _W,
    "A sphere lies inside another one of its link, or there twice; it costs time and changes nothing.",
    "Remove the sphere.",
)
LINK_WITHOUT_SPHERES = Code(
    "robot.link-without-spheres",
    _W,
    "Links have collision geometry, but no spheres; planners that see spheres only do not see them.",
    "Give them spheres ('robotfmt spheres fit'), unless they can touch nothing.",
)
ADJACENT_NOT_IGNORED = Code(
    "robot.adjacent-not-ignored",
    _W,
    "Two links that a joint connects overlap in the default pose, and are checked against each other.",
    "Add the pair to those that are not checked: links at a joint overlap in every pose.",
)
DEFAULT_COLLISION = Code(
    "robot.default-self-collision",
    _E,
    "Two links overlap in the default pose; planners find the robot in collision before it moves.",
    "Let 'robotfmt xrdf' find a free pose and the pairs to ignore, or make spheres or buffers smaller.",
)
SPHERES_FAR = Code(
    "robot.spheres-far",
    _W,
    "Spheres lie beside the geometry of their link.",
    "Give centres in the frame of the link, not in that of its mesh.",
)
