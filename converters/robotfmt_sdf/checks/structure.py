"""Checks of worlds, models and links: duplicates, reserved names, links without inertia."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from robotfmt.diagnostics import Severity
from robotfmt.documents.xml.element import Element

from ..codes import DEFAULT_INERTIA, NAME, SEVERAL_ROOTS

_ALONE = ("model", "actor", "light")


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
    """Return the content of a document besides its first model, actor or light; None without any."""
    found = list(chain.from_iterable(root.findall(tag) for tag in _ALONE))
    if root.find("world") is not None or len(found) < 2:
        return None
    tags = [f"<{each.tag}>" for each in found]
    return f"the document has {', '.join(tags)}; Gazebo reads the first of them only"


def check_world(world: Element) -> None:
    """Report a world without a name."""
    if not world.peek("name"):
        world.report(NAME, "<world> has no name, which SDF requires")


def check_model(model: Element) -> None:
    """Report links of a model that Gazebo gives a mass of 1 kg."""
    static = model.find("static")
    if static is None or static.text.strip().lower() not in ("true", "1"):
        _weigh(model.findall("link"))


def _weigh(links: Iterable[Element]) -> None:
    for link in links:
        if link.find("inertial") is None:
            link.report(
                DEFAULT_INERTIA, f"link '{link.peek('name')}' has no inertia; Gazebo assumes a mass of 1 kg"
            )


def check_link(link: Element) -> None:
    """Report a link with the name of the world."""
    if link.peek("name") == "world":
        message = "a link is called 'world', a name that SDF reserves"
        link.report(NAME, message, "name", severity=Severity.WARNING)
