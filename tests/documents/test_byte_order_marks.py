"""Byte order marks, blanks and XML declarations in all orders: read, and the message names what is out of place."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

import pytest

from robotfmt.diagnostics import Report
from robotfmt.documents.xml.document import parse_document
from robotfmt.errors import InputError
from robotfmt.limits import Limits

DECLARATION = b'<?xml version="1.0"?>'
GERMAN = "<r name='\u00fc'/>"


def parsed(data: bytes) -> tuple[str | None, list[str]]:
    """The name of the root, and what is said of the document."""
    report = Report()
    found = parse_document(data, name="x", format="t", report=report, limits=Limits(), keys={})
    return found.root.attributes.get("name"), [each.message for each in report]


def wide(text: str, encoding: str) -> bytes:
    mark = BOM_UTF16_LE if encoding.endswith("le") else BOM_UTF16_BE
    return mark + text.encode(encoding)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (BOM_UTF8 + b"<r name='a'/>", None),
        (BOM_UTF8 + DECLARATION + b"<r name='a'/>", None),
        (BOM_UTF8 + b'<?xml version="1.0" encoding="utf-8"?>\n<r name="a"/>', None),
        (
            BOM_UTF8 + b"\n\n" + DECLARATION + b"<r name='a'/>",
            "the XML declaration is on line 3, after blanks; expected line 1",
        ),
        (
            b"  " + DECLARATION + b"<r name='a'/>",
            "the XML declaration is on line 1, after blanks; expected it at the very start",
        ),
        (b"<!-- c -->\n" + DECLARATION + b"<r name='a'/>", "the XML declaration is on line 2; expected line 1"),
        (
            BOM_UTF8 * 2 + DECLARATION + b"<r name='a'/>",
            "a byte order mark on line 1 is not at the start of the document; it is ignored",
        ),
        (
            DECLARATION + b"\n" + BOM_UTF8 + b"<r name='a'/>",
            "a byte order mark on line 2 is not at the start of the document; it is ignored",
        ),
        (
            wide("\n<?xml version='1.0'?><r name='a'/>", "utf-16-le"),
            "the XML declaration is on line 2, after blanks; expected line 1",
        ),
        (wide("<?xml version='1.0'?><r name='a'/>", "utf-16-be"), None),
    ],
)
def test_a_misplaced_declaration_is_reported(data: bytes, message: str | None) -> None:
    assert parsed(data) == ("a", [message] if message is not None else [])


def test_a_declaration_in_the_wrong_place_still_gives_the_encoding() -> None:
    data = b"<!-- c -->\n" + b'<?xml version="1.0" encoding="iso-8859-1"?>' + GERMAN.encode("latin-1")
    assert parsed(data)[0] == "\u00fc"


def test_a_mark_inside_of_a_document_is_content() -> None:
    assert parsed("<r name='\ufeffa'/>".encode())[0] == "\ufeffa"


def test_a_mark_of_another_encoding_is_named() -> None:
    with pytest.raises(InputError) as caught:
        parsed(BOM_UTF16_LE + b"<r name='a'/>  ")
    message = "the document begins with the byte order mark of utf-16, but is not in utf-16"
    assert str(caught.value.diagnostic.message) == message
