"""Errors in the XML of a document that MuJoCo's parser accepts."""

from __future__ import annotations

import re

from robotfmt.codes import XML_SYNTAX
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import Document, parse_document
from robotfmt.errors import InputError
from robotfmt.model import Origin

from ..codes import FORGIVEN
from .keys import KEYS

_GLUED = re.compile(rb"""(=\s*"[^"<]*"|=\s*'[^'<]*')(?=[A-Za-z_:])""")
_END = b"</mujoco>"


def open_document(source: Source, context: Context) -> Document:
    """Parse a document; errors in its XML that MuJoCo accepts are corrected and reported.

    Raises:
        InputError: It is not well-formed, and MuJoCo would not read it either.
    """
    try:
        return _parsed(source.name, source.data, context)
    except InputError as error:
        if error.diagnostic.code != XML_SYNTAX.slug:
            raise
        mended = forgiven(source.data)
        if mended == source.data:
            raise
        document = _parsed(source.name, mended, context)
        message = f"the document is not well-formed ({error.diagnostic.message}); it was read as MuJoCo reads it"
        context.report.add(FORGIVEN, message, Origin(source.name, error.diagnostic.line))
        return document


def forgiven(data: bytes) -> bytes:
    """Return the bytes with a space between joined attributes, and without content after the root."""
    end = data.find(_END)
    if end >= 0:
        data = data[: end + len(_END)] + b"\n"
    return _GLUED.sub(rb"\1 ", data)


def _parsed(name: str, data: bytes, context: Context) -> Document:
    return parse_document(data, name=name, format="mjcf", report=context.report, limits=context.limits, keys=KEYS)
