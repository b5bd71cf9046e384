"""Diagnostics about worlds, and about documents that name other documents."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

LEFT_BEHIND = Code(
    "world.left-behind",
    _W,
    "One robot of a world was read; joints to other robots, and the rest of the world, were left out.",
    "Convert the whole world without --robot to a format that supports worlds, or use --out-dir or --as-one.",
)
SAME_ROBOT = Code("world.same-name", _E, "Two robots of a world have the same name.", "Give each a name of its own.")
UNKNOWN_END = Code(
    "world.unknown-end",
    _E,
    "A joint or a frame of a world names a robot or a link that does not exist.",
    "Correct the name, or add the robot or the link.",
)
END_REMOVED = Code(
    "world.end-removed",
    _W,
    "An edit of a robot removed a link with a joint or frame of the world, which is left out.",
    "Keep the link, or remove the joint or frame.",
    Fate.REMOVED,
)
FIXED = Code(
    "world.fixed",
    _N,
    "A robot without a joint in its world is fixed at its place in the combined robot.",
    "Attach it by a joint if it should move.",
)
DOCUMENT_NOT_FOUND = Code(
    "document.not-found",
    _E,
    "A document names another one that is not found, or may not be opened.",
    "Correct the path, or give the folder of its package: --package NAME=FOLDER, --root FOLDER.",
)
DOCUMENT_CYCLE = Code(
    "document.cycle",
    _E,
    "A document refers to itself through others, or references are nested too deeply.",
    "Remove the reference that closes the cycle.",
)
DOCUMENT_COUNT = Code(
    "document.too-many",
    _E,
    "A document refers to more documents, or to more bytes, than a limit allows.",
    "Raise the limit if you trust the document: --limit includes=N.",
)
DOCUMENT_ADDS = Code(
    "document.only-adds",
    _E,
    "A document names another one as a robot, but that one only adds to a robot.",
    "Name the document that describes the robot.",
)
NO_READING = Code(
    "document.alone",
    _E,
    "A reader or a writer needs another document, but works alone.",
    "Read and write with robotfmt.read, robotfmt.write, or the functions around them.",
)
