"""Refuse a document that uses xacro and was not expanded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import Code, quoted
from ..documents.source import EXPANDED
from ..documents.xml.document import UNPREFIXED, XACRO
from ..errors import UnsafeInput

if TYPE_CHECKING:
    from ..documents.xml.document import Document
    from ..documents.xml.element import Element

INSTALL = "pip install 'robotfmt[xacro]' (in a clone of the repository: pip install '.[xacro]')"
_TRUST = "Xacro files are programs, which can read files and run code. If you trust its author, add --xacro"


def refuse_xacro(document: Document, code: Code) -> None:
    """Refuse a document that uses xacro; a mere declaration of the namespace, as in 29 % of real files, is accepted.

    Raises:
        UnsafeInput: The document uses xacro.
    """
    for child in document.root.children:
        if child.tag in UNPREFIXED:
            message = f"<{child.tag}> is an element of xacro without its prefix; it is not expanded"
            raise UnsafeInput(code, message, child.origin, help=_PREFIX)
    for element in document.root.iter():
        used = _xacro_in(element)
        if used is not None:
            raise _refusal(element, f"{used} must be expanded by xacro", code)


_PREFIX = (
    "Write xacro:macro, xacro:property and xacro:include, declare the prefix with "
    'xmlns:xacro="http://www.ros.org/wiki/xacro", and expand the file with --xacro.'
)


def _xacro_in(element: Element) -> str | None:
    """Return a part of an element that xacro would expand, if there is one."""
    if element.tag[:1] == "{" and element.tag[1:].startswith(XACRO):
        return f"<xacro:{element.local}>"
    values = element.attributes.values()
    return next((quoted(value) for value in values if "${" in value or "$(" in value), None)


def _refusal(element: Element, message: str, code: Code) -> UnsafeInput:
    """Return the error about an element that uses xacro."""
    if element.origin.document.endswith(EXPANDED):
        help = "The name is what xacro makes of '$$'; choose another one."
        return UnsafeInput(code, f"{message}, but was not", element.origin, help=help)
    return UnsafeInput(code, f"{message} first", element.origin, help=how_to_run())


def how_to_run() -> str:
    """Return the remedy for a document that uses xacro."""
    from importlib.util import find_spec

    return f"{_TRUST}." if find_spec("xacro") is not None else f"{_TRUST}, after {INSTALL}."
