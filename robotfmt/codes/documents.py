"""What there is to say about files, formats, limits, XML and YAML, and the values in them."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

# Files
MISSING_FILE = Code("file.missing", _E, "The file does not exist.", "Check the path.")
UNREADABLE_FILE = Code(
    "file.unreadable", _E, "The file cannot be read.", "Check the path, and whether you may read the file."
)
NOT_A_FILE = Code(
    "file.not-a-file",
    _E,
    "It is a folder, a pipe or a device, not a file.",
    "Give the document itself, not the folder that it is in.",
)
EMPTY_FILE = Code("file.empty", _E, "The file is empty.", "Write or download the file again.")
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
    "Download the raw file; this is the web page that shows it.",
)
COMPRESSED = Code("file.compressed", _E, "The file is compressed.", "Decompress it first.")
UNKNOWN_FORMAT = Code(
    "file.unknown-format",
    _E,
    "Neither the name nor the content of the file tells its format.",
    "Say the format with --from or --to; 'robotfmt formats' lists them.",
)
CANNOT_READ_FORMAT = Code(
    "file.format-not-read",
    _E,
    "The format can be written but not read.",
    "Choose a format that can be read; 'robotfmt formats' marks them with r.",
)
CANNOT_WRITE_FORMAT = Code(
    "file.format-not-written",
    _E,
    "The format can be read but not written.",
    "Choose a format that can be written; 'robotfmt formats' marks them with w.",
)
TWO_FORMATS = Code(
    "format.two-of-one-name",
    _E,
    "Two installed packages bring a format of the same name.",
    "Uninstall one of the two packages.",
)
NO_FUNCTION = Code(
    "format.no-function",
    _E,
    "A function of a format cannot be imported.",
    "Correct the place that the format names, or install what its package needs.",
)
UNKNOWN_OPTION = Code(
    "format.unknown-option",
    _E,
    "The format has no option of this name.",
    "Choose one of the options that the message names.",
)
BAD_OPTION = Code(
    "format.bad-option",
    _E,
    "The option cannot have this value.",
    "Choose one of the values that the message names.",
)
UNKNOWN_CODE = Code(
    "code.unknown", _E, "There is no such code.", "Choose one of those that 'robotfmt explain --list' lists."
)
LIMIT = Code(
    "limit.exceeded",
    _E,
    "The input is beyond a limit that protects against hostile files.",
    "If you trust it, raise the limit: --limit NAME=VALUE.",
)

# XML and YAML
XML_SYNTAX = Code(
    "xml.syntax",
    _E,
    "The document is not well-formed XML.",
    "Correct the document there, or where an element before it begins.",
)
XML_ENCODING = Code(
    "xml.encoding",
    _E,
    "The document is not in the encoding that it declares.",
    "Save it as UTF-8, or declare the encoding that it is in.",
)
ARCHIVE_DAMAGED = Code(
    "archive.damaged",
    _E,
    "The archive is damaged, or holds no document.",
    "Download or write the archive again.",
)
ARCHIVE_MANIFEST = Code(
    "archive.manifest",
    _W,
    "The archive's manifest is missing or names no document.",
    "Add a manifest.xml whose <dae_root> names the document.",
)
ARCHIVE_UNSAFE = Code(
    "archive.unsafe",
    _E,
    "A member of the archive is encrypted or leads out of it.",
    "Pack it again, without a password and without names that begin with '/' or have '..' in them.",
)
XML_PADDING = Code(
    "xml.padding",
    _W,
    "Zero bytes follow the end of the document.",
    "Cut the zero bytes off; any conversion does.",
    Fate.REPAIRED,
)
XML_COMMENT = Code(
    "xml.comment",
    _W,
    "A comment holds two hyphens in a row, which XML does not allow.",
    "Take one of them away; any conversion does.",
    Fate.REPAIRED,
)
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
    'Declare the prefix on the root element with xmlns:PREFIX="...".',
    Fate.REPAIRED,
)
XML_NAMESPACE = Code(
    "xml.namespace",
    _E,
    "A namespace of the document is not a URI.",
    "Give a URI without blanks, such as http://example.org/drake, or remove the declaration.",
)
XML_DECLARATION = Code(
    "xml.declaration",
    _W,
    "The XML declaration stands in the wrong place, or names no version of XML.",
    "Make the first line of the file '<?xml version=\"1.0\"?>'.",
    Fate.REPAIRED,
)
XML_DOCTYPE = Code(
    "xml.doctype",
    _W,
    "The document names a document type, which is not read.",
    "Remove the <!DOCTYPE ...>: nothing that it declares is used.",
)
YAML_SYNTAX = Code(
    "yaml.syntax",
    _E,
    "The document is not well-formed YAML.",
    "Correct the document there or just before; often a bracket, a quote or an indentation is wrong.",
)
YAML_ENCODING = Code("yaml.encoding", _E, "The document is not UTF-8.", "Save it as UTF-8.")
YAML_MANY_DOCUMENTS = Code(
    "yaml.many-documents",
    _E,
    "The file holds more than one YAML document.",
    "Keep one document, and put the others into files of their own.",
)
YAML_TAG = Code(
    "yaml.tag",
    _E,
    "The document has a tag that YAML 1.2 does not know.",
    "Write the plain value, without the '!...' before it.",
)
YAML_ALIAS = Code(
    "yaml.alias",
    _E,
    "An alias refers to itself or to nothing.",
    "Write the value itself, or put the '&' that names it before the '*'.",
)
YAML_MERGE = Code(
    "yaml.merge-key",
    _E,
    "The document has a merge key ('<<'), which YAML 1.2 does not have.",
    "Write out what the merge key stands for.",
)
YAML_KEY = Code("yaml.key", _E, "A key is a mapping or a list.", "Make the key a plain name.")
DUPLICATE_KEY = Code(
    "yaml.duplicate-key", _W, "A key stands twice in one mapping.", "Remove one of the two.", Fate.BROKEN
)
BAD_NUMBER = Code(
    "number.bad",
    _E,
    "Expected a number.",
    "Write a decimal number such as 0.25 or 1e-3.",
    Fate.BROKEN,
)
NOT_FINITE = Code(
    "number.not-finite",
    _E,
    "An infinite number, 'nan', or one beyond the range of floating point is where a finite number is due.",
    "Write a finite number; make a turning joint without limits continuous.",
    Fate.BROKEN,
)
BAD_WORD = Code(
    "value.unknown",
    _E,
    "The value is none of those that are allowed.",
    "Write one of the values that the message names.",
    Fate.BROKEN,
)
MISSING_VALUE = Code(
    "value.missing", _E, "Something that must be said is missing.", "Add what is missing.", Fate.BROKEN
)
FOR_ANOTHER_PROGRAM = Code(
    "document.for-another-program",
    _N,
    "Parts of the document are for one program; they are kept verbatim.",
    "No action needed; other formats have no place for them.",
    Fate.PASSED_THROUGH,
)
NOT_UNDERSTOOD = Code(
    "document.not-understood",
    _N,
    "Parts of the document mean nothing to robotfmt; they are kept verbatim.",
    "Check its spelling; leave it if another program reads it.",
    Fate.PASSED_THROUGH,
)
