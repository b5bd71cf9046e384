"""Libraries of sensors and actuators: entries at the end of a document, of which a robot has instances."""

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
    """Take what the libraries of a kind are wrapped in; entries without an instance stay in the ledger."""
    for extra in body.index.all("extra"):
        technique = technique_of(extra) if extra.peek("type") == f"library_{kind}" else None
        if technique is not None:
            claim_extra(extra, technique, "id")


def instanced(body: Body, technique: Element, tag: str) -> Element | None:
    """Take the entry that an attached sensor or actuator is an instance of, if there is one."""
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
    """Return what the entry is called in the model: by its id, unless robotfmt's technique says otherwise."""
    element = first(own, _MODEL) if own is not None else None
    if element is not None:
        return element.take_text() or None
    return entry.peek("id") if entry is not None else None


def write_model(model: str | None, written: str | None) -> Node | None:
    """Return what the entry is called in the model, where that is not the id it was written with."""
    return make(_MODEL, text=model) if written is not None and model != written else None


def write_attached(kind: str, name: str, openrave: list[Node | None] | None, own: list[Node | None]) -> Node:
    """Return the extra of an attached sensor or actuator: OpenRAVE's technique, unless it is None, and perhaps
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
    """Return the library of the entries, for the end of the document; None without any.

    Args:
        kind: ``sensors`` or ``actuators``.
    """
    library = make_extra(f"library_{kind}", *entries, profile=OPENRAVE)
    if library is not None:
        library.set("id", kind)
    return library
