"""What there is to say where it is known which program will read the document (``--target``)."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W = Severity.ERROR, Severity.WARNING

TARGET_VERSION = Code(
    "xrdf.target-version",
    _E,
    "The program loads a document of this version without any of its spheres.",
    "Write version 1.0: robotfmt convert robot.urdf robot.xrdf --target curobo -o robot-1.0.xrdf.",
)
TARGET_MODIFIER = Code(
    "xrdf.target-modifier",
    _W,
    "The program passes over a modifier.",
    "Give the program a URDF in which it is applied: robotfmt convert robot.urdf robot.xrdf -o flat.urdf.",
)
TARGET_BUFFER = Code(
    "xrdf.target-buffer",
    _W,
    "The program adds buffers against the world to the radii, and so to what is checked against the robot itself.",
    "Set the buffer to 0 and make the spheres larger, if that is meant.",
)
TARGET_ONE_GROUP = Code(
    "xrdf.target-one-group",
    _W,
    "The program takes one group of spheres; the larger one was named in both sections.",
    "Give one group in an XRDF beside the input.",
    Fate.APPROXIMATED,
)
TARGET_SELF_COLLISION = Code(
    "xrdf.target-self-collision",
    _W,
    "The program demands 'self_collision'; one in which every pair is ignored was written.",
    "Give 'self_collision' and the pairs to ignore, in an XRDF or an SRDF beside the input.",
    Fate.ASSUMED,
)
TARGET_ORDER = Code(
    "xrdf.target-order",
    _W,
    "The program gives default positions to the wrong joints in any order but the robot's; the joints were put in it.",
    "Expect the values of a configuration in the order of the robot's joints.",
    Fate.CONVERTED,
)
