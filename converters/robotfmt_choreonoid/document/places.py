"""The places of unrecognised content: by the names of links and sensors, so that it stays with them.

A place such as ``/links/elbow/visual/0/shape`` does not depend on how the nodes of a document are nested, and
follows a link that is renamed or moved. The writer turns it into the path of its own document.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from robotfmt.model import Extension
from robotfmt.model.record import replace

GONE = "/0"
"""The place of content of a node that a written document does not have, such as a Transform: an item of a mapping."""

_OF_ELEMENTS = ("visual", "collision", "sensor", "light", "elements")
"""The steps of places that are no keys of a link."""


def placed(extension: Extension, homes: Mapping[str, str]) -> Extension:
    """Return content of a source at its place by names."""
    steps = extension.place.split("/")
    for count in range(len(steps), 0, -1):
        home = homes.get("/".join(steps[:count]))
        if home is not None:
            rest = "".join(f"/{step}" for step in steps[count:])
            return replace(extension, place=(home or GONE) + rest)
    return extension


def addressed(extensions: Iterable[Extension], paths: Mapping[str, str], counts: Mapping[str, int]) -> list[Extension]:
    """Return content at the paths of a document that is written.

    Args:
        extensions: The content, at its places by names.
        paths: The path of each place.
        counts: The number of elements that each link has without unrecognised ones.
    """
    return [_addressed(each, paths, counts) if each.format == "choreonoid" else each for each in extensions]


def _addressed(extension: Extension, paths: Mapping[str, str], counts: Mapping[str, int]) -> Extension:
    steps = extension.place.split("/")
    for count in range(len(steps), 0, -1):
        place = "/".join(steps[:count])
        if place in counts and count == len(steps) and extension.name.isdecimal():
            name = str(counts[place] + int(extension.name))
            return replace(extension, place=paths[place], name=name)
        if place in paths:
            if steps[count:] and steps[count] in _OF_ELEMENTS and place.startswith("/links/"):
                return replace(extension, place=GONE)
            rest = "".join(f"/{step}" for step in steps[count:])
            return replace(extension, place=paths[place] + rest)
    return extension
