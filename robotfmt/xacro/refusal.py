"""What to say of a document that uses xacro and was not expanded."""

from __future__ import annotations

from importlib.util import find_spec

from ..context import EXPANDED
from ..diagnostics import Code
from ..documents.element import Element
from ..errors import UnsafeInput

INSTALL = "pip install 'robotfmt[xacro]'"
_TRUST = (
    "Xacro files are programs, which can read files and run code. If you trust this one's author, add --xacro"
)


def refusal(element: Element, message: str, code: Code) -> UnsafeInput:
    """The error that ends reading where an element uses xacro."""
    if element.origin.document.endswith(EXPANDED):
        help = "It is what xacro makes of '$$'; write it in another way."
        return UnsafeInput(code, f"{message}, and was not", element.origin, help=help)
    return UnsafeInput(code, f"{message} first", element.origin, help=how_to_run())


def how_to_run() -> str:
    """What to do with a document that uses xacro."""
    return f"{_TRUST}." if find_spec("xacro") is not None else f"{_TRUST}, after {INSTALL}."
