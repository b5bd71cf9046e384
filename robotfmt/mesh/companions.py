"""The files next to a mesh file: those that it needs, materials of OBJ, images of COLLADA and of materials, parts of
glTF, and files that VRML draws; and the texture images of a mesh that is written.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import TypeAlias
from xml.sax.saxutils import unescape

from ..assets.locations import IMAGES
from ..assets.output_folder import safe_name
from ..assets.resolver import Assets
from ..codes import FILE_LEFT_BEHIND
from ..context import Context
from ..errors import RobotfmtError
from ..model import Material, Texture
from ..model.renaming import free_name

# Files that a mesh file needs

Missed: TypeAlias = Callable[[str, str], None]
"""Called for a missing file, with the file that refers to it and its name there."""

_MOST = 200
"""The maximum number of files that a mesh refers to."""
_INIT_FROM = re.compile(rb"<init_from[^<>]*>\s*(?:<ref>)?\s*([^<]+?)\s*<")
_LIBRARY = re.compile(rb"(?m)^[ \t]*mtllib[ \t]+(.+?)[ \t]*\r?$")
_MAP = re.compile(rb"(?mi)^[ \t]*(?:map_\w+|bump|disp|decal|norm|refl)[ \t]+(?:-.*[ \t])?(\S[^\r\n]*?)[ \t]*\r?$")
"""A texture reference: the file name is the last word, or all words if there are no options."""
_URI = re.compile(rb'"uri"\s*:\s*"((?!data:)[^"]+)"')
_DRAWN = re.compile(rb'\b(?:Inline|WWWInline|File)\s*\{\s*(?:url|name)\s*\[?\s*"([^"]+)"')
_SIGNS = {
    ".dae": _INIT_FROM,
    ".obj": _LIBRARY,
    ".mtl": _MAP,
    ".gltf": _URI,
    **dict.fromkeys((".wrl", ".vrml", ".iv"), _DRAWN),
}


def companions(path: Path, data: bytes, assets: Assets, missed: Missed) -> dict[str, bytes]:
    """Return the files that a mesh file refers to, directly or indirectly, by their paths from its folder.

    Only relative names are followed, within the same limits as for a document in its place.
    """
    found: dict[str, bytes] = {}
    pending = [(path, data)]
    while pending:
        owner, content = pending.pop()
        for name in _names(owner, content):
            try:
                where, loaded = assets.load(name, str(owner))
            except RobotfmtError:
                missed(owner.name, name)
                continue
            relative = Path(os.path.relpath(where, path.parent)).as_posix()
            if relative not in found and len(found) < _MOST:
                found[relative] = loaded
                pending.append((where, loaded))
    return found


def _names(path: Path, data: bytes) -> Iterator[str]:
    suffix = path.suffix.lower()
    if suffix not in _SIGNS:
        return
    for match in dict.fromkeys(_SIGNS[suffix].findall(data)):
        name = unescape(match.decode("utf-8", "replace"))
        # Of COLLADA's <init_from> some are ids, not files.
        if suffix != ".dae" or Path(name).suffix.lower() in IMAGES:
            yield name


# Images of a mesh that is written

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
        """Return the name and the bytes of the image of a material; None if it has none or the file is missing."""
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
