"""The places of the parts of a document in the one that a writer makes, for content that is not read."""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.documents.xml.element import Element
from robotfmt.model import Extension
from robotfmt.model.record import replace

LIBRARIES = {
    "images": "images",
    "effects": "effects",
    "materials": "materials",
    "geometries": "geometries",
    "kinematics_models": "kmodels",
    "visual_scenes": "vscenes",
    "physics_models": "pmodels",
    "physics_scenes": "pscenes",
    "articulated_systems": "asystems",
    "kinematics_scenes": "kscenes",
}
"""The ids of libraries in a document that is written."""
_SYSTEMS = f"/COLLADA/library_articulated_systems[@id='{LIBRARIES['articulated_systems']}']"
_MODELS = f"/COLLADA/library_kinematics_models[@id='{LIBRARIES['kinematics_models']}']"


class Homes:
    """Notes where content goes that belongs to libraries, systems and models."""

    def __init__(self, root: Element) -> None:
        self._found: dict[str, str] = {}
        for each in root.children:
            id = LIBRARIES.get(each.tag.removeprefix("library_"))
            if each.tag.startswith("library_") and id is not None:
                self._found[each.path] = f"/COLLADA/{each.tag}[@id='{id}']"

    def body(
        self, number: int, motions: Iterable[Element], kinematics: Iterable[Element], models: Iterable[Element]
    ) -> None:
        """Note the systems and models of a body; those of a second body of a model have no place of their own."""
        for elements, home in (
            (motions, f"{_SYSTEMS}/articulated_system[@id='body{number}_motion']"),
            (kinematics, f"{_SYSTEMS}/articulated_system[@id='body{number}_kinematics']"),
            (models, f"{_MODELS}/kinematics_model[@id='kmodel{number}']"),
        ):
            for each in elements:
                self._found.setdefault(each.path, home)

    def moved(self, extension: Extension) -> Extension:
        """Return unread content at its place in a document that is written."""
        place = extension.place
        end = len(place)
        while end > 0 and place[:end] not in self._found:
            end = place.rfind("/", 0, end)
        if end <= 0 or self._found[place[:end]] == place[:end]:
            return extension
        return replace(extension, place=self._found[place[:end]] + place[end:])
