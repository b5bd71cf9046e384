"""Libraries of sensors and actuators: entries at the end of a document, which a robot instances."""

from __future__ import annotations

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make

from ..body import Body
from ..own.extension import PROFILE, make_extra
from ..values import OPENRAVE, claim_extra, first, technique_of

_MODEL = "model"
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
    if entry.attribute("id") == entry.peek("name"):
        entry.attribute("name")
    return entry


def model_of(entry: Element | None, own: Element | None) -> str | None:
    """Return the name of an entry in the model: its id, unless robotfmt's technique gives another."""
    element = first(own, _MODEL) if own is not None else None
    if element is not None:
        return element.take_text() or None
    return entry.peek("id") if entry is not None else None


def write_model(model: str | None, written: str | None) -> Node | None:
    """Return the element with an entry's name in the model, if it differs from its id."""
    return make(_MODEL, text=model) if written is not None and model != written else None


def write_attached(kind: str, name: str, openrave: list[Node | None] | None, own: list[Node | None]) -> Node:
    """Return the extra of an attached sensor or actuator, with OpenRAVE's technique (unless None) and possibly
    robotfmt's.
    """
    given = openrave is None or any(node is not None for node in own)
    return make(
        "extra",
        {"type": f"attach_{kind}", "name": name},
        make("technique", {"profile": OPENRAVE}, *openrave) if openrave is not None else None,
        make("technique", {"profile": PROFILE}, *own) if given else None,
    )


def write_library(kind: str, entries: list[Node]) -> Node | None:
    """Return the library of the entries, for the end of the document; None if it is empty.

    Args:
        kind: ``sensors`` or ``actuators``.
    """
    library = make_extra(f"library_{kind}", *entries, profile=OPENRAVE)
    if library is not None:
        library.set("id", kind)
    return library
