"""Diagnostics of files, formats, limits, XML and YAML, and the values in them."""

from __future__ import annotations

from ..diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt.codes")

# Files
MISSING_FILE = _error("file.missing")
UNREADABLE_FILE = _error("file.unreadable")
NOT_A_FILE = _error("file.not-a-file")
EMPTY_FILE = _error("file.empty")
LFS_POINTER = _error("file.lfs-pointer")
HTML_PAGE = _error("file.html-page")
COMPRESSED = _error("file.compressed")
UNKNOWN_FORMAT = _error("file.unknown-format")
CANNOT_READ_FORMAT = _error("file.format-not-read")
CANNOT_WRITE_FORMAT = _error("file.format-not-written")
TWO_FORMATS = _error("format.two-of-one-name")
SECOND_ROBOT = _error("document.second-robot")
NO_FUNCTION = _error("format.no-function")
UNKNOWN_OPTION = _error("format.unknown-option")
BAD_OPTION = _error("format.bad-option")
UNKNOWN_CODE = _error("code.unknown")
LIMIT = _error("limit.exceeded")

# XML and YAML
XML_SYNTAX = _error("xml.syntax")
XML_ENCODING = _error("xml.encoding")
ARCHIVE_DAMAGED = _error("archive.damaged")
ARCHIVE_MANIFEST = _warning("archive.manifest")
ARCHIVE_UNSAFE = _error("archive.unsafe")
XML_PADDING = _warning("xml.padding", Fate.REPAIRED)
XML_COMMENT = _warning("xml.comment", Fate.REPAIRED)
XML_ENTITY = _error("xml.entity")
XML_UNDECLARED_PREFIX = _warning("xml.undeclared-prefix", Fate.REPAIRED)
XML_NAMESPACE = _error("xml.namespace")
XML_DECLARATION = _warning("xml.declaration", Fate.REPAIRED)
XML_DOCTYPE = _warning("xml.doctype")
YAML_SYNTAX = _error("yaml.syntax")
YAML_ENCODING = _error("yaml.encoding")
YAML_MANY_DOCUMENTS = _error("yaml.many-documents")
YAML_TAG = _error("yaml.tag")
YAML_ALIAS = _error("yaml.alias")
YAML_MERGE = _error("yaml.merge-key")
YAML_KEY = _error("yaml.key")
DUPLICATE_KEY = _warning("yaml.duplicate-key", Fate.BROKEN)
BAD_NUMBER = _error("number.bad", Fate.BROKEN)
NOT_FINITE = _error("number.not-finite", Fate.BROKEN)
BAD_WORD = _error("value.unknown", Fate.BROKEN)
MISSING_VALUE = _error("value.missing", Fate.BROKEN)
FOR_ANOTHER_PROGRAM = _note("document.for-another-program", Fate.PASSED_THROUGH)
NOT_UNDERSTOOD = _note("document.not-understood", Fate.PASSED_THROUGH)
