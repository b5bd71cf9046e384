"""Libraries of sensors and actuators: entries at the end of a document, which a robot instances."""

from __future__ import annotations

import re

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make

from ..document.values import OPENRAVE, claim_extra, first, make_extra, technique_of
from .body import Body, plain_id

SENSORS = "sensors"
ACTUATORS = "actuators"


def claim_library(body: Body, kind: str) -> None:
    """Take the wrapper elements of the libraries of a kind; entries without an instance stay in the ledger."""
    for extra in body.index.all("extra"):
        technique = technique_of(extra) if extra.peek("type") == f"library_{kind}" else None
        if technique is not None:
            claim_extra(extra, technique, "id")


def instanced(body: Body, technique: Element, tag: str) -> Element | None:
    """Take the library entry of an attached sensor or actuator, if there is one."""
    instance = first(technique, f"instance_{tag}")
    if instance is None:
        return None
    entry = body.index.url(instance.peek("url"), instance)
    if entry is None or entry.tag != tag:
        body.index.report_missing(instance, tag)
        return None
    instance.attribute("url")
    for each in ("id", "name"):
        entry.attribute(each)
    return entry


def model_of(entry: Element | None, name: str) -> str | None:
    """Return the name of an entry in the model, or its id; None for an id that is only made of the name of the device.

    Args:
        entry: The entry.
        name: The name of the device that instances it.
    """
    if entry is None:
        return None
    given = entry.peek("name")
    if given is not None:
        return given or None
    id = entry.peek("id") or ""
    return None if re.fullmatch(rf"{re.escape(plain_id(name))}(_?\d+)?", id) else id


def write_attached(kind: str, name: str, content: list[Node | None]) -> Node:
    """Return the extra of an attached sensor or actuator."""
    return make("extra", {"type": f"attach_{kind}", "name": name}, make("technique", {"profile": OPENRAVE}, *content))


def write_library(kind: str, entries: list[Node]) -> Node | None:
    """Return the library of the entries, for the end of the document; None if it is empty.

    Args:
        kind: ``sensors`` or ``actuators``.
    """
    library = make_extra(f"library_{kind}", *entries)
    if library is not None:
        library.set("id", kind)
    return library
