"""The records in ``<custom>`` of a document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from robotfmt.documents.xml.element import Element
from robotfmt.model import Origin
from robotfmt.model.completion import BadRecord, Given, parsed

from ..codes import BAD_RECORD, STALE_RECORD
from ..document.model import Model
from ..document.tree import Item
from .properties import PREFIX


@dataclass
class Text:
    """A record of a document."""

    element: Element
    kind: str
    name: str
    given: Given
    is_used: bool = False

    @property
    def origin(self) -> Origin:
        """The place of its element."""
        return self.element.origin


def read_texts(model: Model) -> list[Text]:
    """Take the records among the texts of a document; an invalid one stays, and is reported."""
    found: list[Text] = []
    items = [each for section in model.sections("custom") for each in section.children if _is_record(each)]
    if items:
        model.parts("custom")
    for item in items:
        element = item.element
        name = element.peek("name") or ""
        kind, _, part = name.removeprefix(PREFIX).partition(":")
        try:
            given = parsed(element.peek("data") or "")
        except BadRecord as error:
            element.report(BAD_RECORD, f"'{name}' {error}; the record is kept verbatim", "data")
            continue
        element.take()
        element.attribute("name")
        element.attribute("data")
        found.append(Text(element, kind, part, given))
    return found


def _is_record(item: Item) -> bool:
    return item.tag == "text" and (item.element.peek("name") or "").startswith(PREFIX)


def planar_bases(texts: Iterable[Text]) -> dict[str, str]:
    """Return the virtual joints of bases that move in a plane, by the names of their bodies."""
    given = {text.name: text.given.get("name") for text in texts if text.kind == "base"}
    return {body: name for body, name in given.items() if isinstance(name, str)}


def report_stale(texts: Iterable[Text]) -> None:
    """Report the records of parts that the document no longer has."""
    for text in texts:
        if not text.is_used:
            message = f"'{PREFIX}{text.kind}:{text.name}': the {text.kind} no longer exists; the record is dropped"
            text.element.report(STALE_RECORD, message, "name")
