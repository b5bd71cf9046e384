"""Diagnostics of collision spheres: fitting and measuring them, and those of a robot."""

from __future__ import annotations

from ..diagnostics import Code, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NO_SURFACE = Code(
    "spheres.no-surface",
    _E,
    "A link has geometry, but no surface could be made from it; it gets no spheres.",
    "Name the packages of its meshes with --package NAME=FOLDER.",
)
NONE = Code(
    "spheres.none",
    _E,
    "A link has a shape but gets no sphere, so planners ignore it.",
    "Move the plane, ask for a smaller tolerance, or write the document anyway with --allow spheres.none.",
)
LIMITED = Code(
    "spheres.limited",
    _W,
    "The robot needs more spheres for the default tolerance than planners handle well; the tolerance is larger.",
    "Ask for --tolerance 10mm to have them all, or choose another number with --budget.",
)
DIVIDED = Code(
    "spheres.divided",
    _N,
    "A budget of spheres was divided among the links so that the excess volume is small.",
    "Ask for --share protrusion if the largest protrusion matters more.",
)
APPROXIMATED = Code(
    "spheres.approximated",
    _N,
    "The spheres of a link approximate it: they leave part of its surface uncovered.",
    "Fit without --approximate for spheres that provably cover the link, or give --favour cover.",
)
NO_VOLUME = Code(
    "spheres.no-volume",
    _N,
    "A link has no volume that spheres could approximate; they cover its surface.",
    "Close its mesh, or give --fill WIDTH with the width of its openings.",
)
CLIPPED = Code(
    "spheres.clipped",
    _N,
    "Spheres of links end at a plane, such as the mounting plane; a thin layer stays uncovered.",
    "Give a smaller --tolerance for a thinner layer, or let spheres pass the mounting plane with --no-clip-base.",
)
PARTLY = Code(
    "spheres.partly",
    _W,
    "No surface could be made from part of a link's geometry; the spheres cover only the rest.",
    "Name the packages of its meshes with --package NAME=FOLDER.",
)
FEWER = Code(
    "spheres.fewer",
    _N,
    "A link got fewer spheres than requested: with more of them, a larger volume would protrude.",
    "Ask for a tolerance instead, such as --tolerance 5mm, if the spheres fit too loosely.",
)
NO_MEMORY = Code(
    "spheres.out-of-memory",
    _E,
    "Memory ran out while fitting spheres; nothing was written.",
    "Ask for a larger tolerance, simplify the meshes of these links, or free memory.",
)
TOLERANCE = Code(
    "spheres.tolerance",
    _W,
    "The spheres of a link protrude further than the tolerance: meeting it exceeds the "
    "maximum number of spheres per link.",
    "Ask for a larger tolerance, or give the number of spheres of the link.",
)
HOLLOW = Code(
    "spheres.hollow",
    _N,
    "A link's surface is open, with free space on both sides: it is covered as a thin wall, not as a solid.",
    "Give --fill WIDTH with the width of the openings if the link is solid.",
)
REPAIRED = Code(
    "spheres.repaired",
    _N,
    "A link's mesh has duplicate or flipped faces; the coverage is proved for the surface without them.",
    "Export the mesh again without duplicate faces, and facing outwards; 'robotfmt check --meshes' lists the faults.",
)
SURFACE_ONLY = Code(
    "spheres.surface-only",
    _N,
    "A link's mesh is not closed, so it has no inside; the coverage is proved for its surface.",
    "Close the mesh, or give --fill WIDTH with the width of its openings.",
)
FILLED = Code(
    "spheres.filled",
    _W,
    "The spheres of a link fill the volume that its open mesh encloses; they protrude from the surface itself.",
    "Close the mesh, or give --fill WIDTH: openings up to WIDTH are treated as closed.",
)
VISUAL_SHAPES = Code(
    "spheres.visual-shapes",
    _N,
    "Links have no collision geometry, so their visual geometry is covered, measured and checked for contacts.",
    "Give the links collision geometry if it is simpler, or should differ.",
)
BUFFERED = Code(
    "spheres.buffered",
    _N,
    "Spheres are measured with the buffers that planners add to their radii.",
    "Measure the spheres without buffers with --bare.",
)

# What is wrong with the spheres of a robot
RADIUS_IMPLAUSIBLE = Code(
    "robot.radius-implausible",
    _W,
    "A sphere is larger than any part it could represent.",
    "Check that radii and centres are in metres; millimetres are a common cause.",
)
SPHERE_REDUNDANT = Code(
    "robot.sphere-redundant",
    _W,
    "A sphere lies inside another one of its link, or is duplicated; it costs time and changes nothing.",
    "Remove the sphere.",
)
LINK_WITHOUT_SPHERES = Code(
    "robot.link-without-spheres",
    _W,
    "Links have collision geometry but no spheres; planners that use only spheres ignore them.",
    "Give them spheres ('robotfmt spheres fit'), unless they cannot touch anything.",
)
ADJACENT_NOT_IGNORED = Code(
    "robot.adjacent-not-ignored",
    _W,
    "Two links connected by a joint overlap in the default pose, and the pair is checked for collisions.",
    "Ignore the pair: links connected by a joint overlap in every pose.",
)
DEFAULT_COLLISION = Code(
    "robot.default-self-collision",
    _E,
    "Two links overlap in the default pose; planners start with the robot in collision.",
    "Let 'robotfmt xrdf' find a free pose and the pairs to ignore, or reduce the spheres or buffers.",
)
SPHERES_FAR = Code(
    "robot.spheres-far",
    _W,
    "Spheres are outside the geometry of their link.",
    "Give centres in the frame of the link, not in the frame of its mesh.",
)
