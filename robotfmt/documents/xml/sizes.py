"""Checks of a document's bytes before parsing."""

from __future__ import annotations

from ...codes import LIMIT, XML_ENTITY
from ...errors import LimitError, UnsafeInput
from ...limits import Limits
from ...model import Origin
from . import prolog


def check_size(data: bytes, name: str, limits: Limits) -> None:
    """Refuse a document that declares entities, or is larger than the limits allow.

    Raises:
        LimitError, UnsafeInput: The document is refused.
    """
    if prolog.has_type(data) and b"<!ENTITY" in data:
        line = data.count(b"\n", 0, data.index(b"<!ENTITY")) + 1
        raise UnsafeInput(XML_ENTITY, "the document declares an entity", Origin(name, line))
    if len(data) > limits.xml_bytes:
        raise LimitError(
            LIMIT, f"the document has {len(data)} bytes; xml_bytes allows {limits.xml_bytes}", Origin(name)
        )
    # In UTF-16 every '<' is one such byte too, as are other characters with this byte as a half.
    most = 2 * limits.xml_elements
    if len(data) > most and (count := data.count(b"<")) > most:
        raise LimitError(
            LIMIT, f"the document has {count} tags; xml_elements allows {limits.xml_elements}", Origin(name)
        )
