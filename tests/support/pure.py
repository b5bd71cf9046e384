"""What is of robotfmt alone in a document: a private word, but not the folder that the project is in."""

from __future__ import annotations

import re

_PRIVATE = re.compile(rb"robotfmt(?![\w.-]*/)", re.IGNORECASE)


def has_private_words(data: bytes) -> bool:
    """Return True if a document has a name of robotfmt's, other than in the path of a file."""
    return _PRIVATE.search(data) is not None
