"""The catalogue of the codes that belong to no format; a format brings its own (``Format.codes``)."""

from __future__ import annotations

from .diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

# Files
MISSING_FILE = Code("file.missing", _E, "The file does not exist.", "Check the path.")
UNREADABLE_FILE = Code("file.unreadable", _E, "The file cannot be read.")
NOT_A_FILE = Code("file.not-a-file", _E, "It is a folder, a pipe or a device, not a file.")
EMPTY_FILE = Code("file.empty", _E, "The file is empty.")
LFS_POINTER = Code(
    "file.lfs-pointer",
    _E,
    "The file is a git-lfs pointer, not the file itself.",
    "Run 'git lfs pull' in its repository.",
)
HTML_PAGE = Code(
    "file.html-page",
    _E,
    "The file is a web page.",
    "It was probably saved from a browser; download the raw file.",
)
COMPRESSED = Code("file.compressed", _E, "The file is compressed.", "Decompress it first.")
UNKNOWN_FORMAT = Code(
    "file.unknown-format",
    _E,
    "Neither the name nor the content of the file tells its format.",
    "Say the format with --from or --to; 'robotfmt formats' lists them.",
)
CANNOT_READ_FORMAT = Code("file.format-not-read", _E, "The format can be written but not read.")
CANNOT_WRITE_FORMAT = Code("file.format-not-written", _E, "The format can be read but not written.")
TWO_FORMATS = Code("format.two-of-one-name", _E, "Two installed packages bring a format of the same name.")
UNKNOWN_OPTION = Code("format.unknown-option", _E, "The format has no option of this name.")
BAD_OPTION = Code("format.bad-option", _E, "The option cannot have this value.")
LIMIT = Code(
    "limit.exceeded",
    _E,
    "The input is beyond a limit that protects against hostile files.",
    "If you trust it, raise the limit: --limit NAME=VALUE.",
)

# XML and YAML
XML_SYNTAX = Code("xml.syntax", _E, "The document is not well-formed XML.")
XML_ENCODING = Code("xml.encoding", _E, "The document is not in the encoding that it declares.")
ARCHIVE_DAMAGED = Code("archive.damaged", _E, "The archive is damaged, or holds no document.")
ARCHIVE_MANIFEST = Code("archive.manifest", _W, "The archive's manifest is missing or names no document.")
ARCHIVE_UNSAFE = Code("archive.unsafe", _E, "A member of the archive is encrypted or leads out of it.")
XML_PADDING = Code("xml.padding", _W, "Zero bytes follow the end of the document.", fate=Fate.REPAIRED)
XML_ENTITY = Code(
    "xml.entity",
    _E,
    "The document declares entities, which are never expanded.",
    "Replace each entity by its text and remove the declarations.",
)
XML_UNDECLARED_PREFIX = Code(
    "xml.undeclared-prefix",
    _W,
    "A namespace prefix is used but declared nowhere; it was declared on the root.",
    fate=Fate.REPAIRED,
)
XML_DECLARATION = Code(
    "xml.declaration",
    _W,
    "The XML declaration stands in the wrong place, or names no version of XML.",
    "Make the first line of the file '<?xml version=\"1.0\"?>'.",
    Fate.REPAIRED,
)
XML_DOCTYPE = Code("xml.doctype", _W, "The document names a document type, which is not read.")
YAML_SYNTAX = Code("yaml.syntax", _E, "The document is not well-formed YAML.")
YAML_ENCODING = Code("yaml.encoding", _E, "The document is not UTF-8.", "Save it as UTF-8.")
YAML_MANY_DOCUMENTS = Code("yaml.many-documents", _E, "The file holds more than one YAML document.")
YAML_TAG = Code("yaml.tag", _E, "The document has a tag that YAML 1.2 does not know.")
YAML_ALIAS = Code("yaml.alias", _E, "An alias refers to itself or to nothing.")
YAML_MERGE = Code("yaml.merge-key", _E, "The document has a merge key ('<<'), which YAML 1.2 does not have.")
YAML_KEY = Code("yaml.key", _E, "A key is a mapping or a list.")
DUPLICATE_KEY = Code(
    "yaml.duplicate-key", _W, "A key stands twice in one mapping.", "Remove one of the two.", Fate.BROKEN
)
BAD_NUMBER = Code(
    "number.bad",
    _E,
    "A number is due, and something else is there.",
    "Write a decimal number such as 0.25 or 1e-3.",
    Fate.BROKEN,
)
NOT_FINITE = Code(
    "number.not-finite",
    _W,
    "An infinite number or 'nan' stands where a finite one is due; it counts as not said.",
    fate=Fate.BROKEN,
)
BAD_WORD = Code("value.unknown", _E, "The value is none of those that are allowed.", fate=Fate.BROKEN)
MISSING_VALUE = Code("value.missing", _E, "Something that must be said is missing.", fate=Fate.BROKEN)
CARRIED = Code(
    "document.not-understood",
    _N,
    "Parts of the document mean nothing to robotfmt; they are kept verbatim.",
    fate=Fate.CARRIED,
)

# Assets
MESH_MISSING = Code(
    "mesh.missing",
    _W,
    "A mesh was not found.",
    "Name its package's folder with --package NAME=FOLDER.",
)
MESH_UNREADABLE = Code("mesh.unreadable", _W, "A mesh cannot be read.")
MESH_EMPTY = Code("mesh.empty", _W, "A mesh has no triangles.")
MESH_DAMAGED = Code("mesh.damaged", _W, "Parts of a mesh are damaged and were left out.")
MESH_UNSAFE = Code(
    "mesh.outside",
    _W,
    "A mesh's URI leaves its package, or names another machine; it was not opened.",
    "Add the folder with --root if it is trusted.",
)
MESH_FORMAT = Code("mesh.format", _W, "A mesh is in a format that cannot be read.")
MESH_NOT_EMBEDDED = Code(
    "mesh.not-embedded",
    _W,
    "A mesh could not be put into the output, because it could not be read; its URI was.",
)
MESH_SURFACE_ONLY = Code(
    "mesh.surface-only",
    _N,
    "Of a mesh file only the surface is in the output; its own colours and texture coordinates stay in the file.",
    fate=Fate.APPROXIMATED,
)

MESH_LOST = Code(
    "mesh.lost",
    _W,
    "A mesh inside the source cannot be read, and the output has no way to refer to it.",
    fate=Fate.LOST,
)
FILE_OUTSIDE = Code(
    "mesh.stays-outside",
    _N,
    "A mesh or texture stays where it is, outside of the folders of the output; readers may refuse it.",
    "Bring it along with --meshes copy.",
)
SHAPE_AS_MESH = Code(
    "mesh.shape",
    _N,
    "The output has no word for a shape; a mesh of it was written.",
    fate=Fate.APPROXIMATED,
)

# What is wrong with a robot
DUPLICATE_LINK = Code(
    "robot.duplicate-link", _E, "Two links have the same name.", "Rename one of them.", Fate.BROKEN
)
DUPLICATE_JOINT = Code(
    "robot.duplicate-joint", _E, "Two joints have the same name.", "Rename one of them.", Fate.BROKEN
)
UNKNOWN_LINK = Code("robot.unknown-link", _E, "Something refers to a link that there is not.")
UNKNOWN_JOINT = Code("robot.unknown-joint", _E, "Something refers to a joint that there is not.")
TWO_PARENTS = Code(
    "robot.two-parents",
    _E,
    "A link is the child of two joints: a closed loop, which is not said as one.",
)
CYCLE = Code("robot.cycle", _E, "Joints form a ring that no root link leads into.")
SEVERAL_ROOTS = Code("robot.several-roots", _W, "The links are not connected: there are several roots.")
NO_LINKS = Code("robot.no-links", _W, "The robot has no links.")
ZERO_AXIS = Code("robot.zero-axis", _E, "A joint that moves has an axis of length zero.")
COUPLING_CYCLE = Code("robot.coupling-cycle", _E, "Joints follow one another in a ring.")
LIMITS_REVERSED = Code("robot.limits-reversed", _W, "A lower limit is above its upper limit.")
UNKNOWN_MATERIAL = Code("robot.unknown-material", _W, "A geometry refers to a material that there is not.")
SEVERAL_ROBOTS = Code(
    "world.several-robots", _E, "The document holds several robots.", "Choose one with --robot NAME."
)
NO_ROBOT = Code("world.no-robot", _E, "The document holds no robot.")
OTHER_BODIES = Code(
    "world.other-bodies", _N, "The document holds other bodies beside the robot; only the robot was read."
)
CONFLICT = Code("read.conflict", _W, "Two documents say different things; the later one counts.")

# Conversion
NO_PLACE = Code("convert.no-place", _W, "The outputs have no place for it.", fate=Fate.LOST)
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
OUTPUT_FAILED = Code("output.failed", _E, "The output cannot be written.")
OUTPUT_TWICE = Code("output.twice", _E, "Two outputs would be the same file.")
TOO_BROKEN = Code(
    "convert.too-broken", _E, "The robot has errors; nothing was written.", "Mend the errors above first."
)
REFUSED_FATE = Code(
    "convert.refused",
    _E,
    "The conversion would do what it was told not to.",
    "Leave out --fail-on to write it.",
)
USAGE = Code("usage", _E, "The call makes no sense as it is.")
