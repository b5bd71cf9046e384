"""Diagnostics of files, formats, limits, XML and YAML, and the values in them."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

# Files
MISSING_FILE = Code("file.missing", _E, "The file does not exist.", "Check the path.")
UNREADABLE_FILE = Code(
    "file.unreadable", _E, "The file cannot be read.", "Check the path, and your permission to read the file."
)
NOT_A_FILE = Code(
    "file.not-a-file",
    _E,
    "The path is a folder, a pipe or a device, not a file.",
    "Give the document itself, not its folder.",
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
    "Neither the name nor the content of the file identifies its format.",
    "Name the format with --from or --to; 'robotfmt formats' lists them.",
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
    "Two installed packages provide a format of the same name.",
    "Uninstall one of the two packages.",
)
SECOND_ROBOT = Code("document.second-robot", _E, "Two documents describe a whole robot.", "Give only one of them.")
NO_FUNCTION = Code(
    "format.no-function",
    _E,
    "A function of a format cannot be imported.",
    "Correct the function path in the format, or install the requirements of its package.",
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
    "The option has an invalid value.",
    "Choose one of the values that the message names.",
)
UNKNOWN_CODE = Code(
    "code.unknown",
    _E,
    "The code does not exist.",
    "Choose one of the codes that 'robotfmt explain --list' lists.",
)
LIMIT = Code(
    "limit.exceeded",
    _E,
    "The input exceeds a limit that protects against malicious files.",
    "If you trust it, raise the limit: --limit NAME=VALUE.",
)

# XML and YAML
XML_SYNTAX = Code(
    "xml.syntax",
    _E,
    "The document is not well-formed XML.",
    "Correct the document at that position, or where an enclosing element begins.",
)
XML_ENCODING = Code(
    "xml.encoding",
    _E,
    "The document is not in the encoding that it declares.",
    "Save it as UTF-8, or declare the encoding that it uses.",
)
ARCHIVE_DAMAGED = Code(
    "archive.damaged",
    _E,
    "The archive is damaged, or contains no document.",
    "Download or create the archive again.",
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
    "A member of the archive is encrypted, or its path leaves the archive.",
    "Pack it again, without a password and without names that begin with '/' or contain '..'.",
)
XML_PADDING = Code(
    "xml.padding",
    _W,
    "Zero bytes follow the end of the document.",
    "Remove the zero bytes; any conversion does this.",
    Fate.REPAIRED,
)
XML_COMMENT = Code(
    "xml.comment",
    _W,
    "A comment contains two hyphens in a row, which XML does not allow.",
    "Remove one of the hyphens; any conversion does this.",
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
    "A namespace prefix is used but not declared; it was declared on the root element.",
    'Declare the prefix on the root element with xmlns:PREFIX="...".',
    Fate.REPAIRED,
)
XML_NAMESPACE = Code(
    "xml.namespace",
    _E,
    "A namespace of the document is not a URI.",
    "Use a URI without spaces, such as http://example.org/drake, or remove the declaration.",
)
XML_DECLARATION = Code(
    "xml.declaration",
    _W,
    "The XML declaration is in the wrong place, or has no version.",
    "Make the first line of the file '<?xml version=\"1.0\"?>'.",
    Fate.REPAIRED,
)
XML_DOCTYPE = Code(
    "xml.doctype",
    _W,
    "The document has a document type declaration, which is not read.",
    "Remove the <!DOCTYPE ...>: its declarations are not used.",
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
    "The file contains more than one YAML document.",
    "Keep one document, and move the others into separate files.",
)
YAML_TAG = Code(
    "yaml.tag",
    _E,
    "The document has a tag that YAML 1.2 does not define.",
    "Write the plain value, without the '!...' before it.",
)
YAML_ALIAS = Code(
    "yaml.alias",
    _E,
    "An alias refers to itself or to nothing.",
    "Write the value itself, or put its '&' anchor before the '*' alias.",
)
YAML_MERGE = Code(
    "yaml.merge-key",
    _E,
    "The document has a merge key ('<<'), which YAML 1.2 does not have.",
    "Write out the entries that the merge key inserts.",
)
YAML_KEY = Code("yaml.key", _E, "A key is a mapping or a list.", "Make the key a plain name.")
DUPLICATE_KEY = Code(
    "yaml.duplicate-key", _W, "A key appears twice in a mapping.", "Remove one of the two.", Fate.BROKEN
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
    "Expected a finite number, got infinity, 'nan', or a number outside the floating-point range.",
    "Write a finite number; make a revolute joint without limits continuous.",
    Fate.BROKEN,
)
BAD_WORD = Code(
    "value.unknown",
    _E,
    "The value is not one of the allowed ones.",
    "Write one of the values that the message lists.",
    Fate.BROKEN,
)
MISSING_VALUE = Code("value.missing", _E, "A required value is missing.", "Add the missing value.", Fate.BROKEN)
FOR_ANOTHER_PROGRAM = Code(
    "document.for-another-program",
    _N,
    "Parts of the document are meant for one program; they are kept verbatim.",
    "No action needed; they are written to formats that the program reads, and lost in others.",
    Fate.PASSED_THROUGH,
)
NOT_UNDERSTOOD = Code(
    "document.not-understood",
    _N,
    "Parts of the document are not recognised by robotfmt; they are kept verbatim.",
    "Check the spelling; no action is needed if another program reads it.",
    Fate.PASSED_THROUGH,
)
