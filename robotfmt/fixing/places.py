"""The places of findings in the text of an XML document, and edits of them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from ..diagnostics import Diagnostic, Report
from ..documents.xml.document import Document, parse_document
from ..documents.xml.element import Element
from ..documents.xml.parsing import as_written
from ..documents.xml.text import Edit, Text

_TAG = re.compile(r"[\w:.-]+")


class Place:
    """A document that is edited, and its text."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = Text(document)

    def with_attribute(self, element: Element, name: str, value: str) -> Iterator[Edit]:
        """Give an attribute another value, if it differs."""
        before = element.attributes
        yield from self.text.with_attributes(element, before, {**before, name: value})

    def with_text(self, element: Element, value: str) -> Iterator[Edit]:
        """Give an element another text, if it differs."""
        edit = self.text.with_text(element, value.strip()) if value.strip() != element.text.strip() else None
        yield from (edit,) if edit is not None else ()


Editing: TypeAlias = Callable[[Place, Diagnostic], Iterable[Edit]]


def edited(data: bytes, findings: Sequence[Diagnostic], edit: Editing) -> bytes:
    """Return an XML document with edits for some findings, in its own encoding.

    A document that only a repair of its bytes makes well-formed is returned unchanged: that comes first.
    """
    name = findings[0].file or ""
    document = parse_document(data, name=name, format="", report=Report(), keys={})
    if as_written(document.data, data) != data:
        return data
    place = Place(document)
    edits = dict.fromkeys(each for finding in findings for each in edit(place, finding))
    return as_written(place.text.edited(list(edits)), data)


def elements_at(document: Document, finding: Diagnostic) -> Iterator[Element]:
    """Yield the elements that a finding may be about: those on its line with the last tag of its path."""
    tag = _TAG.match(finding.path.partition("/@")[0].rpartition("/")[2])
    starts = [match.end() for match in re.finditer(b"\n", document.data)]
    for element in document.root.iter():
        line = bisect_right(starts, document.marks.starts[element.index]) + 1
        if line == finding.line and (tag is None or element.local == tag.group()):
            yield element
