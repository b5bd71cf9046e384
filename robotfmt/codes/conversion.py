"""Diagnostics of conversions."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NO_PLACE = Code(
    "convert.no-place",
    _W,
    "The output formats cannot store a property of the robot.",
    "Also write a format that can store it; 'robotfmt formats' lists which can.",
    Fate.LOST,
)
ASSUMED_AXIS = Code(
    "convert.assumed-axis",
    _W,
    "A moving joint has no axis; assuming x, the default of the model.",
    "Give the joint an axis in the source.",
    Fate.ASSUMED,
)
ASSUMED_GRAVITY = Code(
    "convert.assumed-gravity",
    _N,
    "No document gives the gravity of a world; the format of the output has one, which its program takes.",
    "Give the world its gravity.",
    Fate.ASSUMED,
)
ASSUMED_BASE = Code(
    "convert.assumed-base",
    _N,
    "No input gives how the robot's base is connected to the world; the output takes what its program takes.",
    "Choose with --base fixed or --base floating.",
    Fate.ASSUMED,
)
ASSUMED_LIGHT = Code(
    "convert.assumed-light",
    _N,
    "A light has no value for a property that all lights of the output have; what its program takes is assumed.",
    "No action needed. Give the property in the source to choose it.",
    Fate.ASSUMED,
)
BASE_GIVEN = Code(
    "convert.base-given",
    _N,
    "A document gives how the robot is connected to the world; --base decides only where none does.",
    "Change it with robotfmt edit --base.",
)
HELD_JOINT = Code(
    "convert.held-joint",
    _N,
    "The source holds a joint at a value; the output has a fixed joint in that pose.",
    "No action needed. To have a joint that moves, delete what holds it in the source.",
    Fate.CONVERTED,
)
OTHER_FORM = Code(
    "convert.other-form",
    _N,
    "An output has a property of the robot in another form.",
    "No action needed; 'robotfmt diff' shows what the other form leaves out.",
    Fate.CONVERTED,
)
PARTED_PAIR = Code(
    "convert.parted-pair",
    _N,
    "A joint between two links became a row of joints: programs no longer take the links as neighbours.",
    "Ignore the pair in an SRDF if the links overlap at the joint.",
    Fate.APPROXIMATED,
)
PLACEMENT = Code(
    "convert.placement-lost",
    _W,
    "The output formats cannot store the pose of the robot in its scene.",
    "Keep the pose as a fixed joint from a link 'world': robotfmt edit INPUT --place -o OUTPUT.",
    Fate.LOST,
)
UNCHECKED_LINKS = Code(
    "convert.unchecked-links",
    _N,
    "The output cannot disable a link for all pairs; the ignored pairs were written one by one.",
    "Write an SRDF too, or add the pairs of links that are added later.",
    Fate.CONVERTED,
)
PLACE_GONE = Code(
    "convert.place-gone",
    _W,
    "Unrecognised content has no place in the output, or would mean something else there; it is lost.",
    "Move it to the place in the output where its program reads it.",
)
NO_LINKS_READ = Code(
    "convert.no-robot",
    _E,
    "The output describes a whole robot, but the inputs only add to one.",
    "Also give the document that describes the robot, such as a URDF.",
)
REWRITTEN = Code(
    "update.rewritten",
    _N,
    "A part of the document could not be updated in place; it was rewritten.",
    "Check that part: its comments and formatting were not kept.",
)
INTERNAL_DIFFERENCE = Code(
    "internal.unexplained-difference",
    _E,
    "The output does not read back as intended: an internal error of robotfmt.",
    "Please report it with the input, if you can. --allow internal.unexplained-difference writes the rest.",
)
INTERNAL_CLAIM = Code(
    "internal.false-claim",
    _E,
    "A reported loss is not a loss: an internal error of robotfmt.",
    "Please report it with the input, if you can. --allow internal.false-claim writes the output.",
)
INTERNAL_FAULT = Code(
    "internal.fault",
    _E,
    "An unexpected error occurred: an internal error of robotfmt.",
    "Please report it with the input, if you can; --debug shows where it happened.",
)
OUTPUT_EXISTS = Code("output.exists", _E, "The output already exists.", "Replace it with --overwrite.")
OUTPUT_IS_INPUT = Code(
    "output.is-input", _E, "The output is one of the inputs.", "Choose another name, or use --overwrite."
)
OUTPUT_FAILED = Code(
    "output.failed",
    _E,
    "The output cannot be written.",
    "Check that the folder is writable and that the disk has free space.",
)
OUTPUT_TWICE = Code("output.twice", _E, "Two outputs have the same path.", "Give each output a different name.")
TOO_BROKEN = Code(
    "convert.too-broken", _E, "The robot has errors; nothing was written.", "Correct the errors above first."
)
UNWRITABLE = Code(
    "convert.unwritable-text",
    _E,
    "A name or a text contains a character that the output format cannot store.",
    "Remove the character from the source; it is usually invisible.",
)
REFUSED_FATE = Code(
    "convert.refused",
    _E,
    "The conversion has findings that an option forbids.",
    "Remove --fail-on to write the output.",
)
USAGE = Code(
    "usage",
    _E,
    "The arguments are invalid.",
    "Run 'robotfmt VERB --help' to see the usage.",
)
NOT_INSTALLED = Code(
    "usage.not-installed",
    _E,
    "A required library is not installed.",
    "Install what is missing: pip install 'robotfmt[planning]'",
)
