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
REPLACED = Code(
    "smurf.replaced",
    _N,
    "A sensor of the URDF has the name of an annotation, which replaces it.",
    "No action needed; Phobos reads it so too. To keep both, rename one of them.",
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
MOTOR = Code(
    "smurf.motor",
    _W,
    "A motor has only a joint, a type, the gains p, i and d, and limits; the rest is lost.",
    "Also write a format that can store it.",
    Fate.LOST,
)
POSE = Code(
    "smurf.pose",
    _W,
    "A pose has one value for each joint, and no group; the rest is lost.",
    "Also write an SRDF.",
    Fate.LOST,
)
LOOP = Code(
    "smurf.loop",
    _W,
    "A submechanism cannot store this loop, or this property of one.",
    "Also write a format that can store it.",
    Fate.LOST,
)
LOOP_ENDS = Code(
    "smurf.loop-ends",
    _N,
    "A loop closes between the frames of two links, which were added where the links of the loop have others.",
    "No action needed.",
    Fate.CONVERTED,
)
SENSOR = Code(
    "smurf.sensor",
    _W,
    "A model cannot store this sensor, or this property of one.",
    "Also write a format that can store it.",
    Fate.LOST,
)
SENSOR_LINK = Code(
    "smurf.sensor-link",
    _N,
    "A sensor measures in the frame of its link, which was added at its place.",
    "No action needed.",
    Fate.CONVERTED,
)
MASK = Code(
    "smurf.mask",
    _W,
    "A shape has one bitmask for the categories that it is in and those that it touches; theirs are united.",
    "Check the bitmasks: two shapes touch if theirs have a bit in common.",
    Fate.APPROXIMATED,
)
MASKED_PAIR = Code(
    "smurf.masked-pair",
    _N,
    "Two links whose bitmasks have no bit in common are an ignored pair of the model.",
    "No action needed, if the bitmasks are right.",
    Fate.CONVERTED,
)
PAIR_MASK = Code(
    "smurf.pair-mask",
    _N,
    "The shapes of a link got a bitmask, so that they do not touch those of the links it is ignored with.",
    "No action needed.",
    Fate.CONVERTED,
)
PAIR = Code(
    "smurf.pair",
    _W,
    "An ignored pair is lost: the bitmasks do not keep its links apart, or one of them has no collision shape.",
    "Also write an SRDF, or remove bitmasks that the robot has, so that new ones are found.",
    Fate.LOST,
)
SHAPE_NAME = Code(
    "smurf.shape-name",
    _N,
    "A shape was named, because its bitmask is given by its name.",
    "No action needed.",
    Fate.CONVERTED,
)
APPEARANCE = Code(
    "smurf.appearance",
    _W,
    "A material has one appearance for all shapes that name it, and needs a colour or a texture.",
    "Give the materials different names, and each a colour.",
    Fate.LOST,
)
ANCHOR = Code(
    "smurfs.anchor",
    _N,
    "A joint that holds a robot of a scene became the anchor of its entity, between its root and its holder.",
    "No action needed.",
    Fate.CONVERTED,
)
ANCHORED = Code(
    "smurfs.anchored",
    _N,
    "A robot with a fixed base was anchored in the world.",
    "No action needed.",
    Fate.CONVERTED,
)
BASE = Code(
    "smurfs.base",
    _W,
    "A scene has robots that are anchored or float, and no joint with a name between a robot and the world.",
    "No action needed. Use 'robotfmt edit --base' to give the robot joints for a base that moves in a plane.",
    Fate.LOST,
)
JOINT = Code(
    "smurfs.joint",
    _W,
    "A scene has no joints but anchors, which fix the root of an entity to another one or to the world.",
    "Also write a world that can store the joint, such as .sdf or .world.json.",
    Fate.LOST,
)
PLACE = Code(
    "smurfs.place",
    _W,
    "Unrecognised content of an entity or a section has lost its place in the scene.",
    "Keep the original scene for it.",
    Fate.LOST,
)

_ALL = [each for each in globals().values() if isinstance(each, Code)]
CODES = tuple(each for each in _ALL if each.slug.startswith("smurf."))
CODES_OF_SCENES = tuple(each for each in _ALL if each.slug.startswith("smurfs."))
