"""The texture images of a mesh that is written."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TypeAlias

from ..assets.locations import IMAGES
from ..assets.output_folder import safe_name
from ..codes import FILE_LEFT_BEHIND
from ..context import Context
from ..errors import RobotfmtError
from ..model import Material, Texture
from ..model.renaming import free_name

Find: TypeAlias = Callable[[Texture], "tuple[str, bytes] | None"]
"""Returns the name and the bytes of an image; None, with a report, if it cannot be read."""


def _none(_texture: Texture) -> None:
    return None


def image_finder(context: Context, suffixes: Collection[str] = IMAGES) -> Find:
    """Return a function that finds images like all files of a robot; unusable ones are reported.

    Args:
        suffixes: The suffixes of supported images.
    """

    def find(texture: Texture) -> tuple[str, bytes] | None:
        uri = texture.uri or ""
        document = texture.origin.document if texture.origin is not None else None
        try:
            path, data = context.assets.load(uri, document)
        except RobotfmtError as error:
            what = f"the image '{uri}' was dropped: {error.diagnostic.message}"
        else:
            if path.suffix.lower() in suffixes:
                return safe_name(path.name), data
            what = f"the image '{uri}' was dropped: the mesh file supports only {', '.join(suffixes)}"
        context.report.add(FILE_LEFT_BEHIND, what, texture.origin)
        return None

    return find


@dataclass(slots=True)
class Images:
    """Collects images; each is requested once."""

    find: Find = _none
    found: dict[Texture, tuple[str, bytes]] = field(default_factory=dict)
    """The images found, with unique names."""
    beside: dict[str, bytes] = field(default_factory=dict)
    """The images to write next to the mesh."""
    _missed: set[Texture] = field(default_factory=set)

    def load(self, material: Material) -> tuple[str, bytes] | None:
        """Return the image of a material."""
        texture = material.texture
        if texture is None or not texture.uri or texture in self._missed:
            return None
        if texture not in self.found:
            image = self.find(texture)
            if image is None:
                self._missed.add(texture)
                return None
            self.found[texture] = self._name(image[0], image[1]), image[1]
        return self.found[texture]

    def put_beside(self, material: Material) -> str | None:
        """Return the name of a material's image, as a file next to the mesh."""
        image = self.load(material)
        if image is None:
            return None
        self.beside[image[0]] = image[1]
        return image[0]

    def _name(self, name: str, data: bytes) -> str:
        known = dict(self.found.values())
        if known.get(name, data) == data:
            return name
        path = PurePath(name)
        return free_name(path.stem, {PurePath(each).stem for each in known}) + path.suffix
