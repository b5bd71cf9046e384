"""Diagnostics for a document with a known consumer (``--target``)."""

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
    "The program ignores a modifier.",
    "Give the program a URDF in which the modifier is applied: robotfmt convert robot.urdf robot.xrdf -o flat.urdf.",
)
TARGET_BUFFER = Code(
    "xrdf.target-buffer",
    _W,
    "The program adds buffers against the world to the radii, so they also affect self-collisions.",
    "Set the buffer to 0 and enlarge the spheres, if that is intended.",
)
TARGET_ONE_GROUP = Code(
    "xrdf.target-one-group",
    _W,
    "The program supports one group of spheres; the larger one was named in both sections.",
    "Give one group in an XRDF in addition to the input.",
    Fate.APPROXIMATED,
)
TARGET_SELF_COLLISION = Code(
    "xrdf.target-self-collision",
    _W,
    "The program requires 'self_collision'; a section that ignores every pair was written.",
    "Give 'self_collision' and the pairs to ignore in an XRDF or an SRDF in addition to the input.",
    Fate.ASSUMED,
)
TARGET_ORDER = Code(
    "xrdf.target-order",
    _W,
    "The program assigns default positions to the wrong joints unless they are in the robot's "
    "order; they were reordered.",
    "Expect the values of a configuration in the order of the robot's joints.",
    Fate.CONVERTED,
)
