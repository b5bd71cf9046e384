"""What there is to say about a conversion."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NO_PLACE = Code(
    "convert.no-place",
    _W,
    "The outputs have no place for it.",
    "Write a further output that has a place for it; 'robotfmt formats' tells which has.",
    Fate.LOST,
)
PLACEMENT = Code(
    "convert.placement-lost",
    _W,
    "The outputs cannot hold where the robot is in the scene of its document.",
    "Keep the pose as a fixed joint from a link 'world': robotfmt edit INPUT --place -o OUTPUT.",
    Fate.LOST,
)
UNCHECKED_LINKS = Code(
    "convert.unchecked-links",
    _N,
    "The output cannot leave a link unchecked by default; the pairs that are not checked were written one by one.",
    "Write an SRDF too, or add the pairs of links that come later.",
    Fate.CONVERTED,
)
PLACE_GONE = Code(
    "convert.place-gone",
    _W,
    "Unrecognised content has lost its place in the document; it is kept in an element that only robotfmt reads.",
    "Move it in the output to the place where its program reads it.",
)
NO_LINKS_READ = Code(
    "convert.no-robot",
    _E,
    "The output describes a whole robot, and the documents that were read only add to one.",
    "Give the document of the robot first, such as a URDF.",
)
APART = Code(
    "convert.kept-apart",
    _N,
    "Something that was not understood does not read back at its place; the output has it in an <extension>.",
    "Look at the input: something else in it, such as a reference to nothing, keeps this from being understood.",
)
REWRITTEN = Code(
    "update.rewritten",
    _N,
    "A part of the document could not be changed in place, and was written anew.",
    "Look at it: comments and style in it are not those that stood there.",
)
INTERNAL_DIFFERENCE = Code(
    "internal.unexplained-difference",
    _E,
    "What was written does not read back as what was meant: a fault of robotfmt.",
    "Please report it with the input, if you can.",
)
INTERNAL_CLAIM = Code(
    "internal.false-claim",
    _E,
    "A loss was reported that is none: a fault of robotfmt.",
    "Please report it with the input, if you can.",
)
INTERNAL_FAULT = Code(
    "internal.fault",
    _E,
    "Something went wrong that never should: a fault of robotfmt.",
    "Please report it with the input, if you can; --debug shows where it happened.",
)
OUTPUT_EXISTS = Code("output.exists", _E, "The output exists already.", "Use --overwrite to replace it.")
OUTPUT_IS_INPUT = Code(
    "output.is-input", _E, "The output is one of the inputs.", "Choose another name, or use --overwrite."
)
OUTPUT_FAILED = Code(
    "output.failed",
    _E,
    "The output cannot be written.",
    "Check that the folder can be written to and that the disk has room.",
)
OUTPUT_TWICE = Code(
    "output.twice", _E, "Two outputs would be the same file.", "Give each output a name of its own."
)
TOO_BROKEN = Code(
    "convert.too-broken", _E, "The robot has errors; nothing was written.", "Mend the errors above first."
)
UNWRITABLE = Code(
    "convert.unwritable-text",
    _E,
    "A name or a text has a character in it that the format of the output cannot hold.",
    "Remove the character from the source; it is usually an invisible one.",
)
REFUSED_FATE = Code(
    "convert.refused",
    _E,
    "The conversion would do what an option forbids.",
    "Leave out --fail-on to write it.",
)
USAGE = Code(
    "usage",
    _E,
    "The call makes no sense as it is.",
    "Run 'robotfmt VERB --help' to see how it is called.",
)
NOT_INSTALLED = Code(
    "usage.not-installed",
    _E,
    "A library that this work needs is not installed.",
    "Install what is missing: pip install 'robotfmt[planning]'",
)
