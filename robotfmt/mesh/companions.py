"""The files that a mesh file needs: materials of OBJ, images of COLLADA and of materials, parts of glTF, and files
that VRML draws.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias
from xml.sax.saxutils import unescape

from ..assets.locations import IMAGES
from ..assets.resolver import Assets
from ..errors import RobotfmtError

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
