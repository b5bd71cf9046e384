"""What there is to say about files, formats, limits, XML and YAML, and the values in them."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

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
UNKNOWN_CODE = Code("code.unknown", _E, "There is no such code.", "'robotfmt explain --list' lists them all.")
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
