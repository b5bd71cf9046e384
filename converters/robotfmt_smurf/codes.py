"""The diagnostics of SMURF models and SMURFS scenes.

``CODES.md`` next to this module explains what each code means, why it matters and how to fix it.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NOT_SMURF = Code(
    "smurf.not-smurf",
    _E,
    "The document is neither a SMURF model nor a SMURFS scene, and has no annotations either.",
    "Give a document with 'files', with 'entities', or with sections such as 'submechanisms' after a URDF.",
)
NO_MODEL = Code(
    "smurf.no-model",
    _E,
    "A SMURF model names no URDF or SDF that it annotates.",
    "Name the URDF in 'files'; annotations alone need a robot from an earlier document.",
)
SEVERAL_MODELS = Code(
    "smurf.several-models",
    _W,
    "A SMURF model names several URDFs or SDFs; the last one is used, as in MARS.",
    "Name one of them only; Phobos refuses the document.",
    Fate.BROKEN,
)
SECOND_ROBOT = Code(
    "smurf.second-robot",
    _E,
    "A SMURF model describes a whole robot, but an earlier document has one already.",
    "Convert one robot at a time; annotations of a robot can be given as files of their own.",
)
FILE = Code(
    "smurf.file",
    _W,
    "A file with annotations is not found, or is not YAML.",
    "Check the path in 'files', which is relative to the document; --root opens further folders.",
    Fate.BROKEN,
)
UNKNOWN_NAME = Code(
    "smurf.unknown-name",
    _W,
    "An annotation is about a part that the URDF does not have.",
    "Correct the name, or remove the annotation; MARS and Phobos ignore it.",
    Fate.BROKEN,
)
NAMED_TWICE = Code(
    "smurf.named-twice",
    _W,
    "Two annotations of one kind have the same name; both are read.",
    "Rename one of them; of several files Phobos reads only the last one.",
    Fate.BROKEN,
)
CONSTRAINT = Code(
    "smurf.constraint",
    _W,
    "A constraint of a loop is not along or about one axis of its bodies; the loop is kept verbatim.",
    "Write the constraints along the axes x, y and z.",
    Fate.PASSED_THROUGH,
)
ENTITY = Code(
    "smurf.entity",
    _W,
    "An entity of a scene is not read.",
    "Give a 'file' with a SMURF model, a URDF or another scene, and a parent that is in the scene.",
    Fate.BROKEN,
)
PARENT_CYCLE = Code(
    "smurf.parent-cycle",
    _E,
    "Entities of a scene are placed on one another in a ring.",
    "Place one of them in the world.",
)

CODES = tuple(value for value in list(globals().values()) if isinstance(value, Code))
