"""Checks of documents, worlds and models: duplicates, places, links without inertia."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from robotfmt.diagnostics import Severity
from robotfmt.documents.xml.element import Element

from ..codes import DEFAULT_INERTIA, NAME, SEVERAL_ROOTS, UNKNOWN_FRAME
from .inertias import TRUE

_ALONE = ("model", "actor", "light", "include")


def check_root(root: Element) -> None:
    """Report models, actors and lights of which a document may have only one, and worlds with the same name."""
    message = several(root)
    if message is not None:
        root.report(SEVERAL_ROOTS, message)
    seen: set[str] = set()
    for world in root.findall("world"):
        name = world.peek("name") or ""
        if name in seen:
            world.report(NAME, f"two worlds are called '{name}'; Gazebo skips the second", "name")
        seen.add(name)


def several(root: Element) -> str | None:
    """Return what a document has of models, actors, lights and includes, if more than one; else None."""
    found = list(chain.from_iterable(root.findall(tag) for tag in _ALONE))
    if root.find("world") is not None or len(found) < 2:
        return None
    tags = [f"<{each.tag}>" for each in found]
    return f"the document has {', '.join(tags)}; Gazebo reads the first of them only"


def check_places(root: Element) -> None:
    """Report the frames of poses of models that are in nothing: Gazebo refuses ``relative_to`` there."""
    for tag in ("model", "actor", "light"):
        for each in root.findall(tag):
            pose = each.find("pose")
            frame = pose.peek("relative_to") if pose is not None else None
            if pose is not None and frame:
                message = f"<{tag} name='{each.peek('name')}'> is in no world, and its pose is relative to '{frame}'"
                expected = "expected no relative_to; Gazebo refuses the document"
                pose.report(UNKNOWN_FRAME, f"{message}; {expected}", "relative_to", severity=Severity.WARNING)


def check_world(world: Element) -> None:
    """Report a world without a name."""
    if not world.peek("name"):
        world.report(NAME, "<world> has no name, which SDF requires")


def check_model(model: Element) -> None:
    """Report links of a model that Gazebo gives a mass of 1 kg."""
    static = model.find("static")
    if static is None or static.text.strip().lower() not in TRUE:
        _weigh(model.findall("link"))


def _weigh(links: Iterable[Element]) -> None:
    for link in links:
        if link.find("inertial") is None:
            link.report(DEFAULT_INERTIA, f"link '{link.peek('name')}' has no inertia; Gazebo assumes a mass of 1 kg")
